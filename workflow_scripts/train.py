"""Train and score one method on one fold."""

from eccru.data.dataset import Dataset
from eccru.study.folds import load_fold
from eccru.study.jobs import job
from eccru.study.run import run

with job(snakemake.log[0]):
    repeat, fold = int(snakemake.wildcards.repeat), int(snakemake.wildcards.fold)
    record = run(
        Dataset.load(snakemake.input.data),
        load_fold(snakemake.input.folds, repeat, fold),
        method=snakemake.wildcards.method,
        parameters=snakemake.params.parameters,
        repeat=repeat,
        fold=fold,
        seed=snakemake.params.seed,
        threshold_grid=snakemake.params.threshold_grid,
        source_hash=snakemake.params.sources,
    )
    record.write(snakemake.output.record)
