"""Counting and splitting by nominal attributes: 0/1 features and chain labels.

Class counts travel packed in one integer: the weight of all rows in the upper half, that of the
rows of class 1 in the lower, so that one addition counts both. (``multiclass`` adds further
integers, the "planes", for further classes.)
"""

import numpy as np

from eccru.tree.candidates import HALF, LEAST, MASK, SMALL
from eccru.tree.kernels import kernel

UPPER, LOWER = np.uint64(HALF), np.uint64(MASK)


@kernel
def count_features(start, listed, training_rows, rows, weights, fresh):
    """Add the packed weight of rows to the features they list."""
    for row in rows:
        training_row, weight = training_rows[row], weights[row]
        for at in range(start[training_row], start[training_row + 1]):
            fresh[np.uint64(listed[at])] += weight


@kernel
def count_labels(listed, length, training_rows, rows, weights, fresh):
    """Add the packed weight of rows to the chain labels they list."""
    for row in rows:
        training_row, weight = training_rows[row], weights[row]
        for at in range(length[training_row]):
            fresh[np.uint64(listed[training_row, at])] += weight


@kernel
def count(nominal, labels, training_rows, rows, weights, fresh):
    """Count the nominal attributes of some rows afresh."""
    n_features = len(nominal.attribute)
    for plane in range(fresh.shape[0]):
        for slot in range(fresh.shape[1]):
            fresh[plane, slot] = 0
    for plane in range(len(weights)):
        count_features(
            nominal.start, nominal.listed, training_rows, rows, weights[plane], fresh[plane]
        )
        if labels.count > 0:
            label_counts = fresh[plane, n_features:]
            count_labels(
                labels.listed, labels.length, training_rows, rows, weights[plane], label_counts
            )


@kernel
def count_rarer_class(nominal, labels, held, rows, codes, counts, weights, fresh):
    """Count all rows of a two-class bag from its totals and the rows of the rarer class alone."""
    rarer = 1 if counts[1] <= counts[0] else 0
    some, n_some = np.empty(len(rows), dtype=np.int32), 0
    for row in rows:
        some[n_some] = row
        n_some += codes[row] == rarer
    count_features(nominal.start, nominal.listed, held.rows, some[:n_some], weights, fresh)
    n_features = len(nominal.attribute)
    for slot in range(n_features):
        total, weight = held.totals[slot], fresh[slot] >> HALF
        fresh[slot] = (total << HALF) | (weight if rarer else total - weight)
    if labels.count > 0:
        label_counts = fresh[n_features:]
        count_labels(labels.listed, labels.length, held.rows, rows, weights, label_counts)


@kernel
def keep_splitting(fresh, total, live, counts):
    """List the attributes that can split a node of given weight; return how many."""
    kept = 0
    for slot in range(fresh.shape[1]):
        if LEAST <= fresh[0, slot] >> HALF <= total - LEAST:
            live[kept] = slot
            for plane in range(len(fresh)):
                counts[plane, kept] = fresh[plane, slot]
            kept += 1
    return kept


@kernel
def hand_on(live, counts, start, end, fresh, larger, smaller):
    """Hand a node's nominal attributes on to its branches, whose weights are given (0: a leaf).

    The larger branch takes the node's place, the smaller one follows after it; ``fresh`` holds the
    counts of the smaller one. Return where the two lists end.
    """
    kept, added = start, end
    packed, fresh_packed = counts[0], fresh[0]
    for at in range(start, end):
        slot = live[at]
        small = fresh_packed[np.uint64(slot)]
        large = packed[at] - small
        if LEAST <= small >> HALF <= smaller - LEAST:
            live[added], packed[added] = slot, small
            for plane in range(1, len(fresh)):
                counts[plane, added] = fresh[plane, slot]
            added += 1
        if LEAST <= large >> HALF <= larger - LEAST:
            live[kept], packed[kept] = slot, large
            for plane in range(1, len(fresh)):
                counts[plane, kept] = counts[plane, at] - fresh[plane, slot]
            kept += 1
    return kept, added


@kernel
def nominal_gains(counts, packed, logs, gains, branches):
    """Write the gain and the weight of a branch of every counted attribute; return the gains' sum.

    ``packed`` is the packed weight of the node.
    """
    total, ones = np.uint64(packed) >> UPPER, np.uint64(packed) & LOWER
    zeros, n_log_n = total - ones, logs.n_log_n
    before = n_log_n[total] - n_log_n[ones] - n_log_n[zeros]
    least = np.int64(SMALL / logs.unit)
    gain_sum, per_weight = 0.0, logs.unit / total
    for place in range(len(counts)):
        count = np.uint64(counts[place])
        branch, branch_ones = count >> UPPER, count & LOWER
        branch_zeros = branch - branch_ones
        weighted = (
            before
            + (n_log_n[branch_ones] + n_log_n[branch_zeros] - n_log_n[branch])
            + (n_log_n[ones - branch_ones] + n_log_n[zeros - branch_zeros])
            - n_log_n[total - branch]
        )
        gain = weighted * per_weight if weighted >= least else 0.0
        gains[place], branches[place] = gain, branch
        gain_sum += gain
    return gain_sum
