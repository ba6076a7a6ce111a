"""Methods of other packages in a study: refused before anything runs, or taken in like others."""

import json
import shutil

import numpy as np
import pandas as pd
import pytest
import yaml
from sklearn.linear_model import LogisticRegression

from eccru.data.dataset import Dataset
from eccru.metrics import label_metrics
from eccru.study.folds import load_fold, train_rows
from eccru.study.frames import runs_frame
from eccru.study.records import Record, read_records
from eccru.tracking.frame import to_frame
from tests.workflow.call import Workflow

BR = {"name": "BR"}
FOREST = {
    "name": "RF",
    "class": "sklearn.ensemble.RandomForestClassifier",
    "parameters": {"n_estimators": 5},
}
LINEAR = {
    "name": "LR",
    "class": "sklearn.linear_model.LogisticRegression",
    "per_label": True,
}
# Does not come to its end where the folder has a file "endless".
ENDLESS = """
from pathlib import Path

from sklearn.neighbors import KNeighborsClassifier


class Endless(KNeighborsClassifier):
    def fit(self, X, y):
        while Path("endless").exists():
            pass
        return super().fit(X, y)
"""


def configure(workflow, **changes):
    path = workflow.folder / "test.yaml"
    path.write_text(yaml.safe_dump({**yaml.safe_load(path.read_text()), **changes}))


@pytest.fixture(scope="module")
def finished(tmp_path_factory, small):
    """A small study that has been run to its end with BR alone, and then with two more methods."""
    settings = {"study": "small", "repeats": 1, "statistics": {"rope": None}}
    folder = tmp_path_factory.mktemp("study")
    workflow = Workflow(folder, datasets=small, methods=[BR], **settings)
    (folder / "code").mkdir()
    (folder / "code/endless_methods.py").write_text(ENDLESS)
    workflow.environment["PYTHONPATH"] += f":{folder / 'code'}"
    answer = workflow()
    assert answer.returncode == 0, answer.stdout
    configure(workflow, methods=[BR, FOREST, LINEAR])
    trained = {job for job in workflow.jobs() if job.startswith("train/")}
    answer = workflow()
    assert answer.returncode == 0, answer.stdout
    return workflow, trained


def test_added_methods_train_their_folds_only_and_all_tables_are_made_anew(finished):
    workflow, trained = finished
    assert trained == {
        f"train/{dataset}/{method}/0/{fold}"
        for dataset in ("stones", "texts")
        for method in ("RF", "LR")
        for fold in (0, 1)
    }
    tables = workflow.folder / "results/tables"
    for name in ("ranks", "auc_pr", "training_time", "interval_ranks"):
        assert {"BR", "RF", "LR"} <= set(pd.read_csv(tables / f"{name}.csv"))
    assert set(pd.read_csv(tables / "pairs.csv")["second"]) == {"RF", "LR"}
    assert "Nothing to be done" in workflow().stdout


def test_comparison_with_the_paper_is_without_them(finished):
    workflow, _ = finished
    page = (workflow.folder / "results/tables/paper_comparison.md").read_text()
    assert "Without the study's other methods: RF, LR." in page
    ranks = pd.read_csv(workflow.folder / "results/tables/paper_ranks.csv")
    assert set(ranks["method"]) == {"BR"}
    assert set(ranks["ours"]) == {1.0}  # alone


def test_figures_and_report_have_them(finished):
    workflow, _ = finished
    assert ">RF<" in (workflow.folder / "results/figures/scores_auc_pr.svg").read_text()
    report = (workflow.folder / "results/report.html").read_text()
    assert "sklearn.ensemble.RandomForestClassifier" in report
    assert "n_estimators" in report


def test_runs_are_tracked(finished):
    workflow, _ = finished
    files = sorted((workflow.folder / "results/runs").glob("*/*/*.json"))
    assert len(files) == 12
    tracked = to_frame("small", f"sqlite:///{workflow.folder / 'mlflow.db'}")
    pd.testing.assert_frame_equal(tracked, runs_frame(read_records(files)))


@pytest.mark.parametrize("name", ["stones", "texts"])
def test_scores_are_those_of_scikit_learn_called_by_hand(finished, name):
    """Labels by themselves, since a label's probability may be 0 for want of positives."""
    folder = finished[0].folder
    record = Record.read(folder / f"results/runs/{name}/LR/0-1.json")
    data = Dataset.load(folder / f"data/prepared/{name}.npz")
    test = load_fold(folder / f"results/folds/{name}.npz", 0, 1)
    train = train_rows(test, len(data.Y))
    X = data.features if name == "stones" else data.features.toarray()
    scores = np.zeros((len(test), data.Y.shape[1]))
    for label in range(data.Y.shape[1]):
        y = data.Y[train, label]
        model = LogisticRegression().fit(X[train], y)
        scores[:, label] = model.predict_proba(X[test])[:, 1]
    thresholds = {
        metric: record.per_label[f"threshold_{metric}"]
        for metric in ("f_measure", "g_mean", "balanced_accuracy")
    }
    expected = label_metrics(data.Y[test], scores, thresholds)
    np.testing.assert_allclose(record.per_label["auc_roc"], expected["auc_roc"], atol=1e-3)
    np.testing.assert_allclose(record.per_label["auc_pr"], expected["auc_pr"], atol=1e-3)


def test_record_names_the_class_its_parameters_and_its_version(finished):
    path = finished[0].folder / "results/runs/stones/RF/0-0.json"
    record = json.loads(path.read_text())
    assert record["algorithm"] == FOREST["class"]
    assert record["parameters"]["parameters"] == FOREST["parameters"]
    assert "sklearn" in record["versions"]
    assert all(0 <= value <= 1 for value in record["metrics"].values())


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ({"class": "nowhere.A"}, "nowhere.A cannot be imported"),
        ({"class": "sklearn.svm.LinearSVC", "per_label": True}, "has no predict_proba"),
        ({"class": FOREST["class"], "thresholds": "oob"}, "thresholds is oob"),
    ],
)
def test_class_that_will_not_do_is_refused_before_anything_runs(tmp_path, small, entry, sentence):
    workflow = Workflow(tmp_path, datasets=small, methods=[BR, {"name": "A", **entry}])
    answer = workflow()
    assert answer.returncode != 0
    (line,) = [line for line in answer.stdout.splitlines() if sentence in line]
    assert "Wrong configuration at $.methods[1]" in line
    assert not (tmp_path / "results").exists()
    assert not (tmp_path / "data").exists()


def test_run_over_its_time_limit_is_reported_and_made_again_with_another_limit(finished, tmp_path):
    folder = tmp_path / "study"
    shutil.copytree(finished[0].folder, folder)
    workflow = finished[0].in_folder(folder)
    (folder / "endless").touch()
    slow = {"name": "slow", "class": "endless_methods.Endless"}
    configure(workflow, methods=[BR, FOREST, LINEAR, slow], time_limit=0.05)
    answer = workflow()
    assert answer.returncode == 0, answer.stdout
    said = "4 of 16 runs were stopped at the time limit of 3 s and have no score"
    assert said in (folder / "results/tables/ranks.md").read_text()
    missing = pd.read_csv(folder / "results/tables/missing.csv")
    assert list(missing["method"].unique()) == ["slow"]
    assert list(missing["stopped"].unique()) == [3]
    assert "stopped at the time limit of 3 s" in (folder / "results/report.html").read_text()
    files = sorted((folder / "results/runs").glob("*/*/*.json"))
    tracked = to_frame("small", f"sqlite:///{folder / 'mlflow.db'}")
    pd.testing.assert_frame_equal(tracked, runs_frame(read_records(files)))
    assert "Nothing to be done" in workflow().stdout

    (folder / "endless").unlink()
    configure(workflow, time_limit=5)
    again = {f"train/{name}/slow/0/{fold}" for name in ("stones", "texts") for fold in (0, 1)}
    assert {job for job in workflow.jobs() if job.startswith("train/")} == again
    answer = workflow()
    assert answer.returncode == 0, answer.stdout
    assert "stopped" not in (folder / "results/tables/ranks.md").read_text()
    assert pd.read_csv(folder / "results/tables/ranks.csv")["slow"].notna().all()
