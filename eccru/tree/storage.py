"""Feature values as prediction needs them: the values of 64 rows, found at once."""

from typing import NamedTuple

import numpy as np

from eccru.sparse import CSR
from eccru.tree.checks import check_features
from eccru.tree.kernels import entry, kernel

BITS, DENSE, SPARSE = 0, 1, 2
DENSE_FROM = 1 / 16  # share of entries not 0 from which a column is stored in full
WORD = 64  # rows whose bits make a word
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)  # all its runs of 6 bits differ
PLACES = np.argsort([int(DE_BRUIJN) << i & (2**64 - 1) for i in range(64)]).astype(np.uint64)


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


class Rows:
    """Rows to predict.

    Parameters
    ----------
    features : array of float64 of shape (n, d), or CSR
        Feature values, finite.
    nominal : array of bool of shape (d,)
        Which features are nominal; these hold nothing but 0 and 1.

    Attributes
    ----------
    lengths : array of int64 of shape (d,)
        Number of entries of each feature that are not 0.
    values : Values
        The values of all features.

    """

    def __init__(self, features, nominal):
        nominal = check_features(features, nominal)
        self.n_rows, self.n_features = features.shape
        if isinstance(features, CSR):
            self.lengths, self.values, wrong = store_sparse(
                np.ascontiguousarray(features.data, dtype=np.float64),
                np.ascontiguousarray(features.indices, dtype=np.int32),
                np.ascontiguousarray(features.indptr, dtype=np.int64),
                nominal,
            )
        else:
            features = np.ascontiguousarray(features, dtype=np.float64)
            self.lengths, self.values, wrong = store_dense(features, nominal)
        if wrong >= 0:
            raise ValueError(f"Nominal feature {wrong} has values other than 0 and 1.")


@entry
def store_dense(features, nominal):
    """Store the columns of a dense matrix.

    Return how many entries of each are not 0; the values; and the last nominal column with a value
    other than 0 and 1, or -1.
    """
    n, d = features.shape
    lengths, wrong = np.zeros(d, dtype=np.int64), -1
    for row in range(n):
        for column in range(d):
            lengths[column] += features[row, column] != 0
    values = make_values(lengths, nominal, n)
    filled = values.start.copy()  # where the next entry of each sparse column goes
    for first in range(0, n, WORD):  # what is read of some rows stays at hand for all columns
        for column in range(d):
            for row in range(first, min(first + WORD, n)):
                value = features[row, column]
                if value != 0:
                    put(values, filled, column, row, value)
                    wrong = max(wrong, column) if nominal[column] and value != 1 else wrong
    return lengths, values, wrong


@entry
def store_sparse(data, indices, indptr, nominal):
    """As ``store_dense``, for a matrix that is stored row by row."""
    n = len(indptr) - 1
    lengths, wrong = np.zeros(len(nominal), dtype=np.int64), -1
    for at in range(len(indices)):
        lengths[indices[at]] += data[at] != 0
    values = make_values(lengths, nominal, n)
    filled = values.start.copy()  # where the next entry of each sparse column goes
    for row in range(n):
        for at in range(indptr[row], indptr[row + 1]):
            column, value = np.int64(indices[at]), data[at]
            if value != 0:
                put(values, filled, column, row, value)
                wrong = max(wrong, column) if nominal[column] and value != 1 else wrong
    return lengths, values, wrong


@kernel
def make_values(lengths, nominal, n):
    """Allocate room for columns, each as suits it; all values are 0 until they are put."""
    d, n_words = len(nominal), (n + WORD - 1) // WORD
    kind, slot = np.empty(d, dtype=np.int8), np.empty(d, dtype=np.int32)
    n_of_kind, start = np.zeros(3, dtype=np.int64), np.zeros(d + 1, dtype=np.int64)
    for column in range(d):
        is_dense = lengths[column] >= DENSE_FROM * n
        kind[column] = BITS if nominal[column] else DENSE if is_dense else SPARSE
        slot[column] = n_of_kind[kind[column]]
        n_of_kind[kind[column]] += 1
        if kind[column] == SPARSE:
            start[slot[column] + 1] = start[slot[column]] + lengths[column]
    start = start[: n_of_kind[SPARSE] + 1].copy()
    bits = np.zeros((n_of_kind[BITS], n_words), dtype=np.uint64)
    dense = np.zeros((n_of_kind[DENSE], WORD * n_words))
    rows, values = np.empty(start[-1], dtype=np.int32), np.empty(start[-1])
    return Values(kind, slot, bits, dense, start, rows, values)


@kernel
def put(values, filled, column, row, value):
    """Put a value that is not 0 in its place; the rows of a column come in ascending order."""
    slot = values.slot[column]
    if values.kind[column] == BITS:
        set_bit(values.bits[slot], row)
    elif values.kind[column] == DENSE:
        values.dense[slot, row] = value
    else:
        values.row[filled[slot]], values.value[filled[slot]] = row, value
        filled[slot] += 1


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
def lowest_bit(word):
    """Return the place of the lowest bit of a word that is set."""
    return PLACES[((word & (~word + np.uint64(1))) * DE_BRUIJN) >> np.uint64(58)]


@kernel
def is_nominal(values, attribute):
    """Say whether an attribute is a nominal feature or a chain label."""
    return attribute >= len(values.kind) or values.kind[attribute] == BITS


@kernel
def bits_of(values, label_bits, attribute):
    """Return the bits of all rows of a nominal attribute."""
    n_features = len(values.kind)
    if attribute < n_features:
        return values.bits[values.slot[attribute]]
    return label_bits[attribute - n_features]


@kernel
def first_entry(start, rows, slot, row):
    """Return where the entries of a sparse feature from a row on begin, by bisection."""
    low, high = start[slot], start[slot + 1]
    while low < high:
        middle = (low + high) >> 1
        if rows[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def sparse_value(start, rows, entries, slot, row):
    """Return the value of a sparse feature in a row."""
    at = first_entry(start, rows, slot, np.int64(row))
    found = at < start[slot + 1] and rows[at] == row
    return entries[at] if found else 0.0
