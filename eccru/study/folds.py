"""The folds of the study as a file, and the rows that train."""

from zipfile import BadZipFile

import numpy as np

from eccru.errors import DataError
from eccru.files import atomic_write


def save_folds(path, folds: dict[str, np.ndarray]) -> None:
    """Write the folds that `make_folds` made, whole or not at all."""
    with atomic_write(path) as file:
        np.savez(file, **folds)


def load_fold(path, repeat: int, fold: int) -> np.ndarray:
    """Read the test rows of one fold."""
    try:
        with np.load(path, allow_pickle=False) as folds:
            return folds[f"{repeat}-{fold}"]
    except (BadZipFile, EOFError, KeyError, ValueError) as error:
        raise DataError(f"{path} does not hold the fold {repeat}-{fold}: {error}.") from None


def train_rows(test_rows: np.ndarray, n: int) -> np.ndarray:
    """Return the rows of `n` that are not among `test_rows`, in ascending order."""
    in_train = np.ones(n, dtype=bool)
    in_train[test_rows] = False
    return np.flatnonzero(in_train).astype(np.int32)
