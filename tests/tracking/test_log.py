"""Result files in MLflow: what is there, and that tracking again changes only what has changed."""

import json
import math
import random
import re
import shutil
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from mlflow.entities import Metric, Param

from eccru.errors import DataError
from eccru.names import METRICS
from eccru.tracking.frame import to_frame
from eccru.tracking.log import Summary, track, track_study
from tests.invented import write_record
from tests.tracking.many import assert_same_as_files

METHODS = ("BR", "ECCRU3")


def runs_of(client, filter_string="", study="quick"):
    experiment = client.get_experiment_by_name(study)
    return {
        run.info.run_id: run
        for run in client.search_runs([experiment.experiment_id], filter_string, max_results=1000)
    }


def only(runs):
    (run,) = runs.values()
    return run


def test_run_says_what_the_file_says(uri, client, paths):
    track(uri, "quick", paths)
    run = only(runs_of(client, "tags.`eccru.key` = 'yeast/ECCRU3/0-1'"))
    record = json.loads(paths[3].read_text())
    assert run.info.run_name == "yeast ECCRU3 0-1"
    assert run.info.start_time == pd.Timestamp(record["started"]).timestamp() * 1000
    seconds = sum(times["wall"] for times in record["times"].values())
    assert run.info.end_time - run.info.start_time == pytest.approx(seconds * 1000, abs=1)
    for metric, value in record["metrics"].items():
        assert run.data.metrics[metric] == value
    assert run.data.metrics["training_time"] == record["times"]["training"]["cpu"]
    expected = {"dataset": "yeast", "method": "ECCRU3", "repeat": "0", "fold": "1"}
    assert expected.items() <= run.data.tags.items()
    assert {
        **expected,
        "theta_min": "0.5",
        "c": "10",
        "seed": "1",
    }.items() <= run.data.params.items()
    assert run.data.tags["commit"] == record["commit"]
    assert run.data.tags["key"] == record["key"]
    assert run.data.tags["study"] == "quick"


def test_parent_has_mean_and_deviation_and_labels(uri, client, paths, tmp_path):
    track(uri, "quick", paths)
    parent = only(runs_of(client, "tags.level = 'mean' and tags.method = 'ECCRU3'"))
    folds = [json.loads(path.read_text()) for path in paths if path.parent.name == "ECCRU3"]
    for metric in METRICS:
        values = [record["metrics"][metric] for record in folds]
        assert parent.data.metrics[metric] == pytest.approx(statistics.mean(values))
        assert parent.data.metrics[f"{metric}_std"] == pytest.approx(statistics.stdev(values))
    children = runs_of(client, f"tags.`mlflow.parentRunId` = '{parent.info.run_id}'")
    assert {run.info.run_name for run in children.values()} == {
        "yeast ECCRU3 0-0",
        "yeast ECCRU3 0-1",
    }
    labels = pd.read_csv(client.download_artifacts(parent.info.run_id, "labels.csv"))
    assert list(labels.columns) == ["label", "imr", *METRICS]
    assert len(labels) == folds[0]["labels"]
    assert labels["imr"].is_monotonic_increasing


def test_artifacts_lie_beside_the_database(uri, client, paths, tmp_path):
    track(uri, "quick", paths)
    tables = list((tmp_path / "my study" / "mlartifacts" / "quick").rglob("labels.csv"))
    assert len(tables) == len(METHODS)


def test_tracking_again_changes_nothing(uri, client, paths):
    assert track(uri, "quick", paths) == Summary(new=4)
    before = {run_id: run.to_dictionary() for run_id, run in runs_of(client).items()}
    assert track(uri, "quick", reversed(paths)) == Summary(unchanged=4)
    assert {run_id: run.to_dictionary() for run_id, run in runs_of(client).items()} == before
    assert_same_as_files(uri, paths)


def test_changed_result_replaces_its_run_and_updates_the_mean(uri, client, paths):
    track(uri, "quick", paths)
    before = runs_of(client)
    parent = only(runs_of(client, "tags.level = 'mean' and tags.method = 'ECCRU3'")).info.run_id
    write_record(paths[3].parents[3], method="ECCRU3", fold=1, variant=1)
    assert track(uri, "quick", paths) == Summary(replaced=1, unchanged=3)
    after = runs_of(client)
    assert len(after) == len(before)
    assert len(after.keys() - before.keys()) == 1
    assert_same_as_files(uri, paths)
    folds = [json.loads(path.read_text())["metrics"]["auc_pr"] for path in paths[2:]]
    assert after[parent].data.metrics["auc_pr"] == pytest.approx(statistics.mean(folds))
    assert track(uri, "quick", paths) == Summary(unchanged=4)


def test_change_of_the_labels_file_alone_is_seen(uri, paths):
    track(uri, "quick", paths)
    content = paths[0].read_bytes()
    write_record(paths[0].parents[3], method="BR", variant=2)
    paths[0].write_bytes(content)
    with pytest.raises(DataError, match=r"0-0\.npz is damaged, or of another run"):
        track(uri, "quick", paths)


def test_folds_that_finish_later_join_their_parent(uri, client, paths):
    assert track(uri, "quick", paths[:3]) == Summary(new=3)
    parent = only(runs_of(client, "tags.level = 'mean' and tags.method = 'ECCRU3'"))
    assert "auc_pr_std" not in parent.data.metrics
    assert parent.data.tags["folds"] == "1"
    assert track(uri, "quick", paths) == Summary(new=1, unchanged=3)
    same = client.get_run(parent.info.run_id)
    assert same.data.metrics["auc_pr_std"] > 0
    assert same.data.tags["folds"] == "2"


def test_what_an_interrupted_call_left_is_repaired(uri, client, paths):
    track(uri, "quick", paths)
    whole = only(runs_of(client, "tags.`eccru.key` = 'yeast/BR/0-0'"))
    tags = dict(whole.data.tags)
    half = only(runs_of(client, "tags.`eccru.key` = 'yeast/ECCRU3/0-0'"))
    client.update_run(half.info.run_id, status="RUNNING")
    duplicate = client.create_run(whole.info.experiment_id, tags=tags).info.run_id
    params = [Param(*item) for item in whole.data.params.items()]
    client.log_batch(duplicate, [Metric(k, v, 0, 0) for k, v in whole.data.metrics.items()], params)
    client.set_terminated(duplicate)
    unfinished = client.create_run(whole.info.experiment_id, tags=tags)
    parent = only(runs_of(client, "tags.level = 'mean' and tags.method = 'BR'"))
    client.create_run(whole.info.experiment_id, tags=dict(parent.data.tags))
    summary = track(uri, "quick", paths)
    assert summary.repaired >= 2
    assert sum(summary) == 4
    assert unfinished.info.run_id not in runs_of(client)
    assert half.info.run_id not in runs_of(client)
    assert len(runs_of(client)) == 4 + 2
    assert all(run.info.status == "FINISHED" for run in runs_of(client).values())
    for method in METHODS:
        parent = only(runs_of(client, f"tags.level = 'mean' and tags.method = '{method}'"))
        children = f"tags.`mlflow.parentRunId` = '{parent.info.run_id}'"
        assert len(runs_of(client, children)) == 2
    assert_same_as_files(uri, paths)
    assert track(uri, "quick", paths) == Summary(unchanged=4)


def test_run_whose_file_is_gone_stays(uri, client, paths):
    track(uri, "quick", paths)
    assert track(uri, "quick", paths[1:]) == Summary(unchanged=3)
    assert runs_of(client, "tags.`eccru.key` = 'yeast/BR/0-0'")


def test_metric_that_is_no_longer_defined_does_not_keep_its_mean(uri, client, paths):
    track(uri, "quick", paths)
    undefined = {"auc_pr": np.full(14, math.nan)}
    for fold in range(2):
        write_record(paths[0].parents[3], method="BR", fold=fold, per_label=undefined)
    track(uri, "quick", paths)
    parent = only(runs_of(client, "tags.level = 'mean' and tags.method = 'BR'"))
    assert math.isnan(parent.data.metrics["auc_pr"])
    assert_same_as_files(uri, paths)


def test_frame_gives_back_unusual_values(uri, tmp_path):
    undefined = {"g_mean": np.full(14, math.nan)}
    exact = {"c": 7, "theta_max": 1e-300, "threshold_grid": "exact", "note": "12", "none": None}
    paths = [
        write_record(tmp_path, commit=None, per_label=undefined, parameters=exact),
        write_record(tmp_path, method="BR", commit=None, key="12345678901234e5"),
    ]
    track(uri, "quick", paths)
    assert_same_as_files(uri, paths)


def test_frame_of_an_unknown_study_says_so(uri):
    with pytest.raises(ValueError, match="no study 'unknown'"):
        to_frame("unknown", uri)


def test_frame_uses_the_environment(uri, paths, monkeypatch):
    track(uri, "quick", paths)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
    assert len(to_frame("quick")) == len(paths)


def test_deleted_experiment_comes_back(uri, client, paths):
    track(uri, "quick", paths)
    client.delete_experiment(client.get_experiment_by_name("quick").experiment_id)
    track(uri, "quick", paths)
    assert_same_as_files(uri, paths)


def test_studies_are_apart(uri, client, paths):
    track(uri, "quick", paths)
    assert track(uri, "paper", paths) == Summary(new=4)
    assert len(runs_of(client, "tags.level = 'fold'", "paper")) == 4


def test_study_run_holds_the_files_and_is_replaced_when_they_change(uri, client, tmp_path):
    files = {"report.html": "<html>", "tables/a.csv": "a", "figures/a.svg": "<svg/>"}
    for name, content in files.items():
        path = tmp_path / "results" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    paths = [tmp_path / "results" / name for name in files]
    assert track_study(uri, "quick", paths) == Summary(new=1)
    assert track_study(uri, "quick", paths) == Summary(unchanged=1)
    paths[0].write_text("<html>changed")
    assert track_study(uri, "quick", paths) == Summary(replaced=1)
    run_id = only(runs_of(client, "tags.level = 'study'")).info.run_id
    for path, name in zip(paths, files, strict=True):
        with open(client.download_artifacts(run_id, name)) as stream:
            assert stream.read() == path.read_text()


def test_views_show_metrics_that_are_logged(uri, client, paths):
    track(uri, "quick", paths)
    tags = client.get_experiment_by_name("quick").tags
    views = {key: json.loads(v) for key, v in tags.items() if "sharedViewState" in key}
    assert {view["name"] for view in views.values()} == {
        "Folds by AUC-PR",
        "Means over the folds",
        "Methods, grouped",
    }
    for view in views.values():
        state = json.loads(view["state"])
        shown = runs_of(client, state["searchFilter"])
        assert shown
        for run in shown.values():
            assert {f"metrics.`{name}`" for name in run.data.metrics} >= set(
                state["selectedColumns"]
            )
            assert "method" in run.data.params


def test_all_of_forty_jobs_that_finish_at_once_are_tracked(uri, client, tmp_path):
    def job(number):
        time.sleep(random.Random(number).uniform(0, 2))
        return write_record(tmp_path, repeat=number // 2, fold=number % 2, labels=3)

    with ThreadPoolExecutor(40) as pool:
        jobs = [pool.submit(job, number) for number in range(40)]
        new = 0
        while not all(future.done() for future in jobs):
            new += track(uri, "quick", tmp_path.rglob("runs/**/*.json")).new
    paths = [future.result() for future in jobs]
    new += track(uri, "quick", paths).new
    assert new == 40
    assert len(runs_of(client, "tags.level = 'fold'")) == 40
    assert_same_as_files(uri, paths)


def test_deleted_artifacts_are_logged_again(uri, client, paths, tmp_path):
    track(uri, "quick", paths)
    track_study(uri, "quick", paths)
    artifacts = tmp_path / "my study" / "mlartifacts" / "quick"
    before = {path.name for path in artifacts.rglob("*") if path.is_file()}
    shutil.rmtree(artifacts)
    assert track(uri, "quick", paths) == Summary(unchanged=4)
    assert track_study(uri, "quick", paths) == Summary(replaced=1)
    assert {path.name for path in artifacts.rglob("*") if path.is_file()} == before
    assert len(list(artifacts.rglob("labels.csv"))) == len(METHODS)
    assert len(runs_of(client)) == 4 + 2 + 1
    assert track_study(uri, "quick", paths) == Summary(unchanged=1)


def test_damaged_record_is_named_and_nothing_is_tracked(uri, client, paths):
    paths[1].with_suffix(".npz").write_bytes(b"PK")
    with pytest.raises(DataError, match=re.escape(str(paths[1].with_suffix(".npz")))):
        track(uri, "quick", paths)
    assert client.get_experiment_by_name("quick") is None
