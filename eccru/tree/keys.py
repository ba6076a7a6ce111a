"""The entries of numeric columns, packed in one integer each.

From the upper to the lower bits a key holds the rank of its value; the distance to the first rank
that is a cut away, 0 where that is more than 3; and the number of its row. So keys in ascending
order are a sorted column, and most cuts are found without looking anything up.
"""

import numpy as np

from eccru.tree.kernels import kernel

DISTANCE_BITS = 2
MOST_DISTANCE = (1 << DISTANCE_BITS) - 1


@kernel
def row_bits(keys):
    """Return how many bits hold the row: 15 of 32 or 31 of 64."""
    return np.iinfo(keys.dtype).bits // 2 - 1


@kernel
def rank_shift(keys):
    """Return how many bits lie below the rank."""
    return row_bits(keys) + DISTANCE_BITS
