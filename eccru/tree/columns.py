"""The training matrix, prepared once and shared by every tree of every label and chain."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from eccru.tree.kernels import entry, kernel
from eccru.tree.keys import DISTANCE_BITS, MOST_DISTANCE, RANK_SHIFT, ROW, ROW_BITS, TO_DISTANCE
from eccru.tree.logs import tabulate_n_log_n
from eccru.tree.sampled import SampledColumns
from eccru.tree.sorting import float_of, order_of, sort_pairs
from eccru.tree.storage import DENSE, WORD, Rows, lowest_bit

MODE_FROM = 1 / 10  # share of rows from which the most frequent value is left out of a column
APART = 1e-5  # values that are no further apart have no cut between them


class Nominal(NamedTuple):
    """Nominal features row by row.

    Attributes
    ----------
    attribute : array of int32
        Number of each nominal feature among all features.
    start, listed : arrays of int64 and int32
        Features listed in each row: those that are 1, or 0 if the feature is mostly 1.
    """

    attribute: np.ndarray
    start: np.ndarray
    listed: np.ndarray


class Ranks(NamedTuple):
    """What the ranks of numeric columns stand for.

    Attributes
    ----------
    start, value : arrays of int64 and float64
        Distinct values of each column by rank.
    reach : array of int32
        First rank that is a cut away from each.
    mode : array of int32
        Rank of the value that is not stored in a column, -1 where all are stored.
    """

    start: np.ndarray
    value: np.ndarray
    reach: np.ndarray
    mode: np.ndarray


class Numeric(NamedTuple):
    """Numeric features column by column and row by row, as ranks of their values.

    Only entries that differ from the column's most frequent value are stored; in columns where
    that value is not frequent, all are.

    Attributes
    ----------
    attribute : array of int32
        Number of each numeric feature among all features.
    start, keys : arrays of int64 and uint64
        Entries of each column in ascending order, from the upper to the lower bits: rank; distance
        to its reach, 0 if that is more than 63; row.
    row_start, entries : arrays of int64 and uint64
        Entries of each row: number of the column, rank, distance; empty where they are not listed.
    ranks : Ranks
        What the ranks stand for.
    """

    attribute: np.ndarray
    start: np.ndarray
    keys: np.ndarray
    row_start: np.ndarray
    entries: np.ndarray
    ranks: Ranks


class Training(NamedTuple):
    """Training features as kernels take them: Nominal, Numeric, Values and Logs."""

    nominal: tuple
    numeric: tuple
    values: tuple
    logs: tuple


class Columns:
    """Training features, prepared once; nothing in it changes while trees grow.

    Parameters
    ----------
    features : array of float64 of shape (n, d), or CSR
        Feature values, finite.
    nominal : array of bool of shape (d,)
        Which features are nominal; these hold nothing but 0 and 1.

    """

    def __init__(self, features, nominal):
        self.rows = Rows(features, nominal)
        nominal = np.asarray(nominal)
        self.n_rows, self.n_features = features.shape
        values, lengths = self.rows.values, self.rows.lengths
        numbers = np.arange(self.n_features, dtype=np.int32)
        self.nominal = list_nominal(values.bits, lengths, self.n_rows, numbers[nominal])
        self.numeric = trim_numeric(sort_numeric(values, lengths, self.n_rows, numbers[~nominal]))
        logs = tabulate_n_log_n(self.n_rows)
        self.training = Training(self.nominal, self.numeric, values, logs)

    @cached_property
    def training_by_row(self) -> Training:
        """As ``training``, with the numeric features row by row, which small samples need."""
        numeric = self.numeric
        row_start, entries = turn_keys(numeric.start, numeric.keys, self.n_rows)
        numeric = numeric._replace(row_start=row_start, entries=entries)
        return self.training._replace(numeric=numeric)

    @property
    def too_close(self) -> np.ndarray:
        """Numbers of the numeric features whose values differ, but nowhere enough for a cut."""
        ranks = self.numeric.ranks
        first, last = ranks.start[:-1], ranks.start[1:]
        spread = ranks.value[last - 1] - ranks.value[first]
        suspects = np.flatnonzero(spread <= 2 * APART * (last - first))  # the others have a cut
        close = [slot for slot in suspects if lacks_cut(ranks.value[first[slot] : last[slot]])]
        return self.numeric.attribute[close]

    def restrict(self, sample) -> SampledColumns:
        """Prepare what trees over the same sample can share; pass it in place of the columns."""
        return SampledColumns(self, sample)


def lacks_cut(values) -> bool:
    """Say whether ascending values differ, but nowhere enough for a cut."""
    return values[0] < values[-1] and not (values[:-1] + APART < values[1:]).any()


@entry
def list_nominal(bits, lengths, n, attributes):
    """List the nominal features of each row."""
    n_slots, n_words = bits.shape
    flip, size, one = np.zeros(n_slots, dtype=np.uint64), 0, np.uint64(1)
    for slot in range(n_slots):
        length = lengths[attributes[slot]]
        flip[slot] = ~np.uint64(0) if 2 * length > n else np.uint64(0)
        size += n - length if 2 * length > n else length
    start, listed = np.zeros(n + 1, dtype=np.int64), np.empty(size, dtype=np.int32)
    found, filled = np.empty(WORD * n_slots, dtype=np.uint64), np.empty(WORD, dtype=np.int64)
    for number in range(n_words):
        first, n_found = number * WORD, np.uint64(0)
        n_rows = min(WORD, n - first)
        rows = ~np.uint64(0) if n_rows == WORD else (one << np.uint64(n_rows)) - one
        for i in range(WORD):
            filled[i] = 0
        for slot in range(n_slots):
            word = (bits[slot, number] ^ flip[slot]) & rows
            while word:
                i = lowest_bit(word)
                found[n_found] = np.uint64(slot * WORD) + i
                n_found += one
                filled[i] += 1
                word &= word - one
        for i in range(n_rows):
            start[first + i + 1] = start[first + i] + filled[i]
            filled[i] = start[first + i]
        for at in range(n_found):
            i = found[at] & np.uint64(WORD - 1)
            listed[np.uint64(filled[i])] = found[at] >> np.uint64(6)
            filled[i] += 1
    return Nominal(attributes, start, listed)


@entry
def sort_numeric(values, lengths, n, attributes):
    """Sort the numeric features; there may be room after the last of their keys and values."""
    capacity = 0
    for attribute in attributes:
        capacity += lengths[attribute] + 1 if 2 * lengths[attribute] < n else n
    start = np.zeros(len(attributes) + 1, dtype=np.int64)
    keys = np.empty(capacity, dtype=np.uint64)
    rank_start = np.zeros(len(attributes) + 1, dtype=np.int64)
    distinct, reach = np.empty(capacity), np.empty(capacity, dtype=np.int32)
    mode = np.empty(len(attributes), dtype=np.int32)
    order, rows = np.empty((2, n), dtype=np.uint64), np.empty((2, n), dtype=np.int32)
    run, sorted_numbers, sorted_rows = np.empty(n + 2, dtype=np.int64), order[0], rows[0]
    for slot in range(len(attributes)):
        attribute = attributes[slot]
        zeros_implied = 2 * lengths[attribute] < n
        length = list_column(values, attribute, zeros_implied, n, sorted_numbers, sorted_rows)
        sort_pairs(order, rows, length)
        low = rank_start[slot]
        of_rank = distinct[low:]
        n_ranks, mode[slot] = find_runs(sorted_numbers, length, zeros_implied, n, of_rank, run)
        rank_start[slot + 1] = low + n_ranks
        reach_of_rank = reach[low : low + n_ranks]
        find_reach(of_rank, reach_of_rank)
        start[slot + 1] = write_keys(sorted_rows, run, reach_of_rank, mode[slot], keys, start[slot])
    no_rows, no_entries = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint64)
    ranks = Ranks(rank_start, distinct, reach, mode)
    return Numeric(attributes, start, keys, no_rows, no_entries, ranks)


def trim_numeric(numeric) -> Numeric:
    """Return numeric features without the room that was left when they were sorted."""
    ranks, n_values = numeric.ranks, numeric.ranks.start[-1]
    ranks = ranks._replace(value=trim(ranks.value, n_values), reach=trim(ranks.reach, n_values))
    return numeric._replace(keys=trim(numeric.keys, numeric.start[-1]), ranks=ranks)


def trim(array, size) -> np.ndarray:
    """Return the first part of an array; a copy, where keeping the rest would waste memory."""
    return array[:size].copy() if 2 * size < len(array) else array[:size]


@kernel
def list_column(values, attribute, zeros_implied, n, order, rows):
    """Write the values of a column as numbers of the same order, with their rows; return how many.

    Zeros are left out if they are implied.
    """
    slot, length = values.slot[attribute], 0
    if values.kind[attribute] == DENSE:
        column = values.dense[slot]
        for row in range(n):
            order[length], rows[length] = order_of(column[row]), row
            length += not zeros_implied or column[row] != 0
        return length
    for at in range(values.start[slot], values.start[slot + 1]):
        order[length], rows[length] = order_of(values.value[at]), values.row[at]
        length += 1
    return length


@kernel
def find_runs(order, length, zero_implied, n, values, run):
    """Write the distinct values of a sorted column and where the entries of each begin.

    Return how many values there are, and the rank of the one that is not to be stored: zero if it
    is implied, else the most frequent one if that saves much, else -1.
    """
    n_ranks, mode = 0, -1
    zero, zero_pending = order_of(0.0), zero_implied
    for at in range(length):
        if at > 0 and order[at] == order[at - 1]:
            continue
        if zero_pending and order[at] > zero:
            values[n_ranks], run[n_ranks] = 0.0, at
            mode, zero_pending = n_ranks, False
            n_ranks += 1
        values[n_ranks], run[n_ranks] = float_of(order[at]), at
        n_ranks += 1
    if zero_pending:
        values[n_ranks], run[n_ranks], mode = 0.0, length, n_ranks
        n_ranks += 1
    run[n_ranks] = length
    if not zero_implied:
        most = 0
        for rank in range(n_ranks):
            if run[rank + 1] - run[rank] > most:
                most, mode = run[rank + 1] - run[rank], rank
        mode = mode if most >= MODE_FROM * n else -1
    return n_ranks, mode


@kernel
def find_reach(values, reach):
    """Write the first rank that is a cut away from each rank."""
    reached = 0
    for rank in range(len(reach)):
        while reached < len(reach) and values[reached] <= values[rank] + APART:
            reached += 1
        reach[rank] = reached


@kernel
def write_keys(rows, run, reach, mode, keys, filled):
    """Write the keys of a sorted column without its mode after others; return where they end."""
    for rank in range(len(reach)):
        if rank == mode:
            continue
        distance = reach[rank] - rank
        upper = (rank << DISTANCE_BITS) | (distance if distance <= MOST_DISTANCE else 0)
        for at in range(run[rank], run[rank + 1]):
            keys[filled] = (upper << ROW_BITS) | rows[at]
            filled += 1
    return filled


@entry
def turn_keys(start, keys, n):
    """Return the entries of each row, and where they begin."""
    row_start = np.zeros(n + 1, dtype=np.int64)
    for at in range(start[-1]):
        row_start[(keys[at] & ROW) + np.uint64(1)] += 1
    for row in range(n):
        row_start[row + 1] += row_start[row]
    by_row, filled = np.empty(start[-1], dtype=np.uint64), row_start.copy()
    for slot in range(len(start) - 1):
        for at in range(start[slot], start[slot + 1]):
            row = keys[at] & ROW
            upper = np.uint64(slot << RANK_SHIFT)
            by_row[np.uint64(filled[row])] = upper | (keys[at] >> TO_DISTANCE)
            filled[row] += 1
    return row_start, by_row
