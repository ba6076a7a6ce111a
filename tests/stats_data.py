"""Small studies with invented scores, for the tests of the statistics."""

import numpy as np
import pandas as pd

from eccru.names import METRICS, TIMES
from eccru.paper.study_tables import Findings, Plan, findings
from eccru.stats.pairwise import Options

METHODS = ["BR", "ECC", "BRUS", "EBRUS", "COCOA", "ECCRU", "ECCRU2", "ECCRU3"]


def invented_scores(datasets, methods=METHODS, repeats=2, folds=2, seed=0, effect=0.01):
    """Return scores in which each method is better than the one before by `effect`."""
    rng = np.random.default_rng(seed)
    rows = [
        (dataset, method, repeat, fold, metric, 0.5 + effect * number + 0.05 * rng.random())
        for dataset in datasets
        for number, method in enumerate(methods)
        for metric in [*METRICS, *TIMES]
        for repeat in range(repeats)
        for fold in range(folds)
    ]
    return pd.DataFrame(rows, columns=["dataset", "method", "repeat", "fold", "metric", "value"])


def invented_labels(datasets, imbalance, methods=METHODS, seed=0):
    """Return per-label scores; every dataset has a label of each given imbalance ratio."""
    rng = np.random.default_rng(seed)
    rows = [
        (dataset, f"label{number}", imr, method, metric, rng.random())
        for dataset in datasets
        for number, imr in enumerate(imbalance)
        for method in methods
        for metric in METRICS
    ]
    return pd.DataFrame(rows, columns=["dataset", "label", "imr", "method", "metric", "value"])


def run_study(datasets, scores, methods=METHODS, labels=None) -> Findings:
    """Evaluate invented scores, as the workflow does."""
    labels = invented_labels(datasets, [2, 7, 12, 20, 30, 70, 500]) if labels is None else labels
    return findings(scores, labels, Plan(datasets, methods, 2, 2, Options(rope=None), 0))
