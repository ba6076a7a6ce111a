"""Candidate splits, and the choice among them."""

from typing import NamedTuple

import numpy as np

from eccru.tree.kernels import kernel

SMALL = 1e-6  # Weka's tolerance
LEAST = 2  # weight of the smallest branch
HALF = 32  # bits of a packed count
MASK = (1 << HALF) - 1


class Candidates(NamedTuple):
    """The candidate splits of the nominal or of the numeric attributes of a node.

    Attributes
    ----------
    gain : array of float64
        Information gain, negative where an attribute has no candidate.
    branch : array of int64
        Weight of one branch.
    below, above : arrays of int64
        Ranks of the values on both sides of a numeric cut.
    good, ratio : arrays of int64 and float64
        Places of the candidates of at least average gain, and their gain ratios.
    """

    gain: np.ndarray
    branch: np.ndarray
    below: np.ndarray
    above: np.ndarray
    good: np.ndarray
    ratio: np.ndarray


@kernel
def make_candidates(size):
    """Allocate room for the candidates of some attributes."""
    return Candidates(
        np.empty(size),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
        np.empty(size + 1, dtype=np.int64),
        np.empty(size),
    )


@kernel
def rate(candidates, size, average, total, logs):
    """List the candidates of at least average gain with their gain ratios; return how many."""
    gain, branch, n_log_n = candidates.gain, candidates.branch, logs.n_log_n
    good, ratio = candidates.good, candidates.ratio
    enough = max(average - 1e-3, 0.0)
    found = 0
    for place in range(size):
        good[found] = place
        found += gain[place] >= enough
    for i in range(found):
        weight = np.uint64(branch[good[i]])
        information = n_log_n[total] - n_log_n[weight] - n_log_n[np.uint64(total) - weight]
        ratio[i] = gain[good[i]] * total / (information * logs.unit)
    return found


@kernel
def choose(nominal, n_nominal, nominal_number, live, numeric, n_numeric, numeric_number, slots):
    """Choose the candidate with the greatest gain ratio, the first attribute on ties.

    Parameters
    ----------
    nominal, numeric : Candidates
        With the good ones listed.
    n_nominal, n_numeric : int
        How many are good.
    nominal_number, numeric_number : arrays of int32
        Numbers of the attributes among all; these decide the order.
    live, slots : arrays of int32
        Which attribute each candidate is of.

    Returns
    -------
    place, is_numeric
        Place of the chosen one, -1 if no ratio is above 0.
    """
    best_ratio, best, best_is_numeric = 0.0, -1, False
    i = j = 0
    while i < n_nominal or j < n_numeric:
        is_numeric = i == n_nominal
        if i < n_nominal and j < n_numeric:
            number = nominal_number[live[nominal.good[i]]]
            is_numeric = numeric_number[slots[numeric.good[j]]] < number
        if is_numeric:
            place, ratio = numeric.good[j], numeric.ratio[j]
            j += 1
        else:
            place, ratio = nominal.good[i], nominal.ratio[i]
            i += 1
        if ratio > best_ratio + SMALL:
            best_ratio, best, best_is_numeric = ratio, place, is_numeric
    return best, best_is_numeric
