"""Sparse rows without scipy: a training job must not pay half a second to import it."""

from typing import NamedTuple

import numpy as np


class CSR(NamedTuple):
    """A matrix stored row by row: the columns and values of each row's stored entries."""

    data: np.ndarray
    indices: np.ndarray
    indptr: np.ndarray
    shape: tuple[int, int]

    def take(self, rows: np.ndarray) -> "CSR":
        """Return the given rows, in the given order."""
        lengths = np.diff(self.indptr)[rows]
        indptr = np.concatenate(([0], np.cumsum(lengths)))
        starts = np.repeat(self.indptr[:-1][rows] - indptr[:-1], lengths)
        entries = starts + np.arange(indptr[-1])
        return CSR(self.data[entries], self.indices[entries], indptr, (len(lengths), self.shape[1]))

    def toarray(self) -> np.ndarray:
        """Return the matrix as a dense array; repeated entries are added up, as scipy does."""
        dense = np.zeros(self.shape)
        rows = np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))
        np.add.at(dense, (rows, self.indices), self.data)
        return dense


def as_features(X) -> np.ndarray | CSR:
    """Turn a dense array or any scipy sparse matrix into what the package computes with."""
    if isinstance(X, CSR):
        return X
    if hasattr(X, "tocsr"):
        X = X.tocsr().copy()
        X.sum_duplicates()
        return CSR(X.data.astype(np.float64), X.indices, X.indptr, X.shape)
    return np.ascontiguousarray(X, dtype=np.float64)
