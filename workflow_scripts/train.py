"""Train and score one method on one fold."""

import numpy as np

from eccru.data.dataset import Dataset
from eccru.jobs import job
from eccru.runs import run, write_run

with job(snakemake.log[0]):
    repeat, fold = snakemake.wildcards.repeat, snakemake.wildcards.fold
    with np.load(snakemake.input.folds) as folds:
        test_rows = folds[f"{repeat}-{fold}"]
    record, labels = run(
        Dataset.load(snakemake.input.data),
        test_rows,
        method=snakemake.wildcards.method,
        parameters=snakemake.params.parameters,
        repeat=int(repeat),
        fold=int(fold),
        seed=snakemake.params.seed,
        threshold_grid=snakemake.params.threshold_grid,
    )
    write_run(record, labels, snakemake.output.record, snakemake.output.labels)
