"""One job per dataset, method and fold."""


rule train:
    input:
        data="data/prepared/{dataset}.npz",
        folds="<results>/folds/{dataset}.npz",
        stale=if_stale(run_key, "{results}/runs/{dataset}/{method}/{repeat}-{fold}.json"),
    output:
        record="<results>/runs/{dataset}/{method}/{repeat}-{fold}.json",
        labels="<results>/runs/{dataset}/{method}/{repeat}-{fold}.npz",
    log:
        "<logs>/train/{dataset}/{method}/{repeat}-{fold}.log",
    priority: expected_cost
    group:
        GROUP_OF_RUN
    conda:
        "../envs/train.yaml"
    resources:
        mem_mb=training_memory,
        runtime=training_minutes,
    params:
        key=run_key,
        job=training_job,
        script=training_script,
        server=training_server,
    shell:
        "python -I -S {params.script:q} {params.server:q} {log:q} {params.job:q}"
