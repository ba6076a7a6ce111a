"""Cutting numeric columns.

A column is a list of keys in ascending order; the rows of its most frequent value may be left out.
Numbers that serve as indices are unsigned, which spares a check for negative ones.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from eccru.tree.candidates import HALF, LEAST, MASK, SMALL
from eccru.tree.divide import divide_keys, keep_keys
from eccru.tree.keys import MOST_DISTANCE, rank_shift, row_bits
from eccru.tree.nominal import LOWER, UPPER

LONG = 2048  # entries from which a column is scanned without branches
NO_CUT, BELOW_MODE = -1, -2  # instead of the entry above a cut


class Spans(NamedTuple):
    """Numeric columns that can still be cut, and where their entries lie among the keys."""

    slot: np.ndarray
    first: np.ndarray
    last: np.ndarray


class Scale(NamedTuple):
    """What all cuts of a node are measured by.

    Attributes
    ----------
    least, most : int
        Limits of the weight below a cut.
    tolerance : float
        By how much a score must exceed the best one so far.
    no_gain : float
        Score of a cut that gains nothing.
    """

    least: int
    most: int
    tolerance: float
    no_gain: float


class State(NamedTuple):
    """How far the search for a column's best cut has come.

    Attributes
    ----------
    reached : int
        Packed weight of the rows passed.
    previous, distance : int
        Rank of the last value passed, and how far the next must be for a cut; 0: as in ``reach``.
    bar : float
        What a score must exceed.
    best_at, branch : int
        The entry above the best cut, and the weight below it.
    admissible : int
        Number of cuts that respect the limits.
    """

    reached: int
    previous: int
    distance: int
    bar: float
    best_at: int
    branch: int
    admissible: int


@njit(cache=True, nogil=True)
def least_branch(total, n_classes):
    """Return the least weight of a branch of a numeric cut."""
    return np.int64(np.ceil(min(max(0.1 * total / n_classes, LEAST), 25.0) - SMALL))


@njit(cache=True, nogil=True)
def fill_table(table, largest, n_log_n):
    """Tabulate k log k + (largest - k) log(largest - k)."""
    for k in range(largest + 1):
        table[k] = n_log_n[k] + n_log_n[largest - k]


@njit(cache=True, nogil=True)
def make_scale(packed, n_log_n, tables):
    """Return what all cuts of a two-class node of given packed weight are measured by.

    The tables hold k log k + (N - k) log(N - k), with N the weight of class 0, of class 1 and of
    all rows. A cut with a rows of class 0 and b rows of class 1 below it has the score
    tables[0, a] + tables[1, b] - tables[2, a + b].
    """
    total, ones = packed >> HALF, packed & MASK
    fill_table(tables[0], total - ones, n_log_n)
    fill_table(tables[1], ones, n_log_n)
    fill_table(tables[2], total, n_log_n)
    least = least_branch(total, 2)
    return Scale(
        np.uint64(least),
        np.uint64(total - least),
        SMALL * total,
        n_log_n[ones] + n_log_n[total - ones] - n_log_n[total],
    )


@njit(cache=True, nogil=True, inline="always")
def scan(keys, low, high, weights, reach, base, tables, scale, state):
    """Look for better cuts among some entries of a column; return the state after them.

    The best cut is kept without a branch: it changes too often in small nodes to be predicted.
    """
    row_shift, shift = np.uint64(row_bits(keys)), np.uint64(rank_shift(keys))
    mask, most_distance = np.uint64((1 << row_bits(keys)) - 1), np.uint64(MOST_DISTANCE)
    least, most, tolerance = scale.least, scale.most, scale.tolerance
    reached, previous, distance, bar, best_at, branch, admissible = state
    while low < high and reached >> UPPER < least:
        key = np.uint64(keys[low])
        reached += weights[key & mask]
        previous, distance = key >> shift, (key >> row_shift) & most_distance
        low += 1
    for at in range(low, high):
        key = np.uint64(keys[at])
        rank, weight = key >> shift, reached >> UPPER
        if weight > most:
            break
        if rank >= previous + distance and (
            distance > 0 or rank >= np.uint64(reach[base + previous])
        ):
            admissible += 1
            ones = reached & LOWER
            score = tables[0, weight - ones] + tables[1, ones] - tables[2, weight]
            is_better = score > bar
            bar = score + tolerance if is_better else bar
            best_at = at if is_better else best_at
            branch = weight if is_better else branch
        reached += weights[key & mask]
        previous, distance = rank, (key >> row_shift) & most_distance
    return State(reached, previous, distance, bar, best_at, branch, admissible)


@njit(cache=True, nogil=True, inline="always")
def scan_long(keys, low, high, weights, reach, base, tables, scale, state):
    """As ``scan``, without a branch on whether an entry is a cut away from the one before.

    In long columns values lie so close that it cannot be predicted; in short ones it mostly is
    a cut, and looking up the reach would cost more.
    """
    shift, mask = np.uint64(rank_shift(keys)), np.uint64((1 << row_bits(keys)) - 1)
    least, most, tolerance = scale.least, scale.most, scale.tolerance
    reached, previous, _, bar, best_at, branch, admissible = state
    while low < high and reached >> UPPER < least:
        key = np.uint64(keys[low])
        reached += weights[key & mask]
        previous = key >> shift
        low += 1
    for at in range(low, high):
        key = np.uint64(keys[at])
        rank, weight, ones = key >> shift, reached >> UPPER, reached & LOWER
        if weight > most:
            break
        is_cut = rank >= np.uint64(reach[base + previous])
        admissible += is_cut
        score = tables[0, weight - ones] + tables[1, ones] - tables[2, weight]
        if is_cut & (score > bar):
            bar, best_at, branch = score + tolerance, at, weight
        reached += weights[key & mask]
        previous = rank
    return State(reached, previous, np.uint64(0), bar, best_at, branch, admissible)


@njit(cache=True, nogil=True)
def step_over(mode, mode_packed, reach, base, tables, scale, state):
    """Look at the cut below the value that is not stored, and step over its rows."""
    reached, previous, _, bar, best_at, branch, admissible = state
    rank, weight, ones = np.uint64(mode), reached >> UPPER, reached & LOWER
    if scale.least <= weight <= scale.most and rank >= np.uint64(reach[base + previous]):
        admissible += 1
        score = tables[0, weight - ones] + tables[1, ones] - tables[2, weight]
        if score > bar:
            bar, best_at, branch = score + scale.tolerance, BELOW_MODE, weight
    return State(reached + mode_packed, rank, np.uint64(0), bar, best_at, branch, admissible)


@njit(cache=True, nogil=True)
def best_cuts(ranks, spans, start, end, keys, weights, packed, n_log_n, tables, candidates):
    """Write the best cut of every column of a two-class node of given packed weight.

    The first cut that exceeds all earlier ones by the tolerance is the best. Return how many
    columns have a candidate, and the sum of its gains.
    """
    scale, total, reach = make_scale(packed, n_log_n, tables), packed >> HALF, ranks.reach
    shift = rank_shift(keys)
    found, gain_sum = 0, 0.0
    for column in range(start, end):
        slot, first, last = spans.slot[column], spans.first[column], spans.last[column]
        base, mode, place = np.uint64(ranks.start[slot]), ranks.mode[slot], column - start
        bar = scale.no_gain + scale.tolerance
        lowest = np.uint64(keys[first]) >> np.uint64(shift)
        state = State(np.uint64(0), lowest, np.uint64(0), bar, NO_CUT, np.uint64(0), 0)
        middle, mode_packed = first, np.uint64(0)
        if mode >= 0:
            middle = first_above(keys, first, last, mode)
            mode_packed = np.uint64(packed) - stored_weight(keys, first, last, weights)
            state = scan(keys, first, middle, weights, reach, base, tables, scale, state)
            if mode_packed > 0:
                state = step_over(mode, mode_packed, reach, base, tables, scale, state)
        if last - middle >= LONG:
            state = scan_long(keys, middle, last, weights, reach, base, tables, scale, state)
        else:
            state = scan(keys, middle, last, weights, reach, base, tables, scale, state)
        gain = price_cut(state.bar - bar, np.int64(state.branch), state.admissible, total, n_log_n)
        candidates.gain[place], candidates.branch[place] = gain, state.branch
        if gain > 0:
            found += 1
            gain_sum += gain
            mode_below = mode if mode_packed > 0 else -1
            below, above = ranks_beside(keys, state.best_at, middle, mode_below)
            candidates.below[place], candidates.above[place] = below, above
    return found, gain_sum


@njit(cache=True, nogil=True)
def ranks_beside(keys, best_at, middle, mode):
    """Return the ranks on both sides of a cut; ``mode`` lies before the entry ``middle``, or -1."""
    shift = rank_shift(keys)
    if best_at == BELOW_MODE:
        return np.int64(keys[middle - 1]) >> shift, np.int64(mode)
    above = np.int64(keys[best_at]) >> shift
    if best_at == middle and mode >= 0:
        return np.int64(mode), above
    return np.int64(keys[best_at - 1]) >> shift, above


@njit(cache=True, nogil=True)
def price_cut(weighted_gain, branch, admissible, total, n_log_n):
    """Return the gain less the price of choosing among the admissible cuts, -1 if none is left."""
    if branch == 0:
        return -1.0
    gain = (weighted_gain - n_log_n[admissible] / admissible) / total
    return gain if gain > SMALL else -1.0


@njit(cache=True, nogil=True)
def stored_weight(keys, first, last, weights):
    """Return the packed weight of the rows that have an entry in a column."""
    mask = np.uint64((1 << row_bits(keys)) - 1)
    packed = np.uint64(0)
    for at in range(first, last):
        packed += weights[np.uint64(keys[at]) & mask]
    return packed


@njit(cache=True, nogil=True)
def first_above(keys, low, high, mode):
    """Return where the entries above the value that is not stored begin, by bisection."""
    shift = rank_shift(keys)
    while low < high:
        middle = (low + high) >> 1
        if np.int64(keys[middle]) >> shift < mode:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def hand_on_columns(ranks, spans, start, end, keys, side, spare, larger, smaller):
    """Hand a node's columns on to its branches, dividing their entries; drop constant ones.

    ``larger`` and ``smaller`` are the branches' numbers, 0 or 1, or -1 for a leaf. The larger one
    takes the node's place in the list, the smaller one follows. Return where the two lists end.
    """
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    kept, added = start, end
    for at in range(start, end):
        slot, first, last = slots[at], firsts[at], lasts[at]
        if larger >= 0 and smaller >= 0:
            middle = divide_keys(keys, first, last, side, spare)
        else:
            last = middle = keep_keys(keys, first, last, side, max(larger, smaller))
        if smaller >= 0:
            low, high = (middle, last) if smaller == 1 and larger >= 0 else (first, middle)
            slots[added], firsts[added], lasts[added] = slot, low, high
            added += not is_constant(ranks, slot, keys, low, high)
        if larger >= 0:
            low, high = (middle, last) if larger == 1 and smaller >= 0 else (first, middle)
            slots[kept], firsts[kept], lasts[kept] = slot, low, high
            kept += not is_constant(ranks, slot, keys, low, high)
    return kept, added


@njit(cache=True, nogil=True)
def is_constant(ranks, slot, keys, first, last):
    """Say whether no two values of a column are a cut apart."""
    if first == last:
        return True
    shift, mode = rank_shift(keys), ranks.mode[slot]
    lowest, highest = np.int64(keys[first]) >> shift, np.int64(keys[last - 1]) >> shift
    if mode >= 0:
        lowest, highest = min(lowest, mode), max(highest, mode)
    if highest > lowest + MOST_DISTANCE:
        distance = (np.int64(keys[first]) >> row_bits(keys)) & MOST_DISTANCE
        if distance > 0 and mode < 0:
            return False
    return highest < ranks.reach[ranks.start[slot] + lowest]


@njit(cache=True, nogil=True)
def open_columns(ranks, held, spans):
    """List the columns of a bag that are not constant; return how many."""
    kept = 0
    for slot in range(len(ranks.mode)):
        first, last = held.start[slot], held.start[slot + 1]
        spans.slot[kept], spans.first[kept], spans.last[kept] = slot, first, last
        kept += not is_constant(ranks, slot, held.keys, first, last)
    return kept


@njit(cache=True, nogil=True)
def occurring_threshold(ranks, held, slot, below, above):
    """Return the greatest value in the bag that is not above the middle of two ranks."""
    shift, base = rank_shift(held.keys), ranks.start[slot]
    value, mode = ranks.value, ranks.mode[slot]
    middle = (value[base + below] + value[base + above]) / 2
    if middle == value[base + above]:
        middle = value[base + below]
    first, last = held.start[slot], held.start[slot + 1]
    low, high = first, last
    while low < high:
        at = (low + high) >> 1
        if value[base + (np.int64(held.keys[at]) >> shift)] <= middle:
            low = at + 1
        else:
            high = at
    threshold = value[base + below]
    if low > first:
        threshold = max(threshold, value[base + (np.int64(held.keys[low - 1]) >> shift)])
    if mode >= 0 and last - first < len(held.rows) and value[base + mode] <= middle:
        threshold = max(threshold, value[base + mode])
    return threshold
