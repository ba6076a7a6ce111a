"""Training trees on one bag, each of which may see the targets of those before it."""

from typing import NamedTuple

import numpy as np

from eccru.tree.checks import check_codes, check_sample, check_targets
from eccru.tree.draws import undersample_rows
from eccru.tree.grow import Data, can_split, grow, make_members, make_tests
from eccru.tree.kernels import entry, kernel
from eccru.tree.labels import NO_LABELS, append_values, list_last
from eccru.tree.predict import ask_tree
from eccru.tree.prune import collapse, prune
from eccru.tree.sampled import GATHER_COST, Held, SampledColumns, hold_columns
from eccru.tree.subsets import AS_J48, NO_SEEDS, Growth
from eccru.tree.tree import Forest, Nodes, Tree

FIRST_NODES = 8  # for which there is room, per tree
ALONE, TRUE_VALUES, PREDICTIONS = 0, 1, 2  # what a tree sees of the targets before its own
NO_SHARES = np.empty((0, 0))
NOT_COUNTED = np.empty(0, dtype=np.int64)
GO_ON = np.zeros(1, dtype=np.uint8)


class Targets(NamedTuple):
    """What to train, one tree after the other.

    Attributes
    ----------
    codes : array of uint16 of shape (n_trees, n)
        Class codes of all rows.
    n_classes : array of int64 of shape (n_trees,)
        Number of class codes.
    seeds : array of uint64 of shape (n_trees,)
        Seeds of balanced samples of the bag; none to train on the whole bag.
    seen : int
        What a tree sees of the targets before its own: nothing, their true values or the
        predictions of their trees (ALONE, TRUE_VALUES, PREDICTIONS).
    growth : Growth
        How the trees are grown.
    ratio : float
        Size of the larger classes of a balanced sample, in multiples of the smallest one.
    """

    codes: np.ndarray
    n_classes: np.ndarray
    seeds: np.ndarray
    seen: int
    growth: Growth = AS_J48
    ratio: float = 1.0


def grow_forest(columns, sample, targets, labels=NO_LABELS, shares=NO_SHARES, stop=GO_ON):
    """Train one tree per target.

    Parameters
    ----------
    columns : Columns or SampledColumns
        Training features; ``columns.restrict(sample)`` if trees share the sample.
    sample : Sample
        Rows to train on, or to draw balanced samples of.
    targets : Targets
        What to train.
    labels : LabelValues
        Labels that every tree sees, with room for those of the targets that are to be seen.
    shares : array of float64 of shape (n_trees, n), or empty
        To be filled with the predictions, as probabilities.
    stop : array of uint8 of shape (1,)
        Looked at before each tree: if it is not 0, training ends with a KeyboardInterrupt.

    Returns
    -------
    forest : Forest
        The trees.
    labels : LabelValues
        The labels with those that the trees have seen, and with the last one's.
    """
    if isinstance(columns, SampledColumns):
        if columns.sample is not sample:
            raise ValueError("The columns are restricted to another sample.")
        columns, bag = columns.columns, columns.held
    else:
        rows, weight = check_sample(sample, columns.n_rows)
        bag = Held(rows, weight, NOT_COUNTED, columns.numeric.keys[:0], NOT_COUNTED)
    n_seen = 0 if targets.seen == ALONE else len(targets.codes)
    check_targets(targets, labels, shares, columns.n_rows, n_seen)
    is_small = len(targets.seeds) > 0 or len(sample.rows) * GATHER_COST < columns.n_rows
    training = columns.training_by_row if is_small else columns.training
    nodes, labels = train(training, bag, targets, labels, shares, stop)
    if stop[0]:
        raise KeyboardInterrupt
    trees, size = nodes[:2], nodes.start[-1]
    return Forest(Nodes(*trees, *(array[:size].copy() for array in nodes[2:]))), labels


def grow_tree(columns, y, sample, n_classes=2, labels=None, growth=AS_J48) -> Tree:
    """Train a J48 tree.

    Parameters
    ----------
    columns : Columns or SampledColumns
        Training features; ``columns.restrict(sample)`` if several trees share the sample.
    y : array of int of shape (n,)
        Class codes of all rows.
    sample : Sample
        Rows to train on; that of the columns if they are restricted to one.
    n_classes : int
        Number of class codes.
    labels : ChainLabels or None
        Values of earlier labels of the chain: further nominal attributes.
    growth : Growth
        How the tree is grown.

    Returns
    -------
    Tree
        The pruned tree; a single leaf if the sample holds one class only.
    """
    codes, n_classes = np.asarray(y)[None], np.array([n_classes])
    check_codes(codes, n_classes)
    codes = np.ascontiguousarray(codes, dtype=np.uint16)
    targets = Targets(codes, n_classes, NO_SEEDS, ALONE, growth)
    forest, _ = grow_forest(
        columns, sample, targets, NO_LABELS if labels is None else labels.values
    )
    return forest[0]


@entry
def train(training, bag, targets, labels, shares, stop):
    """Train one tree per target on a bag of the training rows, or on balanced samples of it.

    Parameters
    ----------
    training : Training
        The training features.
    bag : Held
        The bag; the start of its columns is empty if they are not worked out.
    targets : Targets
        What to train.
    labels : LabelValues
        Labels that every tree sees, with room for those of the targets that are to be seen.
    shares : array of float64 of shape (n_trees, n), or empty
        To be filled with the predictions, as probabilities.
    stop : array of uint8 of shape (1,)
        Not 0 to end.

    Returns
    -------
    nodes : Nodes
        The trees, with room for more nodes after the last.
    labels : LabelValues
        The labels that a further tree would see.
    """
    n_trees, n = targets.codes.shape
    most_classes = np.int64(0)
    for n_classes in targets.n_classes:
        most_classes = max(most_classes, n_classes)
    nodes = make_nodes(n_trees, most_classes)
    growth, is_random = targets.growth, len(targets.growth.limits) > 0
    is_drawn, root = len(targets.seeds) > 0, np.int64(0)
    for tree in range(n_trees):
        if stop[0]:
            break
        y, n_classes = targets.codes[tree], targets.n_classes[tree]
        rows, weight, totals = bag.rows, bag.weight, bag.totals
        start, keys = bag.start, bag.keys
        if is_drawn:
            rows, weight = undersample_rows(
                y, rows, weight, n_classes, targets.seeds[tree], targets.ratio
            )
            totals = np.empty(0, dtype=np.int64)
        if is_drawn or len(start) == 0:
            start, keys = hold_columns(training.numeric, rows, n)
        codes = np.empty(len(rows), dtype=np.uint16)
        for i in range(len(codes)):
            codes[i] = y[rows[i]]
        limit, seed = np.iinfo(np.int64).max, np.uint64(0)
        if is_random:
            limit, seed = growth.limits[tree], growth.seeds[tree]
        tests, members = make_tests(len(codes)), make_members(codes, weight, n_classes)
        n_nodes = np.int64(1)
        if can_split(members.counts, members.weight[root], root):
            data = Data(
                training.nominal,
                training.numeric,
                training.values,
                labels,
                Held(rows, weight, start, keys, totals),
                codes,
                n_classes,
                training.logs,
                limit,
                seed,
            )
            n_nodes = grow(data, tests, members)
        if n_nodes > 1 and growth.collapse:
            collapse(tests, members.counts, n_nodes)
        if n_nodes > 1 and growth.prune:
            prune(training.values, labels.bits, rows, codes, weight, tests, members, n_nodes)
        used = nodes.start[tree]
        if used + n_nodes > len(nodes.attribute):
            nodes = enlarge(nodes, used, 2 * (used + n_nodes))
        add_tree(nodes, tree, tests, members.counts, n_nodes, growth.laplace)
        if targets.seen == TRUE_VALUES:
            labels = append_values(labels, y)
        elif targets.seen == PREDICTIONS or len(shares) > 0:
            top, end = nodes.start[tree], nodes.start[tree + 1]
            wanted = shares[tree] if len(shares) > 0 else np.empty(0)
            votes = labels.bits[labels.count]
            ask_tree(nodes, top, end, nodes.share, training.values, labels.bits, n, votes, wanted)
            if targets.seen == PREDICTIONS:
                labels = list_last(labels)
    return nodes, labels


@kernel
def make_nodes(n_trees, n_classes):
    """Allocate room for the nodes of some small trees."""
    size = FIRST_NODES * n_trees
    return Nodes(
        np.zeros(n_trees + 1, dtype=np.int64),
        np.empty(n_trees, dtype=np.int64),
        np.empty(size, dtype=np.int32),
        np.empty(size),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32),
        np.zeros((size, n_classes), dtype=np.int64),
        np.empty(size),
    )


@kernel
def enlarge(nodes, used, size):
    """Return the same trees with room for more nodes."""
    attribute, threshold = np.empty(size, dtype=np.int32), np.empty(size)
    left, right = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    counts, share = np.zeros((size, nodes.counts.shape[1]), dtype=np.int64), np.empty(size)
    for node in range(used):
        attribute[node], threshold[node] = nodes.attribute[node], nodes.threshold[node]
        left[node], right[node] = nodes.left[node], nodes.right[node]
        share[node] = nodes.share[node]
        for code in range(counts.shape[1]):
            counts[node, code] = nodes.counts[node, code]
    return Nodes(nodes.start, nodes.n_classes, attribute, threshold, left, right, counts, share)


@kernel
def add_tree(nodes, tree, tests, counts, n_nodes, laplace):
    """Add a tree to the nodes: each node before its sons, left before right."""
    first, n_classes = nodes.start[tree], counts.shape[1]
    attribute, left, right = nodes.attribute, nodes.left, nodes.right
    stack = np.empty((n_nodes + 1, 2), dtype=np.int64)  # a node, and the father it is right son of
    stack[0, 0], stack[0, 1] = 0, -1
    size, depth = 0, 1
    while depth > 0:
        depth -= 1
        node, father, at = stack[depth, 0], stack[depth, 1], first + size
        attribute[at], nodes.threshold[at] = tests.attribute[node], tests.threshold[node]
        left[at] = right[at] = 0
        total = 0
        for code in range(n_classes):
            nodes.counts[at, code] = counts[node, code]
            total += counts[node, code]
        nodes.share[at] = (counts[node, n_classes - 1] + laplace) / (total + n_classes * laplace)
        if father >= 0:
            right[first + father] = size
        if tests.attribute[node] >= 0:
            left[at] = size + 1
            stack[depth, 0], stack[depth, 1] = tests.right[node], size
            stack[depth + 1, 0], stack[depth + 1, 1] = tests.left[node], -1
            depth += 2
        size += 1
    nodes.start[tree + 1], nodes.n_classes[tree] = first + size, n_classes
