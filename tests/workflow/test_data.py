"""The first half of the workflow: configuration, download, preparation, folds."""

import json

import numpy as np
import pytest

from tests.workflow.call import Workflow

SMALL = [{"name": "flags"}, {"name": "emotions"}]


@pytest.fixture(scope="module")
def finished(tmp_path_factory, mirror):
    """A workflow that has made the data and the folds of two small datasets."""
    workflow = Workflow(tmp_path_factory.mktemp("study"), mirror, datasets=SMALL, repeats=2)
    answer = workflow("datasets")
    assert answer.returncode == 0, answer.stdout
    return workflow


def test_makes_data_folds_and_table(finished):
    with np.load(finished.folder / "results/folds/flags.npz") as folds:
        assert sorted(folds) == ["0-0", "0-1", "1-0", "1-1"]
        assert np.array_equal(np.sort(np.r_[folds["0-0"], folds["0-1"]]), np.arange(194))
    table = (finished.folder / "results/tables/datasets.csv").read_text()
    assert "flags" in table
    assert "emotions" in table


def test_second_call_does_nothing(finished):
    answer = finished("datasets")
    assert answer.returncode == 0
    assert "Nothing to be done" in answer.stdout


def test_deleted_file_is_rebuilt_with_what_depends_on_it(finished):
    prepared = finished.folder / "data/prepared/flags.npz"
    content = prepared.read_bytes()
    prepared.unlink()
    jobs = finished.jobs("datasets")
    assert jobs == {"prepare/flags", "folds/flags", "table1", "datasets"}
    prepared.write_bytes(content)


def test_other_sources_do_not_fetch_again_what_is_here(finished):
    assert finished.jobs("datasets", "--config", "mirror=elsewhere", "sources=[url]") == set()


@pytest.fixture(scope="module")
def partial(tmp_path_factory, mirror):
    """A workflow one of whose datasets is nowhere to be had."""
    datasets = [{"name": "flags"}, {"name": "eurlex-sm", "reduction": 0.1}]
    return Workflow(
        tmp_path_factory.mktemp("partial"),
        mirror,
        datasets=datasets,
        sources=["mirror"],
        repeats=1,
    )


def test_missing_dataset_is_an_error_that_names_it(partial):
    answer = partial("results/tables/datasets.csv")
    assert answer.returncode != 0
    assert "eurlex-sm" in answer.stdout
    assert "mirror" in answer.stdout
    assert not (partial.folder / "data/raw/eurlex-sm").exists()
    assert not (partial.folder / "results/tables/datasets.csv").exists()
    assert (partial.folder / "data/prepared/flags.npz").exists()


def test_missing_dataset_can_be_skipped_and_is_named(partial):
    answer = partial("datasets", "--config", "missing_data=skip")
    assert answer.returncode == 0, answer.stdout
    available = json.loads((partial.folder / "results/available.json").read_text())
    assert available["available"] == ["flags"]
    assert list(available["missing"]) == ["eurlex-sm"]
    assert "eurlex-sm" in (partial.folder / "results/tables/datasets.md").read_text()
    again = partial("datasets", "--config", "missing_data=skip")
    assert "Nothing to be done" in again.stdout
    assert partial("datasets").returncode != 0


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
