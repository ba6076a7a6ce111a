"""Datasets as NumPy arrays in an .npz file."""

import zipfile
import zlib

import numpy as np
from scipy.sparse import csc_array, csr_array, hstack

from eccru.data import limits
from eccru.data.table import Attribute, Table
from eccru.errors import DataError
from eccru.sparse import CSR


def read_npz(paths) -> tuple[Table, list[str]]:
    """Read an .npz file: the table of all attributes, and which of them are labels.

    It holds ``X``, or the ``X_data``, ``X_indices``, ``X_indptr`` and ``X_shape`` of sparse rows,
    and ``Y`` (or ``y``), one column per label; and, if wanted, ``feature_names``, ``label_names``
    and ``nominal``, which features are nominal {0,1}. The file of a prepared dataset is one.

    Raises
    ------
    DataError
        If the file is damaged, or its arrays do not fit each other; pickles are not read.
    """
    path, *others = paths
    if others:
        raise DataError(f"{others[0]} cannot be joined to {path}: join the arrays of .npz files.")
    try:
        with zipfile.ZipFile(path) as members:
            if sum(member.file_size for member in members.infolist()) > limits.LARGEST:
                raise ValueError(f"it unpacks to more than {limits.LARGEST} bytes")
        with np.load(path, allow_pickle=False) as file:
            arrays = dict(file)
        X, Y = _features(arrays), np.asarray(arrays["Y" if "Y" in arrays else "y"], dtype=float)
        if Y.ndim != 2 or X.shape[0] != len(Y):
            raise ValueError(f"X has the shape {X.shape}, and Y {Y.shape}")
        if not (np.isfinite(X.data).all() and np.isfinite(Y).all()):
            raise ValueError("a value is missing or not finite")
        names = _names(arrays, "feature_names", "Att", X.shape[1])
        label_names = _names(arrays, "label_names", "Label", Y.shape[1])
        if len({*names, *label_names}) < len(names) + len(label_names):
            raise ValueError("two columns have the same name")
        nominal = np.zeros(len(names), dtype=bool)
        nominal[:] = arrays.get("nominal", False)
        if not np.isin(X[:, np.flatnonzero(nominal)].data, (0, 1)).all():
            raise ValueError("a nominal feature has other values than 0 and 1")
    except KeyError as error:
        raise DataError(f"{path} is not a dataset: it has no array {error}.") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, IndexError) as error:
        raise DataError(f"{path} is not a dataset: {error}.") from None
    attributes = [
        Attribute(name, ("0", "1") if is_nominal else None)
        for name, is_nominal in zip(names, nominal, strict=True)
    ]
    codes = hstack([X.tocsc(), csc_array(Y)], format="csc")
    where = [(path, row) for row in range(1, len(Y) + 1)]
    return Table(attributes + list(map(Attribute, label_names)), codes, where, "row"), label_names


def _features(arrays) -> csr_array:
    if "X" in arrays:
        X = np.asarray(arrays["X"], dtype=float)
        if X.ndim != 2:
            raise ValueError(f"X has the shape {X.shape}, not (n, d)")
        return csr_array(X)
    *parts, shape = (arrays[f"X_{part}"] for part in CSR._fields)
    X = csr_array(tuple(parts), shape=tuple(shape.tolist()), dtype=float)
    X.check_format()
    X.sum_duplicates()
    return X


def _names(arrays, key, prefix, count) -> list[str]:
    names = arrays.get(key, [f"{prefix}{number}" for number in range(1, count + 1)])
    if len(names) != count:
        raise ValueError(f"{key} has {len(names)} names for {count} columns")
    return list(map(str, names))
