"""Asking trees, 64 rows at a time: the rows at a node are the bits of a word."""

import numpy as np

from eccru.tree.kernels import entry, kernel
from eccru.tree.storage import BITS, DENSE, WORD, first_entry, lowest_bit

ALL = ~np.uint64(0)
ONE = np.uint64(1)


@kernel
def entries_above(start, rows, entries, slot, threshold, word):
    """Return which rows of a word have a value of a sparse feature above the threshold."""
    first = word * WORD
    right = ALL if threshold < 0 else np.uint64(0)  # the value of most rows is 0
    at, end = first_entry(start, rows, slot, first), start[slot + 1]
    while at < end and rows[at] < first + WORD:
        place = ONE << np.uint64(rows[at] - first)
        right = right | place if entries[at] > threshold else right & ~place
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
    kinds, slots, bits, dense = values.kind, values.slot, values.bits, values.dense
    start, entry_rows, entries = values.start, values.row, values.value
    n_features = len(kinds)
    stack = np.empty(end - top + 2, dtype=np.int64)
    masks = np.empty(end - top + 2, dtype=np.uint64)
    for word in range(len(votes)):
        first, voted = word * WORD, np.uint64(0)
        stack[0], depth = top, 1
        masks[0] = ALL if n - first >= WORD else (ONE << np.uint64(n - first)) - ONE
        while depth > 0:
            depth -= 1
            node, mask = stack[depth], masks[depth]
            attribute = attributes[node]
            if attribute < 0:
                if share[node] >= 0.5:
                    voted |= mask
                while mask > 0 and len(shares) > 0:
                    shares[first + np.int64(lowest_bit(mask))] = share[node]
                    mask &= mask - ONE
            else:
                if attribute >= n_features:
                    right = label_bits[attribute - n_features, word]
                elif kinds[attribute] == BITS:
                    right = bits[slots[attribute], word]
                elif kinds[attribute] == DENSE:
                    slot, right = slots[attribute], np.uint64(0)
                    for i in range(WORD):
                        above = dense[slot, first + i] > thresholds[node]
                        right |= np.uint64(above) << np.uint64(i)
                else:
                    slot, threshold = slots[attribute], thresholds[node]
                    right = entries_above(start, entry_rows, entries, slot, threshold, word)
                # No branch, since none could be foreseen: a son without rows is overwritten.
                stack[depth], masks[depth] = top + rights[node], mask & right
                depth += mask & right != 0
                stack[depth], masks[depth] = top + lefts[node], mask & ~right
                depth += mask & ~right != 0
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
