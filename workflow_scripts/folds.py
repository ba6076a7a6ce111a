"""Split a dataset into the folds of every repeat."""

from eccru.data.dataset import Dataset
from eccru.study.folds import save_folds
from eccru.study.jobs import job
from eccru.study.stratification import make_folds

with job(snakemake.log[0]):
    params = snakemake.params
    labels = Dataset.load(snakemake.input.data, params.data_key).Y
    folds = make_folds(labels, params.repeats, params.folds, params.seed)
    save_folds(snakemake.output[0], folds, params.key)
