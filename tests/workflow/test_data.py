"""The first half of the workflow: configuration, download, preparation, folds."""

import csv
import json

import numpy as np
import pytest

from tests.workflow.call import Workflow


@pytest.fixture(scope="module")
def finished(tmp_path_factory, small):
    """A workflow that has made the data and the folds of two small datasets."""
    workflow = Workflow(tmp_path_factory.mktemp("study"), datasets=small, repeats=2)
    answer = workflow("datasets")
    assert answer.returncode == 0, answer.stdout
    return workflow


def test_makes_data_folds_and_table(finished):
    with np.load(finished.folder / "results/folds/stones.npz") as folds:
        assert sorted(set(folds) - {"key"}) == ["0-0", "0-1", "1-0", "1-1"]
        assert np.array_equal(np.sort(np.r_[folds["0-0"], folds["0-1"]]), np.arange(150))
    with open(finished.folder / "results/tables/datasets.csv") as file:
        rows = {row["dataset"]: row for row in csv.DictReader(file)}
    assert [rows[name]["n"] for name in ("stones", "texts")] == ["150", "200"]
    assert {row["source"] for row in rows.values()} == {"url"}


def test_second_call_does_nothing(finished):
    answer = finished("datasets")
    assert answer.returncode == 0
    assert "Nothing to be done" in answer.stdout


def test_deleted_file_is_rebuilt_with_what_depends_on_it(finished):
    prepared = finished.folder / "data/prepared/stones.npz"
    content = prepared.read_bytes()
    prepared.unlink()
    jobs = finished.jobs("datasets")
    assert jobs == {"prepare/stones", "folds/stones", "table1", "datasets"}
    prepared.write_bytes(content)


def test_other_sources_do_not_fetch_again_what_is_here(finished):
    assert finished.jobs("datasets", "--config", "mirror=elsewhere", "sources=[mirror]") == set()


@pytest.fixture(scope="module")
def partial(tmp_path_factory, small):
    """A workflow one of whose datasets is nowhere to be had."""
    folder = tmp_path_factory.mktemp("partial")
    datasets = [small[0], {"name": "lost", "arff": ["lost.arff"], "xml": "lost.xml"}]
    return Workflow(folder, datasets=datasets, sources=["mirror", "url"], repeats=1)


def test_missing_dataset_is_an_error_that_names_it(partial):
    answer = partial("results/tables/datasets.csv")
    assert answer.returncode != 0
    assert "No source has the dataset lost." in answer.stdout
    assert "mirror: no mirror folder is set" in answer.stdout
    assert "url: lost.arff: No such file or directory" in answer.stdout
    assert not (partial.folder / "data/raw/lost").exists()
    assert not (partial.folder / "results/tables/datasets.csv").exists()
    assert (partial.folder / "data/prepared/stones.npz").exists()


def test_missing_dataset_can_be_skipped_and_is_named(partial):
    answer = partial("datasets", "--config", "missing_data=skip")
    assert answer.returncode == 0, answer.stdout
    available = json.loads((partial.folder / "results/available.json").read_text())
    assert available["available"] == ["stones"]
    assert list(available["missing"]) == ["lost"]
    assert "lost" in (partial.folder / "results/tables/datasets.md").read_text()
    again = partial("datasets", "--config", "missing_data=skip")
    assert "Nothing to be done" in again.stdout
    assert partial("datasets").returncode != 0


def test_real_datasets_come_from_the_mirror(tmp_path, mirror):
    """Their files have the checksums of the catalogue, and flags the figures of Table 1."""
    datasets = [{"name": "flags"}, {"name": "emotions"}]
    workflow = Workflow(tmp_path, mirror, datasets=datasets, sources=["mirror"], repeats=1)
    answer = workflow("datasets")
    assert answer.returncode == 0, answer.stdout
    for name, rows in (("flags", 194), ("emotions", 593)):
        prepared = json.loads((tmp_path / f"data/prepared/{name}.json").read_text())
        assert prepared["n"] == rows
        assert prepared["source"]["source"] == "mirror"


@pytest.mark.parametrize(
    ("config", "named"),
    [
        ({"seeed": 1}, "seeed"),
        ({"seed": "one"}, "$.seed"),
        ({"methods": [{"name": "ECC", "chains": 3}]}, "chains"),
        ({"methods": [{"name": "ECC"}, {"name": "CC"}]}, "$.methods[1].name"),
        ({"datasets": [{"name": "flags", "reduction": 2}]}, "$.datasets[0].reduction"),
    ],
)
def test_wrong_configuration_names_the_key(tmp_path, config, named):
    answer = Workflow(tmp_path, **config)("--dry-run")
    assert answer.returncode != 0
    assert named in answer.stdout
    assert "Traceback" not in answer.stdout


def test_lists_with_numbers_can_be_given_on_the_command_line(tmp_path):
    workflow = Workflow(tmp_path)
    jobs = workflow.jobs(
        "datasets", "--config", "datasets=[{name: enron, reduction: 0.1}]", "repeats=1"
    )
    assert jobs == {"download/enron", "prepare/enron", "folds/enron", "table1", "datasets"}
