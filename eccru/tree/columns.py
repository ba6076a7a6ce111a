"""The training matrix, prepared once and shared by every tree of every label and chain."""

from typing import NamedTuple

import numpy as np

from eccru.tree.grow import tabulate_n_log_n
from eccru.tree.keys import DISTANCE_BITS, MOST_DISTANCE
from eccru.tree.sampled import SampledColumns
from eccru.tree.storage import Rows, column_entries

MODE_FROM = 1 / 10  # share of rows from which the most frequent value is left out of a column


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
    start, keys : arrays of int64 and uint32 (or uint64 for more than 32768 rows)
        Entries of each column in ascending order, from the upper to the lower bits: rank; distance
        to its reach, 0 if that is more than 3; row.
    row_start, entries : arrays of int64 and uint32 (or uint64)
        Entries of each row: number of the column, rank, distance.
    ranks : Ranks
        What the ranks stand for.
    """

    attribute: np.ndarray
    start: np.ndarray
    keys: np.ndarray
    row_start: np.ndarray
    entries: np.ndarray
    ranks: Ranks


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
        nominal = np.asarray(nominal, dtype=bool)
        entries = column_entries(features)
        self.n_rows, self.n_features = features.shape
        self.rows = Rows(features, nominal, entries)
        self.nominal = nominal_rows(entries, self.n_rows, np.flatnonzero(nominal))
        self.numeric = numeric_columns(entries, self.n_rows, np.flatnonzero(~nominal))
        self.n_log_n = tabulate_n_log_n(self.n_rows)

    def restrict(self, sample) -> SampledColumns:
        """Prepare what trees over the same sample can share; pass it in place of the columns."""
        return SampledColumns(self, sample, shared=True)


def nominal_rows(entries, n, attributes) -> Nominal:
    """List the nominal features of each row."""
    listed_rows = []
    for j in attributes:
        rows, _ = entries.column(j)
        listed_rows.append(np.setdiff1d(np.arange(n), rows) if 2 * len(rows) > n else rows)
    lengths = [len(rows) for rows in listed_rows]
    row = np.concatenate([*listed_rows, np.empty(0, dtype=np.int32)])
    order = np.argsort(row, kind="stable")
    listed = np.repeat(np.arange(len(attributes), dtype=np.int32), lengths)[order]
    start = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=n))))
    return Nominal(attributes.astype(np.int32), start, listed)


def numeric_columns(entries, n, attributes) -> Numeric:
    """Sort the numeric features."""
    row_bits = 15 if max(n, len(attributes)) <= 1 << 15 else 31
    dtype = np.uint32 if row_bits == 15 else np.uint64
    ranks, rows, values, reaches, modes = [], [], [], [], []
    for j in attributes:
        row, rank, value, mode = rank_column(*entries.column(j), n)
        reach = np.searchsorted(value, value + 1e-5, side="right").astype(np.int32)
        distance = reach - np.arange(len(reach))
        distance[distance > MOST_DISTANCE] = 0
        ranks.append((rank << DISTANCE_BITS) | distance[rank])
        rows.append(row)
        values.append(value)
        reaches.append(reach)
        modes.append(mode)
    start = offsets(rows)
    row = np.concatenate([*rows, np.empty(0, dtype=np.int64)]).astype(dtype)
    rank = np.concatenate([*ranks, np.empty(0, dtype=np.int64)]).astype(dtype)
    slot = np.repeat(np.arange(len(attributes), dtype=dtype), np.diff(start))
    order = np.argsort(row.astype(np.uint16) if row_bits == 15 else row, kind="stable")
    return Numeric(
        attribute=attributes.astype(np.int32),
        start=start,
        keys=(rank << dtype(row_bits)) | row,
        row_start=np.concatenate(([0], np.cumsum(np.bincount(row.astype(np.int64), minlength=n)))),
        entries=(slot[order] << dtype(row_bits + DISTANCE_BITS)) | rank[order],
        ranks=Ranks(
            start=offsets(values),
            value=np.concatenate([*values, np.empty(0)]),
            reach=np.concatenate([*reaches, np.empty(0, dtype=np.int32)]),
            mode=np.array(modes, dtype=np.int32),
        ),
    )


def offsets(parts):
    """Return where each part begins when all are put in a row, and where the last one ends."""
    return np.concatenate(([0], np.cumsum([len(part) for part in parts]))).astype(np.int64)


def rank_column(row, value, n):
    """Sort a column by value and leave out its most frequent value if that saves much.

    Parameters
    ----------
    row, value : arrays
        Entries that are not 0.
    n : int
        Number of rows.

    Returns
    -------
    row, rank : arrays
        Stored entries in ascending order of rank.
    value : array
        Distinct values in ascending order.
    mode : int
        Rank of the value left out, -1 if none is.
    """
    zeros_implied = 2 * len(row) < n
    if not zeros_implied:
        full = np.zeros(n)
        full[row] = value
        row, value = np.arange(n, dtype=np.int32), full
    order = np.argsort(value, kind="stable")
    row, value = row[order], value[order]
    is_new = np.diff(value, prepend=-np.inf) > 0
    rank = np.cumsum(is_new) - 1
    value = value[is_new]
    if zeros_implied:
        mode = int(np.searchsorted(value, 0.0))
        rank += rank >= mode
        return row, rank, np.insert(value, mode, 0.0), mode
    frequency = np.bincount(rank)
    mode = int(np.argmax(frequency))
    if frequency[mode] < MODE_FROM * n:
        return row, rank, value, -1
    stored = rank != mode
    return row[stored], rank[stored], value, mode
