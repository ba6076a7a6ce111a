"""Results that are not what is asked for: seen through real calls, and made again."""

import json
import os
import shutil
import signal
import time

import pytest

from tests.workflow.call import Workflow

METHODS = [{"name": "BR"}, {"name": "ECC-2", "method": "ECC", "c": 2}]
SMALL = {"study": "asked", "methods": METHODS, "repeats": 1, "statistics": {"rope": None}}
RUNS = "results/keys/statistics.json"  # the last file that the runs lead to, before any drawing
DECIDED = ("download", "prepare", "folds", "train", "statistics")


@pytest.fixture(scope="module")
def done(tmp_path_factory, small):
    """A small study that has been run up to its tables."""
    workflow = Workflow(tmp_path_factory.mktemp("study"), datasets=small, **SMALL)
    answer = workflow(RUNS)
    assert answer.returncode == 0, answer.stdout
    return workflow


@pytest.fixture
def study(done, tmp_path):
    """A copy of that study, of which Snakemake remembers nothing."""
    shutil.copytree(done.folder, tmp_path, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / ".snakemake")
    return done.in_folder(tmp_path)


def again(workflow, *arguments) -> set[str]:
    """Return the jobs that decide results which a call would run."""
    return {job for job in workflow.jobs(RUNS, *arguments) if job.split("/")[0] in DECIDED}


def rules(jobs) -> set[str]:
    return {job.split("/")[0] for job in jobs}


def test_one_method_may_have_two_settings(done):
    record = json.loads((done.folder / "results/runs/stones/ECC-2/0-0.json").read_text())
    assert (record["method"], record["algorithm"]) == ("ECC-2", "ECC")
    assert record["parameters"]["c"] == 2
    assert "ECC-2" in (done.folder / "results/tables/ranks.md").read_text()


def test_changed_seed_makes_new_folds(done):
    assert rules(again(done, "--config", "seed=2")) == {"folds", "train", "statistics"}
    assert rules(again(done, "--config", "repeats=2")) == {"folds", "train", "statistics"}
    assert again(done) == set()


def test_without_snakemake_s_memory_settings_are_compared_all_the_same(study, small):
    assert again(study) == set()
    assert rules(again(study, "--config", "seed=2")) == {"folds", "train", "statistics"}
    methods = "methods=[{name: BR}, {name: ECC-2, method: ECC, c: 3}]"
    jobs = again(study, "--config", methods)
    assert {job for job in jobs if job.startswith("train")} == {
        f"train/{dataset}/ECC-2/0/{fold}" for dataset in ("stones", "texts") for fold in (0, 1)
    }
    datasets = json.dumps([{**small[0], "reduction": 0.5}, small[1]])
    jobs = again(study, "--config", f"datasets={datasets}")
    assert {"prepare/stones", "folds/stones"} <= jobs
    assert not any("texts" in job for job in jobs)


def test_stale_runs_are_named_and_left_out_of_partial_tables(study):
    path = study.folder / "results/runs/stones/BR/0-1.json"
    path.write_text(path.read_text().replace("0.", "1.", 1))
    answer = study(RUNS, "--config", "partial=true")
    assert answer.returncode == 0, answer.stdout
    assert "0-1.json is damaged" in (study.folder / "results/stale.txt").read_text()
    missing = (study.folder / "results/tables/missing.csv").read_text().splitlines()
    assert missing == ["dataset,method,repeat,fold,stopped", "stones,BR,0,1,"]


@pytest.mark.parametrize(
    ("damaged", "made_again"),
    [
        ("results/runs/stones/BR/0-1.json", "train/stones/BR/0/1"),
        ("results/runs/stones/BR/0-1.npz", "train/stones/BR/0/1"),
        ("results/folds/stones.npz", "folds/stones"),
        ("data/prepared/stones.npz", "prepare/stones"),
        ("data/prepared/stones.json", "prepare/stones"),
        ("data/raw/stones/source.json", "download/stones"),
        ("results/tables/ranks.csv", "statistics"),
    ],
)
def test_damaged_file_is_named_and_made_again(study, damaged, made_again):
    path = study.folder / damaged
    dated = path.stat()
    path.write_bytes(path.read_bytes()[:-30])
    os.utime(path, ns=(dated.st_atime_ns, dated.st_mtime_ns))  # as a failing disk would leave it
    jobs = again(study)
    assert made_again in jobs
    assert not any("texts" in job for job in jobs)
    assert (
        damaged.removesuffix("npz").removesuffix("json")
        in (study.folder / "results/stale.txt").read_text()
    )


def test_damaged_list_of_datasets_is_made_again(study):
    answer = study("datasets", "--config", "missing_data=skip")
    assert answer.returncode == 0, answer.stdout
    (study.folder / "results/available.json").write_text("{")
    answer = study("datasets", "--config", "missing_data=skip")
    assert answer.returncode == 0, answer.stdout
    available = json.loads((study.folder / "results/available.json").read_text())
    assert available["available"] == ["stones", "texts"]


@pytest.mark.parametrize(
    "deleted",
    [
        "results/runs/stones/BR/0-1.npz",
        "results/tables/ranks.md",
        "results/tables/scores.parquet",
        "results/keys/statistics.json",
        "data/prepared/texts.json",
    ],
)
def test_deleted_file_is_made_again(study, deleted):
    (study.folder / deleted).unlink()
    target = "all" if "prepared" in deleted or "runs" in deleted else deleted
    assert study.jobs(target)


@pytest.mark.parametrize(
    "setting",
    [
        "datasets=[{name: ..}]",
        "datasets=[{name: .}]",
        "study=..",
        "results=data",
        "results=../elsewhere",
        'datasets=[{name: "stones\\n"}]',
        "methods=[{name: BR}, {name: BR}]",
        "methods=[{name: BR, theta_min: 1}]",
        "tracking_uri=postgresql://ada:pa55word@127.0.0.1/runs",
    ],
)
def test_what_would_harm_is_refused_before_anything_runs(study, setting):
    before = sorted(path for path in study.folder.rglob("*") if ".snakemake" not in path.parts)
    answer = study("--config", setting)
    assert answer.returncode != 0
    assert "Traceback" not in answer.stdout
    assert "pa55word" not in answer.stdout
    after = sorted(path for path in study.folder.rglob("*") if ".snakemake" not in path.parts)
    assert after == before
    logs = (study.folder / ".snakemake").rglob("*.log")
    assert not any("pa55word" in path.read_text() for path in logs)


def test_more_folds_than_rows_is_one_sentence(study):
    answer = study("results/folds/stones.npz", "--config", "folds=1000")
    assert answer.returncode != 0
    assert "150 rows cannot be split into 1000 folds: set fewer folds." in answer.stdout
    assert "Traceback" not in answer.stdout


def test_killed_study_is_resumed_and_a_running_one_is_left_alone(tmp_path, small):
    workflow = Workflow(tmp_path, datasets=small, **{**SMALL, "study": "killed"})
    first = workflow.start()
    wait_for(lambda: any((tmp_path / ".snakemake/locks").glob("*")))
    wait_for(lambda: any((tmp_path / "data").rglob("*")))
    refused = workflow.resume(RUNS)
    assert refused.returncode != 0
    assert "Another snakemake is at work in this folder" in refused.stdout
    assert first.poll() is None
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert "--unlock" in workflow(RUNS).stdout
    answer = workflow.resume(RUNS)
    assert answer.returncode == 0, answer.stdout
    assert (tmp_path / RUNS).exists()


def wait_for(condition, seconds=120):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
