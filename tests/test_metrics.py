"""Metrics against scikit-learn's, label by label, and the rules for degenerate labels."""

import time
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import (
    average_precision_score,
    balanced_accuracy_score,
    f1_score,
    recall_score,
    roc_auc_score,
)

from eccru.metrics import (
    balanced_accuracy,
    confusion,
    f_measure,
    g_mean,
    label_metrics,
    macro_average,
    rank_areas,
)
from eccru.names import METRICS


def fold(n, q, seed):
    """Labels of all frequencies and scores with many ties, as votes have."""
    rng = np.random.default_rng(seed)
    Y = (rng.random((n, q)) < rng.random(q) ** 3).astype(np.uint8)
    noise = rng.integers(0, 8, size=(n, q))
    return Y, (noise + 3 * Y * rng.integers(0, 2, size=(n, q))) / 10


@pytest.mark.parametrize("seed", range(3))
def test_metrics_of_every_label_equal_scikit_learns(seed):
    Y, scores = fold(200, 40, seed)
    thresholds = np.random.default_rng(seed).integers(0, 11, size=40) / 10
    values = label_metrics(Y, scores, dict.fromkeys(METRICS[:3], thresholds))
    for label in range(40):
        y, s = Y[:, label], scores[:, label]
        if y.min() == y.max():
            continue
        answer = s >= thresholds[label]
        recall, specificity = recall_score(y, answer), recall_score(y, answer, pos_label=0)
        expected = {
            "f_measure": f1_score(y, answer),
            "g_mean": np.sqrt(recall * specificity),
            "balanced_accuracy": balanced_accuracy_score(y, answer),
            "auc_roc": roc_auc_score(y, s),
            "auc_pr": average_precision_score(y, s),
        }
        for metric, value in expected.items():
            assert values[metric][label] == pytest.approx(value, abs=1e-12), metric


@settings(max_examples=200, deadline=None)
@given(st.data(), st.integers(2, 12))
def test_areas_equal_scikit_learns_whatever_the_ties(data, n):
    y = data.draw(arrays(np.uint8, n, elements=st.integers(0, 1)))
    scores = data.draw(arrays(np.float64, n, elements=st.sampled_from([0, 1e-300, 0.1, 0.3, 1])))
    auc_roc, auc_pr = rank_areas(y[:, None], scores[:, None])
    if y.min() == y.max():
        assert np.isnan(auc_roc[0])
        assert np.isnan(auc_pr[0])
    else:
        assert auc_roc[0] == pytest.approx(roc_auc_score(y, scores), abs=1e-12)
        assert auc_pr[0] == pytest.approx(average_precision_score(y, scores), abs=1e-12)


@pytest.mark.parametrize(
    ("y", "answer", "f", "recall", "specificity"),
    [
        ([0, 0, 0], [0, 0, 0], 1, 1, 1),  # nothing to find, nothing found
        ([0, 0, 0], [1, 0, 0], 0, 0, 2 / 3),
        ([0, 0, 0], [1, 1, 1], 0, 0, 0),
        ([1, 1, 1], [1, 1, 1], 1, 1, 1),  # no negatives, none predicted
        ([1, 1, 1], [1, 1, 0], 0.8, 2 / 3, 0),
        ([1, 1, 1], [0, 0, 0], 0, 0, 0),
    ],
)
def test_labels_with_one_class_follow_mulan(y, answer, f, recall, specificity):
    counts = confusion(np.array([y]).T, np.array([answer]).T)
    assert f_measure(counts) == pytest.approx(f)
    assert g_mean(counts) == pytest.approx(np.sqrt(recall * specificity))
    assert balanced_accuracy(counts) == pytest.approx((recall + specificity) / 2)


def test_labels_with_one_class_are_left_out_of_the_area_means_and_counted():
    Y, scores = fold(50, 5, 0)
    Y[:, 1], Y[:, 3] = 0, 1
    thresholds = dict.fromkeys(METRICS[:3], np.full(5, 0.5))
    means = macro_average(label_metrics(Y, scores, thresholds))
    rest = [0, 2, 4]
    assert means["undefined_labels"] == 2
    assert means["auc_roc"] == pytest.approx(roc_auc_score(Y[:, rest], scores[:, rest]))
    assert means["auc_pr"] == pytest.approx(average_precision_score(Y[:, rest], scores[:, rest]))


def test_mulan_counts_the_precision_of_labels_without_positives_as_zero():
    Y, scores = fold(50, 5, 0)
    Y[:, 1], Y[:, 3] = 0, 1
    thresholds = dict.fromkeys(METRICS[:3], np.full(5, 0.5))
    omitted, counted = (
        label_metrics(Y, scores, thresholds, absent_labels) for absent_labels in ("omit", "mulan")
    )
    for metric in METRICS:
        expected = omitted[metric].copy()
        if metric == "auc_pr":
            expected[1] = 0
        np.testing.assert_array_equal(counted[metric], expected)
    assert np.isnan(counted["auc_pr"][3])  # every example is positive: that is another case


def test_means_over_no_defined_label_are_nan_without_a_warning():
    thresholds = dict.fromkeys(METRICS[:3], np.full(2, 0.5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        means = macro_average(label_metrics(np.zeros((4, 2)), np.ones((4, 2)), thresholds))
    assert np.isnan(means["auc_pr"])
    assert means["f_measure"] == 0


def test_a_fold_of_374_labels_is_scored_in_a_moment():
    Y, scores = fold(2500, 374, 0)
    thresholds = dict.fromkeys(METRICS[:3], np.full(374, 0.5))
    start = time.process_time()
    label_metrics(Y, scores, thresholds)
    assert time.process_time() - start < 0.3
