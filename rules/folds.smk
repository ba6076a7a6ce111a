"""The folds of the cross-validation: made once per dataset, the same for every method."""


rule folds:
    input:
        "data/prepared/{dataset}.npz",
    output:
        "<results>/folds/{dataset}.npz",
    log:
        "<logs>/folds/{dataset}.log",
    benchmark:
        "<benchmarks>/folds/{dataset}.tsv"
    priority: BEFORE_TRAINING
    conda:
        "../envs/data.yaml"
    params:
        repeats=config["repeats"],
        folds=config["folds"],
        seed=config["seed"],
        sources=sources("folds"),
    script:
        "../workflow_scripts/folds.py"
