"""Tables of n log2(n) as whole numbers, so that sums are exact and compared fast."""

from typing import NamedTuple

import numpy as np

from eccru.tree.kernels import entry

BITS = 60  # of the greatest number in a table


class Logs(NamedTuple):
    """A table of n log2(n).

    Attributes
    ----------
    n_log_n : array of int64
        The values of n = 0, 1, ..., in units.
    unit : float
        The unit, a power of 2: it is finer than what a float of that size can tell apart.
    """

    n_log_n: np.ndarray
    unit: float


@entry
def tabulate_n_log_n(largest):
    """Tabulate n log2(n) for n = 0 ... largest."""
    unit = 2.0 ** (np.ceil(np.log2(largest * np.log2(largest + 1.0) + 1.0)) - BITS)
    table = np.zeros(largest + 1, dtype=np.int64)
    for n in range(2, largest + 1):
        table[n] = np.int64(np.rint(n * np.log2(n) / unit))
    return Logs(table, unit)
