"""Values of the labels that come earlier in a chain, as further nominal attributes."""

from typing import NamedTuple

import numpy as np

from eccru.tree.kernels import entry, kernel
from eccru.tree.storage import WORD, set_bit


class LabelValues(NamedTuple):
    """The chain labels appended so far.

    Attributes
    ----------
    bits : array of uint64 of shape (capacity, n_words)
        One bit per row.
    listed : array of int32 of shape (n, capacity)
        Numbers of the labels listed in each row: those that are 1, or 0 if the label is mostly 1.
    length : array of int32 of shape (n,)
        How many labels are listed in each row.
    count : int
        How many labels there are.
    """

    bits: np.ndarray
    listed: np.ndarray
    length: np.ndarray
    count: int


def make_label_values(n_rows, capacity) -> LabelValues:
    """Allocate room for the values of some labels."""
    return LabelValues(
        np.zeros((capacity, (n_rows + WORD - 1) // WORD), dtype=np.uint64),
        np.empty((n_rows, capacity), dtype=np.int32),
        np.zeros(n_rows, dtype=np.int32),
        0,
    )


class ChainLabels:
    """Values of the labels that come earlier in a chain.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    capacity : int
        Greatest number of labels to be appended.

    """

    def __init__(self, n_rows, capacity):
        self.values = make_label_values(n_rows, capacity)

    def append(self, values):
        """Append a label: one 0 or 1 per row."""
        values = np.asarray(values)
        if values.shape != self.values.length.shape:
            raise ValueError(
                f"Expected {len(self.values.length)} label values, got {values.shape}."
            )
        if self.values.count == len(self.values.bits):
            raise ValueError(f"There is room for {self.values.count} labels and no more.")
        self.values = append_values(self.values, values.astype(np.uint16))


NO_LABELS = make_label_values(0, 0)


@entry
def append_values(labels, values):
    """Append a label, given one 0 or 1 per row; return the labels."""
    bits = labels.bits[labels.count]
    for row in range(len(values)):
        if values[row]:
            set_bit(bits, row)
    return list_last(labels)


@kernel
def list_last(labels):
    """List a label whose bits have been set after the last one; return the labels."""
    bits, listed, length = labels.bits[labels.count], labels.listed, labels.length
    one, n_ones = np.uint64(1), np.int64(0)
    for word in bits:
        while word:
            word &= word - one
            n_ones += 1
    is_listed = one if 2 * n_ones <= len(length) else np.uint64(0)
    unlisted = np.uint64(0) if is_listed else ~np.uint64(0)
    for number in range(len(bits)):
        word = bits[number]
        if word != unlisted:
            first = number * WORD
            for row in range(first, min(first + WORD, len(length))):
                if (word >> np.uint64(row - first)) & one == is_listed:
                    listed[row, length[row]] = labels.count
                    length[row] += 1
    return LabelValues(labels.bits, listed, length, labels.count + 1)
