"""From the sources to prepared datasets and the paper's Table 1."""


rule download:
    output:
        directory("data/raw/{dataset}"),
    log:
        "<logs>/download/{dataset}.log",
    benchmark:
        "<benchmarks>/download/{dataset}.tsv"
    priority: BEFORE_TRAINING
    conda:
        "../envs/data.yaml"
    params:
        entry=entry_of,
        asked=where_to_look,
    script:
        "../workflow_scripts/download.py"


checkpoint available:
    input:
        expand("data/raw/{dataset}", dataset=DATASETS),
    output:
        "<results>/available.json",
    log:
        "<logs>/available.log",
    benchmark:
        "<benchmarks>/available.tsv"
    conda:
        "../envs/data.yaml"
    script:
        "../workflow_scripts/available.py"


rule prepare:
    input:
        "data/raw/{dataset}",
    output:
        data="data/prepared/{dataset}.npz",
        statistics="data/prepared/{dataset}.json",
    log:
        "<logs>/prepare/{dataset}.log",
    benchmark:
        "<benchmarks>/prepare/{dataset}.tsv"
    priority: BEFORE_TRAINING
    conda:
        "../envs/data.yaml"
    params:
        reduction=reduction_of,
        sources=sources("prepare"),
    script:
        "../workflow_scripts/prepare.py"


rule table1:
    input:
        statistics=available_files("data/prepared/{dataset}.json"),
        available=availability,
    output:
        csv=report(
            "<results>/tables/datasets.csv",
            caption="../report/table_datasets.rst",
            category="Data",
            labels={"table": "datasets"},
        ),
        md="<results>/tables/datasets.md",
    log:
        "<logs>/table1.log",
    benchmark:
        "<benchmarks>/table1.tsv"
    conda:
        "../envs/data.yaml"
    params:
        sources=sources("table1"),
    script:
        "../workflow_scripts/table1.py"
