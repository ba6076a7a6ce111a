"""The entries of numeric columns, packed in one integer each.

From the upper to the lower bits a key holds the rank of its value; the distance to the first rank
that is a cut away, 0 where that is more than 63; and the number of its row. So keys in ascending
order are a sorted column, and most cuts are found without looking anything up. A million values
between 0 and 1 are a cut away after ten ranks.
"""

import numpy as np

DISTANCE_BITS = 6
MOST_DISTANCE = (1 << DISTANCE_BITS) - 1
ROW_BITS = 29
RANK_SHIFT = ROW_BITS + DISTANCE_BITS

# The same for unsigned arithmetic, in which an index needs no check for being negative.
DISTANCE, TO_DISTANCE = np.uint64(MOST_DISTANCE), np.uint64(ROW_BITS)
ROW, TO_RANK = np.uint64((1 << ROW_BITS) - 1), np.uint64(RANK_SHIFT)
