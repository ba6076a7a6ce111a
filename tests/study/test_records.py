"""Tables of result files, compared with what the files hold."""

import json
import math

import numpy as np
import pandas as pd
import pytest

from eccru.names import METHODS, METRICS
from eccru.study.frames import labels_frame, runs_frame, scores_frame, thresholds_frame
from eccru.study.records import Record, read_records
from tests.invented import write_record, write_study


@pytest.fixture
def paths(tmp_path):
    return write_study(tmp_path, ("yeast", "emotions"), repeats=2)


def test_runs_frame_has_each_file_as_a_row(paths):
    frame = runs_frame(read_records(paths))
    assert len(frame) == len(paths)
    for path in paths:
        record = json.loads(path.read_text())
        row = frame.query("dataset == @record['dataset'] and method == @record['method']")
        row = row.query("repeat == @record['repeat'] and fold == @record['fold']").iloc[0]
        for name, value in {**record["metrics"], **record["parameters"]}.items():
            assert row[name] == value
        assert row["training_time"] == record["times"]["training"]["cpu"]
        assert row["prediction_time_wall"] == record["times"]["prediction"]["wall"]
        assert row["commit"] == record["commit"]
        assert row["nodes"] == record["nodes"]


def test_order_of_rows_is_that_of_the_paper_and_not_of_the_files(paths):
    shuffled = [paths[position] for position in np.random.default_rng(0).permutation(len(paths))]
    for frame in (runs_frame, scores_frame, labels_frame, thresholds_frame):
        pd.testing.assert_frame_equal(frame(read_records(shuffled)), frame(read_records(paths)))
    assert tuple(runs_frame(read_records(shuffled))["method"].unique()) == METHODS
    assert tuple(scores_frame(read_records(shuffled))["metric"].unique()[:5]) == METRICS


def test_parameters_are_missing_where_a_method_has_none(paths):
    frame = runs_frame(read_records(paths)).set_index("method")
    assert frame.loc["BR", "c"].isna().all()
    assert (frame.loc["COCOA", "couples"] == 10).all()
    assert (frame.loc["ECCRU3", "theta_min"] == 0.5).all()


def test_scores_frame_is_the_long_form_of_runs_frame(paths):
    wide = scores_frame(read_records(paths)).pivot(
        index=["dataset", "method", "repeat", "fold"], columns="metric", values="value"
    )
    runs = runs_frame(read_records(paths)).set_index(["dataset", "method", "repeat", "fold"])
    pd.testing.assert_frame_equal(wide, runs[wide.columns], check_like=True, check_names=False)
    assert set(wide.columns) == {*METRICS, "training_time", "prediction_time"}


def test_metric_without_any_label_is_nan(tmp_path):
    path = write_record(tmp_path, per_label={"auc_pr": np.full(14, math.nan)})
    assert math.isnan(runs_frame(read_records([path]))["auc_pr"][0])
    assert scores_frame(read_records([path])).set_index("metric")["value"].isna()["auc_pr"]
    assert Record.read(path).metrics["auc_pr"] is None


def test_labels_frame_averages_the_folds_that_define_a_metric(tmp_path):
    first = {"auc_pr": [0.2, math.nan, math.nan], "imr": [1.0, 2.0, 3.0]}
    second = {"auc_pr": [0.6, 0.5, math.nan], "imr": [3.0, 2.0, 5.0]}
    paths = [
        write_record(tmp_path, fold=fold, labels=3, per_label=arrays)
        for fold, arrays in enumerate((first, second))
    ]
    # A method of which one fold is done must not change what is said about the labels.
    paths.append(write_record(tmp_path, method="BR", labels=3, per_label=first))
    frame = labels_frame(read_records(paths))
    assert list(frame["method"].unique()) == ["BR", "ECCRU3"]
    rows = frame.query("method == 'ECCRU3' and metric == 'auc_pr'")
    assert list(rows["label"]) == list(Record.read(paths[0]).per_label["label"])
    np.testing.assert_allclose(rows["value"], [0.4, 0.5, math.nan])
    for _, imr in frame.query("metric == 'g_mean'").groupby("method")["imr"]:
        np.testing.assert_allclose(imr, [2.0, 2.0, 4.0])


def test_file_that_is_not_json_is_named(tmp_path):
    path = write_record(tmp_path)
    path.write_text("{")
    with pytest.raises(ValueError, match=r"0-0\.json is damaged"):
        runs_frame(read_records([path]))


def test_no_files_give_empty_tables():
    assert runs_frame(read_records([])).empty
    assert scores_frame(read_records([])).empty
    assert labels_frame(read_records([])).empty


def test_thresholds_are_counted_over_labels_and_folds(tmp_path):
    paths = [
        write_record(tmp_path, fold=fold, labels=3, per_label={"threshold_g_mean": values})
        for fold, values in enumerate(([0.5, 0.1, 0.5], [0.5, 0.2, 0.1]))
    ]
    frame = thresholds_frame(read_records(paths))
    counts = frame[frame["metric"] == "g_mean"].set_index("threshold")["count"]
    assert counts.to_dict() == {0.1: 2, 0.2: 1, 0.5: 3}
    assert frame["count"].sum() == 18
