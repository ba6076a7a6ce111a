"""One run: what it reports, and that it depends on its seed alone."""

import json

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import average_precision_score, f1_score, roc_auc_score

from eccru.data.dataset import Dataset
from eccru.methods import make_method
from eccru.study.records import Record
from eccru.study.run import run, run_seed

SETTINGS = {"repeat": 0, "fold": 1, "seed": 1, "absent_labels": "omit", "key": "0123"}


@pytest.fixture(scope="module")
def dataset():
    """A dataset of 120 rows, the last label of which is never positive among the test rows."""
    X, Y = make_multilabel_classification(120, 8, n_classes=5, random_state=0)
    Y[60:, 4] = 0
    names = [f"label {number}" for number in range(5)]
    return Dataset(
        "made", X, Y.astype(np.uint8), np.zeros(8, bool), [f"x{i}" for i in range(8)], names
    )


TEST_ROWS = np.arange(60, 120)


def test_results_agree_with_the_estimator_and_scikit_learn(dataset):
    record = run(
        dataset, TEST_ROWS, method="ECCRU", algorithm="ECCRU", parameters={"c": 3}, **SETTINGS
    )
    labels = record.per_label
    seed = run_seed(1, "made", 0, 1)
    model = make_method("ECCRU", c=3, random_state=seed).fit(dataset.X[:60], dataset.Y[:60])
    truth, scores = dataset.Y[60:], model.predict_proba(dataset.X[60:])
    for label in range(4):
        predicted = scores[:, label] >= labels["threshold_f_measure"][label]
        assert labels["f_measure"][label] == pytest.approx(f1_score(truth[:, label], predicted))
        assert labels["auc_roc"][label] == pytest.approx(
            roc_auc_score(truth[:, label], scores[:, label])
        )
        assert labels["auc_pr"][label] == pytest.approx(
            average_precision_score(truth[:, label], scores[:, label])
        )
    assert np.isnan(labels["auc_roc"][4])
    assert record.labels_averaged == {
        "f_measure": 5,
        "g_mean": 5,
        "balanced_accuracy": 5,
        "auc_roc": 4,
        "auc_pr": 4,
    }
    assert record.metrics["auc_pr"] == pytest.approx(np.mean(labels["auc_pr"][:4]))
    assert record.chains == 3
    assert record.classifiers == 15
    assert record.nodes == model.node_count_


def test_a_label_without_positives_counts_as_in_mulan_if_asked(dataset):
    settings = {"method": "BR", "algorithm": "BR", "parameters": {}, **SETTINGS}
    ours = run(dataset, TEST_ROWS, **settings)
    theirs = run(dataset, TEST_ROWS, **{**settings, "absent_labels": "mulan"})
    assert theirs.metrics["auc_pr"] == pytest.approx(ours.metrics["auc_pr"] * 4 / 5)
    assert theirs.metrics["auc_roc"] == ours.metrics["auc_roc"]
    assert theirs.labels_averaged["auc_pr"] == 5
    assert theirs.parameters["absent_labels"] == "mulan"


def test_same_seed_same_result_and_another_seed_another(dataset):
    settings = {"method": "ECCRU3", "algorithm": "ECCRU3", "parameters": {"c": 3}}
    once = run(dataset, TEST_ROWS, **settings, **SETTINGS).per_label
    again = run(dataset, TEST_ROWS, **settings, **SETTINGS).per_label
    other = run(dataset, TEST_ROWS, **settings, **{**SETTINGS, "seed": 2}).per_label
    for key, values in once.items():
        np.testing.assert_array_equal(values, again[key])
    assert not np.array_equal(once["auc_pr"], other["auc_pr"])


def test_seeds_of_runs_differ():
    seeds = {
        run_seed(seed, name, repeat, fold)
        for seed in (1, 2)
        for name in ("yeast", "scene")
        for repeat in range(5)
        for fold in range(2)
    }
    assert len(seeds) == 40


def test_files_are_plain_json_and_arrays_and_give_the_record_back(dataset, tmp_path):
    record = run(dataset, TEST_ROWS, method="BR", algorithm="BR", parameters={}, **SETTINGS)
    record.write(tmp_path / "0-1.json")
    content = json.loads((tmp_path / "0-1.json").read_text())
    assert content["metrics"] == record.metrics
    with np.load(tmp_path / "0-1.npz", allow_pickle=False) as arrays:
        assert list(arrays["label"]) == dataset.label_names
    again = Record.read(tmp_path / "0-1.json")
    del content["checksum"], content["labels_sha256"]
    assert {name: getattr(again, name) for name in content} == content
    for name, values in record.per_label.items():
        np.testing.assert_array_equal(again.per_label[name], values)


def test_undefined_mean_is_null_in_the_file(dataset, tmp_path):
    record = run(dataset, TEST_ROWS[:1], method="BR", algorithm="BR", parameters={}, **SETTINGS)
    assert record.metrics["auc_pr"] is None
    assert record.labels_averaged["auc_pr"] == 0
    record.write(tmp_path / "0-1.json")
    assert "NaN" not in (tmp_path / "0-1.json").read_text()
