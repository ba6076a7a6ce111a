"""The folds of the study as a file, and the rows that train."""

import numpy as np

from eccru.errors import DataError
from eccru.files import read_arrays, write_arrays


def save_folds(path, folds: dict[str, np.ndarray], key: str) -> None:
    """Write the folds that `make_folds` made, and what they are a result of."""
    write_arrays(path, key, **folds)


def load_fold(path, repeat: int, fold: int, key: str | None = None) -> np.ndarray:
    """Read the test rows of one fold; a `DataError` says if they are not what is asked for."""
    folds = read_arrays(path, key)
    if f"{repeat}-{fold}" not in folds:
        raise DataError(f"{path} has no fold {repeat}-{fold}: let the workflow make it again.")
    return folds[f"{repeat}-{fold}"]


def train_rows(test_rows: np.ndarray, n: int) -> np.ndarray:
    """Return the rows of `n` that are not among `test_rows`, in ascending order."""
    in_train = np.ones(n, dtype=bool)
    in_train[test_rows] = False
    return np.flatnonzero(in_train).astype(np.int32)
