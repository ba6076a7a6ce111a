"""From a table of attributes to features and labels that are numbers."""

import logging

import numpy as np
from scipy.sparse import csr_array

from eccru.data import limits
from eccru.data.dataset import Dataset
from eccru.data.table import Table
from eccru.errors import DataError
from eccru.sparse import CSR, as_features

log = logging.getLogger(__name__)

# Above this share of non-zero values, a dense array is smaller and quicker than sparse rows.
DENSE = 0.25
_TRUTH = {"0": 0, "1": 1, "false": 0, "true": 1}  # the nominal values of a label


def encode(name, table: Table, label_names) -> Dataset:
    """Turn a table into a dataset.

    Numeric attributes and nominal {0,1} ones stay as they are. Any other nominal attribute with two
    values becomes one 0/1 feature, 1 for the rarer value (for the second one if both are as
    frequent); with more values it becomes one 0/1 feature per value. A nominal attribute with a
    different value in every row identifies the row and is left out, with a notice in the log.

    Parameters
    ----------
    name : str
        Name of the dataset.
    table : Table
        Features and labels.
    label_names : list of str
        Attributes of the table that are labels, in the order of the columns of `Y`.

    Raises
    ------
    DataError
        If a label has other values than 0 and 1, or if there would be too much in memory.
    """
    n, q = table.codes.shape[0], len(label_names)
    if n * q > limits.LARGEST_ARRAY:
        raise DataError(f"{name} is refused: {q} labels of {n} instances are too many.")
    position = {attribute.name: j for j, attribute in enumerate(table.attributes)}
    labels = [position[label] for label in label_names]
    X, nominal, feature_names = _encode_features(table, set(labels))
    # An array of names takes four bytes a character, and as much for each name as for the longest.
    if 4 * len(feature_names) * max(map(len, feature_names), default=0) > limits.LARGEST_ARRAY:
        raise DataError(f"{name} is refused: the names of its features are too long.")
    return Dataset(
        name=name,
        features=choose_layout(X),
        Y=_encode_labels(table, labels),
        nominal=nominal,
        feature_names=feature_names,
        label_names=list(label_names),
    )


def choose_layout(X: csr_array) -> np.ndarray | CSR:
    """Return sparse features as a dense array, or as sparse rows if few are non-zero."""
    n, d = X.shape
    return as_features(X if X.nnz < DENSE * n * d else X.toarray())


def _encode_labels(table, labels) -> np.ndarray:
    Y = np.empty((table.codes.shape[0], len(labels)), dtype=np.uint8)
    for j, label in enumerate(labels):
        name, values = table.attributes[label]
        codes = table.codes[:, [label]].toarray().ravel()
        if values is None:
            bad = (codes != 0) & (codes != 1)
        else:
            value_of = np.array(values)[codes.astype(int)]
            truth = np.array([_TRUTH.get(value.lower(), -1) for value in values])
            codes = truth[codes.astype(int)]
            bad = codes < 0
        if bad.any():
            row = int(bad.argmax())
            value = f"{codes[row]:g}" if values is None else value_of[row][:40]
            raise DataError(
                f"{table.place(row)}: the label {name!r} is {value}, but labels must be 0 or 1."
            )
        Y[:, j] = codes
    return Y


def _encode_features(table, labels):
    """Return the features as a csr_array, which of them are nominal, and their names."""
    n = table.codes.shape[0]
    kept_columns, kept_at = [], []  # attributes taken as they are, and where they go
    rows, columns, names, nominal = [], [], [], []
    for j, (attribute, values) in enumerate(table.attributes):
        if j in labels:
            continue
        if table.attributes[j].is_plain:
            kept_columns.append(j)
            kept_at.append(len(names))
            names.append(attribute)
            nominal.append(values is not None)
            continue
        codes = table.codes[:, [j]].toarray().ravel().astype(int)
        counts = np.bincount(codes, minlength=len(values))
        if n > 2 and (counts > 0).sum() == n:
            log.warning("%s identifies the rows; it is left out of the features", attribute)
            continue
        encoded = _encoded_values(values, counts)
        column_of = np.full(len(values), -1)
        column_of[encoded] = len(names) + np.arange(len(encoded))
        ones = np.flatnonzero(column_of[codes] >= 0)
        rows.append(ones)
        columns.append(column_of[codes[ones]])
        names += [f"{attribute}={values[code]}" for code in encoded]
        nominal += [True] * len(encoded)
    kept = table.codes[:, kept_columns].tocoo()
    rows = np.concatenate([kept.row, *rows])
    columns = np.concatenate([np.array(kept_at, dtype=int)[kept.col], *columns])
    data = np.concatenate([kept.data, np.ones(len(rows) - kept.nnz)])
    X = csr_array((data, (rows, columns)), shape=(n, len(names)))
    X.sort_indices()
    return X, np.array(nominal, dtype=bool), names


def _encoded_values(values, counts):
    """Return which values of a nominal attribute get a feature of their own."""
    if set(values) == {"0", "1"}:
        return [values.index("1")]
    if len(values) == 2:
        return [0 if counts[0] < counts[1] else 1]
    return range(len(values))
