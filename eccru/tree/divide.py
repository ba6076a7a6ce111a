"""Sending rows, and the entries of numeric columns, to the two branches of a node."""

import numpy as np

from eccru.tree.kernels import kernel
from eccru.tree.keys import ROW
from eccru.tree.storage import DENSE, bit, bits_of, is_nominal, sparse_value


@kernel
def divide(rows, training_rows, values, label_bits, attribute, threshold, side, spare):
    """Move the rows with a value <= the threshold before the others; return how many there are.

    ``training_rows`` holds the number of each row among all rows; ``side`` and ``spare`` are room.
    """
    if is_nominal(values, attribute):
        bits = bits_of(values, label_bits, attribute)
        return divide_by_bits(rows, training_rows, bits, spare)
    mark(rows, training_rows, values, label_bits, attribute, threshold, side)
    return divide_rows(rows, side, spare)


@kernel
def mark(rows, training_rows, values, label_bits, attribute, threshold, side):
    """Write into ``side`` the branch of each row: 0 if its value is <= the threshold, else 1."""
    if is_nominal(values, attribute):
        bits = bits_of(values, label_bits, attribute)
        for row in rows:
            side[row] = bit(bits, training_rows[row])
        return
    slot = values.slot[attribute]
    if values.kind[attribute] == DENSE:
        column = values.dense[slot]
        for row in rows:
            side[row] = column[training_rows[row]] > threshold
    else:
        start, entry_rows, entries = values.start, values.row, values.value
        for row in rows:
            value = sparse_value(start, entry_rows, entries, slot, training_rows[row])
            side[row] = value > threshold


@kernel
def divide_by_bits(rows, training_rows, bits, spare):
    """Move the rows whose bit is 0 before the others, in order; return how many there are."""
    left = right = np.uint64(0)
    for at in range(len(rows)):
        row = rows[at]
        branch = bit(bits, training_rows[np.uint64(row)])
        rows[left] = row
        spare[right] = row
        right += branch
        left += np.uint64(1) - branch
    for at in range(right):
        rows[left + at] = spare[at]
    return np.int64(left)


@kernel
def divide_rows(rows, side, spare):
    """Move the rows of branch 0 before those of branch 1, in order; return how many there are."""
    left = right = np.uint64(0)
    for at in range(len(rows)):
        row = rows[at]
        branch = np.uint64(side[np.uint64(row)])
        rows[left] = row
        spare[right] = row
        right += branch
        left += np.uint64(1) - branch
    for at in range(right):
        rows[left + at] = spare[at]
    return np.int64(left)


@kernel
def divide_keys(keys, first, last, side, spare, passed):
    """Move the entries of branch 0 before those of branch 1, in order.

    Write into ``passed`` how many entries of branch 1 there are before each entry, and in all.
    """
    left, right, place = np.uint64(first), np.uint64(0), np.uint64(0)
    for at in range(np.uint64(first), np.uint64(last)):
        key = keys[at]
        branch = np.uint64(side[key & ROW])
        passed[place] = right
        keys[left] = key
        spare[right] = key
        right += branch
        left += np.uint64(1) - branch
        place += np.uint64(1)
    passed[place] = right
    for at in range(right):
        keys[left + at] = spare[at]


@kernel
def keep_keys(keys, first, last, side, branch, passed):
    """Move the entries of one branch to the front, in order; write ``passed`` as above."""
    kept, right, place = np.uint64(first), np.uint64(0), np.uint64(0)
    for at in range(np.uint64(first), np.uint64(last)):
        key = keys[at]
        sent = np.uint64(side[key & ROW])
        passed[place] = right
        keys[kept] = key
        right += sent
        kept += np.uint64(sent == branch)
        place += np.uint64(1)
    passed[place] = right
