"""From the sources to prepared datasets and the paper's Table 1."""


rule download:
    input:
        stale=if_stale(download_key, "data/raw/{dataset}/source.json"),
    output:
        directory("data/raw/{dataset}"),
    log:
        "<logs>/download/{dataset}.log",
    priority: BEFORE_TRAINING
    conda:
        "../envs/data.yaml"
    resources:
        mem_mb=500,
        runtime=60,
    params:
        entry=entry_of,
        asked=where_to_look,
        key=download_key,
    script:
        "../workflow_scripts/download.py"


checkpoint available:
    input:
        stale=if_stale(available_key, "{results}/available.json"),
        raw=expand("data/raw/{dataset}", dataset=PLAN.datasets),
    output:
        "<results>/available.json",
    log:
        "<logs>/available.log",
    conda:
        "../envs/data.yaml"
    resources:
        mem_mb=300,
        runtime=5,
    params:
        key=available_key,
    script:
        "../workflow_scripts/available.py"


rule prepare:
    input:
        raw="data/raw/{dataset}",
        stale=if_stale(prepared_key, "data/prepared/{dataset}.npz", "data/prepared/{dataset}.json"),
    output:
        data="data/prepared/{dataset}.npz",
        statistics="data/prepared/{dataset}.json",
    log:
        "<logs>/prepare/{dataset}.log",
    priority: BEFORE_TRAINING
    conda:
        "../envs/data.yaml"
    resources:
        mem_mb=preparation_memory,
        runtime=30,
    params:
        how=preparation_of,
        key=prepared_key,
    script:
        "../workflow_scripts/prepare.py"


rule table1:
    input:
        stale=if_stale(table1_key, "{results}/keys/table1.json"),
        statistics=available_files("data/prepared/{dataset}.json"),
        available=availability,
    output:
        csv=report(
            "<results>/tables/datasets.csv",
            category="Data",
            labels={"file": "datasets.csv", "shows": "The datasets, as in the paper's Table 1."},
        ),
        md="<results>/tables/datasets.md",
        manifest="<results>/keys/table1.json",
    log:
        "<logs>/table1.log",
    conda:
        "../envs/data.yaml"
    resources:
        mem_mb=300,
        runtime=5,
    params:
        key=table1_key,
    script:
        "../workflow_scripts/table1.py"
