"""Datasets in every format, through the workflow."""

import json

import numpy as np
import pytest

from eccru.data.dataset import Dataset
from tests.data.test_openml import DENSE, FEATURES
from tests.formats import ROWS, write_all
from tests.mulan import LABELS
from tests.openml import serving_openml
from tests.workflow.call import Workflow

# Enough rows for folds.
OPENML = DENSE + DENSE.split("@data\n")[1] * 9


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A workflow that has made the data and the folds of datasets in every format."""
    folder = tmp_path_factory.mktemp("formats")
    datasets = [{"name": name, **entry} for name, entry in write_all(folder).items()]
    datasets.append({"name": "openml", "openml": 40591})
    study = tmp_path_factory.mktemp("study")
    workflow = Workflow(study, datasets=datasets, sources=["mirror", "url"], repeats=1)
    with serving_openml(folder, d40591=(OPENML, FEATURES)) as environment:
        workflow.environment |= environment
        answer = workflow("datasets")
    assert answer.returncode == 0, answer.stdout
    return workflow


def test_every_format_gives_the_data_of_the_mulan_file(finished):
    def load(name):
        return Dataset.load(finished.folder / f"data/prepared/{name}.npz")

    mulan = load("mulan")
    for name in ("meka", "csv", "tsv", "parquet", "libsvm", "npz"):
        dataset = load(name)
        np.testing.assert_array_equal(dataset.Y, mulan.Y)
        np.testing.assert_array_equal(dataset.X[:, :10], mulan.X[:, :10])
        assert len(dataset.feature_names) == (10 if name in ("libsvm", "npz") else 26)
        statistics = json.loads((finished.folder / f"data/prepared/{name}.json").read_text())
        assert (statistics["n"], statistics["q"]) == (ROWS, len(LABELS))
        assert (finished.folder / f"results/folds/{name}.npz").exists()
    assert load("openml").Y.shape == (40, 2)
    assert load("openml").label_names == ["l1", "l2"]


def test_nothing_is_to_be_done_and_other_labels_fetch_nothing_again(finished):
    assert finished.jobs("datasets") == set()
    entry = json.dumps({"name": "csv", "file": csv_file(finished), "labels": ["rare", "scarce"]})
    jobs = finished.jobs("datasets", "--config", f"datasets=[{entry}]", "results=results")
    assert jobs == {"prepare/csv", "folds/csv", "table1", "datasets"}


def csv_file(workflow) -> str:
    record = json.loads((workflow.folder / "data/raw/csv/source.json").read_text())
    return record["origin"][0]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"file": "a.csv"}, "$.datasets[0] needs labels: the names of its label columns"),
        ({"file": "a.csv", "labels": 1.5}, "$.datasets[0].labels"),
        ({"openml": "yeast"}, "$.datasets[0].openml"),
    ],
)
def test_an_entry_that_makes_no_sense_is_an_error_before_anything_runs(tmp_path, entry, message):
    answer = Workflow(tmp_path, datasets=[{"name": "mine", **entry}])("--dry-run")
    assert answer.returncode != 0
    assert message in answer.stdout
    assert "Traceback" not in answer.stdout
