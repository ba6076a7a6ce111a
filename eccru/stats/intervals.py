"""The methods at different levels of imbalance: the paper's Figure 3."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from eccru.names import METRICS
from eccru.stats.aggregation import Study
from eccru.stats.ranks import rank

EDGES = (1, 5, 10, 15, 25, 50, 100)
INTERVALS = (*(f"[{a},{b})" for a, b in pairwise(EDGES)), "[100,inf)")


class Intervals(NamedTuple):
    """Labels grouped by imbalance ratio.

    Attributes
    ----------
    labels : DataFrame
        interval, labels, percent: how many labels of all datasets an interval holds.
    scores : DataFrame
        metric, interval, dataset, labels and a column per method: the mean over the dataset's
        labels in the interval.
    ranks : DataFrame
        metric, interval, datasets and a column per method: the average rank over the datasets
        with a label in the interval; NaN where there is none.
    """

    labels: pd.DataFrame
    scores: pd.DataFrame
    ranks: pd.DataFrame


def interval_of(imr) -> np.ndarray:
    """Return the number of the interval each imbalance ratio falls into."""
    imr = np.asarray(imr, dtype=float)
    if not (imr >= 1).all():
        raise ValueError("an imbalance ratio is below 1 or not a number")
    return np.searchsorted(EDGES, imr, side="right") - 1


def by_imbalance(labels: pd.DataFrame, study: Study) -> Intervals:
    """Group the labels by imbalance ratio and rank the methods within each group.

    Parameters
    ----------
    labels : DataFrame
        Columns dataset, label, imr, method, metric and value (the mean over the folds). A label
        whose value is undefined (NaN) for one of the methods is left out of that metric, so that
        all methods are compared on the same labels.
    study : Study
        Only its datasets without a missing run are looked at.
    """
    labels = labels[
        labels["dataset"].isin(study.complete_datasets()) & labels["method"].isin(study.methods)
    ]
    labels = labels.assign(interval=interval_of(labels["imr"]))
    distinct = labels.drop_duplicates(["dataset", "label"])
    counts = np.bincount(distinct["interval"], minlength=len(INTERVALS))
    shares = pd.DataFrame({"interval": INTERVALS, "labels": counts})
    shares["percent"] = 100 * counts / max(1, counts.sum())

    key = ["metric", "interval", "dataset", "label"]
    wide = labels.pivot(index=key, columns="method", values="value")
    wide = wide.reindex(columns=study.methods).dropna()
    groups = wide.groupby(level=["metric", "interval", "dataset"])
    scores = groups.mean()
    scores.insert(0, "labels", groups.size())

    scores = scores.reset_index()
    scores["interval"] = [INTERVALS[number] for number in scores["interval"]]
    return Intervals(shares, scores, interval_ranks(scores, study.methods))


def interval_ranks(scores: pd.DataFrame, methods: list[str]) -> pd.DataFrame:
    """Average the ranks in each interval: `ranks` of `Intervals` from its `scores`."""
    rows = []
    for metric in METRICS:
        for interval in INTERVALS:
            own = scores[(scores["metric"] == metric) & (scores["interval"] == interval)]
            average = rank(own[methods], metric).mean()
            rows.append({"metric": metric, "interval": interval, "datasets": len(own), **average})
    return pd.DataFrame(rows)
