"""What a file is a result of: keys change with all that decides it, and with nothing else."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from eccru.errors import DataError
from eccru.files import read_arrays, read_json, write_arrays, write_json
from eccru.names import METRICS
from eccru.sources import ROOT
from eccru.study.keys import why_stale, write_manifest
from eccru.study.plan import Plan
from tests.invented import write_record

CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder in which the raw files of two datasets are."""
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(("yeast", "scene")):
        write_json(f"data/raw/{name}/source.json", {"source": "mirror", "sha256": {"a": number}})
    return tmp_path


def keys(**changes):
    plan = Plan({**CONFIG, **changes})
    return {
        "prepared": plan.prepared_key("yeast"),
        "folds": plan.folds_key("yeast"),
        "run": plan.run_key("yeast", "ECCRU3", 0, 1),
    }


def test_keys_are_unknown_before_the_data_is_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert set(keys().values()) == {None}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("changes", "changed"),
    [
        ({}, set()),
        ({"study": "other", "results": "other", "partial": True, "tracking_uri": "x"}, set()),
        ({"seed": 2}, {"folds", "run"}),
        ({"repeats": 6}, {"folds", "run"}),
        ({"repeats": 1, "folds": 5}, {"folds", "run"}),
        ({"time_limit": 20}, set()),
        ({"threshold_grid": 0.1}, {"run"}),
        ({"threshold_ties": "highest"}, {"run"}),
        ({"thresholds": 0.5}, {"run"}),
        ({"absent_labels": "mulan"}, {"run"}),
        ({"datasets": [{"name": "yeast", "reduction": 0.5}]}, {"prepared", "folds", "run"}),
        ({"methods": [{"name": "ECCRU3", "c": 30}]}, {"run"}),
        ({"methods": [{"name": "ECCRU3", "method": "ECCRU2", "c": 10, "theta_max": 10}]}, {"run"}),
    ],
)
def test_a_key_changes_with_what_decides_the_result(changes, changed):
    before, after = keys(), keys(**changes)
    assert {step for step in before if before[step] != after[step]} == changed


@pytest.mark.usefixtures("folder")
def test_key_of_another_package_s_method_changes_with_the_package(monkeypatch):
    def key(**changes):
        entry = {"name": "mine", "class": "mine.Forest", **changes}
        return Plan({**CONFIG, "methods": [entry]}).run_key("yeast", "mine", 0, 1)

    module = SimpleNamespace(Forest=type("Forest", (), {"__module__": "mine"}))
    monkeypatch.setitem(sys.modules, "mine", module)
    monkeypatch.setattr("eccru.study.classes._version", lambda name: "1")
    first = key()
    assert key() == first != key(parameters={"n": 3})
    assert key(per_label=True) != first
    monkeypatch.setattr("eccru.study.classes._version", lambda name: "2")
    assert key() != first


@pytest.mark.usefixtures("folder")
def test_swapped_settings_are_other_settings():
    """Snakemake, which compares parameters as a set, would take these for the same."""
    first, second = keys(repeats=1, folds=2, seed=1), keys(repeats=1, folds=2, seed=2)
    assert first["folds"] != second["folds"]
    assert keys(repeats=2, folds=3, seed=1) != keys(repeats=3, folds=2, seed=1)


def test_other_raw_files_are_other_data(folder):
    before = keys()
    write_json(folder / "data/raw/yeast/source.json", {"source": "url", "sha256": {"a": 7}})
    after = keys()
    assert all(before[step] != after[step] for step in before)


def test_runs_of_a_plan_have_different_keys(folder):
    runs = Plan({**CONFIG, "repeats": 2}).runs(["yeast", "scene"])
    assert len(set(runs.values())) == len(runs) == 2 * 8 * 2 * 2
    assert "results/runs/yeast/ECCRU3/1-0.json" in runs


def test_a_record_of_another_key_is_stale(tmp_path):
    path = write_record(tmp_path, key="asked")
    assert why_stale(path, "asked") is None
    assert "0-0.json is the result of another configuration" in why_stale(path, "other")


@pytest.mark.parametrize("digit", ["0.", '"repeat": 0'])
def test_a_changed_digit_in_a_record_is_seen(tmp_path, digit):
    path = write_record(tmp_path, key="asked")
    text = path.read_text()
    path.write_text(text.replace(digit, digit.replace("0", "1"), 1))
    assert path.read_text() != text
    assert "0-0.json is damaged" in why_stale(path, "asked")


def test_arrays_of_another_run_are_seen(tmp_path):
    path, other = write_record(tmp_path, key="asked"), write_record(tmp_path, fold=1)
    path.with_suffix(".npz").write_bytes(other.with_suffix(".npz").read_bytes())
    assert "0-0.npz is damaged, or of another run" in why_stale(path, "asked")
    path.with_suffix(".npz").unlink()
    assert "0-0.npz cannot be read" in why_stale(path, "asked")


def test_a_mean_that_is_not_that_of_the_labels_is_seen(tmp_path):
    path = write_record(tmp_path, key="asked")
    content = read_json(path)
    content["metrics"]["auc_pr"] += 0.01
    write_json(path, content)
    assert "auc_pr is" in why_stale(path, "asked")


def test_every_damaged_byte_of_an_array_file_is_seen(tmp_path):
    path = tmp_path / "a.npz"
    write_arrays(path, "asked", rows=np.arange(50))
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    for place in rng.integers(len(whole), size=200):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        if why_stale(path, "asked") is None:  # a byte that no reader looks at, such as a date
            assert np.array_equal(read_arrays(path)["rows"], np.arange(50))
        else:
            assert str(path) in why_stale(path, "asked")
    path.write_bytes(whole[:-10])
    with pytest.raises(DataError, match=r"a\.npz is damaged"):
        read_arrays(path)


def test_a_manifest_knows_its_files(tmp_path):
    table = tmp_path / "a.csv"
    table.write_text("1")
    write_manifest(tmp_path / "a.json", "asked", [table])
    assert why_stale(tmp_path / "a.json", "asked") is None
    assert "another configuration" in why_stale(tmp_path / "a.json", "other")
    table.write_text("2")
    assert "a.csv was changed after it was made" in why_stale(tmp_path / "a.json", "asked")


def test_stopped_run_is_stale_when_it_may_run_longer(tmp_path):
    undefined = dict.fromkeys(METRICS, np.full(14, np.nan))
    path = write_record(
        tmp_path, stopped=60, metrics=dict.fromkeys(METRICS), per_label=undefined, key="k"
    )
    assert why_stale(path, "k", 60) is None
    assert why_stale(path, "k", 30) is None
    assert "stopped after 60 s" in why_stale(path, "k", 61)
    assert "stopped after 60 s" in why_stale(path, "k", None)
    assert why_stale(path, "other", 60) is not None
