"""The general tree: J48 with all its options, weights, missing values and nominal values.

Written to be read, not to be fast: `eccru.tree.train` grows trees at Weka's defaults from whole
weights and 0/1 nominal features many times faster. A row whose value is missing goes down every
branch, with a share of its weight.
"""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import SMALL
from eccru.tree.general_splits import list_values, rate_attributes


class Options(NamedTuple):
    """J48's options; see `J48Tree`."""

    confidence: float = 0.25
    min_weight_leaf: float = 2.0
    unpruned: bool = False
    subtree_raising: bool = True
    collapse: bool = True
    mdl_correction: bool = True
    binary_splits: bool = False
    limit: int = 0  # attributes with a split that a node looks at, 0 for all


class Problem(NamedTuple):
    """What a tree is grown from.

    Attributes
    ----------
    columns : array of float64 of shape (d, n)
        Feature values; NaN where one is missing.
    n_values : array of int64 of shape (d,)
        Number of values of a nominal feature, which are 0, 1, ...; 0 for a numeric one.
    codes : array of int64 of shape (n,)
        Class of each row.
    copies : array of float64 of shape (n,)
        How many rows each row counts as where Weka counts rows instead of weight: as many as its
        weight says if all weights are whole, else one.
    n_classes : int
        Number of classes.
    is_complete : bool
        Whether no value is missing.
    options : Options
        J48's options.
    rng : numpy.random.Generator or None
        Source of the attributes that nodes look at.
    """

    columns: np.ndarray
    n_values: np.ndarray
    codes: np.ndarray
    copies: np.ndarray
    n_classes: int
    is_complete: bool
    options: Options
    rng: np.random.Generator | None = None

    def count(self, rows, weight):
        """Return the weight of every class."""
        return np.bincount(self.codes[rows], weight, minlength=self.n_classes)


class Node:
    """A node and the training rows that reach it, some with a share of their weight.

    Attributes
    ----------
    rows, weight : arrays of int and float64
        The rows.
    counts : array of float64 of shape (n_classes,)
        Weight of every class.
    attribute : int
        Feature that the node tests, -1 in a leaf.
    threshold : float
        Of a numeric feature; the value that a binary split of a nominal one splits off.
    sons : list of Node
        One per branch.
    """

    def __init__(self, problem, rows, weight):
        self.attribute, self.threshold, self.sons = -1, 0.0, []
        self.rows, self.weight = rows, weight
        self.counts = problem.count(rows, weight)

    def divide(self, problem, rows, weight):
        """Return places and weights of the rows that go down every branch."""
        values = problem.columns[self.attribute, rows]
        n_values = problem.n_values[self.attribute]
        is_missing = np.isnan(values)
        if n_values == 0 or problem.options.binary_splits:
            is_second = values > self.threshold if n_values == 0 else values != self.threshold
            branches, n_branches = is_second.astype(np.int64), 2
        else:
            branches, n_branches = np.where(is_missing, 0, values).astype(np.int64), n_values
        if not is_missing.any():
            places = [np.flatnonzero(branches == branch) for branch in range(n_branches)]
            return [(place, weight[place]) for place in places]
        known = np.bincount(branches, np.where(is_missing, 0, weight), minlength=n_branches)
        share = known / known.sum() if known.sum() > SMALL else np.full(n_branches, 1 / n_branches)
        parts = []
        for branch in range(n_branches):
            comes = (branches == branch) & ~is_missing
            if share[branch] > SMALL:
                comes |= is_missing
            places = np.flatnonzero(comes)
            parts.append((places, weight[places] * np.where(is_missing[places], share[branch], 1)))
        return parts


def grow(problem, rows, weight):
    """Grow a tree without pruning it; return its root."""
    is_numeric = problem.n_values == 0
    order = np.argsort(problem.columns[is_numeric][:, rows], axis=1).astype(np.int32)
    listed, averaged = list_values(problem.columns, problem.n_values), average_of(problem)
    root = Node(problem, rows, weight)
    stack = [(root, order)]
    while stack:
        node, order = stack.pop()
        if not choose_split(problem, node, listed, order, averaged):
            continue
        for places, son_weight in node.divide(problem, node.rows, node.weight):
            son = Node(problem, node.rows[places], son_weight)
            node.sons.append(son)
            number = np.full(len(node.rows), -1, dtype=np.int32)
            number[places] = np.arange(len(places))
            kept = number[order]
            stack.append((son, kept[kept >= 0].reshape(len(order), len(places))))
    return root


def average_of(problem):
    """Return which attributes count in the average gain: not nominal ones of many values."""
    has_few = problem.n_values < 0.3 * problem.copies.sum() - SMALL
    return has_few if has_few.any() else ~has_few


def choose_split(problem, node, listed, order, averaged) -> bool:
    """Give a node its test; return False where it stays a leaf."""
    options, total = problem.options, node.counts.sum()
    if total < 2 * options.min_weight_leaf - SMALL or node.counts.max() > total - SMALL:
        return False
    gain, ratio, threshold = rate_attributes(
        problem.columns,
        problem.n_values,
        listed,
        order,
        node.rows,
        node.weight,
        problem.codes,
        problem.copies,
        node.counts,
        float(options.min_weight_leaf),
        options.mdl_correction,
        options.binary_splits,
    )
    splits = np.flatnonzero(gain >= 0)
    if 0 < options.limit < len(splits):
        unseen = problem.rng.permutation(splits)[options.limit :]
        gain[unseen] = -1
    gains = gain[averaged & (gain >= 0)]
    if len(gains) == 0:
        return False
    best, best_ratio = -1, 0.0
    for attribute in np.flatnonzero((gain >= gains.mean() - 1e-3) & (gain >= 0)):
        if ratio[attribute] > best_ratio + SMALL:
            best, best_ratio = attribute, ratio[attribute]
    if best < 0:
        return False
    node.attribute, node.threshold = best, threshold[best]
    if problem.n_values[best] == 0:  # the greatest value that occurs and is not above the middle
        values = problem.columns[best]
        node.threshold = values[values <= threshold[best]].max()
    return True
