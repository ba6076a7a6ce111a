"""A sample of the training rows, and the training columns filtered to it."""

from typing import NamedTuple

import numpy as np

from eccru.tree.checks import check_sample
from eccru.tree.kernels import entry, kernel
from eccru.tree.keys import RANK_SHIFT, ROW, ROW_BITS
from eccru.tree.sorting import INSERTION_UP_TO, sort_few_keys, sort_keys

GATHER_COST = 16  # of a row that is gathered, in rows that are filtered


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
    start, keys : arrays of int64 and uint64
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

    """

    def __init__(self, columns, sample):
        self.columns = columns
        self.sample = sample
        self.n_features = columns.n_features
        self.rows = columns.rows  # all of them: trees are asked about rows outside the sample too
        rows, weight = check_sample(sample, columns.n_rows)
        self.held = hold_shared(columns.nominal, columns.numeric, rows, weight)


@entry
def hold_shared(nominal, numeric, rows, weight):
    """Return what a sample holds, counted ahead for more than one tree."""
    totals = np.zeros(len(nominal.attribute), dtype=np.int64)
    for i in range(len(rows)):
        for at in range(nominal.start[rows[i]], nominal.start[rows[i] + 1]):
            totals[nominal.listed[at]] += weight[i]
    start, keys = hold_columns(numeric, rows, len(nominal.start) - 1)
    return Held(rows, weight, start, keys, totals)


@kernel
def hold_columns(numeric, rows, n):
    """Return the entries of some of n rows in each column, in the way that costs least."""
    if len(rows) == n or len(numeric.attribute) == 0:
        return numeric.start, numeric.keys
    if len(numeric.row_start) > 0 and len(rows) * GATHER_COST < n:
        return gather_columns(numeric, rows)
    return filter_columns(numeric, rows, n)


@kernel
def filter_columns(numeric, rows, n):
    """Filter sorted columns to the given rows: the cost is that of all rows."""
    all_start, all_keys = numeric.start, numeric.keys
    number = np.empty(n, dtype=np.int32)  # in the sample, from 1 on
    for row in range(n):
        number[row] = 0
    for i in range(len(rows)):
        number[rows[i]] = i + 1
    start = np.zeros(len(all_start), dtype=np.int64)
    keys = np.empty(len(all_keys) + 1, dtype=np.uint64)
    filled = np.uint64(0)
    for slot in range(len(all_start) - 1):
        for at in range(np.uint64(all_start[slot]), np.uint64(all_start[slot + 1])):
            key = all_keys[at]
            i = np.uint64(number[key & ROW])
            keys[filled] = (key & ~ROW) | (i - np.uint64(1) & ROW)
            filled += np.uint64(i > 0)
        start[slot + 1] = filled
    return start, keys[:filled]


@kernel
def gather_columns(numeric, rows):
    """Gather the entries of the given rows and sort them: the cost is that of these rows."""
    mask = (1 << RANK_SHIFT) - 1
    row_start, entries, rank_start = numeric.row_start, numeric.entries, numeric.ranks.start
    n_columns = len(numeric.attribute)
    start, filled = np.zeros(n_columns + 1, dtype=np.int64), np.empty(n_columns, dtype=np.int64)
    for row in rows:
        for at in range(row_start[row], row_start[row + 1]):
            start[(np.int64(entries[at]) >> RANK_SHIFT) + 1] += 1
    for slot in range(n_columns):
        start[slot + 1] += start[slot]
        filled[slot] = start[slot]
    keys = np.empty(start[-1], dtype=np.uint64)
    for i in range(len(rows)):
        for at in range(row_start[rows[i]], row_start[rows[i] + 1]):
            entry = np.int64(entries[at])
            slot = np.uint64(entry >> RANK_SHIFT)
            keys[np.uint64(filled[slot])] = ((entry & mask) << ROW_BITS) | i
            filled[slot] += 1
    spare = np.empty(len(rows), dtype=np.uint64)
    for slot in range(n_columns):
        column = keys[start[slot] : start[slot + 1]]
        if len(column) <= INSERTION_UP_TO:
            sort_few_keys(column)
        else:
            n_ranks = rank_start[slot + 1] - rank_start[slot]
            sort_keys(column, spare, n_ranks)
    return start, keys
