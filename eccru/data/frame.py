"""CSV and Parquet files, through pandas: what the columns hold decides what they are."""

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from pandas.api import types
from pyarrow import ArrowException, parquet
from scipy.sparse import csc_array

from eccru.data import limits
from eccru.data.arff import encoding_of
from eccru.data.table import Attribute, Table
from eccru.errors import DataError


def read_csv(paths) -> Table:
    """Read CSV files with a header, or, where the name ends in .tsv, with tabs for commas.

    Returns
    -------
    Table
        As `frame_table` makes it. An empty value, ``?`` and ``NA`` are missing ones.
    """
    return frame_table({path: _read_csv(path) for path in map(Path, paths)})


def read_parquet(paths) -> Table:
    """Read Parquet files; an index that pandas stored in them is no column."""
    return frame_table({path: _read_parquet(path) for path in map(Path, paths)})


def frame_table(frames: dict) -> Table:
    """Turn frames with the same columns into one table.

    Numbers stay numbers, truth values are nominal {0,1}, categories and text are nominal; the
    values of a text are those that occur, in that order.

    Parameters
    ----------
    frames : dict of path-like to DataFrame
        The frames by file, whose rows are joined in this order.

    Raises
    ------
    DataError
        If the columns differ, or a value is missing or neither number, truth value nor text.
    """
    (first, *others), (frame, *_) = frames, frames.values()
    for path in others:
        if list(frames[path].columns) != list(frame.columns):
            raise DataError(f"{path} cannot be joined to {first}: their columns differ.")
    where = [(path, row) for path, part in frames.items() for row in range(1, len(part) + 1)]
    if not where:
        raise DataError(f"{first} has no rows.")
    if others:
        frame = pd.concat(frames.values(), ignore_index=True)
    table = Table([], csc_array((len(where), 0)), where, "row")
    columns = [_column(name, frame[name], table) for name in frame.columns]
    attributes, codes = zip(*columns, strict=True)
    if sum(1 + len(attribute.values or ()) for attribute in attributes) > limits.MOST_NAMES:
        raise DataError(f"{first} is refused: more than {limits.MOST_NAMES} columns and values.")
    return table._replace(attributes=list(attributes), codes=csc_array(np.column_stack(codes)))


def _read_csv(path) -> pd.DataFrame:
    options = {
        "sep": "\t" if path.suffix.lower() == ".tsv" else ",",
        "encoding": encoding_of(path),
        "na_values": "?",
        "low_memory": False,  # else a column may have other types in other parts of the file
    }
    try:
        header = pd.read_csv(path, header=None, nrows=1, dtype=str, **options).iloc[0]
        with warnings.catch_warnings(action="error", category=pd.errors.ParserWarning):
            frame = pd.read_csv(path, index_col=False, **options)
    except pd.errors.ParserWarning:
        raise DataError(f"{path}: the rows have more values than the header has names.") from None
    except (pd.errors.ParserError, pd.errors.EmptyDataError, ValueError) as error:
        raise DataError(f"{path} is not a CSV file: {str(error).strip()}.") from None
    if header.isna().any():
        raise DataError(
            f"{path}: column {header.isna().argmax() + 1} has no name; name it, or leave it out if "
            "it numbers the rows."
        )
    if header.duplicated().any():
        raise DataError(f"{path}: a second column {header[header.duplicated()].iloc[0]!r}.")
    return frame


def _read_parquet(path) -> pd.DataFrame:
    try:
        size = parquet.read_metadata(path)
        if size.num_rows * size.num_columns > limits.MOST_ENTRIES:
            raise DataError(f"{path} is refused: it has more than {limits.MOST_ENTRIES} values.")
        frame = pd.read_parquet(path)
    except (ArrowException, OSError) as error:
        raise DataError(f"{path} is not a Parquet file: {error}.") from None
    frame.columns = frame.columns.map(str)
    if not frame.columns.is_unique:
        name = frame.columns[frame.columns.duplicated()][0]
        raise DataError(f"{path}: a second column {name!r}.")
    return frame


def _column(name, column, table) -> tuple[Attribute, np.ndarray]:
    """Return what a column is, and its codes."""
    if len(name) > limits.LONGEST_NAME:
        raise DataError(
            f"{table.where[0][0]}: a name of more than {limits.LONGEST_NAME} characters is refused."
        )
    if column.isna().any():
        raise DataError(
            f"{table.place(column.isna().argmax())}: the value of {name!r} is missing; fill it in "
            "or leave the row out."
        )
    if isinstance(column.dtype, pd.CategoricalDtype):
        return Attribute(name, tuple(map(str, column.cat.categories))), column.cat.codes
    if types.is_bool_dtype(column):
        return Attribute(name, ("0", "1")), column.to_numpy(dtype=float)
    if types.is_numeric_dtype(column) and not types.is_complex_dtype(column):
        numbers = column.to_numpy(dtype=float)
        if not np.isfinite(numbers).all():
            row = int((~np.isfinite(numbers)).argmax())
            raise DataError(f"{table.place(row)}: the value of {name!r} is not finite.")
        return Attribute(name), numbers
    if not types.is_string_dtype(column):
        raise DataError(
            f"{table.where[0][0]}: the column {name!r} ({column.dtype}) is neither numbers, truth "
            "values nor text; leave it out or turn it into one of them."
        )
    _check_text(name, column, table)
    codes, values = pd.factorize(column)
    return Attribute(name, tuple(values)), codes


def _check_text(name, column, table):
    """Refuse a column of numbers that has become text by a slip in some rows."""
    is_number = pd.to_numeric(column, errors="coerce").notna()
    if 0.5 < is_number.mean() < 1:
        row = int((~is_number).argmax())
        raise DataError(
            f"{table.place(row)}: {column.iloc[row][:40]!r} is not a number, as most values of "
            f"{name!r} are; correct it, or let none of them be a number."
        )
