"""The general tree as flat arrays."""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import SMALL
from eccru.tree.general import Options, Problem, grow
from eccru.tree.general_prune import collapse, lay_out, list_nodes, prune


class GeneralTree(NamedTuple):
    """A decision tree with branches for missing values; node 0 is the root, sons come later.

    Attributes
    ----------
    attribute : array of int32
        Feature that a node tests; -1 in a leaf.
    threshold : array of float64
        Values <= threshold of a numeric feature go to the first son. A binary split sends the rows
        of which a nominal feature has this value to the first son.
    start, sons : arrays of int32
        The sons of each node, one per branch: ``sons[start[node]:start[node + 1]]``.
    counts : array of float64 of shape (n_nodes, n_classes)
        Weight of each class among the training rows that reach a node.
    n_values : array of int64
        Number of values of each nominal feature; 0 for a numeric one.
    binary_splits : bool
        Whether nominal features split into one value and all others.
    laplace : bool
        Whether proportions are smoothed.
    """

    attribute: np.ndarray
    threshold: np.ndarray
    start: np.ndarray
    sons: np.ndarray
    counts: np.ndarray
    n_values: np.ndarray
    binary_splits: bool = False
    laplace: bool = False

    @property
    def node_count(self):
        """Number of nodes."""
        return len(self.attribute)

    @property
    def n_leaves(self):
        """Number of leaves."""
        return int((self.attribute < 0).sum())

    @property
    def probabilities(self):
        """Class proportions of every node; of a node that no row reaches, those of its father."""
        total = self.counts.sum(axis=1, keepdims=True)
        answer = self.counts.copy()
        for node in range(self.node_count):
            sons = self.sons_of(node)
            empty = sons[total[sons, 0] <= SMALL]
            answer[empty], total[empty] = answer[node], total[node]
        added = float(self.laplace)
        return (answer + added) / (total + added * answer.shape[1])

    def sons_of(self, node):
        """Return the sons of a node."""
        return self.sons[self.start[node] : self.start[node + 1]]

    def predict_proba(self, X):
        """Return the class proportions of the leaf that each row falls into.

        A row whose value is missing falls into the leaves of all branches, in proportion to the
        training rows that did. One with a value of a nominal feature that no training row had
        stops where its branch is missing.

        Parameters
        ----------
        X : array of float64 of shape (n, d)
            Features; NaN where one is missing.

        Returns
        -------
        array of float64 of shape (n, n_classes)
            Probabilities.
        """
        answers, total = self.probabilities, self.counts.sum(axis=1)
        proba = np.zeros((len(X), answers.shape[1]))
        stack = [(0, np.arange(len(X)), np.ones(len(X)))]
        while stack:
            node, rows, share = stack.pop()
            sons = self.sons_of(node)
            if len(sons) == 0:
                proba[rows] += share[:, None] * answers[node]
                continue
            attribute, threshold = self.attribute[node], self.threshold[node]
            values = X[rows, attribute]
            is_missing = np.isnan(values)
            if self.n_values[attribute] == 0:
                branch = (values > threshold).astype(np.int64)
            elif self.binary_splits:
                branch = (values != threshold).astype(np.int64)
            else:
                branch = np.where(is_missing, 0, values).astype(np.int64)
            branch[is_missing] = -1
            is_new = branch >= len(sons)
            proba[rows[is_new]] += share[is_new, None] * answers[node]
            for number, son in enumerate(sons):
                comes = branch == number
                if comes.any():
                    stack.append((son, rows[comes], share[comes]))
                if is_missing.any() and total[son] > SMALL:
                    part = share[is_missing] * (total[son] / total[sons].sum())
                    stack.append((son, rows[is_missing], part))
        return proba


def grow_general_tree(X, y, weight, n_values, n_classes=2, options=None, laplace=False, rng=None):
    """Train a J48 tree with any weights, missing values, nominal values and options.

    Parameters
    ----------
    X : array of float64 of shape (n, d)
        Features; NaN where one is missing.
    y : array of int of shape (n,)
        Class codes.
    weight : array of float64 of shape (n,)
        Weights, not negative; rows of weight 0 are left out.
    n_values : array of int of shape (d,)
        Number of values of a nominal feature, which are 0, 1, ...; 0 for a numeric one.
    n_classes : int
        Number of class codes.
    options : Options, optional
        Default: Weka's defaults.
    laplace : bool
        Whether the tree's proportions are to be smoothed.
    rng : numpy.random.Generator, optional
        Source of the attributes that nodes look at, if not all.

    Returns
    -------
    GeneralTree
        The pruned tree.
    """
    options = options or Options()
    used = np.flatnonzero(weight > 0)
    weight = np.asarray(weight, dtype=np.float64)[used]
    are_whole = (weight == np.floor(weight)).all()
    columns = np.ascontiguousarray(np.asarray(X, dtype=np.float64)[used].T)
    n_values = np.asarray(n_values, dtype=np.int64)
    codes = np.asarray(y)[used].astype(np.int64)
    copies = weight if are_whole else np.ones(len(used))
    is_complete = not np.isnan(columns).any()
    problem = Problem(columns, n_values, codes, copies, n_classes, is_complete, options, rng)
    root = grow(problem, np.arange(len(used)), weight)
    if options.collapse:
        collapse(root)
    if not options.unpruned:
        prune(problem, root)
    return flatten(root, n_values, options.binary_splits, laplace)


def flatten(root, n_values, binary_splits, laplace) -> GeneralTree:
    """Write a tree as flat arrays."""
    nodes = list_nodes(root)
    return GeneralTree(
        *lay_out(nodes),
        np.array([node.counts for node in nodes]),
        n_values,
        binary_splits,
        laplace,
    )


def as_general(tree, nominal) -> GeneralTree:
    """Return a tree of `grow_tree` as a general one, given which attributes are nominal."""
    if isinstance(tree, GeneralTree):
        return tree
    is_split = tree.attribute >= 0
    return GeneralTree(
        tree.attribute,
        tree.threshold,
        np.append(0, np.cumsum(2 * is_split)).astype(np.int32),
        np.column_stack((tree.left, tree.right))[is_split].ravel(),
        tree.counts.astype(np.float64),
        np.where(nominal, 2, 0),
    )
