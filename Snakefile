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


# On a cluster these stay where snakemake was called: they are light, or need the network.
localrules:
    download,
    available,
    table1,
    report,
    tracking_store,
    track,
    track_study,


# Within a job of a cluster its rules run as they are: else Snakemake would start anew for each.
if workflow.remote_exec:

    localrules:
        prepare,
        folds,
        train,
        statistics,
        figures,


# Every file that should exist is a target, intermediate ones too: so a deleted one is made again.
rule datasets:
    input:
        available_files(
            "data/prepared/{dataset}.npz",
            "data/prepared/{dataset}.json",
            "<results>/folds/{dataset}.npz",
        ),
        rules.table1.output,


rule all:
    default_target: True
    input:
        rules.datasets.input,
        all_runs,
        all_labels,
        rules.tracking_store.output,
        "<results>/tracked/runs.txt",
        rules.statistics.output,
        rules.figures.output,
        rules.report.output,
        "<results>/tracked/study.txt",


onsuccess:
    end_timers()


onerror:
    end_timers()
