"""From the results of the runs to tables, tests and the comparison with the paper."""

from eccru.paper.study_files import FILES, SHOWN


rule statistics:
    input:
        records=all_runs,
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
    log:
        "<logs>/statistics.log",
    benchmark:
        "<benchmarks>/statistics.tsv"
    conda:
        "../envs/statistics.yaml"
    params:
        datasets=list(DATASETS),
        methods=list(METHODS),
        repeats=config["repeats"],
        folds=config["folds"],
        options=config["statistics"],
        seed=config["seed"],
        sources=sources("statistics"),
    script:
        "../workflow_scripts/statistics.py"
