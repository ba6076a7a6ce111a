"""Rows whose labels lie in the wrong columns: set right, and the evidence that they were wrong.

In rcv1subset1 and rcv1subset2, as everyone has them, the labels of the rows from 3000 on begin 1
and 12 columns too early: the first ones lie in the last columns of the features.

The evidence is printed by ``python -m eccru.data.realign data/raw/rcv1subset1-realigned``.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array

from eccru.data.catalogue import RECORD
from eccru.data.mulan import read_table
from eccru.data.table import Table
from eccru.errors import DataError
from eccru.files import read_json

BLOCK = 1000  # rows
LEAST = 10  # rows of a block that must have a label, for its mean features to say something


def realign(table: Table, label_names, first_row: int, columns: int) -> Table:
    """Shift the labels of the later rows back to where they belong.

    Parameters
    ----------
    table : Table
        All columns, the labels being the last ones.
    label_names : list of str
        The labels.
    first_row : int
        The first of the rows that are shifted.
    columns : int
        By how many columns their labels begin too early.

    Returns
    -------
    Table
        The same, but with these rows' values from the first shifted label on moved to the right.
        What the last features of these rows were is lost: they become 0.

    Raises
    ------
    DataError
        If the rows are not shifted in that way.
    """
    codes = table.codes.tocoo()
    d = len(table.attributes) - len(label_names)
    moved = (codes.row >= first_row) & (codes.col >= d - columns)
    shifted = codes.col + columns * moved
    realigned = table
    if (shifted < codes.shape[1]).all():
        entries = (codes.data, (codes.row, shifted))
        realigned = table._replace(codes=type(table.codes)(entries, shape=codes.shape))
    before, after = (halves_agree(t, label_names, first_row) for t in (table, realigned))
    if not after > before:
        raise DataError(
            f"{table.where[0][0]}: its labels are not {columns} columns too early from row "
            f"{first_row} on; use the file as it is, under the name without -realigned."
        )
    return realigned


def split(table: Table, label_names) -> tuple[csr_array, np.ndarray]:
    """Return the features, as numbers, and the labels of a table whose last columns are labels."""
    d = len(table.attributes) - len(label_names)
    return table.codes[:, :d].tocsr(), table.codes[:, d:].toarray()


def halves_agree(table, label_names, first_row) -> float:
    """Return the correlation of the labels' counts in the rows before and from `first_row` on."""
    _, Y = split(table, label_names)
    return float(np.corrcoef(Y[:first_row].sum(axis=0), Y[first_row:].sum(axis=0))[0, 1])


def association(table, label_names, first_row) -> list[float]:
    """Tell for each block of rows whether its labels go with the features that they should.

    A label's mark is the mean of the rows that have it less the mean of all rows. The association
    of a block is the cosine of the labels' marks in it and in the other rows before `first_row`,
    which are right; averaged over the labels that both have in ten rows.
    """
    X, Y = split(table, label_names)
    rows = np.arange(len(Y))
    found = []
    for start in range(0, len(Y), BLOCK):
        block = (start <= rows) & (rows < start + BLOCK)
        others = ~block & (rows < first_row)
        enough = np.minimum(Y[block].sum(axis=0), Y[others].sum(axis=0)) >= LEAST
        marks = [_marks(X[part], Y[part][:, enough]) for part in (block, others)]
        norms = [np.linalg.norm(mark, axis=1) for mark in marks]
        cosines = (marks[0] * marks[1]).sum(axis=1) / (norms[0] * norms[1])
        found.append(float(cosines.mean()))
    return found


def _marks(X, Y) -> np.ndarray:
    """Return the mark of each label: the mean of its rows less the mean of all."""
    return (X.T @ Y).T / Y.sum(axis=0)[:, None] - X.mean(axis=0)


def evidence(folder) -> str:
    """Return the evidence for a dataset, as fetched into a folder, as a table to read."""
    folder = Path(folder)
    record = read_json(folder / RECORD)
    if "shifted" not in record:
        raise DataError(f"{folder} does not hold a dataset whose rows are to be set right.")
    before, label_names = read_table(
        [folder / file for file in record["arff"]], folder / record["xml"]
    )
    after = realign(before, label_names, **record["shifted"])
    first_row = record["shifted"]["first_row"]
    columns = []
    for table in (before, after):
        X, Y = split(table, label_names)
        norms = np.sqrt((X**2).sum(axis=1))
        columns.append(
            [
                *(f"{value:.3f}" for value in association(table, label_names, first_row)),
                f"{halves_agree(table, label_names, first_row):.3f}",
                f"{norms.min():.5f} to {norms.max():.5f}",
                f"{Y.sum() / len(Y):.4f}",
            ]
        )
    starts = range(0, before.codes.shape[0], BLOCK)
    names = [f"association, rows {start} to {start + BLOCK - 1}" for start in starts]
    names += ["correlation of label counts", "norms of rows", "label cardinality"]
    rows = zip(names, *columns, strict=True)
    lines = [("", "as distributed", "realigned"), *rows]
    return "\n".join(f"{name:31} {old:>20} {new:>20}" for name, old, new in lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Print the evidence that rows are shifted.")
    parser.add_argument("folder", help="what was fetched, such as data/raw/rcv1subset1-realigned")
    print(evidence(parser.parse_args().folder))
