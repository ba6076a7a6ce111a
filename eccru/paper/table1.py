"""The paper's Table 1: its figures, the check of prepared datasets against them, and ours."""

import csv
import io
import math
from functools import cache
from pathlib import Path

from eccru.data.imbalance import FIGURES
from eccru.errors import DataError
from eccru.files import read_json, write_text
from eccru.stats.layout import markdown


@cache
def paper_table() -> dict[str, dict[str, str]]:
    """Return Table 1 of the paper, a row per dataset, each figure as it is printed.

    Three printed figures are misprints: a row has the right one, and the printed one under
    ``misprint`` (``d=144``). ``reduction`` is the fraction of features that was kept.
    """
    with open(Path(__file__).with_name("table1.csv"), encoding="utf-8") as file:
        return {row["dataset"]: row for row in csv.DictReader(file)}


def printed_sizes(dataset: str) -> dict | None:
    """Return the size of a dataset of the paper as printed, every value stored; else None."""
    row = paper_table().get(dataset)
    if row is None:
        return None
    n, d, q = (int(row[column]) for column in ("n", "d", "q"))
    return {"n": n, "q": q, "LC": float(row["LC"]), "entries": n * d}


def labels_below(dataset: str, imr: float) -> tuple[int, int, int]:
    """Bound how many labels of a dataset have an imbalance ratio below `imr`, by its printed row.

    A label below it is positive in more than the share 1 / (1 + imr) of the rows, and the shares
    of all labels add up to the label cardinality.

    Returns
    -------
    least, most, labels : int
        The bounds, and the number of the dataset's labels.
    """
    row = paper_table()[dataset]
    labels = int(row["q"])
    return 0, min(labels, math.floor(float(row["LC"]) * (1 + imr))), labels


def labels_above(dataset: str, imr: float) -> tuple[int, int, int]:
    """Bound how many labels of a dataset have an imbalance ratio of `imr` or more.

    As `labels_below`. The mean and the coefficient of variation give the sum and the sum of
    squares of all ratios; few labels cannot have that sum without larger squares.
    """
    row = paper_table()[dataset]
    labels, mean, variation = int(row["q"]), float(row["MeanImR"]), float(row["CVImR"])
    total = labels * mean
    squares = (labels - 1) * (variation * mean) ** 2 + labels * mean**2
    least = 0
    while least < labels:
        rest = total - imr * (labels - least)  # at least this is the sum of the labels above
        if rest <= 0 or (least and rest**2 / least <= squares):
            break
        least += 1
    return least, labels, labels


def check(name: str, stats: dict, reduction: float | None = None):
    """Compare statistics with the paper's, to its printed precision.

    Parameters
    ----------
    name : str
        Name of the dataset; one that is not in the paper passes.
    stats : dict
        What `statistics` returned.
    reduction : float, optional
        The fraction of features that was kept; d is compared only if it is the paper's.

    Raises
    ------
    DataError
        If a figure differs; the message has the figures side by side.
    """
    expected = paper_table().get(name)
    if expected is None:
        return
    columns = list(FIGURES)
    if float(expected["reduction"] or 1) != (reduction or 1):
        columns.remove("d")
    if all(_agrees(stats[column], expected[column]) for column in columns):
        return
    lines = [f"{'':8} {'here':>12} {'paper':>12}"]
    for column in columns:
        mark = "" if _agrees(stats[column], expected[column]) else "  differs"
        here = f"{stats[column]:.{_decimals(expected[column])}f}"
        lines.append(f"{column:8} {here:>12} {expected[column]:>12}{mark}")
    raise DataError(f"{name} is not the dataset of the paper's Table 1:\n" + "\n".join(lines))


def write_table1(csv_path, md_path, prepared, missing=()) -> None:
    """Write Table 1 as computed from the prepared datasets.

    Parameters
    ----------
    csv_path, md_path : path-like
        The files: with all digits, and to read.
    prepared : list of path-like
        The statistics of each prepared dataset, in files named after it.
    missing : iterable of str
        Datasets that no source has, which are named below the table.
    """
    rows = table({Path(path).stem: read_json(path) for path in prepared})
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_text(csv_path, text.getvalue())

    cells = [[_shown(value) for value in row.values()] for row in rows]
    notes = "".join(f"\nMissing: {name}, which no source had.\n" for name in missing)
    alignment = "l" + "r" * len(FIGURES) + "ll"
    write_text(md_path, markdown(list(rows[0]), cells, alignment) + notes)


def table(stats: dict[str, dict]) -> list[dict]:
    """Return the rows of Table 1 from the statistics of prepared datasets.

    Parameters
    ----------
    stats : dict of str to dict
        What `prepare` returned for each dataset.

    Returns
    -------
    list of dict
        A row per dataset: its name, the figures, where it came from, and what the paper misprints.
    """
    paper = paper_table()
    return [
        {
            "dataset": name,
            **{column: of_dataset[column] for column in FIGURES},
            "source": of_dataset["source"]["source"],
            "misprint": paper[name]["misprint"] if name in paper else "",
        }
        for name, of_dataset in stats.items()
    ]


def _shown(value) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def _agrees(value, printed) -> bool:
    unit = 10 ** -_decimals(printed)
    return abs(value - float(printed)) <= unit * (0.5 + 1e-9)
