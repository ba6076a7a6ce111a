"""Numeric columns on their way down a tree: which can still be cut, and where their entries lie."""

from typing import NamedTuple

import numpy as np

from eccru.tree.divide import divide_keys, keep_keys
from eccru.tree.kernels import kernel
from eccru.tree.keys import RANK_SHIFT, TO_RANK

TOGETHER = 4096  # entries that are divided together at most; more would leave the cache


class Spans(NamedTuple):
    """Numeric columns that can still be cut, and where their entries lie among the keys."""

    slot: np.ndarray
    first: np.ndarray
    last: np.ndarray


@kernel
def hand_on_columns(
    ranks, spans, start, end, keys, side, spare, passed, larger, smaller, n_larger, n_smaller
):
    """Hand a node's columns on to its branches, dividing their entries; drop constant ones.

    ``larger`` and ``smaller`` are the branches' numbers, 0 or 1, or -1 for a leaf; ``n_larger`` and
    ``n_smaller`` their numbers of rows. The larger one takes the node's place in the list, the
    smaller one follows. Return where the two lists end.

    Neighbouring columns are divided as one, and the entries of a branch are neighbours again. So
    short columns need no loop each.
    """
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    rank_start, reach, modes = ranks.start, ranks.reach, ranks.mode
    kept, added, at = start, end, start
    while at < end:
        first, last = firsts[at], lasts[at]
        following = at + 1
        while (
            following < end and firsts[following] == last and lasts[following] - first <= len(spare)
        ):
            last = lasts[following]
            following += 1
        left = right = first
        if larger >= 0 and smaller >= 0:
            divide_keys(keys, first, last, side, spare, passed)
            right = last - np.int64(passed[last - first])
        else:
            keep_keys(keys, first, last, side, max(larger, smaller), passed)
        while at < following:
            slot = np.int64(slots[at])
            n_right = np.int64(passed[lasts[at] - first]) - np.int64(passed[firsts[at] - first])
            n_left = lasts[at] - firsts[at] - n_right
            if smaller >= 0:
                low, size = (right, n_right) if smaller == 1 else (left, n_left)
                slots[added], firsts[added], lasts[added] = slot, low, low + size
                added += not is_constant(
                    rank_start, reach, modes, slot, keys, low, low + size, n_smaller
                )
            if larger >= 0:
                low, size = (right, n_right) if larger == 1 else (left, n_left)
                slots[kept], firsts[kept], lasts[kept] = slot, low, low + size
                kept += not is_constant(
                    rank_start, reach, modes, slot, keys, low, low + size, n_larger
                )
            left += n_left
            right += n_right
            at += 1
    return kept, added


@kernel
def is_constant(rank_start, reach, modes, slot, keys, first, last, n_rows):
    """Say whether no two values of a column are a cut apart in a node of some rows.

    A column without entries is read at ``first`` all the same, which costs less than to ask.
    """
    mode = np.int64(modes[slot])
    lowest = np.int64(keys[first] >> TO_RANK)
    highest = np.int64(keys[max(last - 1, first)] >> TO_RANK)
    if mode >= 0 and last - first < n_rows:
        lowest, highest = min(lowest, mode), max(highest, mode)
    nearest = np.int64(reach[rank_start[slot] + lowest])
    return (first == last) | (highest < nearest)


@kernel
def copy_keys(keys):
    """Return a copy of the keys of a bag with one more after them, for ``is_constant`` to read."""
    copy = np.empty(len(keys) + 1, dtype=np.uint64)
    for at in range(len(keys)):
        copy[at] = keys[at]
    copy[len(keys)] = 0
    return copy


@kernel
def open_columns(ranks, start, keys, n_rows, spans):
    """List the columns of a bag of some rows that are not constant; return how many."""
    rank_start, reach, modes = ranks.start, ranks.reach, ranks.mode
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    kept = 0
    for slot in range(len(modes)):
        first, last = start[slot], start[slot + 1]
        slots[kept], firsts[kept], lasts[kept] = slot, first, last
        kept += not is_constant(rank_start, reach, modes, slot, keys, first, last, n_rows)
    return kept


@kernel
def occurring_threshold(ranks, held, slot, below, above):
    """Return the greatest value in the bag that is not above the middle of two ranks."""
    base = ranks.start[slot]
    value, mode = ranks.value, ranks.mode[slot]
    middle = (value[base + below] + value[base + above]) / 2
    if middle == value[base + above]:
        middle = value[base + below]
    first, last = held.start[slot], held.start[slot + 1]
    low, high = first, last
    while low < high:
        at = (low + high) >> 1
        if value[base + (np.int64(held.keys[at]) >> RANK_SHIFT)] <= middle:
            low = at + 1
        else:
            high = at
    threshold = value[base + below]
    if low > first:
        threshold = max(threshold, value[base + (np.int64(held.keys[low - 1]) >> RANK_SHIFT)])
    if mode >= 0 and last - first < len(held.rows) and value[base + mode] <= middle:
        threshold = max(threshold, value[base + mode])
    return threshold
