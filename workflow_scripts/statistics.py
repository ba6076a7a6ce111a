"""Write the tables of the study, the tests and the comparison with the paper."""

from pathlib import Path

import numpy as np

from eccru.costs import costs_frame
from eccru.jobs import job
from eccru.layout import write_csv
from eccru.records import labels_frame, runs_frame, scores_frame, thresholds_frame
from eccru.stats import (
    Options,
    aggregate,
    by_imbalance,
    compare_methods,
    compare_with_paper,
    write_comparison,
    write_tables,
)

with job(snakemake.log[0]):
    records, params = snakemake.input.records, snakemake.params
    folder = Path(snakemake.output[0]).parent
    scores, labels, runs = scores_frame(records), labels_frame(records), runs_frame(records)

    study = aggregate(scores, params.datasets, params.methods, params.repeats, params.folds)
    tests = compare_methods(study, Options(**params.options), np.random.default_rng(params.seed))
    intervals = by_imbalance(labels, study)
    write_tables(folder, scores, study, tests, intervals)
    write_comparison(folder, compare_with_paper(study, tests, intervals))
    for name, table in {
        "runs": runs,
        "labels": labels,
        "thresholds": thresholds_frame(records),
        "costs": costs_frame(runs, Path(snakemake.input.sizes[0]).parent),
    }.items():
        write_csv(folder / f"{name}.csv", table)
