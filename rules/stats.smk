"""From the results of the runs to tables, tests and the comparison with the paper."""

from eccru.paper.study_files import FILES, SHOWN


rule statistics:
    input:
        records=all_runs,
        available=availability,
        stale=if_stale(statistics_key, "{results}/keys/statistics.json"),
        sizes=available_files("data/prepared/{dataset}.json"),
    output:
        [f"<results>/tables/{file}" for file in FILES if file not in SHOWN],
        [
            report(
                f"<results>/tables/{file}",
                category=heading,
                labels={"file": file, "shows": shows},
            )
            for file, (heading, shows) in SHOWN.items()
        ],
        manifest="<results>/keys/statistics.json",
    log:
        "<logs>/statistics.log",
    conda:
        "../envs/statistics.yaml"
    resources:
        mem_mb=1500,
        runtime=30,
    params:
        key=statistics_key,
        settings=PLAN.statistics_settings,
        design={
            "datasets": list(PLAN.datasets),
            "methods": list(PLAN.methods),
            "repeats": config["repeats"],
            "folds": config["folds"],
            "options": config["statistics"],
            "seed": config["seed"],
        },
    script:
        "../workflow_scripts/statistics.py"
