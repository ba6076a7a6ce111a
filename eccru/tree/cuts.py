"""Cutting numeric columns.

A column is a list of keys in ascending order; the rows of its most frequent value may be left out.
Numbers that serve as indices are unsigned, which spares a check for negative ones.
"""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import LEAST, SMALL
from eccru.tree.kernels import kernel
from eccru.tree.keys import RANK_SHIFT, ROW, TO_RANK
from eccru.tree.nominal import UPPER
from eccru.tree.scans import (
    BELOW_MODE,
    NO_CUT,
    THIRD,
    THREE_UPPER,
    State,
    scan,
    scan_long,
    scan_plain,
    step_over,
)

MOST_OF_THREE = 1 << 21  # weight that has no room in a packed weight of three classes
LONG = 2048  # entries from which a column is scanned without branches
NARROW_BITS, CLASS_BITS, CLASS = 8, 2, 3
MOST_NARROW = (1 << (NARROW_BITS - CLASS_BITS)) - 1


class Scale(NamedTuple):
    """What all cuts of a node are measured by.

    Attributes
    ----------
    three : bool
        Whether there are three classes, not two.
    least, most : int
        Limits of the weight below a cut.
    tolerance : int
        By how much a score must exceed the best one so far.
    no_gain : int
        Score of a cut that gains nothing.
    """

    three: bool
    least: int
    most: int
    tolerance: int
    no_gain: int


class Narrow(NamedTuple):
    """Weights of rows in one byte each: those of a million rows stay in the cache.

    Attributes
    ----------
    of_row : array of uint8
        Weight and, in the two lower bits, class of each row; empty where columns are short or a
        weight is too big.
    packed : array of uint64
        The packed weight that each byte stands for.
    """

    of_row: np.ndarray
    packed: np.ndarray


@kernel
def least_branch(total, n_classes):
    """Return the least weight of a branch of a numeric cut."""
    return np.int64(np.ceil(min(max(0.1 * total / n_classes, LEAST), 25.0) - SMALL))


@kernel
def pack_weights(codes, weight, three):
    """Return the packed weight of every row: that of all classes, of class 2 and of class 1."""
    packed = np.empty(len(codes), dtype=np.uint64)
    upper = THREE_UPPER if three else UPPER
    for row in range(len(codes)):
        one = np.uint64(weight[row])
        packed[row] = one << upper
        if codes[row] > 0:
            packed[row] |= one << (THIRD if codes[row] == 2 else np.uint64(0))
    return packed


@kernel
def narrow_weights(codes, weight, three):
    """Return the narrow weights of rows."""
    of_row = np.empty(len(codes) if len(codes) >= LONG else 0, dtype=np.uint8)
    for row in range(len(of_row)):
        if weight[row] > MOST_NARROW:
            of_row = of_row[:0]
            break
        of_row[row] = (weight[row] << CLASS_BITS) | codes[row]
    n_bytes = 1 << NARROW_BITS if len(of_row) > 0 else 0
    every_code = np.empty(n_bytes, dtype=np.uint16)
    every_weight = np.empty(n_bytes, dtype=np.int32)
    for byte in range(n_bytes):
        every_code[byte], every_weight[byte] = byte & CLASS, byte >> CLASS_BITS
    return Narrow(of_row, pack_weights(every_code, every_weight, three))


@kernel
def make_scale(counts, total, logs, tables):
    """Return what all cuts of a node of given class weights are measured by.

    The tables hold k log k + (N - k) log(N - k), with N the weight of each class and of all rows. A
    cut with a rows of class 0 and b rows of class 1 below it has the score
    tables[0, a] + tables[1, b] - tables[2, a + b]; three classes likewise.
    """
    n_classes, n_log_n = len(counts), logs.n_log_n
    no_gain = -n_log_n[total]
    for code in range(n_classes + 1):
        largest = counts[code] if code < n_classes else total
        for k in range(np.uint64(largest + 1)):
            tables[code, k] = n_log_n[k] + n_log_n[np.uint64(largest) - k]
        no_gain += n_log_n[largest] if code < n_classes else 0
    least = least_branch(total, n_classes)
    return Scale(
        n_classes == 3,
        np.uint64(least),
        np.uint64(total - least),
        np.int64(SMALL * total / logs.unit),
        no_gain,
    )


@kernel
def best_cuts(
    ranks, spans, start, end, keys, weights, narrow, counts, total, logs, tables, candidates
):
    """Write the best cut of every column of a node of two or three classes of given weights.

    The first cut that exceeds all earlier ones by the tolerance is the best. Return how many
    columns have a candidate, and the sum of its gains.
    """
    scale = make_scale(counts, total, logs, tables)
    rank_start, reach, modes = ranks.start, ranks.reach, ranks.mode
    n_log_n, unit = logs.n_log_n, logs.unit
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    gains, branches = candidates.gain, candidates.branch
    belows, aboves = candidates.below, candidates.above
    upper = THREE_UPPER if scale.three else UPPER
    packed = np.uint64(total) << upper | np.uint64(counts[1])
    if scale.three:
        packed |= np.uint64(counts[2]) << THIRD
    of_row, packed_of = narrow
    long_from = LONG if len(of_row) > 0 else len(keys) + 1
    found, gain_sum = 0, 0.0
    for column in range(start, end):
        slot, first, last = slots[column], firsts[column], lasts[column]
        base, mode, place = np.uint64(rank_start[slot]), modes[slot], column - start
        bar = scale.no_gain + scale.tolerance
        lowest = keys[first] >> TO_RANK
        state = State(np.uint64(0), lowest, np.uint64(0), bar, NO_CUT, np.uint64(0), 0)
        if last - first == total and total < LONG:
            state = scan_plain(keys, first, weights, reach, base, tables, scale, state)
            above = max(state.best_at, first + 1)  # also where there is no cut: no branch
            belows[place] = np.int64(keys[above - 1]) >> RANK_SHIFT
            aboves[place] = np.int64(keys[above]) >> RANK_SHIFT
        else:
            middle, mode_packed = first, np.uint64(0)
            if mode >= 0:
                stored = stored_weight(keys, first, last, weights)
                mode_packed = packed - stored
                if mode_packed > 0 and stored >> upper < scale.least:  # too few to be a branch
                    gains[place], branches[place] = -1.0, 0
                    continue
                if lowest <= np.uint64(mode):
                    middle = first_above(keys, first, last, mode)
            low, high = first, middle
            for part in range(2):  # below the value that is not stored, and above
                if high - low >= long_from:
                    state = scan_long(
                        keys, low, high, of_row, packed_of, reach, base, tables, scale, state
                    )
                elif low < high:
                    state = scan(keys, low, high, weights, reach, base, tables, scale, state)
                if part == 0 and mode_packed > 0:
                    state = step_over(mode, mode_packed, reach, base, tables, scale, state)
                low, high = middle, last
            if state.branch > 0:
                mode_below = mode if mode_packed > 0 else -1
                below, above = ranks_beside(keys, state.best_at, middle, mode_below)
                belows[place], aboves[place] = below, above
        branch = np.int64(state.branch)
        gain = price_cut(state.bar - bar, branch, state.admissible, total, n_log_n, unit)
        gains[place], branches[place] = gain, branch
        found += gain > 0
        gain_sum += max(gain, 0.0)
    return found, gain_sum


@kernel
def ranks_beside(keys, best_at, middle, mode):
    """Return the ranks on both sides of a cut; ``mode`` lies before the entry ``middle``, or -1."""
    if best_at == BELOW_MODE:
        return np.int64(keys[middle - 1]) >> RANK_SHIFT, np.int64(mode)
    above = np.int64(keys[best_at]) >> RANK_SHIFT
    if best_at == middle and mode >= 0:
        return np.int64(mode), above
    return np.int64(keys[best_at - 1]) >> RANK_SHIFT, above


@kernel
def price_cut(weighted_gain, branch, admissible, total, n_log_n, unit):
    """Return the gain less the price of choosing among the admissible cuts, -1 if none is left."""
    price = n_log_n[admissible] * unit / max(admissible, 1)
    gain = (weighted_gain * unit - price) / total
    return gain if (gain > SMALL) & (branch > 0) else -1.0


@kernel
def stored_weight(keys, first, last, weights):
    """Return the packed weight of the rows that have an entry in a column."""
    packed = np.uint64(0)
    for at in range(np.uint64(first), np.uint64(last)):
        packed += weights[keys[at] & ROW]
    return packed


@kernel
def first_above(keys, low, high, mode):
    """Return where the entries above the value that is not stored begin, by bisection."""
    while low < high:
        middle = (low + high) >> 1
        if np.int64(keys[middle]) >> RANK_SHIFT < mode:
            low = middle + 1
        else:
            high = middle
    return low
