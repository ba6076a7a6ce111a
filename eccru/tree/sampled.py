"""A sample of the training rows, and the training columns filtered to it."""

from typing import NamedTuple

import numpy as np
from numba import njit

from eccru.tree.keys import rank_shift, row_bits

INSERTION_UP_TO = 24
GATHER_COST = 6  # of a row that is gathered, in rows that are filtered
DIGIT = 8  # bits that one pass of a sort looks at


class Sample(NamedTuple):
    """Rows to train on.

    Attributes
    ----------
    rows : array of int32
        Distinct row numbers in ascending order.
    weight : array of int32
        Copies of each row, 1 or more.
    """

    rows: np.ndarray
    weight: np.ndarray


class Held(NamedTuple):
    """What a sample holds of the training matrix; rows are numbered within the sample.

    Attributes
    ----------
    rows, weight : arrays of int32
        As in the sample.
    start, keys : arrays of int64 and uint32 (or uint64)
        Entries of each numeric column in ascending order.
    totals : array of int64
        Weight of the rows that list each nominal feature; empty if it was not counted.
    """

    rows: np.ndarray
    weight: np.ndarray
    start: np.ndarray
    keys: np.ndarray
    totals: np.ndarray


class SampledColumns:
    """The training columns filtered to a sample of the rows, from which trees are grown.

    Parameters
    ----------
    columns : Columns
        All training rows.
    sample : Sample
        The rows in use.
    shared : bool
        Whether more than one tree will be grown, so that counting ahead pays.

    """

    def __init__(self, columns, sample, shared=False):
        self.columns = columns
        self.sample = sample
        self.rows = columns.rows  # all of them: trees are asked about rows outside the sample too
        rows = np.ascontiguousarray(sample.rows, dtype=np.int32)
        weight = np.ascontiguousarray(sample.weight, dtype=np.int32)
        if len(rows) == columns.n_rows or len(columns.numeric.attribute) == 0:
            start, keys = columns.numeric.start, columns.numeric.keys
        elif len(rows) * GATHER_COST < columns.n_rows:
            start, keys = gather_columns(columns.numeric, rows)
        else:
            start, keys = filter_columns(columns.numeric, rows, columns.n_rows)
        totals = count_totals(columns.nominal, rows, weight) if shared else NOT_COUNTED
        self.held = Held(rows, weight, start, keys, totals)


NOT_COUNTED = np.empty(0, dtype=np.int64)


@njit(cache=True, nogil=True)
def count_totals(nominal, rows, weight):
    """Return the weight of the rows that list each nominal feature."""
    totals = np.zeros(len(nominal.attribute), dtype=np.int64)
    for i in range(len(rows)):
        for at in range(nominal.start[rows[i]], nominal.start[rows[i] + 1]):
            totals[nominal.listed[at]] += weight[i]
    return totals


@njit(cache=True, nogil=True)
def filter_columns(numeric, rows, n):
    """Filter sorted columns to the given rows: the cost is that of all rows."""
    mask = (1 << row_bits(numeric.keys)) - 1
    number = np.full(n, -1, dtype=np.int32)
    for i in range(len(rows)):
        number[rows[i]] = i
    start = np.zeros_like(numeric.start)
    keys = np.empty_like(numeric.keys)
    filled = 0
    for slot in range(len(numeric.attribute)):
        for at in range(numeric.start[slot], numeric.start[slot + 1]):
            key = np.int64(numeric.keys[at])
            i = number[key & mask]
            keys[filled] = (key & ~mask) | max(i, 0)
            filled += i >= 0
        start[slot + 1] = filled
    return start, keys[:filled].copy()


@njit(cache=True, nogil=True)
def gather_columns(numeric, rows):
    """Gather the entries of the given rows and sort them: the cost is that of these rows."""
    shift = rank_shift(numeric.keys)
    mask, up = (1 << shift) - 1, row_bits(numeric.keys)
    start = np.zeros_like(numeric.start)
    for row in rows:
        for at in range(numeric.row_start[row], numeric.row_start[row + 1]):
            start[(np.int64(numeric.entries[at]) >> shift) + 1] += 1
    for slot in range(len(numeric.attribute)):
        start[slot + 1] += start[slot]
    filled = start[:-1].copy()
    keys = np.empty(start[-1], dtype=numeric.keys.dtype)
    for i in range(len(rows)):
        for at in range(numeric.row_start[rows[i]], numeric.row_start[rows[i] + 1]):
            entry = np.int64(numeric.entries[at])
            slot = entry >> shift
            keys[filled[slot]] = ((entry & mask) << up) | i
            filled[slot] += 1
    spare = np.empty(len(rows), dtype=keys.dtype)
    for slot in range(len(numeric.attribute)):
        column = keys[start[slot] : start[slot + 1]]
        if len(column) <= INSERTION_UP_TO:
            sort_few(column)
        else:
            n_ranks = numeric.ranks.start[slot + 1] - numeric.ranks.start[slot]
            sort_many(column, spare[: len(column)], n_ranks)
    return start, keys


@njit(cache=True, nogil=True)
def sort_few(keys):
    """Sort keys in place by insertion."""
    for i in range(1, len(keys)):
        key, j = keys[i], i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


@njit(cache=True, nogil=True)
def sort_many(keys, spare, n_ranks):
    """Sort keys, which are in the order of rows, by rank: digit by digit, the last one first."""
    shift, source, target = rank_shift(keys), keys, spare
    places = np.empty(1 << DIGIT, dtype=np.int64)
    while n_ranks > 0:
        places[:] = 0
        for key in source:
            places[(np.int64(key) >> shift) & ((1 << DIGIT) - 1)] += 1
        place = 0
        for digit in range(len(places)):
            places[digit], place = place, place + places[digit]
        for key in source:
            digit = (np.int64(key) >> shift) & ((1 << DIGIT) - 1)
            target[places[digit]] = key
            places[digit] += 1
        source, target = target, source
        n_ranks >>= DIGIT
        shift += DIGIT
    keys[:] = source
