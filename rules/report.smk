"""Figures, the report of one page, and what Snakemake's own report says of them."""


report: "../report/workflow.rst"


from eccru.plots.registry import FIGURES


rule figures:
    input:
        rules.statistics.output,
        datasets="<results>/tables/datasets.csv",
    output:
        svg=[
            report(
                f"<results>/figures/{figure.name}.svg",
                category=figure.section,
                labels={"file": f"{figure.name}.svg", "shows": figure.title},
            )
            for figure in FIGURES.values()
        ],
        png=[f"<results>/figures/{name}.png" for name in FIGURES],
    log:
        "<logs>/figures.log",
    benchmark:
        "<benchmarks>/figures.tsv"
    conda:
        "../envs/report.yaml"
    params:
        sources=sources("figures"),
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
            category="The whole report",
            labels={
                "file": "report.html",
                "shows": "the whole study on one page",
            },
        ),
    log:
        "<logs>/report.log",
    benchmark:
        "<benchmarks>/report.tsv"
    conda:
        "../envs/report.yaml"
    params:
        config=SHOWN_CONFIG,
        sources=sources("report"),
    script:
        "../workflow_scripts/report.py"
