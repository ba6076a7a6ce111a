"""Ranks of the methods: 1 is best, methods with equal scores share the middle of their ranks."""

import pandas as pd

from eccru.names import smaller_is_better
from eccru.stats.aggregation import Study


def rank(table: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Rank the methods (columns) within each row of a table of scores without NaN."""
    return table.rank(axis=1, method="average", ascending=smaller_is_better(metric))


def average_ranks(study: Study, metrics) -> pd.DataFrame:
    """Average the ranks over the datasets on which every method has a score.

    Returns
    -------
    DataFrame
        A row per metric and a column per method; NaN for a metric without such a dataset.
    """
    rows = {metric: rank(study.complete(metric), metric).mean() for metric in metrics}
    return pd.DataFrame(rows).T.reindex(columns=study.methods)
