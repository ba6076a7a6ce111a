"""How the folds are made: repeated cross-validation with iterative multi-label stratification."""

from itertools import product

import numpy as np

from eccru.errors import DataError
from eccru.model_selection import IterativeStratifiedKFold


def make_folds(Y: np.ndarray, repeats: int, folds: int, seed: int) -> dict[str, np.ndarray]:
    """Split the rows of `Y` into folds that keep each label's share of positives.

    Parameters
    ----------
    Y : ndarray of shape (n, q)
        Label matrix of 0 and 1.
    repeats : int
        How often the rows are split anew.
    folds : int
        Number of folds of one split.
    seed : int
        Seed of the study; a repeat's split depends on it and on the repeat's number alone.

    Returns
    -------
    dict of str to ndarray
        The test rows in ascending order under ``"{repeat}-{fold}"``; the other rows train.
    """
    if len(Y) < folds:
        raise DataError(f"{len(Y)} rows cannot be split into {folds} folds: set fewer folds.")
    splitter = IterativeStratifiedKFold(folds, n_repeats=repeats, random_state=seed)
    splits = (test for _, test in splitter.split(Y, Y))
    numbers = product(range(repeats), range(folds))
    return {
        f"{repeat}-{fold}": test.astype(np.int32)
        for (repeat, fold), test in zip(numbers, splits, strict=True)
    }
