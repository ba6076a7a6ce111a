"""What the methods are given, checked: each error is one sentence that says what to do."""

import numbers

import numpy as np
from sklearn.utils import check_array
from sklearn.utils.validation import column_or_1d

from eccru.sparse import CSR
from eccru.tree.features import nominal_mask

TWO = np.array([0, 1])


def check_choice(name, value, choices):
    """Raise an error if a parameter has none of the possible values."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {choices}, got {value!r}.")


def check_count(name, value):
    """Raise an error if a parameter is not a whole number of 1 or more."""
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or value < 1:
        raise ValueError(f"{name} must be an integer of 1 or more, got {value!r}.")


def check_number(name, value, least, most=np.inf):
    """Raise an error if a parameter is not a finite number within bounds."""
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not is_number or not least <= value <= most or not np.isfinite(value):
        bounds = f"of {least} or more" if np.isinf(most) else f"between {least} and {most}"
        raise ValueError(f"{name} must be a finite number {bounds}, got {value!r}.")


def check_n_jobs(value):
    """Raise an error if a number of threads is none that joblib takes."""
    if value is not None and (
        not isinstance(value, numbers.Integral) or isinstance(value, bool) or value == 0
    ):
        raise ValueError(
            f"n_jobs must be None or an integer other than 0, -1 for all processors; got {value!r}."
        )


def check_labels(y, method):
    """Check labels.

    Parameters
    ----------
    y : array, sparse matrix or DataFrame
        One column per label with 0 and 1, or one dimension with two classes.
    method : str
        Name of the method, for messages.

    Returns
    -------
    Y : array of uint8 of shape (n_samples, n_labels)
        0 or 1.
    classes : array of shape (n_labels, 2) or (2,)
        The values of each label; of one dimension, its two classes.

    """
    if y is None:
        raise ValueError(f"{method} requires y to be passed, but the target y is None.")
    _refuse_sets(y)
    Y = check_array(
        y, accept_sparse="csr", dtype=None, ensure_2d=False, allow_nd=True, input_name="y"
    )
    Y = Y.toarray() if hasattr(Y, "toarray") else Y
    if Y.ndim == 1:
        return _check_one_label(Y)
    if Y.ndim != 2 or Y.shape[1] < 1:
        raise ValueError(f"y must have the shape (n_samples, n_labels), got {Y.shape}.")
    if not np.isin(Y, (0, 1)).all():
        raise ValueError(
            "Unknown label type: y must hold 0 and 1 only. MultiLabelBinarizer of "
            "scikit-learn makes such a matrix from sets of labels."
        )
    return Y.astype(np.uint8), np.tile(TWO, (Y.shape[1], 1))


def _check_one_label(y):
    classes, codes = np.unique(column_or_1d(y), return_inverse=True)
    if y.dtype.kind == "f" and not (classes == np.floor(classes)).all():
        raise ValueError(
            "Unknown label type: continuous. A label has two classes, such as 0 and 1."
        )
    if len(classes) > 2:
        raise ValueError(
            "Only binary classification is supported for y of one dimension, but it has "
            f"{len(classes)} classes. LabelBinarizer of scikit-learn makes a label of each."
        )
    if len(classes) == 1 and classes[0] in (0, 1):
        return (y == 1).astype(np.uint8)[:, None], TWO
    return codes.astype(np.uint8)[:, None], classes


def _refuse_sets(y):
    """Raise an error that says what to do with sets of labels."""
    some = y[0] if isinstance(y, (list, tuple, np.ndarray)) and len(y) else None
    ragged = isinstance(y, (list, tuple)) and len({np.size(item) for item in y}) > 1
    if isinstance(some, (set, frozenset)) or (ragged and isinstance(some, (list, tuple))):
        raise ValueError(
            "y holds sets of labels: make a matrix of 0 and 1 of them first, with "
            "MultiLabelBinarizer().fit_transform(y) of scikit-learn."
        )


def name_labels(y, names, n_labels):
    """Return the names of the labels, as given, from a DataFrame, or numbers as text."""
    if names is None:
        columns = getattr(y, "columns", None)
        names = [str(number) for number in range(n_labels)] if columns is None else columns
    names = np.array([str(name) for name in names], dtype=object)
    if len(names) != n_labels:
        raise ValueError(f"label_names has {len(names)} names for {n_labels} labels.")
    return names


def check_weights(sample_weight, X):
    """Return weights as floats, None if there are none; some must be above 0, none below."""
    if sample_weight is None:
        return None
    if isinstance(sample_weight, numbers.Real):
        sample_weight = np.full(X.shape[0], sample_weight)
    weight = check_array(
        sample_weight, dtype=np.float64, ensure_2d=False, input_name="sample_weight"
    )
    if weight.shape != (X.shape[0],):
        raise ValueError(f"sample_weight has the shape {weight.shape}, but X {X.shape}.")
    if weight.min() < 0 or not weight.any():
        raise ValueError(
            "Sample weights must contain at least one non-zero number and no negative one."
        )
    return weight


def find_nominal(features, nominal, names):
    """Return which features are nominal: those that are named, or by default the 0/1 ones."""
    other = _has_other_values(features)
    if nominal is None:
        return ~other
    mask = nominal_mask(nominal, features.shape[1], names)
    wrong = np.flatnonzero(mask & other)
    if len(wrong):
        raise ValueError(
            f"Nominal features must be 0 or 1, but column {wrong[0]} has other values. Encode "
            "it as one 0/1 column per value, or leave it out of nominal."
        )
    return mask


def _has_other_values(features):
    """Return which features have values other than 0 and 1."""
    if isinstance(features, CSR):
        other = np.zeros(features.shape[1], dtype=bool)
        other[features.indices[_is_other(features.data)]] = True
        return other
    return _is_other(features).any(axis=0)


def _is_other(values):
    return (values != 0) & (values != 1) & ~np.isnan(values)
