"""The tree: flat arrays that answer for all rows at once."""

from typing import NamedTuple

import numpy as np
from numba import njit

from eccru.tree.divide import divide
from eccru.tree.grow import Data, grow
from eccru.tree.labels import NO_LABELS
from eccru.tree.prune import collapse, prune
from eccru.tree.sampled import SampledColumns


class Tree(NamedTuple):
    """A decision tree; node 0 is the root and a node comes before its sons.

    Attributes
    ----------
    attribute : array of int32
        Feature that a node tests, or number of features + place of a chain label; -1 in a leaf.
    threshold : array of float64
        Rows with a value <= threshold go left.
    left, right : arrays of int32
        The sons.
    counts : array of int64 of shape (n_nodes, n_classes)
        Weight of each class among the training rows that reach a node.
    """

    attribute: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    counts: np.ndarray

    @property
    def node_count(self):
        """Number of nodes."""
        return len(self.attribute)

    @property
    def n_leaves(self):
        """Number of leaves."""
        return (len(self.attribute) + 1) // 2

    @property
    def probabilities(self):
        """Class proportions of every node."""
        return self.counts / self.counts.sum(axis=1, keepdims=True)

    def apply(self, rows, labels=None):
        """Return the leaf that each row falls into.

        Parameters
        ----------
        rows : Rows, Columns or SampledColumns
            Rows to predict; of columns all rows, in the sample or not.
        labels : ChainLabels or None
            Values of earlier labels of the chain, if the tree was grown with some.

        Returns
        -------
        array of int32 of shape (n,)
            Node numbers.
        """
        rows = getattr(rows, "rows", rows)
        label_values = NO_LABELS if labels is None else labels.values
        return find_leaves(self, rows.values, label_values, rows.n_rows)

    def predict_proba(self, rows, labels=None):
        """Return the class proportions of the leaf that each row falls into.

        Parameters
        ----------
        rows : Rows, Columns or SampledColumns
            Rows to predict; of columns all rows, in the sample or not.
        labels : ChainLabels or None
            Values of earlier labels of the chain, if the tree was grown with some.

        Returns
        -------
        array of float64 of shape (n, n_classes)
            Probabilities.
        """
        return self.probabilities[self.apply(rows, labels)]


def grow_tree(columns, y, sample, n_classes=2, labels=None) -> Tree:
    """Train a J48 tree.

    Parameters
    ----------
    columns : Columns or SampledColumns
        Training features; ``columns.restrict(sample)`` if several trees share the sample.
    y : array of int of shape (n,)
        Class codes of all rows; only those in the sample are looked at.
    sample : Sample
        Rows to train on; that of the columns if they are restricted to one.
    n_classes : int
        Number of class codes.
    labels : ChainLabels or None
        Values of earlier labels of the chain: further nominal attributes.

    Returns
    -------
    Tree
        The pruned tree; a single leaf if the sample holds one class only.
    """
    sampled = columns if isinstance(columns, SampledColumns) else SampledColumns(columns, sample)
    if sampled.sample is not sample:
        raise ValueError("The columns are restricted to another sample.")
    columns, held = sampled.columns, sampled.held
    if len(held.rows) == 0:
        raise ValueError("Cannot grow a tree from an empty sample.")
    codes = np.asarray(y)[held.rows].astype(np.uint16)
    data = Data(
        columns.nominal,
        columns.numeric,
        columns.rows.values,
        NO_LABELS if labels is None else labels.values,
        held,
        codes,
        n_classes,
        columns.n_log_n,
    )
    return Tree(*build(data))


@njit(cache=True, nogil=True)
def build(data):
    """Grow, collapse and prune a tree; return its arrays."""
    tests, members, n_nodes = grow(data)
    if n_nodes > 1:
        collapse(tests, members.counts, n_nodes)
        prune(data, tests, members, n_nodes)
    return flatten(tests, members.counts, n_nodes)


@njit(cache=True, nogil=True)
def flatten(tests, counts, n_nodes):
    """Number the nodes that are left of a tree anew, each before its sons, left before right."""
    order = np.empty(n_nodes, dtype=np.int64)
    number = np.empty(n_nodes, dtype=np.int32)
    stack = np.empty(n_nodes + 1, dtype=np.int64)
    size, stack[0], depth = 0, 0, 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        order[size] = node
        number[node] = size
        size += 1
        if tests.attribute[node] >= 0:
            stack[depth], stack[depth + 1] = tests.right[node], tests.left[node]
            depth += 2
    order = order[:size]
    left, right = np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int32)
    for i in range(size):
        if tests.attribute[order[i]] >= 0:
            left[i] = number[tests.left[order[i]]]
            right[i] = number[tests.right[order[i]]]
    return tests.attribute[order], tests.threshold[order], left, right, counts[order]


@njit(cache=True, nogil=True)
def find_leaves(tree, values, labels, n):
    """Return the leaf of every row, dividing the rows from the root downward."""
    leaves = np.empty(n, dtype=np.int32)
    rows = np.arange(n).astype(np.int32)
    training_rows = rows.copy()
    spare = np.empty(n, dtype=np.int32)
    side = np.empty(n, dtype=np.uint8)
    stack = np.zeros((len(tree.attribute) + 1, 3), dtype=np.int64)  # node, its rows
    stack[0, 2] = n
    depth = 1
    while depth > 0:
        depth -= 1
        node, start, end = stack[depth]
        here = rows[start:end]
        if tree.attribute[node] < 0:
            for row in here:
                leaves[row] = node
        elif len(here) > 0:
            attribute, threshold = tree.attribute[node], tree.threshold[node]
            middle = start + divide(
                here, training_rows, values, labels, attribute, threshold, side, spare
            )
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = tree.right[node], middle, end
            depth += 1
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = tree.left[node], start, middle
            depth += 1
    return leaves
