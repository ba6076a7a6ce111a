"""One job per dataset, method and fold."""


rule warm:
    output:
        "<results>/warm.txt",
    log:
        "<logs>/warm.log",
    benchmark:
        "<benchmarks>/warm.tsv"
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
    benchmark:
        "<benchmarks>/train/{dataset}/{method}/{repeat}-{fold}.tsv"
    priority: expected_cost
    conda:
        "../envs/train.yaml"
    params:
        algorithm=algorithm_of,
        parameters=parameters_of,
        seed=config["seed"],
        threshold_grid=config["threshold_grid"],
        key=run_key,
        data_key=prepared_key,
        folds_key=folds_key,
    script:
        "../workflow_scripts/train.py"
