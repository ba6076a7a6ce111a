"""Cutting numeric columns.

A column is a list of keys in ascending order; the rows of its most frequent value may be left out.
Numbers that serve as indices are unsigned, which spares a check for negative ones.
"""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import LEAST, SMALL
from eccru.tree.kernels import inlined, kernel
from eccru.tree.keys import DISTANCE, RANK_SHIFT, ROW, TO_DISTANCE, TO_RANK
from eccru.tree.nominal import LOWER, UPPER

# A packed weight of three classes, from the upper to the lower bits: all rows, class 2, class 1.
THIRD, THREE_LOWER = np.uint64(21), np.uint64((1 << 21) - 1)
THREE_UPPER, MOST_OF_THREE = np.uint64(42), 1 << 21
LONG = 2048  # entries from which a column is scanned without branches
NARROW_BITS, CLASS_BITS, CLASS = 8, 2, 3
MOST_NARROW = (1 << (NARROW_BITS - CLASS_BITS)) - 1
NO_CUT, BELOW_MODE = -1, -2  # instead of the entry above a cut


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


class State(NamedTuple):
    """How far the search for a column's best cut has come.

    Attributes
    ----------
    reached : int
        Packed weight of the rows passed.
    previous, distance : int
        Rank of the last value passed, and how far the next must be for a cut; 0: as in ``reach``.
    bar : int
        What a score must exceed.
    best_at, branch : int
        The entry above the best cut, and the weight below it.
    admissible : int
        Number of cuts that respect the limits.
    """

    reached: int
    previous: int
    distance: int
    bar: int
    best_at: int
    branch: int
    admissible: int


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
    every = np.arange(1 << NARROW_BITS if len(of_row) > 0 else 0)
    return Narrow(of_row, pack_weights(every & CLASS, every >> CLASS_BITS, three))


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


@inlined
def score_cut(reached, weight, tables, three):
    """Return the score of a cut with the given weights below it."""
    if three:
        ones, twos = reached & THREE_LOWER, (reached >> THIRD) & THREE_LOWER
        return (
            tables[0, weight - ones - twos] + tables[1, ones] + tables[2, twos] - tables[3, weight]
        )
    ones = reached & LOWER
    return tables[0, weight - ones] + tables[1, ones] - tables[2, weight]


@inlined
def scan(keys, low, high, weights, reach, base, tables, scale, state):
    """Look for better cuts among some entries of a column; return the state after them.

    The best cut is kept without a branch: it changes too often in small nodes to be predicted.
    """
    three, least, most, tolerance = scale.three, scale.least, scale.most, scale.tolerance
    upper = THREE_UPPER if three else UPPER
    reached, previous, distance, bar, best_at, branch, admissible = state
    low, high = np.uint64(low), np.uint64(high)
    while low < high and reached >> upper < least:
        key = keys[low]
        reached += weights[key & ROW]
        previous, distance = key >> TO_RANK, (key >> TO_DISTANCE) & DISTANCE
        low += np.uint64(1)
    for at in range(low, high):
        key = keys[at]
        rank, weight = key >> TO_RANK, reached >> upper
        if weight > most:
            break
        if rank >= previous + distance and (
            distance > 0 or rank >= np.uint64(reach[base + previous])
        ):
            admissible += 1
            score = score_cut(reached, weight, tables, three)
            is_better = score > bar
            bar = score + tolerance if is_better else bar
            best_at = np.int64(at) if is_better else best_at
            branch = weight if is_better else branch
        reached += weights[key & ROW]
        previous, distance = rank, (key >> TO_DISTANCE) & DISTANCE
    return State(reached, previous, distance, bar, best_at, branch, admissible)


@inlined
def scan_long(keys, low, high, of_row, packed_of, reach, base, tables, scale, state):
    """As ``scan``, with narrow weights, and without a branch on whether an entry is a cut away.

    In long columns values lie so close that it cannot be predicted.
    """
    three, least, most, tolerance = scale.three, scale.least, scale.most, scale.tolerance
    upper = THREE_UPPER if three else UPPER
    reached, previous, distance, bar, best_at, branch, admissible = state
    low, high = np.uint64(low), np.uint64(high)
    while low < high and reached >> upper < least:
        key = keys[low]
        reached += packed_of[of_row[key & ROW]]
        previous, distance = key >> TO_RANK, (key >> TO_DISTANCE) & DISTANCE
        low += np.uint64(1)
    for at in range(low, high):
        key = keys[at]
        rank, weight = key >> TO_RANK, reached >> upper
        if weight > most:
            break
        away = previous + distance if distance > 0 else np.uint64(reach[base + previous])
        is_cut = rank >= away
        admissible += is_cut
        score = score_cut(reached, weight, tables, three)
        if is_cut & (score > bar):
            bar, best_at, branch = score + tolerance, np.int64(at), weight
        reached += packed_of[of_row[key & ROW]]
        previous, distance = rank, (key >> TO_DISTANCE) & DISTANCE
    return State(reached, previous, distance, bar, best_at, branch, admissible)


@kernel
def step_over(mode, mode_packed, reach, base, tables, scale, state):
    """Look at the cut below the value that is not stored, and step over its rows."""
    reached, previous, _, bar, best_at, branch, admissible = state
    rank, weight = np.uint64(mode), reached >> (THREE_UPPER if scale.three else UPPER)
    if scale.least <= weight <= scale.most and rank >= np.uint64(reach[base + previous]):
        admissible += 1
        score = score_cut(reached, weight, tables, scale.three)
        if score > bar:
            bar, best_at, branch = score + scale.tolerance, BELOW_MODE, weight
    return State(reached + mode_packed, rank, np.uint64(0), bar, best_at, branch, admissible)


@kernel
def best_cuts(
    ranks, spans, start, end, keys, weights, narrow, counts, total, logs, tables, candidates
):
    """Write the best cut of every column of a node of two or three classes of given weights.

    The first cut that exceeds all earlier ones by the tolerance is the best. Return how many
    columns have a candidate, and the sum of its gains.
    """
    scale, total, reach = make_scale(counts, total, logs, tables), total, ranks.reach
    rank_start, modes, n_log_n, unit = ranks.start, ranks.mode, logs.n_log_n, logs.unit
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    gains, branches, belows, aboves = candidates[:4]
    packed = np.uint64(total) << (THREE_UPPER if scale.three else UPPER) | np.uint64(counts[1])
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
        middle, mode_packed = first, np.uint64(0)
        if mode >= 0:
            middle = first_above(keys, first, last, mode)
            mode_packed = packed - stored_weight(keys, first, last, weights)
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
        branch = np.int64(state.branch)
        gain = price_cut(state.bar - bar, branch, state.admissible, total, n_log_n, unit)
        gains[place], branches[place] = gain, branch
        if gain > 0:
            found += 1
            gain_sum += gain
            mode_below = mode if mode_packed > 0 else -1
            below, above = ranks_beside(keys, state.best_at, middle, mode_below)
            belows[place], aboves[place] = below, above
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
    if branch == 0:
        return -1.0
    price = n_log_n[admissible] * unit / admissible
    gain = (weighted_gain * unit - price) / total
    return gain if gain > SMALL else -1.0


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
