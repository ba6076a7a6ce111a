"""How the folds are made: repeated cross-validation with iterative multi-label stratification."""

import numpy as np
from iterstrat.ml_stratifiers import MultilabelStratifiedKFold

from eccru.errors import DataError


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

    References
    ----------
    Sechidis, Tsoumakas and Vlahavas, "On the Stratification of Multi-label Data", ECML PKDD 2011.
    """
    if len(Y) < folds:
        raise DataError(f"{len(Y)} rows cannot be split into {folds} folds: set fewer folds.")
    test_rows = {}
    for repeat in range(repeats):
        state = np.random.SeedSequence(seed, spawn_key=(repeat,)).generate_state(1)[0]
        splitter = MultilabelStratifiedKFold(n_splits=folds, shuffle=True, random_state=int(state))
        for fold, (_, test) in enumerate(splitter.split(np.zeros(len(Y)), Y)):
            test_rows[f"{repeat}-{fold}"] = np.sort(test).astype(np.int32)
    return test_rows
