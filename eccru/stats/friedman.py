"""Friedman's test, and Iman and Davenport's correction of it."""

from typing import NamedTuple

import pandas as pd
from scipy import stats


class Friedman(NamedTuple):
    """Result of the tests that all methods rank alike; NaN where there is nothing to test."""

    n_datasets: int
    n_methods: int
    chi_square: float
    p: float
    iman_davenport: float
    iman_davenport_p: float
    note: str


def friedman_test(table: pd.DataFrame) -> Friedman:
    """Test whether the methods (columns) differ over the datasets (rows).

    Parameters
    ----------
    table : DataFrame
        Scores; rows with a NaN are left out.

    Returns
    -------
    Friedman
        Chi-square with the correction for ties, and Iman and Davenport's F, which is less
        conservative. Each has its note: when fewer than three datasets are left, when all scores
        are tied, or when every dataset orders the methods alike (F is then infinite).

    References
    ----------
    J. Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, 2006.
    """
    complete = table.dropna()
    n, k = complete.shape
    dropped = [str(dataset) for dataset in table.index.difference(complete.index, sort=False)]
    notes = [f"left out for lack of a score: {', '.join(dropped)}"] if dropped else []
    nothing = float("nan")
    if n < 1 or k < 3:
        notes.append(f"not tested: {n} datasets and {k} methods, at least 1 and 3 are needed")
        return Friedman(n, k, nothing, nothing, nothing, nothing, "; ".join(notes))
    if n < 3:
        notes.append(f"only {n} dataset{'s' if n > 1 else ''}: the p-values mean little")

    if (complete.nunique(axis=1) == 1).all():
        notes.append("all scores are tied")
        return Friedman(n, k, 0.0, 1.0, 0.0, 1.0, "; ".join(notes))
    chi_square, p = map(float, stats.friedmanchisquare(*complete.to_numpy().T))
    if n < 2:
        return Friedman(n, k, chi_square, p, nothing, nothing, "; ".join(notes))
    slack = n * (k - 1) - chi_square
    if slack < 1e-9:
        notes.append("every dataset orders the methods alike")
        return Friedman(n, k, chi_square, p, float("inf"), 0.0, "; ".join(notes))
    f = (n - 1) * chi_square / slack
    f_p = float(stats.f.sf(f, k - 1, (k - 1) * (n - 1)))
    return Friedman(n, k, chi_square, p, f, f_p, "; ".join(notes))
