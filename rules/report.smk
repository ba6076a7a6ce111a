"""Figures, the report of one page, and what Snakemake's own report says of them."""


report: "../report/workflow.rst"


from eccru.plots.registry import FIGURES


rule figures:
    input:
        rules.statistics.output,
        datasets="<results>/tables/datasets.csv",
        available=availability,
        stale=if_stale(figures_key, "{results}/keys/figures.json"),
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
        manifest="<results>/keys/figures.json",
    log:
        "<logs>/figures.log",
    conda:
        "../envs/report.yaml"
    resources:
        mem_mb=1500,
        runtime=30,
    params:
        key=figures_key,
    script:
        "../workflow_scripts/figures.py"


rule report:
    input:
        rules.statistics.output,
        datasets="<results>/tables/datasets.csv",
        figures=rules.figures.output.svg,
        available=availability,
        stale=if_stale(report_key, "{results}/keys/report.json"),
    output:
        manifest="<results>/keys/report.json",
        page=report(
            "<results>/report.html",
            category="The whole report",
            labels={
                "file": "report.html",
                "shows": "the whole study on one page",
            },
        ),
    log:
        "<logs>/report.log",
    conda:
        "../envs/report.yaml"
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        config=SHOWN_CONFIG,
        key=report_key,
    script:
        "../workflow_scripts/report.py"
