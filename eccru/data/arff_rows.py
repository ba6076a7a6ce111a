"""The rows of an ARFF file: a quick reader for numbers, and a careful one for the rest."""

import math
import re

import numpy as np
from scipy.sparse import csc_array, csr_array

from eccru.errors import DataError

_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_VALUE = re.compile(rf"\s*({_QUOTED}|[^,'\"\s][^,]*?|)\s*(,|$)")
_ENTRY = re.compile(rf"\s*(\d+)\s+({_QUOTED}|[^,'\"\s][^,]*?)\s*(,|$)")


def read_quickly(rows, attributes) -> csc_array | None:
    """Read rows of numbers and nominal {0,1} values; None if anything about them is unusual."""
    if not all(attribute.is_plain for attribute in attributes):
        return None
    try:
        codes = _sparse(rows, len(attributes)) if rows[0][0] == "{" else _dense(rows)
    except ValueError:
        return None
    if codes is None or codes.shape[1] != len(attributes) or not np.isfinite(codes.data).all():
        return None
    binary = np.array([attribute.values is not None for attribute in attributes])
    is_binary = np.repeat(binary, np.diff(codes.indptr))
    return codes if (codes.data[is_binary] == 1).all() else None


def _dense(rows) -> csc_array:
    return csc_array(np.loadtxt(rows, delimiter=",", comments=None, ndmin=2))


def _sparse(rows, n_attributes) -> csc_array | None:
    if not all(row[0] == "{" and row[-1] == "}" for row in rows):
        return None
    entries = [row[1:-1].split(",") if row[1:-1].strip() else [] for row in rows]
    indptr = np.cumsum([0, *map(len, entries)])
    if indptr[-1] == 0:
        return csc_array((len(rows), n_attributes))
    pairs = np.loadtxt([e for row in entries for e in row], comments=None, ndmin=2)
    if pairs.shape[1] != 2:
        return None
    columns = pairs[:, 0].astype(np.int32)
    position = np.repeat(np.arange(len(rows)), np.diff(indptr)) * n_attributes + columns
    if (columns != pairs[:, 0]).any() or columns.min() < 0 or columns.max() >= n_attributes:
        return None
    if (np.diff(position) <= 0).any():
        return None
    codes = csr_array((pairs[:, 1], columns, indptr), shape=(len(rows), n_attributes)).tocsc()
    codes.eliminate_zeros()
    return codes


def read_carefully(rows, where, attributes):
    """Read rows with quotes and nominal values of any kind.

    Returns
    -------
    attributes : list of Attribute
        As given, string attributes with the values that occur.
    codes : csc_array
        The table as numbers.

    Raises
    ------
    DataError
        Naming file and line of the first row that is not as it should be.
    """
    domains = [
        None if attribute.values is None else {v: code for code, v in enumerate(attribute.values)}
        for attribute in attributes
    ]
    columns, values, lengths = [], [], []
    for row, (path, line) in zip(rows, where, strict=True):
        try:
            read_row = _read_sparse_row if row[0] == "{" else _read_dense_row
            row_columns, row_values = read_row(row, attributes, domains)
        except ValueError as error:
            raise DataError(f"{path}, line {line}: {error}.") from None
        columns.extend(row_columns)
        values.extend(row_values)
        lengths.append(len(row_values))
    indptr = np.cumsum([0, *lengths])
    entries = (np.array(values, dtype=float), np.array(columns, dtype=np.int32), indptr)
    codes = csr_array(entries, shape=(len(rows), len(attributes))).tocsc()
    codes.eliminate_zeros()
    attributes = [
        attribute if domain is None else attribute._replace(values=tuple(domain))
        for attribute, domain in zip(attributes, domains, strict=True)
    ]
    return attributes, codes


def _read_dense_row(row, attributes, domains):
    values = split_values(row)
    if values is None:
        raise ValueError("a quote is not closed; the file may be cut off")
    if len(values) != len(attributes):
        raise ValueError(
            f"{len(values)} values where {len(attributes)} are needed; the file may be cut off"
        )
    codes = [_code(*cell) for cell in zip(values, attributes, domains, strict=True)]
    return range(len(codes)), codes


def _read_sparse_row(row, attributes, domains):
    if row[-1] != "}":
        raise ValueError("the sparse row has no closing brace; the file may be cut off")
    columns, codes = [], []
    body, position = row[1:-1].strip(), 0
    while position < len(body):
        entry = _ENTRY.match(body, position)
        if entry is None:
            raise ValueError(f"{body[position : position + 20]!r} is not a column and its value")
        column, position = int(entry[1]), entry.end()
        if column >= len(attributes):
            raise ValueError(f"there is no column {column}, they are numbered from 0")
        if columns and column <= columns[-1]:
            raise ValueError(f"column {column} comes after column {columns[-1]}")
        if attributes[column].values == ():
            raise ValueError("a sparse row cannot hold a string attribute")
        columns.append(column)
        codes.append(_code(entry[2], attributes[column], domains[column]))
    return columns, codes


def _code(value, attribute, domain):
    """Return a value as a number, or which one it is of the values of a nominal attribute."""
    if value == "?":
        raise ValueError(
            f"the value of {attribute.name!r} is missing ('?'); fill it in or leave the row out"
        )
    if domain is None:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise ValueError(f"{value!r} is not a number, as {attribute.name!r} must be")
        return number
    value = unquote(value)
    if attribute.values == ():
        return domain.setdefault(value, len(domain))
    if value not in domain:
        raise ValueError(f"{value!r} is not one of the values of {attribute.name!r}")
    return domain[value]


def split_values(text) -> list[str] | None:
    """Split at the commas outside of quotes; None if a quote is not closed."""
    if "'" not in text and '"' not in text:
        return [value.strip() for value in text.split(",")]
    values, position, separator = [], 0, ","
    while separator:
        match = _VALUE.match(text, position)
        if match is None:
            return None
        values.append(match[1])
        position, separator = match.end(), match[2]
    return values


def unquote(text) -> str:
    """Remove the quotes around a name or value, and the backslashes within them."""
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0]:
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text
