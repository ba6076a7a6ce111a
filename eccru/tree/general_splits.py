"""Candidate splits of the general tree: weights, missing values and nominal values of any kind."""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import SMALL
from eccru.tree.columns import APART
from eccru.tree.kernels import entry, kernel

MOST_OF_A_SIDE = 25  # weight that no side of a cut needs to exceed


class Listed(NamedTuple):
    """Nominal values row by row, but for the most frequent value of each attribute.

    Attributes
    ----------
    first : array of int64 of shape (d,)
        Number of each attribute's value 0; a missing one is numbered as a further value.
    usual : array of int64 of shape (d,)
        The most frequent value of each attribute.
    start, value : arrays of int64
        Numbers of the values of each row.
    """

    first: np.ndarray
    usual: np.ndarray
    start: np.ndarray
    value: np.ndarray


def list_values(columns, n_values) -> Listed:
    """List the values of nominal attributes, given as in ``rate_attributes``."""
    width = np.where(n_values > 0, n_values + 1, 0)
    first, usual = np.append(0, np.cumsum(width)[:-1]), np.zeros(len(columns), dtype=np.int64)
    rows, numbers = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for attribute in np.flatnonzero(n_values):
        values = np.nan_to_num(columns[attribute], nan=n_values[attribute]).astype(np.int64)
        usual[attribute] = np.argmax(np.bincount(values))
        rows.append(np.flatnonzero(values != usual[attribute]))
        numbers.append(first[attribute] + values[rows[-1]])
    rows, numbers = np.concatenate(rows), np.concatenate(numbers)
    start = np.append(0, np.cumsum(np.bincount(rows, minlength=columns.shape[1])))
    return Listed(first, usual, start, numbers[np.argsort(rows, kind="stable")])


@entry
def rate_attributes(
    columns, n_values, listed, order, rows, weight, codes, copies, here, least, mdl, binary
):
    """Find the best split of a node by every attribute.

    Parameters
    ----------
    columns : array of float64 of shape (d, n)
        Feature values; NaN where one is missing.
    n_values : array of int64 of shape (d,)
        Number of values of a nominal attribute, 0 for a numeric one.
    listed : Listed
        The values of nominal attributes.
    order : array of int32 of shape (n_numeric, m)
        Places among the node's rows in ascending order of each numeric attribute, missing last.
    rows, weight : arrays of int32 and float64 of shape (m,)
        The node's rows.
    codes : array of int64 of shape (n,)
        Class of each row.
    copies : array of float64 of shape (n,)
        How many rows each row counts as where Weka counts rows instead of weight.
    here : array of float64 of shape (n_classes,)
        Weight of each class at the node.
    least : float
        Least weight of a branch.
    mdl : bool
        Whether the choice of a cut has its price.
    binary : bool
        Whether nominal attributes are split into one value and all others.

    Returns
    -------
    gain, ratio, threshold : arrays of float64 of shape (d,)
        Information gain, negative if there is no split; gain ratio; the middle of the cut, or the
        value that is split off.
    """
    d, total, counts = (
        len(columns),
        here.sum(),
        count_values(n_values, listed, rows, weight, codes, here),
    )
    gain, ratio, threshold = np.full(d, -1.0), np.zeros(d), np.zeros(d)
    slot = 0
    for attribute in range(d):
        if n_values[attribute] == 0:
            values, places = columns[attribute], order[slot]
            slot += 1
            found = best_cut(
                values, places, rows, weight, codes, copies, len(here), total, least, mdl
            )
        else:
            first = listed.first[attribute]
            values = counts[first : first + n_values[attribute]]
            found = best_value(values, total, least) if binary else all_values(values, total, least)
        gain[attribute], ratio[attribute], threshold[attribute] = found
    return gain, ratio, threshold


@kernel
def count_values(n_values, listed, rows, weight, codes, here):
    """Return the weight of every class in every value of nominal attributes, as they are listed."""
    first, usual, start, value = listed
    counts = np.zeros((first[-1] + n_values[-1] + 1, len(here)))
    for i in range(len(rows)):
        for at in range(start[rows[i]], start[rows[i] + 1]):
            counts[value[at], codes[rows[i]]] += weight[i]
    for attribute in range(len(n_values)):
        if n_values[attribute] > 0:
            rest = here.copy()
            for number in range(first[attribute], first[attribute] + n_values[attribute] + 1):
                rest -= counts[number]
            counts[first[attribute] + usual[attribute]] = rest
    return counts


@kernel
def best_cut(values, order, rows, weight, codes, copies, n_classes, total, least, mdl):
    """Return gain, gain ratio and middle of the best cut of a numeric attribute."""
    counts, known, n_known, n_copies = np.zeros((2, n_classes)), 0.0, 0, 0.0
    for place in order:
        if np.isnan(values[rows[place]]):
            break
        counts[1, codes[rows[place]]] += weight[place]
        known += weight[place]
        n_copies += copies[rows[place]]
        n_known += 1
    side = 0.1 * known / n_classes
    side = least if side <= least + SMALL else min(side, MOST_OF_A_SIDE)
    if n_copies < 2 * side - SMALL:
        return -1.0, 0.0, 0.0
    before = n_log_n(known) - class_logs(counts)
    most, middle, left, best_left, n_cuts = 0.0, 0.0, 0.0, 0.0, 0
    for at in range(n_known - 1):
        row, place = rows[order[at]], order[at]
        counts[0, codes[row]] += weight[place]
        counts[1, codes[row]] -= weight[place]
        left += weight[place]
        low, high = values[row], values[rows[order[at + 1]]]
        if low + APART < high and left > side - SMALL and known - left > side - SMALL:
            n_cuts += 1
            after = n_log_n(left) + n_log_n(known - left) - class_logs(counts)
            gain = gain_of(before - after, known, total)
            if gain > most + SMALL:
                most, middle, best_left = gain, (low + high) / 2, left
                middle = low if middle == high else middle
    if mdl and n_cuts > 0:
        most -= np.log2(n_cuts) / total
    if most <= SMALL:
        return -1.0, 0.0, 0.0
    logs = n_log_n(best_left) + n_log_n(known - best_left)
    return most, ratio_of(most, logs, known, total), middle


@kernel
def all_values(counts, total, least):
    """Return gain and gain ratio of one branch for every value of a nominal attribute."""
    n_branches = 0
    for value in range(len(counts)):
        n_branches += counts[value].sum() > least - SMALL
    if n_branches < 2:
        return -1.0, 0.0, 0.0
    known, logs = 0.0, 0.0
    for value in range(len(counts)):
        known += counts[value].sum()
        logs += n_log_n(counts[value].sum())
    before = n_log_n(known)
    for code in range(counts.shape[1]):
        before -= n_log_n(counts[:, code].sum())
    gain = gain_of(before - (logs - class_logs(counts)), known, total)
    return gain, ratio_of(gain, logs, known, total), 0.0


@kernel
def best_value(counts, total, least):
    """Return gain, gain ratio and value of the best branch for one value of a nominal attribute."""
    best = -1.0, 0.0, 0.0
    all_classes = np.zeros((2, counts.shape[1]))
    for value in range(len(counts)):
        all_classes[1] += counts[value]
    for value in range(len(counts)):
        if counts[value].sum() > least - SMALL:
            all_classes[0] = counts[value]
            all_classes[1] -= counts[value]
            gain, ratio, _ = all_values(all_classes, total, least)
            all_classes[1] += counts[value]
            if gain >= 0 and (best[0] < 0 or ratio > best[1] + SMALL):
                best = gain, ratio, float(value)
    return best


@kernel
def gain_of(decrease, known, total):
    """Return the information gain: missing values gain nothing."""
    decrease *= known / total
    return decrease / known if abs(decrease) >= SMALL else 0.0


@kernel
def ratio_of(gain, logs, known, total):
    """Return the gain ratio: the missing values are a further branch."""
    information = n_log_n(total) - logs - n_log_n(total - known)
    return gain * total / information if abs(information) >= SMALL else 0.0


@kernel
def n_log_n(weight):
    """Return n log2(n)."""
    return weight * np.log2(weight) if weight >= SMALL else 0.0


@kernel
def class_logs(counts):
    """Return the sum of n log2(n) over branches and classes."""
    logs = 0.0
    for branch in range(counts.shape[0]):
        for code in range(counts.shape[1]):
            logs += n_log_n(counts[branch, code])
    return logs
