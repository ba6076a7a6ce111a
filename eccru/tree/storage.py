"""Feature values as prediction needs them: one value of one row, found at once."""

from typing import NamedTuple

import numpy as np
from numba import njit

from eccru.sparse import CSR

BITS, DENSE, SPARSE = 0, 1, 2
DENSE_FROM = 1 / 16  # share of entries not 0 from which a column is stored in full


class Values(NamedTuple):
    """The values of all features, each stored as suits it.

    Attributes
    ----------
    kind : array of int8 of shape (d,)
        BITS for a nominal feature, DENSE or SPARSE for a numeric one.
    slot : array of int32 of shape (d,)
        Number of the feature among those of its kind.
    bits : array of uint64 of shape (n_nominal, n_words)
        One bit per row.
    dense : array of float64 of shape (n_dense, n)
        One value per row.
    start, row, value : arrays
        Entries that are not 0 of the sparse features, column by column in ascending order of rows.
    """

    kind: np.ndarray
    slot: np.ndarray
    bits: np.ndarray
    dense: np.ndarray
    start: np.ndarray
    row: np.ndarray
    value: np.ndarray


class Entries(NamedTuple):
    """The entries of a matrix that are not 0, column by column in ascending order of rows."""

    start: np.ndarray
    row: np.ndarray
    value: np.ndarray

    def column(self, j):
        """Return the rows and the values of the entries of one column."""
        stored = slice(self.start[j], self.start[j + 1])
        return self.row[stored], self.value[stored]


class Rows:
    """Rows to predict.

    Parameters
    ----------
    features : array of float64 of shape (n, d), or CSR
        Feature values, finite.
    nominal : array of bool of shape (d,)
        Which features are nominal; these hold nothing but 0 and 1.
    entries : Entries or None
        The features column by column, where that has been worked out already.

    """

    def __init__(self, features, nominal, entries=None):
        self.n_rows, self.n_features = features.shape
        entries = column_entries(features) if entries is None else entries
        self.values = store(entries, self.n_rows, np.asarray(nominal, dtype=bool))


def column_entries(features) -> Entries:
    """Return the entries of a matrix column by column."""
    n, d = features.shape
    if isinstance(features, CSR):
        lengths = np.diff(features.indptr)
        row, column, value = np.repeat(np.arange(n), lengths), features.indices, features.data
        kept = value != 0
        row, column, value = row[kept], column[kept], value[kept]
        order = np.argsort(column, kind="stable")
        row, column, value = row[order], column[order], value[order]
    else:
        by_column = np.ascontiguousarray(features.T)
        column, row = np.nonzero(by_column)
        value = by_column[by_column != 0]
    start = np.concatenate(([0], np.cumsum(np.bincount(column, minlength=d))))
    return Entries(start, row.astype(np.int32), np.ascontiguousarray(value, dtype=np.float64))


def store(entries, n, nominal) -> Values:
    """Store every column as suits it."""
    lengths = np.diff(entries.start)
    kind = np.where(nominal, BITS, np.where(lengths >= DENSE_FROM * n, DENSE, SPARSE))
    slot = np.empty(len(kind), dtype=np.int32)
    for some_kind in (BITS, DENSE, SPARSE):
        slot[kind == some_kind] = np.arange(np.count_nonzero(kind == some_kind))
    bits = np.zeros((np.count_nonzero(kind == BITS), n // 64 + 1), dtype=np.uint64)
    dense = np.zeros((np.count_nonzero(kind == DENSE), n))
    for j in np.flatnonzero(kind == BITS):
        rows, values = entries.column(j)
        if (values != 1).any():
            raise ValueError(f"Nominal feature {j} has values other than 0 and 1.")
        set_bits(bits[slot[j]], rows)
    for j in np.flatnonzero(kind == DENSE):
        rows, values = entries.column(j)
        dense[slot[j], rows] = values
    sparse = np.repeat(kind == SPARSE, lengths)
    start = np.concatenate(([0], np.cumsum(lengths[kind == SPARSE])))
    row, value = entries.row[sparse], entries.value[sparse]
    return Values(kind.astype(np.int8), slot, bits, dense, start, row, value)


@njit(cache=True, nogil=True)
def set_bits(bits, rows):
    """Set the bits of the given rows."""
    for row in rows:
        bits[row >> 6] |= np.uint64(1) << np.uint64(row & 63)


@njit(cache=True, nogil=True)
def bit(bits, row):
    """Return the bit of a row."""
    row = np.uint64(row)
    return (bits[row >> np.uint64(6)] >> (row & np.uint64(63))) & np.uint64(1)


@njit(cache=True, nogil=True)
def sparse_value(values, slot, row):
    """Return the value of a sparse feature in a row, by bisection."""
    low, high = values.start[slot], values.start[slot + 1]
    while low < high:
        middle = (low + high) >> 1
        if values.row[middle] < row:
            low = middle + 1
        else:
            high = middle
    found = low < values.start[slot + 1] and values.row[low] == row
    return values.value[low] if found else 0.0
