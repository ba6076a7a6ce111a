from snakemake.utils import min_version

min_version("9.27")


configfile: "config.yaml"


include: "rules/configuration.smk"
include: "rules/common.smk"
include: "rules/data.smk"
include: "rules/folds.smk"


# Every file that should exist is a target, intermediate ones too: so a deleted one is made again.
rule datasets:
    input:
        available_files("data/prepared/{dataset}.npz"),
        available_files("<results>/folds/{dataset}.npz"),
        "<results>/tables/datasets.csv",


rule all:
    default_target: True
    input:
        rules.datasets.input,
