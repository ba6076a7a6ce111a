"""One job per dataset, method and fold."""


rule warm:
    output:
        "<results>/warm.txt",
    log:
        "<logs>/warm.log",
    conda:
        "../envs/train.yaml"
    params:
        sources=PLAN.settings("warm"),
    script:
        "../workflow_scripts/warm.py"


rule train:
    input:
        data="data/prepared/{dataset}.npz",
        folds="<results>/folds/{dataset}.npz",
        warm="<results>/warm.txt",
        stale=if_stale(run_key, "{results}/runs/{dataset}/{method}/{repeat}-{fold}.json"),
    output:
        record="<results>/runs/{dataset}/{method}/{repeat}-{fold}.json",
        labels="<results>/runs/{dataset}/{method}/{repeat}-{fold}.npz",
    log:
        "<logs>/train/{dataset}/{method}/{repeat}-{fold}.log",
    priority: expected_cost
    conda:
        "../envs/train.yaml"
    resources:
        mem_mb=training_memory,
        runtime=training_minutes,
    params:
        key=run_key,
        job=training_job,
    shell:
        "python -I -S {TRAIN:q} {SERVER:q} {log:q} {params.job:q}"
