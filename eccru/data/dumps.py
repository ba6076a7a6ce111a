"""The datasets within the source package of scikit-multilearn 0.0.1.

They are pickles of Python 2, compressed: ``{"X": array, "y": array}``, without names.
"""

import bz2
import io
import pickle

import numpy as np
from scipy.sparse import csc_array, hstack

from eccru.data.limits import LARGEST_DUMP
from eccru.data.table import Attribute, Table
from eccru.errors import DataError

# All that a pickle of arrays needs; the function has moved within NumPy since.
_ADMITTED = {
    ("numpy", "ndarray"): np.ndarray,
    ("numpy", "dtype"): np.dtype,
    ("numpy.core.multiarray", "_reconstruct"): np.empty(0).__reduce__()[0],
}


class _ArrayUnpickler(pickle.Unpickler):
    """Admits arrays only: any other name in a pickle could be a call of anything."""

    def find_class(self, module, name):
        try:
            return _ADMITTED[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"it holds {module}.{name}") from None


def read_dumps(paths) -> tuple[Table, list[str]]:
    """Read the parts of a dataset: the table of all attributes, and which of them are labels.

    The arrays tell what the attributes were: whole numbers come from nominal {0,1} attributes,
    others from numeric ones. Attributes are named Att1, Att2, ... and labels Label1, Label2, ...
    """
    parts = [_load(path) for path in paths]
    X = np.concatenate([part["X"] for part in parts])
    Y = np.concatenate([part["y"] for part in parts])
    values = ("0", "1") if X.dtype.kind == "i" else None
    attributes = [Attribute(f"Att{j}", values) for j in range(1, X.shape[1] + 1)]
    label_names = [f"Label{j}" for j in range(1, Y.shape[1] + 1)]
    table = Table(
        attributes + [Attribute(label) for label in label_names],
        hstack([csc_array(X, dtype=float), csc_array(Y, dtype=float)], format="csc"),
        [(path, row) for path, part in zip(paths, parts, strict=True) for row in _rows(part)],
        "row",
    )
    return table, label_names


def _rows(part) -> range:
    return range(1, len(part["X"]) + 1)


def _load(path) -> dict[str, np.ndarray]:
    try:
        with bz2.open(path) as file:
            dump = file.read(LARGEST_DUMP + 1)
        if len(dump) > LARGEST_DUMP:
            raise ValueError(f"it unpacks to more than {LARGEST_DUMP} bytes")
        part = _ArrayUnpickler(io.BytesIO(dump), encoding="latin1").load()
        X, Y = part["X"], part["y"]
        if X.ndim != 2 or Y.ndim != 2 or len(X) != len(Y):
            raise ValueError("its arrays do not fit each other")
        if X.dtype.kind not in "if" or (X.dtype.kind == "i" and not np.isin(X, (0, 1)).all()):
            raise ValueError("its features are neither numbers nor 0 and 1")
    except Exception as error:  # a damaged pickle can raise nearly anything
        raise DataError(f"{path} is not a dump of a dataset: {error}.") from error
    return part
