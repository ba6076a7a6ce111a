"""Datasets of OpenML, as scikit-learn gets them from a server that stands for it."""

import os
import subprocess
import sys

import pytest

from eccru.data.preparation import prepare
from tests.openml import feature, serving_openml

COLOURS = ("red", "green", "blue")
TRUTH = ("FALSE", "TRUE")
FEATURES = [
    feature("size"),
    feature("colour", COLOURS),
    feature("l1", TRUTH, target=True),
    feature("l2", TRUTH, target=True),
]
HEAD = """@relation stones
@attribute size numeric
@attribute colour {red,green,blue}
@attribute l1 {FALSE,TRUE}
@attribute l2 {FALSE,TRUE}
@data
"""
DENSE = HEAD + "0.5,red,TRUE,FALSE\n1.5,blue,FALSE,TRUE\n2.5,red,TRUE,TRUE\n0,green,FALSE,FALSE\n"
WORDS = ("0", "1")
SPARSE_FEATURES = [
    feature("size"),
    feature("word", WORDS),
    feature("l1", WORDS, target=True),
    feature("l2", WORDS, target=True),
]
SPARSE = """@relation stones
@attribute size numeric
@attribute word {0,1}
@attribute l1 {0,1}
@attribute l2 {0,1}
@data
{0 0.5,2 1}
{1 1,3 1}
{2 1,3 1}
{0 2}
"""
FETCH = """
import sys
from eccru.data.sources import fetch
from eccru.errors import DataNotFound
try:
    fetch("mine", {"openml": int(sys.argv[1])}, sys.argv[2], ["mirror", "url"])
except DataNotFound as error:
    print(error)
"""


@pytest.fixture
def fetch_from(tmp_path):
    """Fetch a dataset in a process of its own: urllib looks for a proxy once only."""

    def fetch(number, **datasets):
        with serving_openml(tmp_path, **datasets) as environment:
            return subprocess.run(
                [sys.executable, "-c", FETCH, str(number), tmp_path / "raw"],
                env={**os.environ, **environment},
                check=True,
                capture_output=True,
                text=True,
            ).stdout

    return fetch


def test_targets_are_labels_unless_others_are_named(fetch_from, tmp_path):
    assert fetch_from(7, d7=(DENSE, FEATURES)) == ""
    dataset, stats = prepare("mine", tmp_path / "raw")
    # scikit-learn keeps the values that occur, sorted.
    assert dataset.feature_names == ["size", "colour=blue", "colour=green", "colour=red"]
    assert dataset.X.tolist() == [[0.5, 0, 0, 1], [1.5, 1, 0, 0], [2.5, 0, 0, 1], [0, 0, 1, 0]]
    assert dataset.nominal.tolist() == [False, True, True, True]
    assert dataset.label_names == ["l1", "l2"]
    assert dataset.Y.tolist() == [[1, 0], [0, 1], [1, 1], [0, 0]]
    assert stats["source"]["origin"] == "https://www.openml.org/d/7"
    assert prepare("mine", tmp_path / "raw", labels=["l2", "l1"])[0].label_names == ["l2", "l1"]


def test_sparse_rows(fetch_from, tmp_path):
    assert fetch_from(8, d8=(SPARSE, SPARSE_FEATURES)) == ""
    dataset, _ = prepare("mine", tmp_path / "raw")
    assert [path.suffix for path in sorted((tmp_path / "raw").iterdir())] == [".npz", ".json"]
    assert dataset.feature_names == ["size", "word"]
    assert dataset.nominal.tolist() == [False, True]
    assert dataset.X.tolist() == [[0.5, 0], [0, 1], [0, 0], [2, 0]]
    assert dataset.Y.tolist() == [[1, 0], [0, 1], [1, 1], [0, 0]]


def test_a_sparse_nominal_feature_is_not_taken_for_numbers(fetch_from):
    features = [SPARSE_FEATURES[0], feature("word", COLOURS), *SPARSE_FEATURES[2:]]
    text = SPARSE.replace("word {0,1}", "word {red,green,blue}").replace("1 1,", "1 blue,")
    answer = fetch_from(8, d8=(text, features))
    assert "url: OpenML's dataset 8 has sparse rows and nominal features other" in answer


def test_one_that_openml_does_not_have_is_named(fetch_from, tmp_path):
    answer = fetch_from(9, d7=(DENSE, FEATURES))
    assert answer.startswith("No source has the dataset mine.")
    assert "url: OpenML's dataset 9: " in answer
    assert list((tmp_path / "raw").glob("*")) == []


def test_a_file_that_is_not_what_openml_says_is_refused(fetch_from):
    answer = fetch_from(7, d7=(DENSE.replace("1.5,blue", "1.5,violet"), FEATURES))
    assert "url: OpenML's dataset 7: " in answer
