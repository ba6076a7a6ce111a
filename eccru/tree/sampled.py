"""A sample of the training rows, and the training columns filtered to it."""

from typing import NamedTuple

import numpy as np

from eccru.tree.kernels import entry, kernel
from eccru.tree.keys import rank_shift, row_bits
from eccru.tree.sorting import INSERTION_UP_TO, sort_few_keys, sort_keys

GATHER_COST = 6  # of a row that is gathered, in rows that are filtered


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

    """

    def __init__(self, columns, sample):
        self.columns = columns
        self.sample = sample
        self.rows = columns.rows  # all of them: trees are asked about rows outside the sample too
        self.held = hold_shared(columns.nominal, columns.numeric, *as_arrays(sample))


def as_arrays(sample):
    """Return rows and weights of a sample as kernels take them."""
    return tuple(np.ascontiguousarray(part, dtype=np.int32) for part in sample)


@entry
def hold_shared(nominal, numeric, rows, weight):
    """Return what a sample holds, counted ahead for more than one tree."""
    totals = np.zeros(len(nominal.attribute), dtype=np.int64)
    for i in range(len(rows)):
        for at in range(nominal.start[rows[i]], nominal.start[rows[i] + 1]):
            totals[nominal.listed[at]] += weight[i]
    start, keys = hold_columns(numeric, rows)
    return Held(rows, weight, start, keys, totals)


@kernel
def hold_columns(numeric, rows):
    """Return the entries of some rows in each column, in the way that costs least."""
    n = len(numeric.row_start) - 1
    if len(rows) == n or len(numeric.attribute) == 0:
        return numeric.start, numeric.keys
    if len(rows) * GATHER_COST < n:
        return gather_columns(numeric, rows)
    return filter_columns(numeric, rows)


@kernel
def filter_columns(numeric, rows):
    """Filter sorted columns to the given rows: the cost is that of all rows."""
    mask = np.uint64((1 << row_bits(numeric.keys)) - 1)
    number = np.full(len(numeric.row_start) - 1, -1, dtype=np.int32)
    for i in range(len(rows)):
        number[rows[i]] = i
    start = np.zeros_like(numeric.start)
    keys = np.empty_like(numeric.keys)
    filled = np.uint64(0)
    for slot in range(len(numeric.attribute)):
        for at in range(numeric.start[slot], numeric.start[slot + 1]):
            key = np.uint64(numeric.keys[at])
            i = number[key & mask]
            keys[filled] = (key & ~mask) | np.uint64(max(i, 0))
            filled += np.uint64(i >= 0)
        start[slot + 1] = filled
    return start, keys[:filled].copy()


@kernel
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
            sort_few_keys(column)
        else:
            n_ranks = numeric.ranks.start[slot + 1] - numeric.ranks.start[slot]
            sort_keys(column, spare[: len(column)], n_ranks)
    return start, keys
