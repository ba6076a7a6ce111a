from snakemake.utils import min_version

min_version("9.27")


configfile: "config.yaml"


include: "rules/configuration.smk"
include: "rules/common.smk"
include: "rules/progress.smk"
include: "rules/data.smk"
include: "rules/folds.smk"
include: "rules/train.smk"
include: "rules/stats.smk"
include: "rules/report.smk"
include: "rules/track.smk"


# Every file that should exist is a target, intermediate ones too: so a deleted one is made again.
rule datasets:
    input:
        available_files("data/prepared/{dataset}.npz"),
        available_files("data/prepared/{dataset}.json"),
        available_files("<results>/folds/{dataset}.npz"),
        "<results>/tables/datasets.csv",


rule all:
    default_target: True
    input:
        rules.datasets.input,
        all_runs,
        rules.tracking_store.output,
        "<results>/tracked/runs.txt",
        "<results>/tables/paper_comparison.md",
        "<results>/report.html",
        "<results>/tracked/study.txt",
