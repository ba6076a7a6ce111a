"""Numeric columns on their way down a tree: which can still be cut, and where their entries lie."""

from typing import NamedTuple

import numpy as np

from eccru.tree.divide import divide_keys, keep_keys
from eccru.tree.kernels import kernel
from eccru.tree.keys import MOST_DISTANCE, RANK_SHIFT, ROW_BITS

TOGETHER = 4096  # entries that are divided together at most; more would leave the cache


class Spans(NamedTuple):
    """Numeric columns that can still be cut, and where their entries lie among the keys."""

    slot: np.ndarray
    first: np.ndarray
    last: np.ndarray


@kernel
def hand_on_columns(
    ranks, spans, start, end, keys, side, spare, larger, smaller, n_larger, n_smaller
):
    """Hand a node's columns on to its branches, dividing their entries; drop constant ones.

    ``larger`` and ``smaller`` are the branches' numbers, 0 or 1, or -1 for a leaf; ``n_larger`` and
    ``n_smaller`` their numbers of rows. The larger one takes the node's place in the list, the
    smaller one follows. Return where the two lists end.

    Neighbouring columns that hold every row are divided as one: as many entries of each go to a
    branch, and the entries of a branch are neighbours again. So short columns need no loop each.
    """
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    rank_start, reach, modes = ranks.start, ranks.reach, ranks.mode
    kept, added, at = start, end, start
    while at < end:
        first, last = firsts[at], lasts[at]
        following = at + 1
        if modes[slots[at]] < 0:
            length = last - first
            while (
                following < end
                and firsts[following] == last
                and modes[slots[following]] < 0
                and last + length - first <= len(spare)
            ):
                last += length
                following += 1
        if larger >= 0 and smaller >= 0:
            middle = divide_keys(keys, first, last, side, spare)
        else:
            last = middle = keep_keys(keys, first, last, side, max(larger, smaller))
        n_left, n_right = (middle - first) // (following - at), (last - middle) // (following - at)
        while at < following:
            slot = np.int64(slots[at])
            if smaller >= 0:
                low, size = (middle, n_right) if smaller == 1 and larger >= 0 else (first, n_left)
                slots[added], firsts[added], lasts[added] = slot, low, low + size
                added += not is_constant(
                    rank_start, reach, modes, slot, keys, low, low + size, n_smaller
                )
            if larger >= 0:
                low, size = (middle, n_right) if larger == 1 and smaller >= 0 else (first, n_left)
                slots[kept], firsts[kept], lasts[kept] = slot, low, low + size
                kept += not is_constant(
                    rank_start, reach, modes, slot, keys, low, low + size, n_larger
                )
            first += n_left
            middle += n_right
            at += 1
    return kept, added


@kernel
def is_constant(rank_start, reach, modes, slot, keys, first, last, n_rows):
    """Say whether no two values of a column are a cut apart in a node of some rows."""
    if first == last:
        return True
    mode = modes[slot] if last - first < n_rows else -1
    lowest, highest = np.int64(keys[first]) >> RANK_SHIFT, np.int64(keys[last - 1]) >> RANK_SHIFT
    if mode >= 0:
        lowest, highest = min(lowest, mode), max(highest, mode)
    if mode < 0:
        distance = (np.int64(keys[first]) >> ROW_BITS) & MOST_DISTANCE
        if distance > 0:
            return highest < lowest + distance
    return highest < reach[rank_start[slot] + lowest]


@kernel
def open_columns(ranks, held, spans):
    """List the columns of a bag that are not constant; return how many."""
    rank_start, reach, modes = ranks.start, ranks.reach, ranks.mode
    slots, firsts, lasts = spans.slot, spans.first, spans.last
    start, keys = held.start, held.keys
    kept = 0
    for slot in range(len(modes)):
        first, last = start[slot], start[slot + 1]
        slots[kept], firsts[kept], lasts[kept] = slot, first, last
        kept += not is_constant(rank_start, reach, modes, slot, keys, first, last, len(held.rows))
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
