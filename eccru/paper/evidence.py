"""What the paper's claims are checked against."""

from typing import NamedTuple

import pandas as pd

from eccru.names import METHODS, TITLES


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
    label_percent : Series or None
        Percentage of labels per interval of the imbalance ratio.
    interval_ranks : DataFrame or None
        Average ranks, a row per (metric, interval) and a column per method.
    """

    ranks: pd.DataFrame
    verdicts: dict[str, pd.DataFrame | str]
    label_percent: pd.Series | None = None
    interval_ranks: pd.DataFrame | None = None

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
        if self.label_percent is None or not self.label_percent.sum():
            raise NotDecidableError("no labels")
        return float(self.label_percent[list(intervals)].sum())

    def levels(self, metric: str, intervals) -> pd.DataFrame:
        """Return the average ranks in those of the intervals that hold a dataset."""
        if self.interval_ranks is None:
            raise NotDecidableError("no ranks per interval")
        lacking = [m for m in METHODS if m not in self.interval_ranks.columns]
        if lacking:
            raise NotDecidableError(f"not in the study: {', '.join(lacking)}")
        rows = self.interval_ranks.loc[[(metric, interval) for interval in intervals]].dropna()
        if not len(rows):
            raise NotDecidableError(f"no labels with ImR in {intervals[0]} to {intervals[-1]}")
        return rows[list(METHODS)]
