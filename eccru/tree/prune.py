"""Collapsing, and error-based pruning with subtree raising."""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import SMALL
from eccru.tree.kernels import inlined, kernel
from eccru.tree.storage import BITS, DENSE, sparse_value

CONFIDENCE = 0.25
Z = 0.6744897501960817  # the quantile of the standard normal at 1 - CONFIDENCE
MARGIN = 0.1 + SMALL


class Lists(NamedTuple):
    """The rows of each leaf, as linked lists that end with -1."""

    first: np.ndarray
    last: np.ndarray
    following: np.ndarray


class Room(NamedTuple):
    """Room for rows on their way down a branch.

    Attributes
    ----------
    sent, arrived : arrays of int32 and int64
        The rows, and the leaf that each comes to.
    extra : array of int64 of shape (n_nodes, n_classes)
        Weight of each class at a leaf together with the rows that come to it.
    touched, is_touched, n_touched : arrays of int64, bool and int64
        Leaves that rows come to, and their number.
    stack, order : arrays of int32
        Room to walk through a subtree.
    """

    sent: np.ndarray
    arrived: np.ndarray
    extra: np.ndarray
    touched: np.ndarray
    is_touched: np.ndarray
    n_touched: np.ndarray
    stack: np.ndarray
    order: np.ndarray


@kernel
def added_errors(n, e):
    """Return what the upper confidence limit adds to e errors among n rows."""
    if e == 0:
        return n * (1 - CONFIDENCE ** (1 / n))
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    f = (e + 0.5) / n
    root = np.sqrt(f / n - f * f / n + Z * Z / (4 * n * n))
    return (f + Z * Z / (2 * n) + Z * root) / (1 + Z * Z / n) * n - e


@kernel
def leaf_errors(counts, node):
    """Return the estimated errors of a node as a leaf."""
    errors = float(leaf_mistakes(counts, node))
    return errors + added_errors(float(total_weight(counts, node)), errors)


@kernel
def total_weight(counts, node):
    """Return the weight of all rows of a node."""
    total = np.int64(0)
    for code in range(counts.shape[1]):
        total += counts[node, code]
    return total


@kernel
def collapse(tests, counts, n_nodes):
    """Make leaves of the nodes whose subtrees do not lower the training errors."""
    as_leaf = np.empty(n_nodes, dtype=np.int64)
    as_tree = np.empty(n_nodes, dtype=np.int64)
    for node in range(n_nodes - 1, -1, -1):  # sons have greater numbers
        as_leaf[node] = as_tree[node] = leaf_mistakes(counts, node)
        if tests.attribute[node] >= 0:
            as_tree[node] = as_tree[tests.left[node]] + as_tree[tests.right[node]]
    for node in range(n_nodes):
        if tests.attribute[node] >= 0 and as_tree[node] >= as_leaf[node]:
            tests.attribute[node] = -1


@inlined
def prune(values, label_bits, training_rows, codes, weight, tests, members, n_nodes):
    """Replace nodes by a leaf or by their heavier branch where the estimated errors allow it.

    After a branch has taken a node's place, those of its nodes are pruned again to which rows
    have come; for the others nothing has changed.
    """
    counts = members.counts
    lists, room = list_rows(tests, members, n_nodes), make_room(members, n_nodes)
    estimate = np.empty(n_nodes)
    changed = np.ones(n_nodes, dtype=np.bool_)
    stack = np.empty(2 * n_nodes + 2, dtype=np.int64)  # negative: its sons are pruned
    stack[0], depth = 0, 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if node >= 0:
            if changed[node]:
                changed[node] = False
                estimate[node] = leaf_errors(counts, node)
                if tests.attribute[node] >= 0:
                    stack[depth] = -1 - node
                    stack[depth + 1], stack[depth + 2] = tests.right[node], tests.left[node]
                    depth += 3
            continue
        node = -1 - node
        left, right = np.int64(tests.left[node]), np.int64(tests.right[node])
        heavier = left if total_weight(counts, left) > total_weight(counts, right) else right
        lighter = left + right - heavier
        as_leaf, as_tree = estimate[node], estimate[left] + estimate[right]
        sent, n_sent = room.sent, collect_rows(tests, lists, lighter, room.sent, room.stack)
        most = estimate[lighter] + MARGIN
        as_branch = np.inf
        if send_down(
            tests,
            values,
            label_bits,
            training_rows,
            heavier,
            n_sent,
            codes,
            weight,
            counts,
            most,
            room,
        ):
            as_branch = estimate[heavier] + extra_errors(estimate, room)
        for i in range(room.n_touched[0]):
            room.is_touched[room.touched[i]] = False
        estimate[node] = as_tree
        if as_leaf <= as_tree + MARGIN and as_leaf <= as_branch + MARGIN:
            become_leaf(tests, lists, node, room)
            estimate[node] = as_leaf
        elif as_branch <= as_tree + MARGIN:
            for i in range(n_sent):
                leaf = room.arrived[i]
                append(lists, leaf, sent[i])
                counts[leaf, codes[sent[i]]] += weight[sent[i]]
                changed[leaf] = True
            become_branch(tests, lists, node, heavier)
            recount(tests, counts, changed, node, room)
            changed[node] = True
            stack[depth] = node
            depth += 1


@kernel
def make_room(members, n_nodes):
    """Allocate room for rows on their way down."""
    m = len(members.rows)
    return Room(
        np.empty(m, dtype=np.int32),
        np.empty(m, dtype=np.int64),
        np.empty((n_nodes, members.counts.shape[1]), dtype=np.int64),
        np.empty(n_nodes + 1, dtype=np.int64),
        np.zeros(n_nodes, dtype=np.bool_),
        np.zeros(1, dtype=np.int64),
        np.empty(n_nodes + 1, dtype=np.int32),
        np.empty(n_nodes, dtype=np.int32),
    )


@kernel
def list_rows(tests, members, n_nodes):
    """List the rows of each leaf."""
    lists = Lists(
        np.empty(n_nodes, dtype=np.int32),
        np.empty(n_nodes, dtype=np.int32),
        np.empty(len(members.rows), dtype=np.int32),
    )
    for node in range(n_nodes):
        lists.first[node] = -1
    for node in range(n_nodes - 1, -1, -1):  # a leaf lists its rows after what lay below it has
        if tests.attribute[node] < 0:
            for at in range(members.start[node], members.end[node]):
                append(lists, node, members.rows[at])
    return lists


@kernel
def append(lists, leaf, row):
    """Append a row to the list of a leaf."""
    if lists.first[leaf] < 0:
        lists.first[leaf] = row
    else:
        lists.following[lists.last[leaf]] = row
    lists.following[row] = -1
    lists.last[leaf] = row


@kernel
def collect_rows(tests, lists, top, rows, stack):
    """Write the rows of a subtree into ``rows`` and return how many there are."""
    size, stack[0], depth = 0, top, 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if tests.attribute[node] >= 0:
            stack[depth], stack[depth + 1] = tests.left[node], tests.right[node]
            depth += 2
        else:
            row = lists.first[node]
            while row >= 0:
                rows[size] = row
                row = lists.following[row]
                size += 1
    return size


@kernel
def send_down(
    tests, values, label_bits, training_rows, top, n_sent, codes, weight, counts, most, room
):
    """Send rows down a subtree without changing it, and write where each arrives.

    Return False as soon as they raise its estimated errors by more than ``most`` (a further mistake
    of a leaf raises them by 1 at least, a further row that is no mistake does not lower them).
    The leaves they arrive at are listed as touched, with the class weights they would have.
    """
    attributes, thresholds = tests.attribute, tests.threshold
    left, right = tests.left, tests.right
    kinds, slots = values.kind, values.slot
    bits, dense = values.bits, values.dense
    start, entry_rows, entries = values.start, values.row, values.value
    n_features, one = len(kinds), np.uint64(1)
    extra, touched, is_touched = room.extra, room.touched, room.is_touched
    sent, n_touched, mistakes = room.sent, 0, np.int64(0)
    for i in range(n_sent):
        row, node = sent[i], top
        training_row = training_rows[row]
        word, shift = training_row >> 6, np.uint64(training_row & 63)
        attribute = attributes[node]
        while attribute >= 0:
            if attribute >= n_features:
                goes_right = (label_bits[attribute - n_features, word] >> shift) & one != 0
            elif kinds[attribute] == BITS:
                goes_right = (bits[slots[attribute], word] >> shift) & one != 0
            elif kinds[attribute] == DENSE:
                goes_right = dense[slots[attribute], training_row] > thresholds[node]
            else:
                slot = slots[attribute]
                value = sparse_value(start, entry_rows, entries, slot, training_row)
                goes_right = value > thresholds[node]
            node = right[node] if goes_right else left[node]
            attribute = attributes[node]
        room.arrived[i] = node
        if not is_touched[node]:
            is_touched[node] = True
            touched[n_touched] = node
            n_touched += 1
            for code in range(extra.shape[1]):
                extra[node, code] = counts[node, code]
        mistakes -= leaf_mistakes(extra, node)
        extra[node, codes[row]] += weight[row]
        mistakes += leaf_mistakes(extra, node)
        if mistakes > most:
            break
    room.n_touched[0] = n_touched
    return mistakes <= most


@kernel
def leaf_mistakes(counts, leaf):
    """Return the weight of the rows of a leaf that are not of its most frequent class."""
    total = greatest = np.int64(0)
    for code in range(counts.shape[1]):
        total += counts[leaf, code]
        greatest = max(greatest, counts[leaf, code])
    return total - greatest


@kernel
def extra_errors(estimate, room):
    """Return by how much the estimated errors grow with the rows that have been sent down."""
    errors = 0.0
    for i in range(room.n_touched[0]):
        leaf = room.touched[i]
        errors += leaf_errors(room.extra, leaf) - estimate[leaf]
    return errors


@kernel
def become_leaf(tests, lists, node, room):
    """Make a leaf of a node: it takes the rows of its leaves."""
    size = collect_rows(tests, lists, node, room.sent, room.stack)
    tests.attribute[node] = -1
    lists.first[node] = -1
    for i in range(size):
        append(lists, node, room.sent[i])


@kernel
def become_branch(tests, lists, node, branch):
    """Put a branch in the place of a node."""
    tests.attribute[node] = tests.attribute[branch]
    tests.threshold[node] = tests.threshold[branch]
    tests.left[node], tests.right[node] = tests.left[branch], tests.right[branch]
    lists.first[node], lists.last[node] = lists.first[branch], lists.last[branch]


@kernel
def recount(tests, counts, changed, top, room):
    """Count the nodes of a subtree above those leaves that have changed, and mark them as such."""
    stack, order, attribute = room.stack, room.order, tests.attribute
    size, stack[0], depth = 0, top, 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if attribute[node] >= 0:
            order[size] = node
            size += 1
            stack[depth], stack[depth + 1] = tests.left[node], tests.right[node]
            depth += 2
    for at in range(size - 1, -1, -1):
        node = order[at]
        left, right = tests.left[node], tests.right[node]
        if changed[left] or changed[right]:
            changed[node] = True
            for code in range(counts.shape[1]):
                counts[node, code] = counts[left, code] + counts[right, code]
