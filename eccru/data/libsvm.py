"""LIBSVM files with several labels a row: ``1,3 2:0.5 7:1``."""

import io
from itertools import chain

import numpy as np
from scipy.sparse import csc_array, hstack, vstack
from sklearn.datasets import load_svmlight_file, load_svmlight_files

from eccru.data import limits
from eccru.data.table import Attribute, Table
from eccru.errors import DataError


def read_libsvm(paths) -> tuple[Table, list[str]]:
    """Read LIBSVM files: the table of all attributes, and which of them are labels.

    A row begins with its labels, which are whole numbers; it may have none. Features and labels
    keep their numbers: they are named Att1, Att2, ... and Label1, Label2, ...; the labels are those
    that occur.

    Raises
    ------
    DataError
        Naming the file and the line of the first row that is not as it should be.
    """
    try:
        loaded = load_svmlight_files(list(map(str, paths)), multilabel=True, zero_based=True)
    except (ValueError, OverflowError):
        _find_fault(paths)
        raise
    parts, label_sets = loaded[0::2], list(chain.from_iterable(loaded[1::2]))
    X = vstack(parts, format="csr")
    where = [(path, line) for path in paths for line in _lines(path)]
    table = Table([], X, where)
    if X.shape[1] > limits.MOST_NAMES:
        raise DataError(f"{paths[0]} is refused: it has more than {limits.MOST_NAMES} features.")
    if not where:
        raise DataError(f"{paths[0]} has no rows.")
    if not np.isfinite(X.data).all():
        row = int(X.tocoo().row[~np.isfinite(X.data)][0])
        raise DataError(f"{table.place(row)}: a value is not a finite number.")
    labels = sorted(set(chain.from_iterable(label_sets)))
    for label in labels:
        if label != int(label):
            row = next(row for row, found in enumerate(label_sets) if label in found)
            raise DataError(f"{table.place(row)}: the label {label} is not a whole number.")
    # The format counts from 1, some programs from 0: column 0 is there if it is ever used.
    first = 0 if X[:, [0]].nnz else 1
    position = {label: column for column, label in enumerate(labels)}
    rows = np.repeat(np.arange(len(label_sets)), list(map(len, label_sets)))
    columns = [position[label] for label in chain.from_iterable(label_sets)]
    Y = np.zeros((len(label_sets), len(labels)))
    Y[rows, columns] = 1
    label_names = [f"Label{label:.0f}" for label in labels]
    names = [f"Att{number}" for number in range(first, X.shape[1])] + label_names
    codes = hstack([csc_array(X[:, first:]), csc_array(Y)], format="csc")
    return table._replace(attributes=list(map(Attribute, names)), codes=codes), label_names


def _lines(path):
    """Yield the number of each line that is a row."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if line.partition(b"#")[0].strip():
                yield number


def _find_fault(paths):
    """Say which line scikit-learn cannot read: its own errors do not."""
    for path in paths:
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    load_svmlight_file(io.BytesIO(line), multilabel=True, zero_based=True)
                except (ValueError, OverflowError) as error:
                    raise DataError(
                        f"{path}, line {number}: {line[:30]!r} is not a row such as '1,3 2:0.5 "
                        f"7:1' ({error})."
                    ) from None
