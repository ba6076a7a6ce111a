"""What the paper's claims are checked against."""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from eccru.names import METHODS, TITLES
from eccru.paper.table1 import labels_above, labels_below


class NotDecidableError(Exception):
    """The evidence does not suffice to answer; the message says what is lacking."""


class Evidence(NamedTuple):
    """What the claims are checked against, of this study or of the paper itself.

    Attributes
    ----------
    ranks : DataFrame
        Average ranks, a row per metric and a column per method.
    verdicts : dict of str to DataFrame or str
        Per metric the matrix of verdicts, or a sentence why there can be none.
    label_counts : Series or None
        Number of labels per interval of the imbalance ratio.
    interval_ranks : DataFrame or None
        A row per (metric, interval): `datasets`, how many have labels there, and the average ranks,
        a column per method.
    n_datasets : Series or None
        How many datasets the average ranks of each metric rest on.
    lacking : tuple of str
        The datasets of the paper that it does not rest on.
    """

    ranks: pd.DataFrame
    verdicts: dict[str, pd.DataFrame | str]
    label_counts: pd.Series | None = None
    interval_ranks: pd.DataFrame | None = None
    n_datasets: pd.Series | None = None
    lacking: tuple[str, ...] = ()

    def rank(self, metric: str) -> pd.Series:
        """Return the average ranks of the eight methods, or say that one is lacking."""
        row = self.ranks.loc[metric].reindex(list(METHODS))
        lacking = row.index[row.isna()]
        if len(lacking):
            raise NotDecidableError(f"no average rank in {TITLES[metric]}: {', '.join(lacking)}")
        return row

    def verdict(self, metric: str) -> pd.DataFrame:
        """Return the matrix of verdicts, or say why there can be none."""
        matrix = self.verdicts[metric]
        if isinstance(matrix, str):
            raise NotDecidableError(f"{TITLES[metric]}: {matrix}")
        lacking = [m for m in METHODS if m not in matrix.index]
        if lacking:
            raise NotDecidableError(f"not in the study: {', '.join(lacking)}")
        return matrix

    def percent(self, intervals) -> float:
        """Return the percentage of labels within the intervals."""
        if self.label_counts is None or not self.label_counts.sum():
            raise NotDecidableError("no labels")
        return float(100 * self.label_counts[list(intervals)].sum() / self.label_counts.sum())

    def possible_percent(self, intervals) -> tuple[float, float]:
        """Return how small and how large the percentage may be with the labels of all datasets.

        What the paper's Table 1 prints of a lacking dataset bounds how many labels it can have
        below or above an imbalance ratio.
        """
        first, last = (
            interval.strip("[)").split(",") for interval in (intervals[0], intervals[-1])
        )
        below = first[0] == "1"
        bounds = [
            labels_below(name, float(last[1])) if below else labels_above(name, float(first[0]))
            for name in self.lacking
        ]
        counts = self.label_counts
        total = counts.sum() + sum(labels for _, _, labels in bounds)
        here = counts[list(intervals)].sum()
        return tuple(100 * (here + sum(bound[side] for bound in bounds)) / total for side in (0, 1))

    def levels(self, metric: str, intervals) -> pd.DataFrame:
        """Return the average ranks in those of the intervals that hold a dataset."""
        return self._levels(metric, intervals)[list(METHODS)]

    def could_be(self, metric: str, holds: Callable) -> np.ndarray:
        """Ask a statement about average ranks with every order that a lacking dataset may have.

        Parameters
        ----------
        metric : str
            Whose ranks are asked about.
        holds : callable
            Takes average ranks, an array with a row per method, and answers column by column.
        """
        n = self.n_datasets[metric]
        return holds(_with_another(self.rank(metric).to_numpy(), n))

    def levels_could_be(self, metric: str, intervals, holds: Callable) -> np.ndarray:
        """Ask a statement about intervals, in each of which a lacking dataset has the same order.

        `holds` takes a list of arrays as in `could_be`, one per interval.
        """
        rows = self._levels(metric, intervals)
        return holds(
            [
                _with_another(row[list(METHODS)].to_numpy(dtype=float), row["datasets"])
                for _, row in rows.iterrows()
            ]
        )

    def _levels(self, metric, intervals):
        if self.interval_ranks is None:
            raise NotDecidableError("no ranks per interval")
        lacking = [m for m in METHODS if m not in self.interval_ranks.columns]
        if lacking:
            raise NotDecidableError(f"not in the study: {', '.join(lacking)}")
        rows = self.interval_ranks.loc[[(metric, interval) for interval in intervals]].dropna()
        if not len(rows):
            raise NotDecidableError(f"no labels with ImR in {intervals[0]} to {intervals[-1]}")
        return rows


def _with_another(ranks, n_datasets):
    """Return the average ranks with one more dataset, a column for each order of the methods."""
    return (n_datasets * ranks[:, None] + _orders(len(ranks))) / (n_datasets + 1)


@cache
def _orders(n_methods):
    return np.array(list(permutations(range(1, n_methods + 1)))).T
