"""The statistics of Table 1: computed from the data, and compared with the paper's."""

import csv
from functools import cache
from importlib.resources import files

import numpy as np

from eccru.data.dataset import Dataset
from eccru.data.errors import DataError

COLUMNS = ("n", "d", "q", "LC", "MeanImR", "MaxImR", "CVImR")


@cache
def paper_table() -> dict[str, dict[str, str]]:
    """Return Table 1 of the paper, a row per dataset, each figure as it is printed.

    Three printed figures are misprints: a row has the right one, and the printed one under
    ``misprint`` (``d=144``). ``reduction`` is the fraction of features that was kept.
    """
    with files("eccru.data").joinpath("table1.csv").open(encoding="utf-8") as file:
        return {row["dataset"]: row for row in csv.DictReader(file)}


def imbalance_ratios(Y) -> np.ndarray:
    """Return the imbalance ratio ImR of each label: majority over minority class size.

    A label that all instances have, or none, has an infinite one.
    """
    ones = Y.sum(axis=0, dtype=np.int64)
    minority = np.minimum(ones, len(Y) - ones)
    with np.errstate(divide="ignore"):
        return (len(Y) - minority) / minority


def statistics(dataset: Dataset, n_attributes: int) -> dict[str, float]:
    """Compute the figures of Table 1.

    Parameters
    ----------
    dataset : Dataset
        The dataset.
    n_attributes : int
        The paper's d, which counts attributes of the file: one with many nominal values, for which
        `dataset` has many features, is one; an identifier, for which it has none, is one too.

    Returns
    -------
    dict
        n, d, q, the label cardinality LC, and the mean, maximum and coefficient of variation of the
        labels' imbalance ratios, those of one class only left out.
    """
    ratios = imbalance_ratios(dataset.Y)
    ratios = ratios[np.isfinite(ratios)]
    if len(ratios) < 2:
        raise DataError(f"{dataset.name} needs two labels that some instances have and some not.")
    n, q = dataset.Y.shape
    return {
        "n": n,
        "d": n_attributes,
        "q": q,
        "LC": float(dataset.Y.sum() / n),
        "MeanImR": float(ratios.mean()),
        "MaxImR": float(ratios.max()),
        "CVImR": float(ratios.std(ddof=1) / ratios.mean()),
    }


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
    columns = list(COLUMNS)
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
            **{column: of_dataset[column] for column in COLUMNS},
            "source": of_dataset["source"]["source"],
            "misprint": paper[name]["misprint"] if name in paper else "",
        }
        for name, of_dataset in stats.items()
    ]


def _decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def _agrees(value, printed) -> bool:
    unit = 10 ** -_decimals(printed)
    return abs(value - float(printed)) <= unit * (0.5 + 1e-9)
