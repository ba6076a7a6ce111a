"""Tuned thresholds against trying every one of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eccru.methods import thresholds as thresholds_module
from eccru.methods.thresholds import tune_thresholds
from tests import naive

STEPS = [float(f"{k * 0.05:.2f}") for k in range(21)]

METRICS = {
    "f_measure": naive.f_measure,
    "g_mean": naive.g_mean,
    "balanced_accuracy": naive.balanced_accuracy,
}


@pytest.mark.parametrize("grid", [0.05, "exact"])
@pytest.mark.parametrize("parts", [3, 10, 57, 1000])
@pytest.mark.parametrize("block", [1, 180, thresholds_module.BLOCK])
def test_thresholds_are_the_best_and_lowest(grid, parts, block, monkeypatch):
    monkeypatch.setattr(thresholds_module, "BLOCK", block)  # one label at a time, three, all
    rng = np.random.default_rng(parts)
    Y = (rng.random((60, 8)) < 0.3).astype(np.uint8)
    scores = np.clip(rng.integers(0, parts + 1, size=Y.shape) + parts // 4 * Y, 0, parts) / parts
    thresholds = tune_thresholds(Y, scores, grid)
    for metric, function in METRICS.items():
        for label in range(Y.shape[1]):
            candidates = STEPS if grid == 0.05 else np.unique(scores[:, label])
            expected = naive.best_threshold(Y[:, label], scores[:, label], candidates, function)
            assert thresholds[metric][label] == expected


@settings(max_examples=100, deadline=None)
@given(st.data(), st.integers(4, 12), st.sampled_from([0.05, "exact"]))
def test_equal_values_are_tied_however_they_were_rounded(data, n, grid):
    y = data.draw(arrays(np.uint8, n, elements=st.integers(0, 1)))
    votes = data.draw(arrays(np.int64, n, elements=st.integers(0, 7)))
    scores = votes / 7
    thresholds = tune_thresholds(y[:, None], scores[:, None], grid)
    candidates = STEPS if grid == 0.05 else np.unique(scores)
    for metric, function in METRICS.items():
        assert thresholds[metric][0] == naive.best_threshold(y, scores, candidates, function)


def test_a_share_of_votes_reaches_the_threshold_of_the_same_decimal():
    for parts in (10, 20, 60, 100):
        for k in range(1, 21):
            votes, rest = divmod(k * parts, 20)
            if rest == 0:
                thresholds = tune_thresholds([[0], [1]], [[STEPS[k - 1]], [votes / parts]])
                assert thresholds["f_measure"].tolist() == [STEPS[k]]


def test_a_label_without_positives_gets_the_lowest_threshold_that_predicts_none():
    scores = np.array([[0.1, 0.1], [0.3, 0.3]])
    thresholds = tune_thresholds(np.array([[0, 0], [0, 1]]), scores)
    assert thresholds["f_measure"][0] == 0.35


def test_bad_arguments_are_named():
    for grid in ("fine", 0, 0.3, -0.05, 2):
        with pytest.raises(ValueError, match=r"threshold_grid must be .*divides 1 evenly"):
            tune_thresholds(np.eye(2), np.eye(2), grid=grid)
    with pytest.raises(ValueError, match="zero examples"):
        tune_thresholds(np.empty((0, 2)), np.empty((0, 2)))
