"""Chains of classifiers: how many there are, and which labels they hold."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Chain(NamedTuple):
    """A chain of classifiers.

    Attributes
    ----------
    order : array of int
        The numbers of its labels, in their order.
    models : sequence
        The models of the labels, in the same order.

    """

    order: np.ndarray
    models: Sequence


def classifier_counts(minority, c, theta_max, theta_min=0.0) -> np.ndarray:
    """Compute how many classifiers each label is to get, by Equation 2 and its two bounds.

    Parameters
    ----------
    minority : array of int of shape (q,)
        Number of training examples of each label's smaller class.
    c : int
        Budget: the number of chains of ECCRU.
    theta_max, theta_min : float
        Greatest and smallest count, as multiples of ``c``. No count is below 1.

    Returns
    -------
    array of int of shape (q,)
        Counts inversely proportional to the minority; ``c`` where there is none. Algorithm 2 calls
        them c_j.

    Examples
    --------
    >>> classifier_counts([10, 20, 30], c=10, theta_max=10).tolist()
    [20, 10, 6]

    """
    minority = np.asarray(minority, dtype=np.int64)
    counts = np.full(len(minority), c)
    has_minority = minority > 0
    some = minority[has_minority]
    counts[has_minority] = c * some.sum() // (len(some) * some)  # whole numbers: no rounding
    return np.clip(counts, max(1, _times(c, theta_min)), _times(c, theta_max))


def _times(c, theta):
    """Return floor(c * theta), where 100 * 0.29 is 29 although floats say less."""
    return int(np.floor(c * theta + 1e-9))


def chain_members(counts) -> list[np.ndarray]:
    """Lay out chains such that each label gets its count, as far as they have two labels.

    Parameters
    ----------
    counts : array of int of shape (q,)
        Classifiers wanted per label.

    Returns
    -------
    list of arrays of int
        Labels of each chain, in ascending order.

    Examples
    --------
    >>> [len(labels) for labels in chain_members([20, 10, 6])]
    [3, 3, 3, 3, 3, 3, 2, 2, 2, 2]

    """
    counts = np.asarray(counts)
    # When the second greatest is used up, one label remains; of one label alone all are laid out.
    n_chains = np.sort(counts)[-2:][0]
    return [np.flatnonzero(counts > chain) for chain in range(n_chains)]
