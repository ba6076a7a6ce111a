"""Train and score one method on one fold."""

from eccru.data.dataset import Dataset
from eccru.study.folds import load_fold
from eccru.study.jobs import job
from eccru.study.run import run

with job(snakemake.log[0]):
    params = snakemake.params
    repeat, fold = int(snakemake.wildcards.repeat), int(snakemake.wildcards.fold)
    record = run(
        Dataset.load(snakemake.input.data, params.data_key),
        load_fold(snakemake.input.folds, repeat, fold, params.folds_key),
        method=snakemake.wildcards.method,
        algorithm=params.algorithm,
        parameters=params.parameters,
        repeat=repeat,
        fold=fold,
        seed=params.seed,
        threshold_grid=params.threshold_grid,
        key=params.key,
    )
    record.write(snakemake.output.record)
