"""Write the tables of the study, the tests and the comparison with the paper."""

from pathlib import Path

import numpy as np

from eccru.paper.comparison import compare_with_paper
from eccru.paper.comparison_files import write_comparison
from eccru.stats.aggregation import aggregate
from eccru.stats.costs import costs_frame
from eccru.stats.intervals import by_imbalance
from eccru.stats.layout import write_csv
from eccru.stats.pairwise import Options, compare_methods
from eccru.stats.tables import write_tables
from eccru.study.frames import labels_frame, runs_frame, scores_frame, thresholds_frame
from eccru.study.jobs import job
from eccru.study.records import read_records

with job(snakemake.log[0]):
    records, params = read_records(snakemake.input.records), snakemake.params
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
