"""Random subsets of the attributes: every node of a tree looks at some of them only."""

from numbers import Integral, Real
from typing import NamedTuple

import numpy as np

from eccru.tree.draws import next_number, uniform
from eccru.tree.kernels import kernel

NO_SEEDS = np.empty(0, dtype=np.uint64)
NO_LIMITS = np.empty(0, dtype=np.int64)


class Growth(NamedTuple):
    """How trees are grown where not as J48 grows them at its defaults.

    Attributes
    ----------
    limits : array of int64 of shape (n_trees,), or empty
        How many of the attributes that can split a node are looked at; empty for all.
    seeds : array of uint64 of shape (n_trees,), or empty
        Seeds of the draws of those attributes.
    collapse, prune : bool
        Whether trees are collapsed, and pruned.
    laplace : bool
        Whether the proportions of leaves are smoothed.
    """

    limits: np.ndarray = NO_LIMITS
    seeds: np.ndarray = NO_SEEDS
    collapse: bool = True
    prune: bool = True
    laplace: bool = False


AS_J48 = Growth()


def limit_features(max_features, n_attributes):
    """Return how many attributes a node looks at, by the rules of scikit-learn's trees.

    Parameters
    ----------
    max_features : {"sqrt", "log2"}, int, float or None
        The number, a share or a function of all attributes.
    n_attributes : int or array of int
        Number of all attributes.

    Returns
    -------
    int or array of int
        1 at least.

    Examples
    --------
    >>> int(limit_features("sqrt", 50)), int(limit_features(0.2, 50)), int(limit_features(None, 50))
    (7, 10, 50)

    """
    d = np.asarray(n_attributes)
    if max_features is None:
        wanted = d
    elif isinstance(max_features, str):
        wanted = np.sqrt(d) if max_features == "sqrt" else np.log2(np.maximum(d, 1))
    else:
        wanted = (
            max_features * d if not isinstance(max_features, Integral) else max_features + 0 * d
        )
    return np.maximum(wanted, 1).astype(np.int64)


def check_max_features(max_features):
    """Raise an error if `max_features` is nothing that scikit-learn's trees take."""
    if max_features is None or (isinstance(max_features, str) and max_features in ("sqrt", "log2")):
        return
    if isinstance(max_features, Real) and not isinstance(max_features, (bool, np.bool_)):
        if isinstance(max_features, Integral):
            if max_features >= 1:
                return
        elif 0 < max_features <= 1:
            return
    raise ValueError(
        'max_features must be None, "sqrt", "log2", an integer of 1 or more or a share above 0 '
        f"and at most 1, got {max_features!r}."
    )


@kernel
def draw_attributes(
    live, counts, first, last, spans, first_column, last_column, room, column_room, limit, state
):
    """Copy some of a node's live attributes, drawn at random, to where there is room for them.

    They are gone through in order, nominal ones first, and each is taken with the probability that
    as many as are wanted still come to be taken of those that are left.

    Parameters
    ----------
    live, counts : arrays
        Nominal attributes and their packed class counts.
    first, last : int
        Where the node's nominal attributes are.
    spans : Spans
        Numeric columns.
    first_column, last_column : int
        Where the node's columns are.
    room, column_room : int
        Where the copies begin.
    limit : int
        How many to take, fewer than there are.
    state : uint64
        State of the generator.

    Returns
    -------
    end, column_end, state
        Where the copies end, and the state after the draws.
    """
    wanted, left = limit, last - first + last_column - first_column
    for at in range(first, last):
        state, number = next_number(state)
        if uniform(number) * left < wanted:
            live[room] = live[at]
            for plane in range(len(counts)):
                counts[plane, room] = counts[plane, at]
            room += 1
            wanted -= 1
        left -= 1
    for at in range(first_column, last_column):
        state, number = next_number(state)
        if uniform(number) * left < wanted:
            spans.slot[column_room] = spans.slot[at]
            spans.first[column_room], spans.last[column_room] = spans.first[at], spans.last[at]
            column_room += 1
            wanted -= 1
        left -= 1
    return room, column_room, state
