"""From the results of the runs to tables, tests and the comparison with the paper."""

from eccru.names import MEASURES


rule statistics:
    input:
        records=all_runs,
        sizes=available_files("data/prepared/{dataset}.json"),
    output:
        "<results>/tables/scores.parquet",
        expand(
            "<results>/tables/{table}.csv",
            table=[
                *("scores", "summary", "missing", "runs", "labels", "thresholds", "costs"),
                *("friedman", "pairs", "interval_labels", "interval_scores", "interval_ranks"),
            ],
        ),
        expand(
            "<results>/tables/{table}.{suffix}",
            table=MEASURES,
            suffix=("md", "tex"),
        ),
        "<results>/tables/ranks.md",
        "<results>/tables/ranks.tex",
        "<results>/tables/verdicts.md",
        "<results>/tables/verdicts.tex",
        "<results>/tables/paper_comparison.md",
        scores=[
            report(
                f"<results>/tables/{metric}.csv",
                caption="../report/table_scores.rst",
                category="Scores",
                labels={"table": metric},
            )
            for metric in MEASURES
        ],
        tested=[
            report(
                f"<results>/tables/{table}.csv",
                caption=f"../report/table_{table}.rst",
                category="Ranks and tests",
                labels={"table": table},
            )
            for table in ("ranks", "verdicts")
        ],
        comparison=report(
            "<results>/tables/paper_comparison.csv",
            caption="../report/table_comparison.rst",
            category="Ranks and tests",
            labels={"table": "paper and study"},
        ),
    log:
        "<logs>/statistics.log",
    benchmark:
        "<benchmarks>/statistics.tsv"
    conda:
        "../envs/statistics.yaml"
    params:
        datasets=list(PLAN.datasets),
        methods=list(PLAN.methods),
        repeats=config["repeats"],
        folds=config["folds"],
        options=config["statistics"],
        seed=config["seed"],
        sources=PLAN.settings("statistics"),
    script:
        "../workflow_scripts/statistics.py"
