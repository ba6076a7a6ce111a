"""Means over the folds, missing runs, ranks and imbalance intervals."""

import numpy as np
import pandas as pd
import pytest

from eccru.stats.aggregation import aggregate, notes
from eccru.stats.intervals import INTERVALS, by_imbalance, interval_of
from eccru.stats.ranks import average_ranks
from tests.invented import METHODS, invented_labels, invented_scores

pytestmark = pytest.mark.filterwarnings("error")


def test_mean_and_deviation_over_the_folds():
    scores = invented_scores(["a", "b"])
    study = aggregate(scores.sample(frac=1, random_state=0), ["b", "a"], METHODS, 2, 2)
    assert list(study.means("auc_pr").index) == ["b", "a"]
    assert list(study.means("auc_pr").columns) == METHODS
    for dataset in "ab":
        for method in METHODS:
            own = scores.query("dataset == @dataset and method == @method and metric == 'auc_pr'")
            assert study.means("auc_pr").loc[dataset, method] == pytest.approx(own["value"].mean())
            deviation = np.std(own["value"], ddof=1)
            assert study.deviations("auc_pr").loc[dataset, method] == pytest.approx(deviation)
    assert notes(study) == []


def test_missing_runs_are_named_and_not_averaged_over():
    scores = invented_scores(["a", "b"])
    gone = scores.eval("dataset == 'a' and method == 'ECC' and repeat == 1 and fold == 0")
    gone |= scores.eval("dataset == 'b' and method == 'BR'")
    study = aggregate(scores[~gone], ["a", "b", "c"], METHODS, 2, 2)
    assert len(study.missing) == 1 + 4 + 32
    assert study.complete_datasets() == []
    assert np.isnan(study.means("f_measure").loc["a", "ECC"])
    assert study.means("f_measure").notna().to_numpy().sum() == 14
    (note,) = notes(study)
    assert "37 of 96" in note
    assert "a: ECC 1-0; b: BR; c: all" in note


def test_a_value_that_is_not_a_number_is_not_averaged_over():
    scores = invented_scores(["a", "b"])
    undefined = scores.eval(
        "dataset == 'a' and method == 'BR' and metric == 'auc_roc' and fold == 0"
    )
    scores.loc[undefined, "value"] = np.nan
    study = aggregate(scores, ["a", "b"], METHODS, 2, 2)
    assert len(study.missing) == 0
    assert list(study.complete("auc_roc").index) == ["b"]
    assert list(study.complete("auc_pr").index) == ["a", "b"]
    (note,) = notes(study)
    assert "AUC-ROC" in note
    assert "a BR" in note


def test_a_run_read_twice_is_an_error():
    scores = invented_scores(["a"])
    with pytest.raises(ValueError, match="same run"):
        aggregate(pd.concat([scores, scores[:1]]), ["a"], METHODS, 2, 2)


def test_what_was_not_expected_is_left_out():
    scores = invented_scores(["a", "b"], repeats=3)
    study = aggregate(scores, ["a"], METHODS[:3], 2, 2)
    expected = aggregate(scores.query("dataset == 'a' and repeat < 2"), ["a"], METHODS[:3], 2, 2)
    pd.testing.assert_frame_equal(study.summary, expected.summary)
    assert study.summary["runs"].eq(4).all()


def test_average_ranks_agree_with_scipy():
    from scipy.stats import rankdata

    scores = invented_scores(["a", "b", "c"])
    scores["value"] = scores["value"].round(2)  # so that some are tied
    study = aggregate(scores, ["a", "b", "c"], METHODS, 2, 2)
    ranks = average_ranks(study, ["g_mean", "training_time"])
    larger_first = rankdata(-study.means("g_mean").to_numpy(), axis=1).mean(axis=0)
    smaller_first = rankdata(study.means("training_time").to_numpy(), axis=1).mean(axis=0)
    np.testing.assert_allclose(ranks.loc["g_mean"], larger_first)
    np.testing.assert_allclose(ranks.loc["training_time"], smaller_first)


def test_equal_scores_share_the_middle_rank():
    scores = invented_scores(["a"], methods=["BR", "ECC", "BRUS"], effect=0)
    scores["value"] = scores["method"].map({"BR": 0.1, "ECC": 0.3, "BRUS": 0.3})
    study = aggregate(scores, ["a"], ["BR", "ECC", "BRUS"], 2, 2)
    assert average_ranks(study, ["auc_pr"]).loc["auc_pr"].tolist() == [3, 1.5, 1.5]
    assert average_ranks(study, ["training_time"]).iloc[0].tolist() == [1, 2.5, 2.5]


def test_no_results_at_all():
    empty = invented_scores(["a"])[:0]
    study = aggregate(empty, ["a"], METHODS, 2, 2)
    assert len(study.missing) == 32
    assert average_ranks(study, ["auc_pr"]).isna().all(axis=None)
    intervals = by_imbalance(invented_labels(["a"], [2]), study)
    assert intervals.labels["percent"].eq(0).all()
    assert intervals.ranks[METHODS].isna().all(axis=None)


def test_limits_of_the_intervals():
    imr = [1, 4.99, 5, 9.99, 10, 14.99, 15, 24.99, 25, 49.99, 50, 99.99, 100, 19347, np.inf]
    assert interval_of(imr).tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6]
    assert len(INTERVALS) == 7
    with pytest.raises(ValueError, match="imbalance ratio"):
        interval_of([np.nan])
    with pytest.raises(ValueError, match="imbalance ratio"):
        interval_of([0.5])


def test_interval_ranks_by_hand():
    labels = invented_labels(["a", "b"], [2, 3, 7, 120, 150, 170])
    labels.loc[labels.eval("dataset == 'a' and label == 'label0' and method == 'BR'"), "value"] = (
        np.nan
    )
    labels = labels[~labels.eval("dataset == 'b' and label == 'label2'")]
    study = aggregate(invented_scores(["a", "b", "c"]), ["a", "b"], METHODS, 2, 2)
    shares, scores, ranks = by_imbalance(labels, study)
    assert shares["labels"].tolist() == [4, 1, 0, 0, 0, 0, 6]
    np.testing.assert_allclose(shares["percent"], np.array([4, 1, 0, 0, 0, 0, 6]) / 11 * 100)

    ranks = ranks.set_index(["metric", "interval"])
    assert ranks["datasets"].loc["auc_pr"].tolist() == [2, 1, 0, 0, 0, 0, 2]
    assert ranks.loc[("auc_pr", "[15,25)"), METHODS].isna().all()
    by_dataset = []
    for dataset in "ab":
        own = labels.query("dataset == @dataset and metric == 'auc_pr' and imr < 5")
        if dataset == "a":  # its first label is undefined for BR
            own = own.query("label != 'label0'")
        mean = [own.query("method == @method")["value"].mean() for method in METHODS]
        by_dataset.append([1 + sum(other > value for other in mean) for value in mean])
    np.testing.assert_allclose(
        ranks.loc[("auc_pr", "[1,5)"), METHODS].astype(float), np.mean(by_dataset, axis=0)
    )
    first = scores.query("metric == 'auc_pr' and interval == '[1,5)' and dataset == 'a'")
    assert first["labels"].item() == 1


def test_intervals_leave_out_datasets_with_missing_runs():
    scores = invented_scores(["a", "b"])
    scores = scores[~scores.eval("dataset == 'a' and method == 'BR' and fold == 1")]
    study = aggregate(scores, ["a", "b"], METHODS, 2, 2)
    assert by_imbalance(invented_labels(["a", "b"], [2, 30]), study).labels["labels"].sum() == 2
