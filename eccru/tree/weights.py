"""The weights of rows, as a user gives them."""

import numpy as np


def row_weights(sample_weight, n_rows) -> np.ndarray:
    """Return the weight of every row.

    Parameters
    ----------
    sample_weight : array of shape (n_rows,), number or None
        Weights, not negative. If they sum to no more than 1 they are shares of the training set, as
        boosting hands them on, and are scaled to a mean of 1 as Weka's boosting does: J48
        counts in rows, and would never split so little.
    n_rows : int
        Number of rows.

    Returns
    -------
    array of float64 of shape (n_rows,)
        Weights; some are not zero.
    """
    if sample_weight is None:
        return np.ones(n_rows)
    weight = np.asarray(sample_weight, dtype=np.float64)
    weight = np.full(n_rows, weight) if weight.ndim == 0 else weight
    if weight.shape != (n_rows,):
        raise ValueError(
            f"sample_weight must hold one weight for each of {n_rows} rows; its shape is "
            f"{weight.shape}."
        )
    if not (np.isfinite(weight).all() and (weight >= 0).all()):
        raise ValueError("sample_weight has negative, missing or infinite weights.")
    total, n_used = weight.sum(), np.count_nonzero(weight)
    if n_used == 0:
        raise ValueError("sample_weight must hold a weight that is not zero.")
    return weight * (n_used / total) if total <= 1 + 1e-9 else weight
