"""What is read from the files of a dataset: attributes, and rows as numbers."""

from pathlib import Path
from typing import NamedTuple

from scipy.sparse import csc_array


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
    unit: str = "line"  # or "row", where a file has no lines

    def place(self, row: int) -> str:
        """Return the file and line of a row, for messages."""
        path, number = self.where[row]
        return f"{path}, {self.unit} {number}"
