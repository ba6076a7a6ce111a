"""Balanced samples, drawn by a small generator that kernels can carry along: SplitMix64."""

import numpy as np

from eccru.tree.kernels import entry, inlined

STEP = np.uint64(0x9E3779B97F4A7C15)
FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
LOST = np.uint64(11)  # bits of a number that a float has no room for


@inlined
def next_number(state):
    """Return the state of the generator after one more number, and the number."""
    state += STEP
    number = (state ^ (state >> SHIFTS[0])) * FACTORS[0]
    number = (number ^ (number >> SHIFTS[1])) * FACTORS[1]
    return state, number ^ (number >> SHIFTS[2])


@inlined
def uniform(number):
    """Return a number of the generator as one between 0 and 1."""
    return np.float64(number >> LOST) * 2.0**-53


@entry
def undersample_rows(y, rows, weight, n_classes, seed, ratio):
    """Cut every class of a sample at random to a multiple of the size of its smallest class.

    Copies are gone through in order, and each is kept with the probability that as many of its
    class as are wanted still come to be kept of those that are left. One number is drawn for each
    copy of a class that is cut.

    Parameters
    ----------
    y : array of int of shape (n,)
        Class codes of all rows.
    rows, weight : arrays of int32
        The rows to choose from and their numbers of copies.
    n_classes : int
        Number of class codes; those that do not occur do not count.
    seed : uint64
        State of the generator.
    ratio : float
        The multiple, 1 or more; with 1 the sample is balanced.

    Returns
    -------
    rows, weight : arrays of int32
        The rows that are kept, in the same order, and their numbers of copies.
    """
    left = np.zeros(n_classes, dtype=np.int64)
    for i in range(len(rows)):
        left[y[rows[i]]] += weight[i]
    smallest = np.iinfo(np.int64).max
    for size in left:
        smallest = min(smallest, size) if size > 0 else smallest
    most = np.int64(np.floor(min(ratio * smallest, 2.0**62)))
    is_cut, wanted = np.empty(n_classes, dtype=np.bool_), np.empty(n_classes, dtype=np.int64)
    for code in range(n_classes):
        is_cut[code], wanted[code] = left[code] > most, min(left[code], most)
    kept_rows = np.empty(len(rows), dtype=np.int32)
    kept_weight = np.empty(len(rows), dtype=np.int32)
    kept, state = 0, np.uint64(seed)
    for i in range(len(rows)):
        code, copies = y[rows[i]], weight[i]
        if is_cut[code]:
            copies = 0
            for _ in range(weight[i]):
                state, number = next_number(state)
                is_kept = uniform(number) * left[code] < wanted[code]
                copies += is_kept
                wanted[code] -= is_kept
                left[code] -= 1
        kept_rows[kept], kept_weight[kept] = rows[i], copies
        kept += copies > 0
    return kept_rows[:kept], kept_weight[:kept]
