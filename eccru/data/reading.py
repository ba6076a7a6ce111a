"""Datasets in any format that is known."""

import re
from pathlib import Path

from eccru.data import limits
from eccru.data.arff import read_arff, read_relation
from eccru.data.dataset import Dataset
from eccru.data.encode import encode
from eccru.data.formats import format_of
from eccru.data.labels import choose_labels, read_label_names
from eccru.data.table import Table
from eccru.errors import DataError
from eccru.extras import require

# Options after the name of the relation: how many of the first (or last) attributes are labels.
_MEKA = re.compile(r":.*?\s-C\s+(-?[0-9]{1,9})(?![0-9])")


def read_dataset(path, labels=None, format=None) -> Dataset:
    """Read a multi-label dataset from a file.

    Parameters
    ----------
    path : path-like or list of path-like
        The file, or several parts of it (train and test), which are joined.
    labels : list of str, str or int, optional
        The columns that are labels: their names, a pattern such as ``"label_*"``, how many of the
        first columns (of the last ones, if negative), or Mulan's XML file that names them. ARFF
        files say it themselves in the format of MEKA (``@relation 'name: -C 6'``) or have an XML
        file of the same name beside them; LIBSVM and .npz files need none.
    format : {"arff", "csv", "parquet", "libsvm", "npz"}, optional
        The format, where the ending of the name does not tell it.

    Returns
    -------
    Dataset
        Named like the first file. How columns become features is told at
        `eccru.data.encode.encode`.

    Raises
    ------
    DataError
        If a file cannot be used; the message names it, and the line where there is one.

    Examples
    --------
    >>> dataset = read_dataset("mine.csv", labels="label_*")  # doctest: +SKIP
    """
    paths = [Path(part) for part in ([path] if isinstance(path, (str, Path)) else path)]
    return encode(paths[0].stem, *read_files(paths, find_labels(paths[0], labels), format))


def find_labels(path, labels):
    """Return which columns are labels, read from Mulan's XML file where it says so."""
    beside = path.with_suffix(".xml")
    if labels is None and path.suffix.lower() == ".arff" and beside.exists():
        labels = beside
    if isinstance(labels, (str, Path)) and str(labels).lower().endswith(".xml"):
        return read_label_names(labels)
    return labels


def read_files(paths, labels=None, format=None) -> tuple[Table, list[str]]:
    """Read the files of a dataset: the table of all columns, and which of them are labels."""
    for path in paths:
        try:
            size = path.stat().st_size
        except OSError as error:
            raise DataError(f"{path} cannot be read: {error.strerror}.") from error
        if size > limits.LARGEST:
            raise DataError(f"{path} is refused: it has more than {limits.LARGEST} bytes.")
    table, named = _read(paths, format_of(paths[0], format))
    if labels is None and named is None:
        raise DataError(
            f"{paths[0]} does not say which columns are labels; name them (labels:), by their "
            "names, a pattern or their number."
        )
    return table, choose_labels(table, named if labels is None else labels)


def _read(paths, format):
    """Return the table, and the labels where the files name them; import what they need only."""
    if format == "arff":
        options = _MEKA.search(read_relation(paths[0]))
        return read_arff(paths), options and int(options[1])
    if format == "libsvm":
        from eccru.data.libsvm import read_libsvm

        return read_libsvm(paths)
    if format == "npz":
        from eccru.data.npz import read_npz

        return read_npz(paths)
    require("Reading CSV and Parquet files", "pandas", "pyarrow")
    from eccru.data.frame import read_csv, read_parquet

    return (read_csv if format == "csv" else read_parquet)(paths), None
