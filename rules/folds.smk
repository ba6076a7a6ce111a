"""The folds of the cross-validation: made once per dataset, the same for every method."""


rule folds:
    input:
        data="data/prepared/{dataset}.npz",
        stale=if_stale(folds_key, "{results}/folds/{dataset}.npz"),
    output:
        "<results>/folds/{dataset}.npz",
    log:
        "<logs>/folds/{dataset}.log",
    priority: BEFORE_TRAINING
    conda:
        "../envs/data.yaml"
    resources:
        mem_mb=training_memory,
        runtime=30,
    params:
        repeats=config["repeats"],
        folds=config["folds"],
        seed=config["seed"],
        key=folds_key,
        data_key=prepared_key,
    script:
        "../workflow_scripts/folds.py"
