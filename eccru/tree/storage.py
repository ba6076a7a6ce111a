"""Feature values as prediction needs them: the values of 64 rows, found at once."""

from typing import NamedTuple

import numpy as np

from eccru.sparse import CSR
from eccru.tree.kernels import entry, kernel

BITS, DENSE, SPARSE = 0, 1, 2
DENSE_FROM = 1 / 16  # share of entries not 0 from which a column is stored in full
WORD = 64  # rows whose bits make a word


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
    dense : array of float64 of shape (n_dense, 64 * n_words)
        One value per row, and 0 after the last row.
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
        self.values, wrong = store(entries, np.asarray(nominal, dtype=np.bool_), self.n_rows)
        if wrong >= 0:
            raise ValueError(f"Nominal feature {wrong} has values other than 0 and 1.")


def column_entries(features) -> Entries:
    """Return the entries of a matrix column by column."""
    if isinstance(features, CSR):
        return turn_sparse(
            np.ascontiguousarray(features.data, dtype=np.float64),
            np.ascontiguousarray(features.indices, dtype=np.int32),
            np.ascontiguousarray(features.indptr, dtype=np.int64),
            features.shape[1],
        )
    return turn_dense(np.ascontiguousarray(features, dtype=np.float64))


@kernel
def make_entries(start):
    """Turn the columns' lengths, from place 1 on, into starts; allocate room for the entries."""
    for column in range(len(start) - 1):
        start[column + 1] += start[column]
    return Entries(start, np.empty(start[-1], dtype=np.int32), np.empty(start[-1]))


@entry
def turn_sparse(data, indices, indptr, d):
    """Return the entries of a matrix that is stored row by row."""
    start = np.zeros(d + 1, dtype=np.int64)
    for at in range(len(indices)):
        start[indices[at] + 1] += data[at] != 0
    entries = make_entries(start)
    filled = start[:-1].copy()
    for row in range(len(indptr) - 1):
        for at in range(indptr[row], indptr[row + 1]):
            if data[at] != 0:
                place = filled[indices[at]]
                entries.row[place], entries.value[place] = row, data[at]
                filled[indices[at]] += 1
    return entries


@entry
def turn_dense(features):
    """Return the entries of a dense matrix."""
    n, d = features.shape
    start = np.zeros(d + 1, dtype=np.int64)
    for row in range(n):
        for column in range(d):
            start[column + 1] += features[row, column] != 0
    entries = make_entries(start)
    filled = start[:-1].copy()
    for row in range(n):
        for column in range(d):
            value = features[row, column]
            if value != 0:
                place = filled[column]
                entries.row[place], entries.value[place] = row, value
                filled[column] = place + 1
    return entries


@entry
def store(entries, nominal, n):
    """Store every column as suits it; return also a nominal one with a value not 0 or 1, or -1."""
    d, n_words = len(nominal), (n + WORD - 1) // WORD
    kind, slot = np.empty(d, dtype=np.int8), np.empty(d, dtype=np.int32)
    n_of_kind, n_sparse_entries, wrong = np.zeros(3, dtype=np.int64), 0, -1
    for column in range(d):
        length = entries.start[column + 1] - entries.start[column]
        is_dense = length >= DENSE_FROM * n
        kind[column] = BITS if nominal[column] else DENSE if is_dense else SPARSE
        slot[column] = n_of_kind[kind[column]]
        n_of_kind[kind[column]] += 1
        n_sparse_entries += length if kind[column] == SPARSE else 0
    bits = np.zeros((n_of_kind[BITS], n_words), dtype=np.uint64)
    dense = np.zeros((n_of_kind[DENSE], WORD * n_words))
    start = np.zeros(n_of_kind[SPARSE] + 1, dtype=np.int64)
    rows, values = np.empty(n_sparse_entries, dtype=np.int32), np.empty(n_sparse_entries)
    filled = 0
    for column in range(d):
        for at in range(entries.start[column], entries.start[column + 1]):
            row, value = entries.row[at], entries.value[at]
            if kind[column] == BITS:
                set_bit(bits[slot[column]], row)
                wrong = column if value != 1 else wrong
            elif kind[column] == DENSE:
                dense[slot[column], row] = value
            else:
                rows[filled], values[filled] = row, value
                filled += 1
        if kind[column] == SPARSE:
            start[slot[column] + 1] = filled
    return Values(kind, slot, bits, dense, start, rows, values), wrong


@kernel
def set_bit(bits, row):
    """Set the bit of a row."""
    bits[row >> 6] |= np.uint64(1) << np.uint64(row & 63)


@kernel
def bit(bits, row):
    """Return the bit of a row."""
    row = np.uint64(row)
    return (bits[row >> np.uint64(6)] >> (row & np.uint64(63))) & np.uint64(1)


@kernel
def first_entry(values, slot, row):
    """Return where the entries of a sparse feature from a row on begin, by bisection."""
    low, high = values.start[slot], values.start[slot + 1]
    while low < high:
        middle = (low + high) >> 1
        if values.row[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def sparse_value(values, slot, row):
    """Return the value of a sparse feature in a row."""
    at = first_entry(values, slot, row)
    found = at < values.start[slot + 1] and values.row[at] == row
    return values.value[at] if found else 0.0
