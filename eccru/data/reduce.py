"""Feature reduction: keep the features that are non-zero most often."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
from scipy.sparse import csr_array

from eccru.data.dataset import Dataset
from eccru.data.encode import choose_layout
from eccru.errors import DataError


def reduce_features(dataset: Dataset, fraction: float) -> Dataset:
    """Keep a fraction of the features, those with the most non-zero values.

    Parameters
    ----------
    dataset : Dataset
        The dataset to reduce.
    fraction : float
        The fraction to keep; of d features, ``floor(fraction * d)`` remain. Of features that are
        non-zero equally often the first ones are kept, and all keep their order.
    """
    X = csr_array(dataset.X)
    # The decimal number that is meant, not its binary neighbour: 0.29 * 100 is 29 features.
    n_kept = math.floor(Fraction(str(fraction)) * X.shape[1])
    if n_kept < 1:
        raise DataError(f"{dataset.name}: {fraction} of {X.shape[1]} features leaves none.")
    frequency = np.bincount(X.indices, minlength=X.shape[1])
    kept = np.sort(np.argsort(-frequency, kind="stable")[:n_kept])
    return replace(
        dataset,
        features=choose_layout(X[:, kept]),
        nominal=dataset.nominal[kept],
        feature_names=[dataset.feature_names[j] for j in kept],
    )
