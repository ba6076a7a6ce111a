"""Split a dataset into the folds of every repeat."""

import numpy as np

from eccru.data import Dataset
from eccru.files import atomic_write
from eccru.folds import make_folds
from eccru.jobs import job

with job(snakemake.log[0]):
    params = snakemake.params
    folds = make_folds(
        Dataset.load(snakemake.input[0]).Y, params.repeats, params.folds, params.seed
    )
    with atomic_write(snakemake.output[0]) as file:
        np.savez(file, **folds)
