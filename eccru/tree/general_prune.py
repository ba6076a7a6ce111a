"""Collapsing and error-based pruning of the general tree."""

from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import SMALL
from eccru.tree.kernels import entry
from eccru.tree.prune import MARGIN


def collapse(root):
    """Make leaves of the nodes whose subtrees do not lower the training errors."""
    errors = {}
    for node in reversed(list_nodes(root)):
        errors[node] = sum(errors[son] for son in node.sons) if node.sons else mistakes(node.counts)
    for node in list_nodes(root):
        if node.sons and errors[node] >= mistakes(node.counts) - 1e-3:
            become_leaf(node)


def list_nodes(root):
    """Return the nodes of a tree, each before its sons, the first son before the second."""
    nodes, stack = [], [root]
    while stack:
        nodes.append(stack.pop())
        stack += reversed(nodes[-1].sons)
    return nodes


def become_leaf(node):
    """Take the sons from a node."""
    node.attribute, node.sons = -1, []


class Tests(NamedTuple):
    """What nodes test, -1 in a leaf; the sons of a node begin at ``sons[start[node]]``."""

    attribute: np.ndarray
    threshold: np.ndarray
    start: np.ndarray
    sons: np.ndarray


def lay_out(nodes) -> Tests:
    """Return what the nodes of a tree test, by their numbers in the list."""
    number = {node: i for i, node in enumerate(nodes)}
    return Tests(
        np.array([node.attribute for node in nodes], dtype=np.int32),
        np.array([node.threshold for node in nodes]),
        np.cumsum([0, *(len(node.sons) for node in nodes)]).astype(np.int32),
        np.array([number[son] for node in nodes for son in node.sons], dtype=np.int32),
    )


def prune(problem, root):
    """Replace nodes by a leaf or by their heaviest branch where the estimated errors allow it.

    After a branch has taken a node's place, those of its nodes are pruned again whose rows have
    changed.
    """
    confidence, raising = problem.options.confidence, problem.options.subtree_raising
    nodes = list_nodes(root)
    tests, number = lay_out(nodes), {node: i for i, node in enumerate(nodes)}
    estimate, stack = {}, [(root, False)]  # the estimated errors of subtrees that are pruned
    while stack:
        node, sons_are_pruned = stack.pop()
        if node in estimate:
            continue
        as_leaf = leaf_errors(node.counts, confidence)
        if not node.sons:
            estimate[node] = as_leaf
            continue
        if not sons_are_pruned:
            stack += [(node, True), *((son, False) for son in node.sons)]
            continue
        as_tree, as_branch = sum(estimate[son] for son in node.sons), np.inf
        heaviest = node.sons[0]
        for son in node.sons[1:]:  # the last one on ties
            heaviest = son if son.counts.sum() >= heaviest.counts.sum() - SMALL else heaviest
        if raising and problem.is_complete:
            rows, weight = rows_beside(node, heaviest)
            leaves = find_leaves(
                problem.columns,
                problem.n_values,
                problem.options.binary_splits,
                tests,
                number[heaviest],
                rows,
            )
            as_branch = estimate[heaviest]
            for leaf in np.unique(leaves):
                comes = leaves == leaf
                counts = nodes[leaf].counts + problem.count(rows[comes], weight[comes])
                as_branch += leaf_errors(counts, confidence) - estimate[nodes[leaf]]
        elif raising:
            as_branch = sum(
                leaf_errors(counts, confidence)
                for receiver, _, _, counts in send_down(problem, node, heaviest)
                if not receiver.sons
            )
        if as_leaf <= as_tree + MARGIN and as_leaf <= as_branch + MARGIN:
            become_leaf(node)
            tests.attribute[number[node]] = -1
            estimate[node] = as_leaf
        elif as_branch <= as_tree + MARGIN:
            for receiver, *arrived in send_down(problem, node, heaviest):
                receiver.rows, receiver.weight, receiver.counts = arrived
                estimate.pop(receiver)
            node.attribute, node.threshold = heaviest.attribute, heaviest.threshold
            node.sons = heaviest.sons
            for array in tests[:3]:
                array[number[node]] = array[number[heaviest]]
            stack.append((node, False))
        else:
            estimate[node] = as_tree


def send_down(problem, node, branch):
    """Send all rows of a node down one of its branches, without changing it.

    Yield the nodes of the branch, each with rows, weights and class weights that it would have:
    those to which rows come; all of them if values are missing, for that changes the
    shares of rows everywhere.
    """
    is_complete = problem.is_complete
    stack = [(branch, *(rows_beside(node, branch) if is_complete else (node.rows, node.weight)))]
    while stack:
        receiver, rows, weight = stack.pop()
        if is_complete and len(rows) == 0:
            continue
        counts = problem.count(rows, weight)
        if is_complete:
            all_rows = np.concatenate((receiver.rows, rows))
            all_weight = np.concatenate((receiver.weight, weight))
            yield receiver, all_rows, all_weight, receiver.counts + counts
        else:
            yield receiver, rows, weight, counts
        if receiver.sons:
            parts = receiver.divide(problem, rows, weight)
            sons = zip(receiver.sons, parts, strict=True)
            stack += [(son, rows[places], part) for son, (places, part) in sons]


def rows_beside(node, branch):
    """Return rows and weights of the other branches of a node."""
    others = [son for son in node.sons if son is not branch]
    rows = np.concatenate([son.rows for son in others])
    return rows, np.concatenate([son.weight for son in others])


@entry
def find_leaves(columns, n_values, binary, tests, top, rows):
    """Return the leaf below ``top`` that each of the rows falls into; no value is missing."""
    attributes, thresholds, start, sons = tests
    leaves = np.empty(len(rows), dtype=np.int32)
    for i in range(len(rows)):
        node = top
        while attributes[node] >= 0:
            attribute, threshold = attributes[node], thresholds[node]
            value = columns[attribute, rows[i]]
            branch = np.int64(value)
            if n_values[attribute] == 0:
                branch = np.int64(value > threshold)
            elif binary:
                branch = np.int64(value != threshold)
            node = np.int64(sons[start[node] + branch])
        leaves[i] = node
    return leaves


def leaf_errors(counts, confidence) -> float:
    """Return the estimated errors of a leaf."""
    total, errors = float(counts.sum()), mistakes(counts)
    return errors + added_errors(total, errors, confidence) if total > SMALL else 0.0


def mistakes(counts) -> float:
    """Return the weight that is not of the most frequent class."""
    return float(counts.sum() - counts.max())


def added_errors(n, e, confidence) -> float:
    """Return what the upper confidence limit adds to e errors in a weight of n."""
    if e < 1:
        base = n * (1 - confidence ** (1 / n))
        return base + e * (added_errors(n, 1, confidence) - base) if e > 0 else base
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    z = NormalDist().inv_cdf(1 - confidence)
    f = (e + 0.5) / n
    root = np.sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return (f + z * z / (2 * n) + z * root) / (1 + z * z / n) * n - e
