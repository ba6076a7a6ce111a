"""Imbalanced multi-label data, made up: as many rows, features and labels as one likes."""

import numbers

import numpy as np

GROUP = 10  # labels that hang together
SIGNAL = 0.5  # share of a feature's variance that comes from its label
SPARSE_BELOW = 0.25  # density of features that are a plain array
BLOCK = 1 << 20  # numbers drawn at a time


def make_imbalanced_multilabel(
    n_samples=1000,
    n_features=20,
    n_labels=10,
    *,
    density=1.0,
    most_frequent=0.3,
    least_frequent=0.01,
    exponent=1.0,
    dependence=0.5,
    sparse_labels=False,
    random_state=None,
):
    """Make up imbalanced multi-label data.

    Every label has a hidden normal variable and is present where that is high. The variables of
    labels in the same group correlate. Every feature is such a variable with noise, so that trees
    can find the labels. Labels come in groups of ten at most, frequent and rare ones in each:
    labels whose numbers are the same modulo the number of groups.

    Parameters
    ----------
    n_samples, n_features, n_labels : int
        Size of the data.
    density : float, default=1.0
        Share of the features' entries that are not 0; the higher ones are kept. Below 0.25 the
        features are a sparse matrix.
    most_frequent, least_frequent : float
        Greatest and smallest probability of a label.
    exponent : float, default=1.0
        Label j has the probability ``most_frequent / (j + 1) ** exponent``, unless that is below
        ``least_frequent``. With 0 all labels are as frequent as the first.
    dependence : float, default=0.5
        Correlation of the hidden variables in a group, from 0 to 1; 0 for independent labels.
    sparse_labels : bool, default=False
        Whether the labels are to be a sparse matrix, which takes memory for the ones only.
    random_state : None, int or numpy.random.Generator
        Source of randomness; the same number makes the same data.

    Returns
    -------
    X : array of float64 or scipy.sparse.csr_array of shape (n_samples, n_features)
        Features.
    Y : array of uint8 or scipy.sparse.csr_array of shape (n_samples, n_labels)
        Labels, 0 or 1, the most frequent first. A rare one may be absent from few rows.

    Examples
    --------
    >>> from eccru import make_imbalanced_multilabel
    >>> X, Y = make_imbalanced_multilabel(1000, 5, 4, most_frequent=0.4, random_state=0)
    >>> X.shape, Y.mean(axis=0).round(1).tolist()
    ((1000, 5), [0.4, 0.2, 0.1, 0.1])

    """
    sizes = {"n_samples": n_samples, "n_features": n_features, "n_labels": n_labels}
    for name, value in sizes.items():
        if not isinstance(value, numbers.Integral) or value < 1:
            raise ValueError(f"{name} must be an integer of 1 or more, got {value!r}.")
    if not 0 < density <= 1:
        raise ValueError(f"density must be above 0 and at most 1, got {density!r}.")
    if not 0 <= dependence <= 1:
        raise ValueError(f"dependence must be between 0 and 1, got {dependence!r}.")
    if not 0 < least_frequent <= most_frequent < 1:
        raise ValueError(
            "least_frequent and most_frequent must be between 0 and 1, the first not above the "
            f"second; got {least_frequent!r} and {most_frequent!r}."
        )
    from scipy.sparse import vstack
    from scipy.special import ndtri

    rng = np.random.default_rng(random_state)
    frequencies = most_frequent * np.arange(1.0, n_labels + 1) ** -exponent
    present_above = -ndtri(np.maximum(frequencies, least_frequent)).astype(np.float32)
    zero_below = -ndtri(density)
    n_groups = -(-n_labels // GROUP)
    group, label_of = np.arange(n_labels) % n_groups, np.arange(n_features) % n_labels
    X = [] if density < SPARSE_BELOW else np.empty((n_samples, n_features))
    Y = [] if sparse_labels else np.empty((n_samples, n_labels), dtype=np.uint8)
    n_rows = max(1, BLOCK // (n_features + n_labels))
    for first in range(0, n_samples, n_rows):
        n = min(n_rows, n_samples - first)
        hidden = rng.standard_normal((n, n_labels), dtype=np.float32)
        hidden *= np.sqrt(1 - dependence, dtype=np.float32)
        shared = rng.standard_normal((n, n_groups), dtype=np.float32)
        hidden += np.sqrt(dependence, dtype=np.float32) * shared[:, group]
        features = np.sqrt(1 - SIGNAL) * rng.standard_normal((n, n_features))
        features += np.sqrt(SIGNAL) * hidden[:, label_of]
        _put(X, first, features if density == 1 else np.maximum(features - zero_below, 0))
        _put(Y, first, (hidden > present_above).astype(np.uint8))
    return tuple(vstack(M, format="csr") if isinstance(M, list) else M for M in (X, Y))


def _put(matrix, first, rows):
    """Put some rows in their place; a sparse matrix is a list of parts so far."""
    if isinstance(matrix, list):
        from scipy.sparse import csr_array

        matrix.append(csr_array(rows))
    else:
        matrix[first : first + len(rows)] = rows
