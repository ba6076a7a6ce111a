r"""The rows of ARFF files, as numbers. liac-arff takes them apart into texts.

It reads escapes as Weka does, but refuses one that it does not know (``\q``), where Weka takes the
letter. It does not say which value is wrong, takes an empty value for a missing one, knows no order
of the columns in a sparse row, and cuts the fraction off a number declared as integer. Therefore
each attribute is declared to it as a string.
"""

import csv
import math
import re
from array import array
from itertools import chain, tee

import arff
import numpy as np
from scipy.sparse import csr_array

from eccru.data import limits
from eccru.data.table import Table
from eccru.errors import DataError

# The closing quote may be missing, lest the search begins again at each escaped quote.
_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*('?)|"(?:[^"\\]|\\.)*("?)""")
_ENTRY = re.compile(r"(?:^|,)\s*([^\s,]*)")
# float() reads more than that: nan, 1_0, the digits of any script.
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_COLUMN = re.compile(r"[0-9]{1,9}")


class RowReader:
    """Reads the rows of one file after the other into one table.

    Parameters
    ----------
    attributes : list of Attribute
        The attributes that all files have.
    """

    def __init__(self, attributes):
        self.attributes = attributes
        self._domains = [
            None if values is None else {value: code for code, value in enumerate(values)}
            for _, values in attributes
        ]
        self._strings = [self._domains[j] for j, a in enumerate(attributes) if a.values == ()]
        self._columns, self._codes, self._ends = array("i"), array("d"), array("q", [0])
        self._where = []

    def read(self, path, lines):
        """Read the rows of a file.

        Parameters
        ----------
        path : Path
            The file, for messages.
        lines : iterator
            Number and text of each line after ``@data``.

        Raises
        ------
        DataError
            Naming file and line of the first row that is not as it should be.
        """
        first = next(lines, None)
        if first is None:
            raise DataError(f"{path} has no rows after @data; it may be cut off.")
        is_sparse = first[1][0] == "{"
        numbered, copy = tee(chain([first], lines))
        rows = self._split(is_sparse, (line for _, line in copy))
        for number, line in numbered:
            try:
                if (line[0] == "{") != is_sparse:
                    raise ValueError("dense and sparse rows are mixed")
                if is_sparse:
                    _check_columns(line, self.attributes)
                row = next(rows)
                self._append(row.items() if is_sparse else enumerate(row))
            except arff.ArffException:
                reason = _fault(line, is_sparse, len(self.attributes))
                raise DataError(f"{path}, line {number}: {reason}.") from None
            except (ValueError, csv.Error) as error:
                raise DataError(f"{path}, line {number}: {error}.") from None
            self._where.append((path, number))

    def table(self) -> Table:
        """Return all rows read, string attributes having the values that occur."""
        entries = tuple(map(np.asarray, (self._codes, self._columns, self._ends)))
        codes = csr_array(entries, shape=(len(self._where), len(self.attributes))).tocsc()
        attributes = [
            attribute if domain is None else attribute._replace(values=tuple(domain))
            for attribute, domain in zip(self.attributes, self._domains, strict=True)
        ]
        return Table(attributes, codes, self._where)

    def _split(self, is_sparse, lines):
        """Yield the values of each row, a list or a dictionary by column, None where missing."""
        declared = (f"@attribute a{j} string" for j in range(len(self.attributes)))
        return arff.load(
            chain(["@relation r"], declared, ["@data"], lines),
            return_type=arff.LOD_GEN if is_sparse else arff.DENSE_GEN,
        )["data"]

    def _append(self, cells):
        for column, value in cells:
            code = _code(value, self.attributes[column], self._domains[column])
            if code:
                self._columns.append(column)
                self._codes.append(code)
        self._ends.append(len(self._codes))
        if len(self._codes) > limits.MOST_ENTRIES:
            raise ValueError(f"more than {limits.MOST_ENTRIES} values are not zero, too many")
        if sum(map(len, self._strings)) > limits.MOST_NAMES:
            raise ValueError(f"string attributes have more than {limits.MOST_NAMES} values")


def _code(value, attribute, domain):
    """Return a value as a number, or which one it is of the values of a nominal attribute."""
    if value is None:
        raise ValueError(
            f"the value of {attribute.name!r} is missing ('?'); fill it in or leave the row out"
        )
    if domain is None:
        if _NUMBER.fullmatch(value) and math.isfinite(number := float(value)):
            return number
        raise ValueError(f"{value[:40]!r} is not a number, as {attribute.name!r} must be")
    if attribute.values == ():
        return domain.setdefault(value, len(domain))
    if value not in domain:
        raise ValueError(f"{value[:40]!r} is not one of the values of {attribute.name!r}")
    return domain[value]


def _check_columns(row, attributes):
    """Check what liac-arff overlooks: columns must be ASCII digits, and each above the last."""
    if row[-1] != "}":
        raise ValueError("the sparse row has no closing brace; the file may be cut off")
    body = _QUOTED.sub("''", row)[1:-1].strip()
    previous = -1
    for entry in _ENTRY.finditer(body) if body else ():
        if not _COLUMN.fullmatch(entry[1]):
            rest = body[entry.start(1) : entry.start(1) + 20]
            raise ValueError(f"{rest!r} is not a column and its value")
        column = int(entry[1])
        if column >= len(attributes):
            raise ValueError(f"there is no column {column}, they are numbered from 0")
        if column <= previous:
            raise ValueError(f"column {column} comes after column {previous}")
        if attributes[column].values == ():
            raise ValueError("a sparse row cannot hold a string attribute")
        previous = column


def _fault(row, is_sparse, n_attributes) -> str:
    """Say what is wrong with a row that liac-arff refuses."""
    if not all(any(quoted.groups()) for quoted in _QUOTED.finditer(row)):
        return "a quote is not closed; the file may be cut off"
    n_values = _QUOTED.sub("", row).count(",") + 1
    if not is_sparse and n_values != n_attributes:
        return f"{n_values} values where {n_attributes} are needed; the file may be cut off"
    return f"{row[:30]!r} is not a row of ARFF; a value with blanks, braces or quotes needs quotes"
