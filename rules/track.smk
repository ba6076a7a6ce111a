"""The runs in MLflow: derived from the result files, and brought up to date with them."""


rule tracking_store:
    output:
        marker="mlflow.store",
        database=[update(file) for file in TRACKING_DATABASE],
    log:
        "<logs>/tracking_store.log",
    benchmark:
        "<benchmarks>/tracking_store.tsv"
    conda:
        "../envs/track.yaml"
    params:
        store=redact(TRACKING_URI),
    script:
        "../workflow_scripts/tracking_store.py"


rule track:
    input:
        records=runs_of_dataset,
        store="mlflow.store",
    output:
        "<results>/tracked/{dataset}.txt",
    log:
        "<logs>/track/{dataset}.log",
    benchmark:
        "<benchmarks>/track/{dataset}.tsv"
    conda:
        "../envs/track.yaml"
    resources:
        tracking=1,
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
        store="mlflow.store",
    output:
        "<results>/tracked/study.txt",
    log:
        "<logs>/track_study.log",
    benchmark:
        "<benchmarks>/track_study.tsv"
    conda:
        "../envs/track.yaml"
    resources:
        tracking=1,
    params:
        study=config["study"],
    script:
        "../workflow_scripts/track_study.py"
