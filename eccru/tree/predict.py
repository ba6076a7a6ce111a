"""Asking trees, 64 rows at a time: the rows at a node are the bits of a word."""

import numpy as np

from eccru.tree.kernels import entry, kernel
from eccru.tree.storage import BITS, DENSE, WORD, first_entry

ALL = ~np.uint64(0)
ONE = np.uint64(1)


@kernel
def goes_right(values, label_bits, attribute, threshold, word):
    """Return which rows of a word have a value above the threshold."""
    n_features = len(values.kind)
    if attribute >= n_features:
        return label_bits[attribute - n_features, word]
    slot = values.slot[attribute]
    if values.kind[attribute] == BITS:
        return values.bits[slot, word]
    right, first = np.uint64(0), word * WORD
    if values.kind[attribute] == DENSE:
        column = values.dense[slot, first : first + WORD]
        for i in range(WORD):
            right |= np.uint64(column[i] > threshold) << np.uint64(i)
        return right
    right = ALL if threshold < 0 else right  # the value of most rows is 0
    at, end = first_entry(values, slot, first), values.start[slot + 1]
    while at < end and values.row[at] < first + WORD:
        place = ONE << np.uint64(values.row[at] - first)
        right = right | place if values.value[at] > threshold else right & ~place
        at += 1
    return right


@kernel
def ask_tree(nodes, top, end, share, values, label_bits, n, votes, shares):
    """Send all rows down one tree of a forest.

    Parameters
    ----------
    nodes : Nodes
        The trees.
    top, end : int
        Root of the tree, and where its nodes end.
    share : array of float64
        What a node answers.
    values, label_bits
        The rows' features and, as bits, their labels that come earlier in a chain.
    n : int
        Number of rows.
    votes : array of uint64 of shape (n_words,)
        To be filled with the rows of which the answer is 1/2 at least, as bits.
    shares : array of float64 of shape (n,)
        To be filled with the answers; an empty one is not.
    """
    attributes, thresholds = nodes.attribute, nodes.threshold
    lefts, rights = nodes.left, nodes.right
    stack = np.empty(end - top + 1, dtype=np.int64)
    masks = np.empty(end - top + 1, dtype=np.uint64)
    for word in range(len(votes)):
        first, voted = word * WORD, np.uint64(0)
        stack[0], depth = top, 1
        masks[0] = ALL if n - first >= WORD else (ONE << np.uint64(n - first)) - ONE
        while depth > 0:
            depth -= 1
            node, mask = stack[depth], masks[depth]
            if attributes[node] >= 0:
                right = goes_right(values, label_bits, attributes[node], thresholds[node], word)
                if mask & right:
                    stack[depth], masks[depth] = top + rights[node], mask & right
                    depth += 1
                if mask & ~right:
                    stack[depth], masks[depth] = top + lefts[node], mask & ~right
                    depth += 1
                continue
            if share[node] >= 0.5:
                voted |= mask
            if len(shares) > 0:
                for row in range(first, min(first + WORD, n)):
                    if (mask >> np.uint64(row - first)) & ONE:
                        shares[row] = share[node]
        votes[word] = voted


@entry
def ask_chain(nodes, values, n, shares):
    """Ask the trees of a chain, each of which sees the votes of those before it.

    Return the votes of every tree as bits; write all answers into ``shares``, (n_trees, n), unless
    it is empty.
    """
    n_trees = len(nodes.start) - 1
    votes = np.zeros((n_trees, (n + WORD - 1) // WORD), dtype=np.uint64)
    for tree in range(n_trees):
        top, end = nodes.start[tree], nodes.start[tree + 1]
        wanted = shares[tree] if len(shares) > 0 else np.empty(0)
        ask_tree(nodes, top, end, nodes.share, values, votes, n, votes[tree], wanted)
    return votes


@entry
def ask_sum(nodes, share, values, label_bits, n):
    """Return the sum of what the nodes of all trees that a row comes to answer."""
    sums, shares = np.zeros(n), np.empty(n)
    votes = np.empty((n + WORD - 1) // WORD, dtype=np.uint64)
    for tree in range(len(nodes.start) - 1):
        top, end = nodes.start[tree], nodes.start[tree + 1]
        ask_tree(nodes, top, end, share, values, label_bits, n, votes, shares)
        sums += shares
    return sums
