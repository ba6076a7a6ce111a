"""How imbalanced the labels of a dataset are: ImR, and the figures of the paper's Table 1."""

import numpy as np

from eccru.data.dataset import Dataset
from eccru.errors import DataError

FIGURES = ("n", "d", "q", "LC", "MeanImR", "MaxImR", "CVImR")


def imbalance_ratios(Y) -> np.ndarray:
    """Return the imbalance ratio ImR of each label: majority over minority class size.

    Parameters
    ----------
    Y : array of shape (n, q)
        Labels, 0 or 1.

    Returns
    -------
    array of shape (q,)
        Ratios of 1 or more; infinite for a label that all instances have, or none.

    Examples
    --------
    >>> import numpy as np
    >>> imbalance_ratios(np.array([[1, 0], [0, 0], [0, 1], [0, 1]])).tolist()
    [3.0, 1.0]

    """
    ones = Y.sum(axis=0, dtype=np.int64)
    minority = np.minimum(ones, len(Y) - ones)
    with np.errstate(divide="ignore"):
        return (len(Y) - minority) / minority


def statistics(dataset: Dataset, n_attributes: int) -> dict[str, float]:
    """Compute the figures of Table 1.

    Parameters
    ----------
    dataset : Dataset
        The dataset.
    n_attributes : int
        The paper's d, which counts attributes of the file: one with many nominal values, for which
        `dataset` has many features, is one; an identifier, for which it has none, is one too.

    Returns
    -------
    dict
        n, d, q, the label cardinality LC, and the mean, maximum and coefficient of variation of the
        labels' imbalance ratios, those of one class only left out.
    """
    ratios = imbalance_ratios(dataset.Y)
    ratios = ratios[np.isfinite(ratios)]
    if len(ratios) < 2:
        raise DataError(f"{dataset.name} needs two labels that some instances have and some not.")
    n, q = dataset.Y.shape
    return {
        "n": n,
        "d": n_attributes,
        "q": q,
        "LC": float(dataset.Y.sum() / n),
        "MeanImR": float(ratios.mean()),
        "MaxImR": float(ratios.max()),
        "CVImR": float(ratios.std(ddof=1) / ratios.mean()),
    }
