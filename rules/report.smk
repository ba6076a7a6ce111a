"""Figures, the report of one page, and what Snakemake's own report says of them."""


report: "../report/workflow.rst"


from eccru.names import COMPARED, METRICS

# Per caption in report/ the heading in Snakemake's report and the figures it explains.
CAPTIONS = {
    "imbalance": ("Imbalance", ["imbalance"]),
    "exploitation": ("Imbalance", ["exploitation"]),
    "intervals": ("Imbalance", ["intervals"]),
    "paper_ranks": ("Ranks and tests", ["paper_ranks"]),
    "significance": ("Ranks and tests", ["significance"]),
    "critical_difference": ("Ranks and tests", expand("cd_{metric}", metric=COMPARED)),
    "scores": ("Scores", expand("scores_{metric}", metric=COMPARED)),
    "pareto": ("Cost", expand("pareto_{metric}", metric=METRICS)),
    "growth": ("Cost", ["growth"]),
    "estimates": ("Cost", ["estimates"]),
    "thresholds": ("Thresholds", ["thresholds"]),
}


rule figures:
    input:
        rules.statistics.output,
        datasets="<results>/tables/datasets.csv",
    output:
        svg=[
            report(
                f"<results>/figures/{figure}.svg",
                caption=f"../report/{caption}.rst",
                category=category,
                labels={"figure": figure},
            )
            for caption, (category, figures) in CAPTIONS.items()
            for figure in figures
        ],
        png=[
            f"<results>/figures/{figure}.png"
            for _, figures in CAPTIONS.values()
            for figure in figures
        ],
    log:
        "<logs>/figures.log",
    benchmark:
        "<benchmarks>/figures.tsv"
    conda:
        "../envs/report.yaml"
    params:
        sources=PLAN.settings("figures"),
    script:
        "../workflow_scripts/figures.py"


rule report:
    input:
        rules.statistics.output,
        datasets="<results>/tables/datasets.csv",
        figures=rules.figures.output.svg,
        available=availability,
    output:
        report(
            "<results>/report.html",
            caption="../report/report.rst",
            category="The whole report",
            labels={"figure": "report.html"},
        ),
    log:
        "<logs>/report.log",
    benchmark:
        "<benchmarks>/report.tsv"
    conda:
        "../envs/report.yaml"
    params:
        config=SHOWN_CONFIG,
        sources=PLAN.settings("report"),
    script:
        "../workflow_scripts/report.py"
