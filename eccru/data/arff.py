"""ARFF files: header and rows.

Two ways lead through the rows (`eccru.data.arff_rows`): a quick one for files of numbers, which
most are, and a careful one that reads what else the format allows and knows the line of an error.
"""

import re
from pathlib import Path
from typing import NamedTuple

from scipy.sparse import csc_array

from eccru.data.arff_rows import read_carefully, read_quickly, split_values, unquote
from eccru.errors import DataError

_NUMERIC = {"numeric", "real", "integer"}
_ATTRIBUTE = re.compile(
    r"""@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*)""", re.IGNORECASE
)


class Attribute(NamedTuple):
    """An attribute of a file.

    `values` are those of a nominal attribute, in the order of the file; None stands for numbers. A
    string attribute begins without any values and has those that occur once the rows are read.
    """

    name: str
    values: tuple[str, ...] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the codes of the attribute are its values: numbers, or nominal {0,1}."""
        return self.values is None or self.values == ("0", "1")


class Table(NamedTuple):
    """Rows as numbers: the value itself, or for a nominal attribute which of its values."""

    attributes: list[Attribute]
    codes: csc_array
    where: list[tuple[Path, int]]  # file and line of each row

    def place(self, row: int) -> str:
        """Return the file and line of a row, for messages."""
        return "{}, line {}".format(*self.where[row])


def read_arff(paths) -> Table:
    """Read an ARFF file, dense or sparse, or several with the same attributes as one.

    Parameters
    ----------
    paths : list of path-like
        The files, in UTF-8 or, failing that, Latin-1. Their rows are joined in this order.

    Returns
    -------
    Table
        Attributes and rows. What a sparse row leaves out is 0, or the first value of a nominal
        attribute.

    Raises
    ------
    DataError
        If a file is not whole or not ARFF, or if a value is missing (``?``).
    """
    attributes, rows, where = None, [], []
    for path in map(Path, paths):
        lines = _read_lines(path)
        header, start = _read_header(path, lines)
        if attributes not in (None, header):
            raise DataError(f"{path} cannot be joined to {paths[0]}: their attributes differ.")
        attributes = header
        numbered = enumerate(map(str.strip, lines[start:]), start + 1)
        part = [(row, (path, line)) for line, row in numbered if row and row[0] != "%"]
        if not part:
            raise DataError(f"{path} has no rows after @data; it may be cut off.")
        rows += [row for row, _ in part]
        where += [place for _, place in part]
    codes = read_quickly(rows, attributes)
    if codes is None:
        attributes, codes = read_carefully(rows, where, attributes)
    return Table(attributes, codes, where)


def _read_lines(path) -> list[str]:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.readlines()
    except UnicodeDecodeError:
        with open(path, encoding="latin-1") as file:
            return file.readlines()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error


def _read_header(path, lines) -> tuple[list[Attribute], int]:
    """Return the attributes and how many lines there are up to ``@data``."""
    attributes = {}
    for number, line in enumerate(lines, 1):
        line = line.strip()
        keyword = line[:10].split(maxsplit=1)[0].lower() if line else ""
        if keyword == "@data":
            if not attributes:
                raise DataError(f"{path} has no @attribute before @data.")
            return list(attributes.values()), number
        if keyword == "@attribute":
            attribute = _read_attribute(line, f"{path}, line {number}")
            if attribute.name in attributes:
                raise DataError(f"{path}, line {number}: a second attribute {attribute.name!r}.")
            attributes[attribute.name] = attribute
        elif keyword and keyword[0] != "%" and keyword != "@relation":
            raise DataError(f"{path}, line {number}: {line[:30]!r} is not part of an ARFF header.")
    raise DataError(f"{path} has no @data line; it is no ARFF file, or cut off.")


def _read_attribute(line, place) -> Attribute:
    match = _ATTRIBUTE.fullmatch(line)
    name, kind = (unquote(match[1]), match[2]) if match else ("", "")
    if kind.lower() in _NUMERIC:
        return Attribute(name)
    if kind.lower() == "string":
        return Attribute(name, ())
    if kind.startswith("{") and kind.endswith("}"):
        values = split_values(kind[1:-1])
        if values and len(set(values)) == len(values):
            return Attribute(name, tuple(map(unquote, values)))
    raise DataError(
        f"{place}: {line[:60]!r} does not declare a numeric, nominal or string attribute."
    )
