"""Features as a user gives them: which are nominal or incomplete, and which cannot be cut."""

import warnings

import numpy as np

from eccru.tree.checks import are_finite
from eccru.tree.columns import APART, lacks_cut

MOST_VALUES = 1 << 16  # of a nominal feature
NAMED = 5  # features in a message


def nominal_mask(nominal, n_features, feature_names=None) -> np.ndarray:
    """Return which features are nominal.

    Parameters
    ----------
    nominal : array of bool, array of int, sequence of str, or None
        A mask with one bool per feature; or the nominal features' column numbers, each once; or
        their names. None: there are none.
    n_features : int
        Number of features.
    feature_names : sequence of str, optional
        Names of the features, if they have some.

    Returns
    -------
    array of bool of shape (n_features,)
        The mask.
    """
    mask = np.zeros(n_features, dtype=bool)
    if nominal is None:
        return mask
    given = np.asarray(nominal)
    if given.ndim != 1:
        raise ValueError(
            "nominal must be a mask of bools, a list of column numbers or a list of feature names."
        )
    if len(given) == 0:
        return mask
    if given.dtype == bool:
        if len(given) != n_features:
            raise ValueError(
                f"nominal is a mask of {len(given)} bools, but there are {n_features} features."
            )
        return given.copy()
    if given.dtype.kind in "iu":
        if len(np.unique(given)) < len(given):
            raise ValueError(
                "nominal repeats a column number: give every number once, or a mask of bools."
            )
        if given.min() < 0 or given.max() >= n_features:
            raise ValueError(f"nominal has column numbers that are not 0 to {n_features - 1}.")
        mask[given] = True
        return mask
    if not all(isinstance(name, str) for name in given):
        raise ValueError(
            "nominal must be a mask of bools, a list of column numbers or a list of feature names."
        )
    if feature_names is None:
        raise ValueError("nominal has feature names, but X has none: pass a DataFrame or numbers.")
    unknown = set(given) - set(feature_names)
    if unknown:
        raise ValueError(f"nominal names {min(unknown)!r}, which is no feature of X.")
    return np.isin(np.asarray(feature_names, dtype=object), given.astype(object))


def count_values(X, nominal) -> np.ndarray:
    """Return the number of values of every nominal feature, 2 at least, and 0 of numeric ones.

    Parameters
    ----------
    X : array of float64 of shape (n, d)
        Features; NaN where one is missing. Nominal ones hold 0, 1, 2, ...
    nominal : array of bool of shape (d,)
        Which features are nominal.

    Returns
    -------
    array of int64 of shape (d,)
        Numbers of values.
    """
    n_values = np.zeros(X.shape[1], dtype=np.int64)
    for column in np.flatnonzero(nominal):
        values = X[:, column]
        values = values[~np.isnan(values)]
        if ((values < 0) | (values != np.floor(values)) | (values >= MOST_VALUES)).any():
            raise ValueError(
                f"Nominal feature {column} has values other than 0, 1, 2, ..., {MOST_VALUES - 1}: "
                "encode it, for example with OrdinalEncoder."
            )
        n_values[column] = max(values.max(initial=0) + 1, 2)
    return n_values


def has_missing(X) -> bool:
    """Say whether values are missing; refuse infinite ones, whatever scikit-learn assumes."""
    values = X if isinstance(X, np.ndarray) else X.data
    if are_finite(values):
        return False
    if np.isinf(values).any():
        raise ValueError("Input X contains infinity or a value too large for float64.")
    return True


def are_binary(X, nominal) -> bool:
    """Say whether the nominal features hold nothing but 0 and 1."""
    if not nominal.any():
        return True
    values = X[:, nominal]
    values = values if isinstance(values, np.ndarray) else values.data
    return bool(((values == 0) | (values == 1)).all())


def as_dense(X) -> np.ndarray:
    """Return a matrix as a dense one."""
    return X if isinstance(X, np.ndarray) else X.toarray()


def find_too_close(X, nominal) -> np.ndarray:
    """Return the numeric features whose values differ, but nowhere enough for a cut."""
    close = []
    for column in np.flatnonzero(~nominal):
        values = X[:, column]
        values = values[~np.isnan(values)]
        # A spread that is wider than this has a cut somewhere.
        if len(values) and np.ptp(values) <= 2 * APART * len(values) and lacks_cut(np.sort(values)):
            close.append(column)
    return np.array(close, dtype=np.int64)


def warn_too_close(columns, feature_names=None, stacklevel=3) -> None:
    """Warn of numeric features that J48 takes for constant, given their numbers."""
    if len(columns) == 0:
        return
    named = [repr(str(feature_names[i])) if feature_names is not None else str(i) for i in columns]
    rest = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    warnings.warn(
        f"Feature {', '.join(named[:NAMED])}{rest}: no two neighbouring values are more than "
        f"{APART:g} apart, so J48 takes them for constant. Scale them, for example with "
        "sklearn.preprocessing.StandardScaler.",
        UserWarning,
        stacklevel=stacklevel,
    )
