"""From the records of the runs, or their scores, to every table of the study."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from eccru.names import METHODS
from eccru.paper.comparison import Comparison, compare_with_paper
from eccru.paper.comparison_files import write_comparison
from eccru.stats.aggregation import Study, aggregate
from eccru.stats.costs import costs_frame
from eccru.stats.intervals import Intervals, by_imbalance, interval_ranks
from eccru.stats.layout import write_csv
from eccru.stats.pairwise import Options, Tests, compare_methods
from eccru.stats.tables import write_tables
from eccru.study.frames import labels_frame, runs_frame, scores_frame, thresholds_frame
from eccru.study.records import Record


class Design(NamedTuple):
    """What a study consists of, and how its methods are compared.

    Attributes
    ----------
    datasets, methods : list of str
        In the order of the tables.
    repeats, folds : int
        How many runs a dataset and method has.
    options : Options
        Of the tests.
    seed : int
        Of the posterior samples of the Bayesian test.
    """

    datasets: list[str]
    methods: list[str]
    repeats: int
    folds: int
    options: Options
    seed: int


class Findings(NamedTuple):
    """What the scores of a study come to."""

    scores: pd.DataFrame
    study: Study
    tests: Tests
    intervals: Intervals
    comparison: Comparison

    def write(self, folder) -> None:
        """Write the tables that follow from the scores."""
        write_tables(folder, self.scores, self.study, self.tests, self.intervals)
        write_comparison(folder, self.comparison)


def findings(scores: pd.DataFrame, labels: pd.DataFrame, design: Design) -> Findings:
    """Evaluate the scores of the runs and those of single labels.

    Parameters
    ----------
    scores : DataFrame
        dataset, method, repeat, fold, metric, value; a row per run and metric.
    labels : DataFrame
        dataset, label, imr, method, metric, value; the means over the folds.
    design : Design
        What was to be run.
    """
    study = _aggregate(scores, design)
    return _findings(scores, study, by_imbalance(labels, study), design)


def findings_of_record(
    scores: pd.DataFrame,
    interval_labels: pd.DataFrame,
    interval_scores: pd.DataFrame,
    design: Design,
) -> Findings:
    """Evaluate a study of which no scores of single labels are kept, but two tables made of them.

    Parameters
    ----------
    scores : DataFrame
        As for `findings`.
    interval_labels, interval_scores : DataFrame
        `labels` and `scores` of `eccru.stats.intervals.Intervals`.
    design : Design
        What was to be run.
    """
    ranks = interval_ranks(interval_scores, design.methods)
    intervals = Intervals(interval_labels, interval_scores, ranks)
    return _findings(scores, _aggregate(scores, design), intervals, design)


def _aggregate(scores, design):
    return aggregate(scores, design.datasets, design.methods, design.repeats, design.folds)


def _findings(scores, study, intervals, design):
    tests = compare_methods(study, design.options, np.random.default_rng(design.seed))
    others = [method for method in design.methods if method not in METHODS]
    if not others:
        comparison = compare_with_paper(study, tests, intervals)
    else:
        comparison = _compare_paper_methods(study.only(METHODS), intervals, design)
        comparison.basis.insert(0, f"Without the study's other methods: {', '.join(others)}.")
    return Findings(scores, study, tests, intervals, comparison)


def _compare_paper_methods(study, intervals, design):
    """Compare with the paper as if the study had the paper's methods only."""
    options = replace(design.options, rope=None)  # no part of the comparison
    tests = compare_methods(study, options, np.random.default_rng(design.seed))
    ranks = interval_ranks(intervals.scores, study.methods)
    return compare_with_paper(study, tests, intervals._replace(ranks=ranks))


def write_study_tables(folder, records: list[Record], design: Design, prepared_folder) -> None:
    """Write every table of a study, all files of `eccru.paper.study_files`.

    Parameters
    ----------
    folder : path-like
        Created if need be.
    records : list of Record
        The runs that have a result.
    design : Design
        What was to be run.
    prepared_folder : path-like
        Where the statistics of the prepared datasets lie.
    """
    runs, labels = runs_frame(records), labels_frame(records)
    findings(scores_frame(records), labels, design).write(folder)
    for name, table in {
        "runs": runs,
        "labels": labels,
        "thresholds": thresholds_frame(records),
        "costs": costs_frame(runs, prepared_folder),
    }.items():
        write_csv(Path(folder) / f"{name}.csv", table)
