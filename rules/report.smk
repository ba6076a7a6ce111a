"""Figures, the report of one page, and what Snakemake's own report says of them."""


report: "../report/workflow.rst"


from eccru.names import TITLES
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
                subcategory=TITLES.get(figure.metric),
                labels={"figure": figure.name, "shows": figure.caption},
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
                "figure": "report.html",
                "shows": "The whole study on one page that needs nothing but itself.",
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
