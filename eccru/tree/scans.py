"""Scanning the entries of a numeric column for its best cut.

Numbers that serve as indices are unsigned, which spares a check for negative ones.
"""

from typing import NamedTuple

import numpy as np

from eccru.tree.kernels import inlined, kernel
from eccru.tree.keys import DISTANCE, ROW, TO_DISTANCE, TO_RANK
from eccru.tree.nominal import LOWER, UPPER

# A packed weight of three classes, from the upper to the lower bits: all rows, class 2, class 1.
THIRD, THREE_LOWER = np.uint64(21), np.uint64((1 << 21) - 1)
THREE_UPPER = np.uint64(42)
NO_CUT, BELOW_MODE = -1, -2  # instead of the entry above a cut


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


@kernel
def scan(keys, low, high, weights, reach, base, tables, scale, state):
    """Look for better cuts among some entries of a column; return the state after them.

    The best cut is kept without a branch: it changes too often in small nodes to be predicted.
    """
    three, least, most, tolerance = scale.three, scale.least, scale.most, scale.tolerance
    upper = THREE_UPPER if three else UPPER
    reached, previous, distance, bar, best_at, branch, admissible = state
    at, high = np.uint64(low), np.uint64(high)
    while (at < high) & (reached >> upper < least):
        key = keys[at]
        reached += weights[key & ROW]
        previous, distance = key >> TO_RANK, (key >> TO_DISTANCE) & DISTANCE
        at += np.uint64(1)
    weight = reached >> upper
    while (at < high) & (weight <= most):
        key = keys[at]
        rank = key >> TO_RANK
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
        weight = reached >> upper
        previous, distance = rank, (key >> TO_DISTANCE) & DISTANCE
        at += np.uint64(1)
    return State(reached, previous, distance, bar, best_at, branch, admissible)


@kernel
def scan_plain(keys, first, weights, reach, base, tables, scale, state):
    """As ``scan``, for a column that holds every row of the node, each of which counts once.

    The weight below a cut is its place. So all columns of a node are scanned in the same number of
    steps and without a branch that depends on them: a processor learns to foresee the end, which
    costs a short column as much as its entries do.
    """
    three, tolerance = scale.three, scale.tolerance
    reached, previous, distance, bar, best_at, branch, admissible = state
    first = np.uint64(first)
    low = first + scale.least
    for at in range(first, low):
        reached += weights[keys[at] & ROW]
    key = keys[low - np.uint64(1)]
    previous, distance = key >> TO_RANK, (key >> TO_DISTANCE) & DISTANCE
    for at in range(low, first + scale.most + np.uint64(1)):
        key = keys[at]
        rank, weight = key >> TO_RANK, at - first
        nearest = previous + distance
        if distance == 0:
            nearest = np.uint64(reach[base + previous])
        is_cut = rank >= nearest
        admissible += is_cut
        score = score_cut(reached, weight, tables, three)
        is_better = is_cut & (score > bar)
        bar = score + tolerance if is_better else bar
        best_at = np.int64(at) if is_better else best_at
        reached += weights[key & ROW]
        previous, distance = rank, (key >> TO_DISTANCE) & DISTANCE
    branch = np.uint64(best_at) - first if best_at >= 0 else branch
    return State(reached, previous, distance, bar, best_at, branch, admissible)


@kernel
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
    is_cut = (scale.least <= weight) & (weight <= scale.most)
    is_cut &= rank >= np.uint64(reach[base + previous])
    score = score_cut(reached, weight, tables, scale.three)
    is_better = is_cut & (score > bar)
    return State(
        reached + mode_packed,
        rank,
        np.uint64(0),
        score + scale.tolerance if is_better else bar,
        BELOW_MODE if is_better else best_at,
        weight if is_better else branch,
        admissible + is_cut,
    )
