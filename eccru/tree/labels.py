"""Values of the labels that come earlier in a chain, as further nominal attributes."""

from typing import NamedTuple

import numpy as np
from numba import njit

from eccru.tree.storage import set_bits


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
        self.values = LabelValues(
            np.zeros((capacity, n_rows // 64 + 1), dtype=np.uint64),
            np.empty((n_rows, capacity), dtype=np.int32),
            np.zeros(n_rows, dtype=np.int32),
            0,
        )

    def append(self, values):
        """Append a label: one 0 or 1 per row."""
        values = np.asarray(values)
        bits, listed, length, count = self.values
        if values.shape != length.shape:
            raise ValueError(f"Expected {len(length)} label values, got {values.shape}.")
        ones = np.flatnonzero(values)
        set_bits(bits[count], ones)
        mostly_one = 2 * len(ones) > len(values)
        add_to_lists(listed, length, np.flatnonzero(values == 0) if mostly_one else ones, count)
        self.values = LabelValues(bits, listed, length, count + 1)


NO_LABELS = ChainLabels(0, 0).values


@njit(cache=True, nogil=True)
def add_to_lists(listed, length, rows, label):
    """Add a label to the lists of the given rows."""
    for row in rows:
        listed[row, length[row]] = label
        length[row] += 1
