"""The candidate splits at a node of a tree with more than two classes (cuts: more than three).

Class counts are packed two in one integer: the weight of all rows with that of class 1, class 3
with class 2, class 5 with class 4 and so on; class 0 is the rest.
"""

import numpy as np

from eccru.tree.candidates import HALF, MASK, SMALL
from eccru.tree.cuts import least_branch, price_cut
from eccru.tree.kernels import kernel
from eccru.tree.keys import RANK_SHIFT, ROW


@kernel
def n_planes(n_classes):
    """Return how many integers hold the class counts."""
    return max(1, (n_classes + 1) // 2)


@kernel
def pack(codes, weight, n_classes):
    """Return the packed weight of every row."""
    packed = np.zeros((n_planes(n_classes), len(codes)), dtype=np.int64)
    for i in range(len(codes)):
        packed[0, i] = np.int64(weight[i]) << HALF
        if codes[i] > 0:
            shift = HALF if codes[i] > 1 and codes[i] & 1 else 0
            packed[codes[i] >> 1, i] += np.int64(weight[i]) << shift
    return packed


@kernel
def unpack(planes, at, counts):
    """Write the weight of each class into ``counts`` and return that of all."""
    total = planes[0, at] >> HALF
    counts[0] = total
    for code in range(1, len(counts)):
        shift = HALF if code > 1 and code & 1 else 0
        counts[code] = (planes[code >> 1, at] >> shift) & MASK
        counts[0] -= counts[code]
    return total


@kernel
def branches_score(left, counts, n_log_n):
    """Return the sum of n log n over classes, less that over branches, of two branches."""
    score = weight = 0
    total = 0
    for code in range(len(counts)):
        score += n_log_n[left[code]] + n_log_n[counts[code] - left[code]]
        weight += left[code]
        total += counts[code]
    return score - n_log_n[weight] - n_log_n[total - weight]


@kernel
def weighted_entropy(counts, total, n_log_n):
    """Return the weight of a node times its entropy."""
    entropy = n_log_n[total]
    for count in counts:
        entropy -= n_log_n[count]
    return entropy


@kernel
def nominal_gains_multiclass(planes, counts, total, logs, gains, branches):
    """Write the gain and the weight of a branch of every counted attribute; return the gains' sum.

    ``counts`` holds the weight of each class at the node.
    """
    n_log_n, branch_counts = logs.n_log_n, np.empty(len(counts), dtype=np.int64)
    before = weighted_entropy(counts, total, n_log_n)
    gain_sum = 0.0
    for place in range(planes.shape[1]):
        branches[place] = unpack(planes, place, branch_counts)
        gain = (before + branches_score(branch_counts, counts, n_log_n)) * logs.unit
        gains[place] = gain / total if gain >= SMALL else 0.0
        gain_sum += gains[place]
    return gain_sum


@kernel
def best_cuts_multiclass(
    ranks, spans, start, end, keys, codes, weight, counts, total, logs, candidates
):
    """Write the best cut of every column; return how many have one, and the sum of the gains."""
    before = weighted_entropy(counts, total, logs.n_log_n)
    found, gain_sum = 0, 0.0
    for column in range(start, end):
        slot, place = spans.slot[column], column - start
        reach = ranks.reach[ranks.start[slot] :]
        stored = keys[spans.first[column] : spans.last[column]]
        score, branch, below, above, admissible = best_cut(
            stored, ranks.mode[slot], codes, weight, reach, counts, total, logs
        )
        gain = price_cut(before + score, branch, admissible, total, logs.n_log_n, logs.unit)
        candidates.gain[place], candidates.branch[place] = gain, branch
        candidates.below[place], candidates.above[place] = below, above
        if gain > 0:
            found += 1
            gain_sum += gain
    return found, gain_sum


@kernel
def best_cut(keys, mode, codes, weight, reach, counts, total, logs):
    """Return the best cut of a column whose value of rank ``mode`` is not stored (-1: all are).

    That is its score, the weight below it (0: there is none), the ranks on both sides and the
    number of admissible cuts.
    """
    n_log_n = logs.n_log_n
    least = least_branch(total, len(counts))
    tolerance = np.int64(SMALL * total / logs.unit)
    score, branch, below, above = -weighted_entropy(counts, total, n_log_n), 0, -1, -1
    admissible = 0
    left, implied = np.zeros(len(counts), dtype=np.int64), counts.copy()
    implied_weight = total
    for key in keys:
        row = key & ROW
        implied[codes[row]] -= weight[row]
        implied_weight -= weight[row]
    mode_pending = mode >= 0 and implied_weight > 0
    previous, reached = np.int64(-1), np.int64(0)
    at = 0
    while at < len(keys) or mode_pending:
        at_mode = mode_pending and (at == len(keys) or np.int64(keys[at]) >> RANK_SHIFT > mode)
        rank = np.int64(mode) if at_mode else np.int64(keys[at]) >> RANK_SHIFT
        if least <= reached <= total - least and rank >= reach[previous]:
            admissible += 1
            new = branches_score(left, counts, n_log_n)
            if new > score + tolerance:
                score, branch, below, above = new, reached, previous, rank
        if at_mode:
            for code in range(len(left)):
                left[code] += implied[code]
            reached += implied_weight
            mode_pending = False
        else:
            row = keys[at] & ROW
            left[codes[row]] += weight[row]
            reached += weight[row]
            at += 1
        previous = rank
    return score, branch, below, above, admissible
