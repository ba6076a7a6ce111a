"""The second half of the workflow: training, tracking, statistics, and what reruns them."""

import json
import os
import re
import shutil

import numpy as np
import pytest

from eccru.study.frames import runs_frame
from eccru.study.records import read_records
from eccru.tracking.frame import to_frame
from tests.invented import THRESHOLDS
from tests.workflow.call import ROOT, Workflow

SMALL = {
    "study": "small",
    "methods": [
        {"name": "BR"},
        {"name": "ECCRU3", "c": 2, "theta_max": 2, "theta_min": 0.5, "combine": "vote"},
    ],
    "repeats": 1,
    "statistics": {"rope": None},
}
RUN = "results/runs/stones/BR/0-1.json"


@pytest.fixture(scope="module")
def finished(tmp_path_factory, small):
    """A small study that has been run to its end."""
    workflow = Workflow(tmp_path_factory.mktemp("study"), datasets=small, **SMALL)
    answer = workflow()
    assert answer.returncode == 0, answer.stdout
    assert "jobs done" in answer.stdout
    return workflow


def tracked(workflow):
    return to_frame("small", f"sqlite:///{workflow.folder / 'mlflow.db'}")


def test_every_run_is_on_disk_and_in_mlflow(finished):
    files = sorted((finished.folder / "results/runs").glob("*/*/*.json"))
    assert len(files) == 8
    assert tracked(finished).equals(runs_frame(read_records(files)))


def test_run_file_tells_what_was_done(finished):
    record = json.loads((finished.folder / RUN).read_text())
    assert (record["dataset"], record["method"]) == ("stones", "BR")
    assert sum(record["rows"].values()) == 150
    assert record["classifiers"] == record["labels"] == 6
    assert record["chains"] == 0
    assert all(0 <= value <= 1 for value in record["metrics"].values())
    assert set(record["times"]) == {"startup", "training", "tuning", "prediction"}
    with np.load((finished.folder / RUN).with_suffix(".npz")) as labels:
        assert np.nanmean(labels["f_measure"]) == pytest.approx(record["metrics"]["f_measure"])
        assert np.array_equal(
            labels["positives_train"] + labels["positives_test"],
            np.load(finished.folder / "data/prepared/stones.npz")["Y"].sum(axis=0),
        )


def test_parameters_of_the_configuration_reach_the_method(finished):
    record = json.loads((finished.folder / "results/runs/stones/ECCRU3/0-0.json").read_text())
    wanted = {key: value for key, value in SMALL["methods"][1].items() if key != "name"}
    assert record["parameters"] == {**wanted, **THRESHOLDS, "absent_labels": "omit"}


def test_runs_of_a_cluster_job_need_no_snakemake_of_their_own(finished, tmp_path):
    workflow = finished.in_folder(shutil.copytree(finished.folder, tmp_path / "study"))
    (tmp_path / "srun").write_text("#!/bin/sh\nexit 1\n")  # it would start one as a step
    (tmp_path / "srun").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    workflow.environment = {**finished.environment, "PATH": path}
    jobs, records = [], []
    for fold in range(2):
        jobs.append(f"train:dataset=stones,method=BR,repeat=0,fold={fold}")
        records.append(workflow.folder / f"results/runs/stones/BR/0-{fold}.json")
        records[-1].unlink()
    options = ["--executor", "slurm-jobstep", "--jobs", "1", "--mode", "remote", "--force"]
    answer = workflow(*options, "--target-jobs", *jobs)
    assert answer.returncode == 0, answer.stdout
    assert all(record.exists() for record in records)


def test_longest_runs_go_first_after_all_data_is_prepared(tmp_path):
    """Also in a first call, when the size of the data is not known but by Table 1."""
    config = {**SMALL, "datasets": [{"name": "flags"}, {"name": "mediamill"}]}
    answer = Workflow(tmp_path, **config)("--dry-run", "--quiet", "host", "progress")
    priorities, rule = {}, None
    for line in answer.stdout.splitlines():
        key, _, value = line.strip().partition(" ")
        if key in ("rule", "localrule"):
            rule = value.rstrip(":")
        elif key == "wildcards:":
            rule = "/".join([rule, *re.findall(r"=([^,]+)", value)[:2]])
        elif key == "priority:":
            priorities[rule] = float(value)
    training = {name: p for name, p in priorities.items() if name.startswith("train/")}
    assert max(training, key=training.get) == "train/mediamill/BR"
    assert 0 < training["train/flags/BR"] < training["train/mediamill/BR"]
    assert max(training.values()) < priorities["folds/flags"] == priorities["prepare/flags"]


def test_second_call_does_nothing(finished):
    assert "Nothing to be done" in finished().stdout


def test_one_fold_is_rerun_with_what_follows_and_nothing_else(finished):
    before = tracked(finished)
    again = {"train/stones/BR/0/1", "track", "statistics", "all"}
    jobs = finished.jobs("-R", RUN)
    assert again <= jobs
    assert {job for job in jobs if job.split("/")[0] in ("train", "track", "folds")} == {
        "train/stones/BR/0/1",
        "track",
    }
    answer = finished("-R", RUN)
    assert answer.returncode == 0, answer.stdout
    after = tracked(finished)
    assert len(after) == len(before) == 8
    assert np.array_equal(after["f_measure"], before["f_measure"])
    assert "Nothing to be done" in finished().stdout


def test_deleted_result_is_made_again(finished):
    path = finished.folder / RUN
    content = path.read_bytes()
    path.unlink()
    assert "train/stones/BR/0/1" in finished.jobs()
    path.write_bytes(content)


def test_deleted_database_is_made_again_from_the_files(finished):
    (finished.folder / "mlflow.db").unlink()
    jobs = finished.jobs()
    assert {"tracking_store", "track", "track_study"} <= jobs
    assert not any(job.startswith("train/") for job in jobs)
    answer = finished()
    assert answer.returncode == 0, answer.stdout
    assert len(tracked(finished)) == 8


def test_deleted_artifacts_are_made_again_from_the_files(finished):
    shutil.rmtree(finished.folder / "mlartifacts")
    jobs = finished.jobs()
    assert {"tracking_store", "track", "track_study"} <= jobs
    assert not any(job.startswith("train/") for job in jobs)
    answer = finished()
    assert answer.returncode == 0, answer.stdout
    artifacts = finished.folder / "mlartifacts/small"
    assert len(list(artifacts.glob("*/artifacts/labels.csv"))) == 4
    assert list(artifacts.rglob("report.html"))
    assert "Nothing to be done" in finished().stdout


@pytest.mark.parametrize(
    ("changed", "line", "again"),
    [
        (None, "", set()),
        ("eccru/methods/relevance.py", "CHANGED = 1", {"train", "statistics"}),
        ("eccru/methods/relevance.py", "# changed", set()),
        ("eccru/data/encode.py", "CHANGED = 1", {"prepare", "folds", "train", "statistics"}),
        ("eccru/study/stratification.py", "CHANGED = 1", {"folds", "train", "statistics"}),
        ("eccru/stats/ranks.py", "CHANGED = 1", {"statistics"}),
        ("eccru/tracking/store.py", "CHANGED = 1", set()),
    ],
)
def test_change_of_the_code_reruns_what_it_decides(finished, tmp_path, changed, line, again):
    """The workflow of another checkout, with one file changed, looks at the same results."""
    for name in ("Snakefile", "config.yaml", "config", "rules", "workflow_scripts", "profiles"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, tmp_path / name)
    shutil.copytree(
        ROOT / "eccru", tmp_path / "eccru", ignore=shutil.ignore_patterns("__pycache__")
    )
    if changed:
        with open(tmp_path / changed, "a") as file:
            file.write(f"\n{line}\n")
    jobs = finished.elsewhere(tmp_path).jobs()
    rules = {job.split("/")[0] for job in jobs}
    assert rules & {"download", "prepare", "folds", "train", "statistics"} == again
