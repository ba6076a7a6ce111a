"""The tree: flat arrays that answer for all rows at once."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from eccru.tree.labels import NO_LABELS
from eccru.tree.predict import ask_sum


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
        if self.attribute.max() >= rows.n_features + label_values.count:
            raise ValueError(
                f"The tree asks for attribute {self.attribute.max()}, but the rows have "
                f"{rows.n_features} features and {label_values.count} labels."
            )
        if label_values.count and len(label_values.length) != rows.n_rows:
            raise ValueError(f"The labels must have {rows.n_rows} rows.")
        number = np.arange(self.node_count, dtype=np.float64)
        start = np.array([0, self.node_count])
        nodes = Nodes(start, start, *self[:4], NO_COUNTS, number)
        leaves = ask_sum(nodes, number, rows.values, label_values.bits, rows.n_rows)
        return leaves.astype(np.int32)

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


NO_COUNTS = np.empty((0, 0), dtype=np.int64)


class Nodes(NamedTuple):
    """The nodes of several trees, one tree after the other; sons are numbered within their tree.

    Attributes
    ----------
    start : array of int64 of shape (n_trees + 1,)
        Where the nodes of each tree begin.
    n_classes : array of int64 of shape (n_trees,)
        Number of classes of each tree.
    attribute, threshold, left, right, counts
        As in a tree; there are as many counts as classes in any tree.
    share : array of float64
        Share of a tree's last class among the training rows that reach a node.
    """

    start: np.ndarray
    n_classes: np.ndarray
    attribute: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray
    counts: np.ndarray
    share: np.ndarray


class Forest(Sequence):
    """Trees that were trained together: a sequence of them.

    Parameters
    ----------
    nodes : Nodes
        The nodes of all trees.

    """

    def __init__(self, nodes):
        self.nodes = nodes

    def __len__(self):
        return len(self.nodes.n_classes)

    def __getitem__(self, i):
        i = range(len(self))[i]
        nodes = self.nodes
        part = slice(nodes.start[i], nodes.start[i + 1])
        counts = nodes.counts[part, : nodes.n_classes[i]]
        return Tree(
            nodes.attribute[part],
            nodes.threshold[part],
            nodes.left[part],
            nodes.right[part],
            counts,
        )

    @property
    def node_count(self):
        """Number of nodes of all trees."""
        return len(self.nodes.attribute)


def join_nodes(parts) -> Nodes:
    """Return trees that were trained apart, with the same number of classes, in one."""
    if len(parts) == 1:
        return parts[0]
    sizes = np.cumsum([0, *(nodes.start[-1] for nodes in parts)])
    starts = [nodes.start[:-1] + size for nodes, size in zip(parts, sizes, strict=False)]
    others = (np.concatenate(arrays) for arrays in list(zip(*parts, strict=True))[1:])
    return Nodes(np.append(np.concatenate(starts), sizes[-1]), *others)
