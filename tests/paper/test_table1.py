"""The figures of Table 1, from the real files."""

import re
from fractions import Fraction
from statistics import mean, stdev

import numpy as np
import pytest

from eccru.data.dataset import Dataset
from eccru.data.imbalance import imbalance_ratios, statistics
from eccru.data.mulan import read_mulan
from eccru.data.preparation import prepare
from eccru.data.sources import fetch
from eccru.errors import DataError
from eccru.paper.table1 import check, paper_table

IN_MIRROR = sorted(set(paper_table()) - {"eurlex-sm"})


@pytest.mark.parametrize("name", IN_MIRROR)
def test_prepared_dataset_has_the_figures_of_the_paper(mirror, tmp_path, name):
    """`prepare` itself compares them; here an independent computation does, on what it returns."""
    fetch(name, {}, tmp_path, ["mirror"], mirror=mirror)
    row = paper_table()[name]
    reduction = float(row["reduction"]) if row["reduction"] else None
    dataset, stats = prepare(name, tmp_path, reduction)

    ones = [int(column.sum()) for column in dataset.Y.T]
    n = len(dataset.Y)
    ratios = [float(Fraction(max(k, n - k), min(k, n - k))) for k in ones]
    found = {
        "n": n,
        "q": dataset.Y.shape[1],
        "LC": sum(ones) / n,
        "MeanImR": mean(ratios),
        "MaxImR": max(ratios),
        "CVImR": stdev(ratios) / mean(ratios),
    }
    for figure, value in found.items():
        decimals = len(row[figure].partition(".")[2])
        assert round(value, decimals) == float(row[figure]), figure
        assert stats[figure] == pytest.approx(value)
    assert stats["d"] == int(row["d"])
    # Attributes with several values are several columns; an identifier is none.
    assert dataset.X.shape == (n, {"flags": 43, "genbase": 1185}.get(name, stats["d"]))
    assert stats["columns"] == dataset.X.shape[1] == len(dataset.feature_names)


def test_nominal_features_are_those_declared_so(mirror):
    folder = mirror / "data/multi-label"
    for path in ("enron/enron", "medical/medical", "yeast/yeast", "cal500/cal500"):
        text = (folder / f"{path}.arff").read_text()
        dataset = read_mulan(folder / f"{path}.arff", folder / f"{path}.xml")
        declared = re.findall(r"^@attribute .*(\{0,1\}|numeric)\s*$", text, re.MULTILINE)
        nominal = sum(kind != "numeric" for kind in declared) - len(dataset.label_names)
        assert dataset.nominal.sum() == nominal


def test_three_figures_are_noted_as_misprints():
    table = paper_table()
    assert len(table) == 16
    misprints = {name: row["misprint"] for name, row in table.items() if row["misprint"]}
    assert misprints == {
        "scene": "d=144",
        "yahoo-Arts1": "LC=1.548",
        "yahoo-Business1": "LC=1.437",
    }


def small():
    Y = np.array([[1, 0], [0, 0], [0, 0], [0, 1], [0, 1]], dtype=np.uint8)
    return Dataset("small", np.ones((5, 2)), Y, np.zeros(2, bool), ["a", "b"], ["l", "m"])


def test_statistics_by_hand():
    stats = statistics(small(), n_attributes=2)
    assert stats == pytest.approx(
        # ImR: 4 / 1 and 3 / 2; their deviation from the mean 2.75 is 1.25 each
        {"n": 5, "d": 2, "q": 2, "LC": 0.6, "MeanImR": 2.75, "MaxImR": 4}
        | {"CVImR": (2 * 1.25**2) ** 0.5 / 2.75}
    )


def test_labels_of_one_class_have_no_ratio():
    Y = np.array([[1, 0, 1], [1, 0, 0], [1, 0, 0]], dtype=np.uint8)
    assert imbalance_ratios(Y).tolist() == [np.inf, np.inf, 2]


def test_a_difference_is_shown_side_by_side():
    row = paper_table()["yeast"]
    stats = {figure: float(row[figure]) for figure in ("n", "d", "q", "LC", "MeanImR", "MaxImR")}
    stats["CVImR"] = 1.9974
    check("yeast", stats)
    check("unknown", {})
    stats["LC"] = 4.2376
    with pytest.raises(DataError, match=r"yeast is not the dataset") as error:
        check("yeast", stats)
    lines = str(error.value).splitlines()
    assert lines[1].split() == ["here", "paper"]
    assert [line.split() for line in lines if "differs" in line] == [
        ["LC", "4.238", "4.237", "differs"]
    ]


def test_d_is_compared_only_for_the_reduction_of_the_paper():
    row = paper_table()["enron"]
    stats = {f: float(row[f]) for f in ("n", "q", "LC", "MeanImR", "MaxImR", "CVImR")}
    check("enron", {**stats, "d": 100}, reduction=0.1)
    check("enron", {**stats, "d": 1001})
    with pytest.raises(DataError, match="differs"):
        check("enron", {**stats, "d": 101}, reduction=0.1)
