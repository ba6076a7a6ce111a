"""Corrections of pairwise p-values for the number of comparisons made."""

import numpy as np


def bergmann_hommel(p, method="bergmann-hommel") -> np.ndarray:
    r"""Adjust the p-values of all pairwise comparisons of k methods.

    Under ``"bergmann-hommel"`` the adjusted value of a pair is the largest
    :math:`\min(1, |E| \min_{e \in E} p_e)` over the exhaustive sets E the pair belongs to, and
    at least that of every pair with a smaller p-value. A set of pairs is exhaustive if all its
    hypotheses, and no others, can be true together: it holds the within-block pairs of a
    partition of the k methods.

    Parameters
    ----------
    p : array-like of shape (k, k)
        Symmetric matrix of raw p-values; the diagonal is not looked at.
    method : {"bergmann-hommel", "shaffer", "holm", "nemenyi"}, default="bergmann-hommel"
        ``"shaffer"`` is the static procedure of [3]_: Holm's, with the number of hypotheses left
        replaced by the largest number of them that can be true. ``"nemenyi"`` multiplies by the
        number of pairs, as Bonferroni does.

    Returns
    -------
    ndarray of shape (k, k)
        Symmetric matrix of adjusted p-values, 1 on the diagonal.

    Notes
    -----
    The partitions of 15 methods are 1.4 billion; none is enumerated. For each raw p-value t, the
    most pairs that a partition of a subset of the methods can have within its blocks, all of them
    with p >= t, follows from smaller subsets: 3^k / 2 steps for all subsets, taken for all
    t at once. Memory grows as 2^k k^2: 7 MB for k = 15.

    References
    ----------
    .. [1] B. Bergmann, G. Hommel, "Improvements of general multiple test procedures for redundant
       systems of hypotheses", 1988.
    .. [2] S. García, F. Herrera, "An extension on 'Statistical comparisons of classifiers over
       multiple data sets' for all pairwise comparisons", JMLR 9, 2008.
    .. [3] J. P. Shaffer, "Modified sequentially rejective multiple test procedures", 1986.

    Examples
    --------
    >>> from eccru.stats.corrections import bergmann_hommel
    >>> p = [[1, 0.01, 0.02], [0.01, 1, 0.4], [0.02, 0.4, 1]]
    >>> bergmann_hommel(p).round(2)
    array([[1.  , 0.03, 0.03],
           [0.03, 1.  , 0.4 ],
           [0.03, 0.4 , 1.  ]])
    """
    p = np.asarray(p, dtype=float)
    if method not in _PROCEDURES:
        raise ValueError(f"method must be one of {sorted(_PROCEDURES)}, not {method!r}")
    if p.ndim != 2 or p.shape[0] != p.shape[1]:
        raise ValueError(f"p must be a square matrix, its shape is {p.shape}")
    pairs = np.triu_indices(len(p), 1)
    raw = p[pairs]
    if not np.array_equal(raw, p.T[pairs]):
        raise ValueError("p must be symmetric and without NaN outside the diagonal")
    if raw.size and (raw.min() < 0 or raw.max() > 1):
        raise ValueError("p-values must lie between 0 and 1")

    adjusted = np.ones_like(p)
    if raw.size:
        adjusted[pairs] = np.minimum(1, _monotone(raw, _PROCEDURES[method](p, raw)))
        adjusted.T[pairs] = adjusted[pairs]
    return adjusted


def _monotone(raw, adjusted):
    """Raise each value to the largest one of a pair with a smaller raw p-value.

    Pairs that share a raw p-value do not raise each other: which of them came first would decide.
    """
    values, group = np.unique(raw, return_inverse=True)
    largest = np.zeros(len(values))
    np.maximum.at(largest, group, adjusted)
    before = np.concatenate(([0.0], np.maximum.accumulate(largest)[:-1]))
    return np.maximum(adjusted, before[group])


def _bergmann_hommel(p, raw):
    k = len(p)
    thresholds, step = np.unique(raw, return_inverse=True)
    step_of_pair = np.zeros((k, k), dtype=int)
    step_of_pair[np.triu_indices(k, 1)] = step

    # a subset of the methods is an integer whose bits are its members
    subsets = np.arange(2**k)
    lowest_step = _lowest_step(step_of_pair, len(thresholds))
    size = np.bitwise_count(subsets).astype(np.int64)
    n_pairs = (size * (size - 1) // 2).astype(np.int16)
    most = _most_pairs(k, lowest_step, n_pairs, len(thresholds))

    # a block and the best partition of the methods outside it, for each threshold it meets
    outside = most[::-1]
    value = thresholds * (n_pairs[:, None] + outside)
    value[np.arange(len(thresholds)) > lowest_step[:, None]] = 0
    value = value.max(axis=1)
    return np.array(
        [
            value[(subsets >> i) & (subsets >> j) & 1 == 1].max()
            for i, j in zip(*np.triu_indices(k, 1), strict=True)
        ]
    )


def _lowest_step(step_of_pair, n_steps):
    """Number the threshold of the smallest p-value within each subset of the methods."""
    lowest = np.array([n_steps - 1])
    for j in range(len(step_of_pair)):
        with_j = np.array([n_steps - 1])
        for i in range(j):
            with_j = np.concatenate((with_j, np.minimum(with_j, step_of_pair[i, j])))
        lowest = np.concatenate((lowest, np.minimum(lowest, with_j)))
    return lowest


def _most_pairs(k, lowest_step, n_pairs, n_steps):
    """Find, per subset and threshold, the most within-block pairs a partition of it can have."""
    most = np.zeros((2**k, n_steps), dtype=np.int16)
    for last in range(1, k):
        earlier = np.arange(2**last)
        most[2**last + earlier] = most[earlier]  # the last method alone in its block
        for companions in earlier[1:]:
            block = 2**last + companions
            rest = earlier[earlier & companions == 0]
            steps = lowest_step[block] + 1
            candidate = most[rest, :steps] + n_pairs[block]
            most[rest + block, :steps] = np.maximum(most[rest + block, :steps], candidate)
    return most


def _holm(p, raw):
    return _step_down(raw, np.arange(len(raw), 0, -1))


def _shaffer(p, raw):
    """Replace the number of hypotheses left by the largest possible number of true ones."""
    possible = [{0}]
    for k in range(1, len(p) + 1):
        possible.append(
            {b * (b - 1) // 2 + rest for b in range(1, k + 1) for rest in possible[k - b]}
        )
    possible = np.array(sorted(possible[-1]))
    left = np.arange(len(raw), 0, -1)
    return _step_down(raw, possible[np.searchsorted(possible, left, side="right") - 1])


def _step_down(raw, factors):
    order = np.argsort(raw, kind="stable")
    adjusted = np.empty(len(raw))
    adjusted[order] = np.maximum.accumulate(raw[order] * factors)
    return adjusted


def _nemenyi(p, raw):
    return raw * len(raw)


_PROCEDURES = {
    "bergmann-hommel": _bergmann_hommel,
    "shaffer": _shaffer,
    "holm": _holm,
    "nemenyi": _nemenyi,
}
