"""Growing a tree: depth first, the branch with fewer rows first.

Nominal attributes are counted only for the branch with fewer rows: the other branch has what
is left of the node's counts. Attributes that cannot split any more are not handed on to branches.

Functions are given the arrays they need rather than everything there is: numba counts the
references to every array that it passes (see ``kernels``), which costs more than a small node does.
"""

from typing import NamedTuple

import numpy as np

from eccru.tree.candidates import HALF, LEAST, SMALL, choose, make_candidates, rate
from eccru.tree.cuts import MOST_OF_THREE, best_cuts, narrow_weights, pack_weights
from eccru.tree.divide import divide, divide_rows, mark
from eccru.tree.kernels import inlined, kernel
from eccru.tree.logs import tabulate_n_log_n
from eccru.tree.multiclass import best_cuts_multiclass, n_planes, nominal_gains_multiclass, pack
from eccru.tree.nominal import count, count_rarer_class, hand_on, keep_splitting, nominal_gains
from eccru.tree.numeric import (
    TOGETHER,
    Spans,
    copy_keys,
    hand_on_columns,
    occurring_threshold,
    open_columns,
)
from eccru.tree.subsets import draw_attributes

STACK = 66  # the branch with fewer rows goes first, so a stack holds log2(n) nodes


class Data(NamedTuple):
    """What a tree is grown from.

    Attributes
    ----------
    nominal, numeric, values
        The training features: Nominal, Numeric and Values.
    labels : LabelValues
        Earlier labels of the chain.
    held : Held
        The bag.
    codes : array of uint16
        Class of each row of the bag.
    n_classes : int
        Number of classes.
    logs : Logs
        Table of n log2(n); one that is too short is replaced.
    limit : int
        How many of the attributes that can split a node are looked at.
    seed : uint64
        Seed of their draws.
    """

    nominal: tuple
    numeric: tuple
    values: tuple
    labels: tuple
    held: tuple
    codes: np.ndarray
    n_classes: int
    logs: tuple
    limit: int
    seed: int


class Tests(NamedTuple):
    """What nodes test (``attribute`` is -1 in a leaf), and their sons."""

    attribute: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    right: np.ndarray


class Members(NamedTuple):
    """The training rows of nodes: ``rows[start:end]``; the weight of each class, and of all."""

    rows: np.ndarray
    start: np.ndarray
    end: np.ndarray
    counts: np.ndarray
    weight: np.ndarray


@inlined
def grow(data, tests, members):
    """Grow a tree from a root that can be split, without pruning it; return its number of nodes."""
    nominal, numeric, held = data.nominal, data.numeric, data.held
    labels, values = data.labels, data.values
    codes, n_classes = data.codes, data.n_classes
    ranks, training_rows, weight = numeric.ranks, held.rows, held.weight
    n_columns = len(numeric.attribute)
    n_nominal = len(nominal.attribute) + labels.count
    planes = n_planes(n_classes)

    attributes, counts = tests.attribute, members.counts
    root, n_nodes = np.int64(0), np.int64(1)  # of one type: a literal would compile kernels anew
    total = members.weight[root]
    logs = data.logs if total < len(data.logs.n_log_n) else tabulate_n_log_n(total)
    levels = n_levels(len(codes))
    room, column_room = n_nominal * (levels - 1), n_columns * (levels - 1)
    limit, state = data.limit, data.seed
    is_drawn, looks_on = False, False
    live, live_counts = make_live(n_nominal * levels, planes)
    spans = make_spans(n_columns * levels)
    of_nominal, of_numeric = make_candidates(n_nominal), make_candidates(n_columns)
    attribute_of = number_attributes(nominal.attribute, len(values.kind), labels.count)
    weights = pack(codes, weight, n_classes)
    keys = copy_keys(held.keys)
    spare_keys = np.empty(max(len(codes), min(len(keys), TOGETHER)), dtype=np.uint64)
    passed = np.empty(len(spare_keys) + 1, dtype=np.uint32)
    side = np.empty(len(codes), dtype=np.uint8)
    spare_rows = np.empty(len(codes), dtype=np.int32)
    fresh = np.zeros((planes, n_nominal), dtype=np.int64)
    two_classes = n_classes == 2
    few_classes = two_classes or (n_classes == 3 and total < MOST_OF_THREE)
    has_tables = few_classes and n_columns > 0
    tables = np.empty((n_classes + 1, total + 1 if has_tables else 0), dtype=np.int64)
    scan_weights = pack_weights(codes, weight, not two_classes)
    narrow = narrow_weights(codes, weight, not two_classes)
    average_nominal = 0.3 * total - 2 > SMALL or n_columns == 0

    here = counts[root]
    if two_classes and len(held.totals) > 0:
        count_rarer_class(nominal, labels, held, members.rows, codes, here, weights[0], fresh[0])
    else:
        count(nominal, labels, training_rows, members.rows, weights, fresh)
    stack = np.empty((STACK, 5), dtype=np.int64)  # node, its nominal attributes, its columns
    n_live = keep_splitting(fresh, total, live, live_counts)
    n_open = open_columns(ranks, held.start, keys, len(codes), spans)
    depth = push(stack, root, root, root, n_live, root, n_open)

    while depth > 0:
        depth -= 1
        node, first, last = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        first_column, last_column = stack[depth, 3], stack[depth, 4]
        here, total = counts[node], members.weight[node]
        n_averaged, gain_sum = 0, 0.0
        here_first, here_last = first, last
        column, column_end = first_column, last_column
        is_drawn = limit < last - first + last_column - first_column and not looks_on
        looks_on = False
        if is_drawn:
            here_first, column = room, column_room
            here_last, column_end, state = draw_attributes(
                live,
                live_counts,
                first,
                last,
                spans,
                first_column,
                last_column,
                room,
                column_room,
                limit,
                state,
            )
        if column < column_end:
            if few_classes:
                n_averaged, gain_sum = best_cuts(
                    ranks,
                    spans,
                    column,
                    column_end,
                    keys,
                    scan_weights,
                    narrow,
                    here,
                    total,
                    logs,
                    tables,
                    of_numeric,
                )
            else:
                n_averaged, gain_sum = best_cuts_multiclass(
                    ranks,
                    spans,
                    column,
                    column_end,
                    keys,
                    codes,
                    weight,
                    here,
                    total,
                    logs,
                    of_numeric,
                )
        if here_first < here_last:
            counted = live_counts[:, here_first:here_last]
            gains, branches = of_nominal.gain, of_nominal.branch
            if two_classes:
                packed = (total << HALF) | here[1]
                more = nominal_gains(counted[0], packed, logs, gains, branches)
            else:
                more = nominal_gains_multiclass(counted, here, total, logs, gains, branches)
            if average_nominal:
                n_averaged += here_last - here_first
                gain_sum += more
        if n_averaged == 0:
            looks_on, depth = is_drawn, depth + is_drawn
            continue

        average = gain_sum / n_averaged
        n_good = rate(of_nominal, here_last - here_first, average, total, logs)
        n_good_columns = 0
        if column < column_end:
            n_good_columns = rate(of_numeric, column_end - column, average, total, logs)
        best, is_numeric = choose(
            of_nominal,
            n_good,
            attribute_of,
            live[here_first:here_last],
            of_numeric,
            n_good_columns,
            numeric.attribute,
            spans.slot[column:column_end],
        )
        if best < 0:
            looks_on, depth = is_drawn, depth + is_drawn
            continue
        if is_numeric:
            slot = spans.slot[column + best]
            attributes[node] = numeric.attribute[slot]
            tests.threshold[node] = occurring_threshold(
                ranks, held, slot, of_numeric.below[best], of_numeric.above[best]
            )
        else:
            attributes[node] = attribute_of[live[here_first + best]]

        rows = members.rows[members.start[node] : members.end[node]]
        attribute, threshold = attributes[node], tests.threshold[node]
        if first_column < last_column:
            mark(rows, training_rows, values, labels.bits, attribute, threshold, side)
            n_left = divide_rows(rows, side, spare_rows)
        else:
            n_left = divide(
                rows, training_rows, values, labels.bits, attribute, threshold, side, spare_rows
            )
        tests.left[node], tests.right[node] = n_nodes, n_nodes + 1
        smaller = add_sons(members, node, n_nodes, n_left, codes, weight)
        small, large = n_nodes + smaller, n_nodes + 1 - smaller
        n_nodes += 2
        small_weight, large_weight = members.weight[small], members.weight[large]
        small_weight = small_weight if can_split(counts, small_weight, small) else 0
        large_weight = large_weight if can_split(counts, large_weight, large) else 0
        if small_weight == 0 and large_weight == 0:
            continue

        kept, added = first, last
        if first < last:
            few = members.rows[members.start[small] : members.end[small]]
            count(nominal, labels, training_rows, few, weights, fresh)
            kept, added = hand_on(live, live_counts, first, last, fresh, large_weight, small_weight)
        kept_columns, added_columns = first_column, last_column
        if first_column < last_column:
            larger = 1 - smaller if large_weight > 0 else -1
            kept_columns, added_columns = hand_on_columns(
                ranks,
                spans,
                first_column,
                last_column,
                keys,
                side,
                spare_keys,
                passed,
                larger,
                smaller if small_weight > 0 else -1,
                members.end[large] - members.start[large],
                members.end[small] - members.start[small],
            )
        if large_weight > 0:
            depth = push(stack, depth, large, first, kept, first_column, kept_columns)
        if small_weight > 0:
            depth = push(stack, depth, small, last, added, last_column, added_columns)
    return n_nodes


@kernel
def n_levels(m):
    """Return how many lists of live attributes, and of drawn ones, can be needed at a time."""
    levels = 4
    while m > 0:
        levels += 1
        m >>= 1
    return levels


@kernel
def push(stack, depth, node, first, last, first_column, last_column):
    """Put a node on the stack, with the places of its live attributes."""
    stack[depth, 0], stack[depth, 1], stack[depth, 2] = node, first, last
    stack[depth, 3], stack[depth, 4] = first_column, last_column
    return depth + 1


@kernel
def make_tests(m):
    """Allocate what the nodes of a tree of some rows test; all of them are leaves."""
    size = 2 * m + 1
    tests = Tests(
        np.empty(size, dtype=np.int32),
        np.empty(size),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32),
    )
    for node in range(size):
        tests.attribute[node], tests.threshold[node] = -1, 0.0
    return tests


@kernel
def make_members(codes, weight, n_classes):
    """Allocate the members of the nodes of a tree, the first of which holds all rows."""
    m = len(codes)
    size = 2 * m + 1
    members = Members(
        np.empty(m, dtype=np.int32),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32),
        np.zeros((size, n_classes), dtype=np.int64),
        np.zeros(size, dtype=np.int64),
    )
    members.start[0], members.end[0] = 0, m
    for row in range(m):
        members.rows[row] = row
        members.counts[0, codes[row]] += weight[row]
        members.weight[0] += weight[row]
    return members


@kernel
def make_live(size, planes):
    """Allocate lists of live nominal attributes and their packed class counts."""
    return np.empty(size, dtype=np.int32), np.empty((planes, size), dtype=np.int64)


@kernel
def make_spans(size):
    """Allocate lists of live numeric columns."""
    return Spans(
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
    )


@kernel
def number_attributes(nominal, n_features, n_labels):
    """Return the number among all attributes of each nominal feature and of each chain label."""
    attribute_of = np.empty(len(nominal) + n_labels, dtype=np.int32)
    for slot in range(len(nominal)):
        attribute_of[slot] = nominal[slot]
    for label in range(n_labels):
        attribute_of[len(nominal) + label] = n_features + label
    return attribute_of


@kernel
def can_split(counts, total, node):
    """Say whether a node may be split: enough weight, and more than one class."""
    greatest = 0
    for code in range(counts.shape[1]):
        greatest = max(greatest, counts[node, code])
    return total >= 2 * LEAST and greatest < total


@kernel
def add_sons(members, node, son, n_left, codes, weight):
    """Give the rows of a node to its sons; return which one has fewer, 0 or 1."""
    rows, counts, total = members.rows, members.counts, members.weight
    start, end = members.start, members.end
    middle = start[node] + n_left
    start[son], end[son] = start[node], middle
    start[son + 1], end[son + 1] = middle, end[node]
    smaller = 0 if n_left <= end[node] - middle else 1
    small, large = son + smaller, son + 1 - smaller
    total[small] = 0
    for at in range(start[small], end[small]):
        row = np.uint64(rows[at])
        counts[small, codes[row]] += weight[row]
        total[small] += weight[row]
    total[large] = total[node] - total[small]
    for code in range(counts.shape[1]):
        counts[large, code] = counts[node, code] - counts[small, code]
    return smaller
