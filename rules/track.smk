"""The runs in MLflow: derived from the result files, and brought up to date with them."""

from eccru.tracking.store import local_folder


# The store's own files are outputs of this rule and inputs of what is tracked: where one is deleted, everything is
# tracked again, in all studies that share the store.
rule tracking_store:
    output:
        marker=f"{local_folder(TRACKING_URI)}/store.txt",
        database=[update(file) for file in TRACKING_DATABASE],
    log:
        "<logs>/tracking_store.log",
    conda:
        "../envs/track.yaml"
    resources:
        mem_mb=300,
        runtime=5,
    params:
        store=redact(TRACKING_URI),
    script:
        "../workflow_scripts/tracking_store.py"


# One job for all runs: most of the cost of tracking a few is that MLflow starts.
rule track:
    input:
        records=all_runs,
        store=rules.tracking_store.output.marker,
    output:
        "<results>/tracked/runs.txt",
    log:
        "<logs>/track.log",
    conda:
        "../envs/track.yaml"
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        study=config["study"],
    script:
        "../workflow_scripts/track.py"


rule track_study:
    input:
        rules.statistics.output,
        rules.figures.output,
        report="<results>/report.html",
        datasets="<results>/tables/datasets.csv",
        store=rules.tracking_store.output.marker,
        tracked="<results>/tracked/runs.txt",
    output:
        "<results>/tracked/study.txt",
    log:
        "<logs>/track_study.log",
    conda:
        "../envs/track.yaml"
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        study=config["study"],
    script:
        "../workflow_scripts/track_study.py"
