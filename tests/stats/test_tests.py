"""Friedman, Iman and Davenport, Wilcoxon and effect sizes: against scipy and published values."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from eccru.stats.aggregation import aggregate
from eccru.stats.effects import bayesian_signed_rank, effect_size
from eccru.stats.friedman import friedman_test
from eccru.stats.pairwise import Options, compare_methods, smallest_adjusted_p, wilcoxon
from tests import naive
from tests.invented import METHODS, invented_scores

OPTIONS = Options(rope=None)
pytestmark = pytest.mark.filterwarnings("error")


def random_table(n, k, digits, seed):
    values = np.random.default_rng(seed).random((n, k)).round(digits)
    return pd.DataFrame(values, index=[f"d{i}" for i in range(n)], columns=METHODS[:k])


@pytest.mark.parametrize("digits", [1, 8])
@pytest.mark.parametrize(("n", "k"), [(3, 3), (10, 5), (16, 8)])
def test_friedman_agrees_with_scipy_and_with_variance_of_ranks(n, k, digits):
    table = random_table(n, k, digits, seed=n)
    result = friedman_test(table)
    expected = stats.friedmanchisquare(*table.to_numpy().T)
    assert result.chi_square == pytest.approx(expected.statistic)
    assert result.p == pytest.approx(expected.pvalue)
    # Iman and Davenport's F is the two-way analysis of variance of the ranks
    ranks = stats.rankdata(table, axis=1)
    between = n * ((ranks.mean(axis=0) - (k + 1) / 2) ** 2).sum()
    within = ((ranks - (k + 1) / 2) ** 2).sum() - between
    f = (between / (k - 1)) / (within / ((n - 1) * (k - 1)))
    assert result.iman_davenport == pytest.approx(f)
    assert result.iman_davenport_p == pytest.approx(stats.f.sf(f, k - 1, (n - 1) * (k - 1)))
    assert result.note == ""


def test_friedman_where_there_is_little_to_test():
    table = random_table(4, 5, 8, seed=1)
    tied = friedman_test(table * 0)
    assert (tied.chi_square, tied.p, tied.iman_davenport_p) == (0, 1, 1)
    assert "tied" in tied.note
    one = friedman_test(table[:1])
    assert one.chi_square == pytest.approx(4)
    assert np.isnan(one.iman_davenport)
    assert "only 1 dataset:" in one.note
    assert "only 2 datasets:" in friedman_test(table[:2]).note
    alike = friedman_test(pd.concat([table[:1]] * 4))
    assert (alike.iman_davenport, alike.iman_davenport_p) == (np.inf, 0)
    assert "alike" in alike.note
    for nothing in (table[:0], table.iloc[:, :2]):
        assert np.isnan(friedman_test(nothing).p)
        assert "not tested" in friedman_test(nothing).note


def test_friedman_names_the_datasets_it_leaves_out():
    table = random_table(5, 4, 8, seed=2)
    expected = friedman_test(table.drop(index="d3"))
    table.loc["d3", "ECC"] = np.nan
    result = friedman_test(table)
    assert result[:-1] == expected[:-1]
    assert "d3" in result.note


@pytest.mark.parametrize("zero_method", ["wilcox", "pratt", "zsplit"])
@pytest.mark.parametrize(("distribution", "method"), [("exact", "exact"), ("normal", "asymptotic")])
def test_wilcoxon_agrees_with_scipy(zero_method, distribution, method):
    table = random_table(16, 2, 1, seed=3)
    options = Options(zero_method=zero_method, distribution=distribution)
    statistic, p, note = wilcoxon(table["BR"], table["ECC"], options)
    expected = stats.wilcoxon(table["BR"] - table["ECC"], zero_method=zero_method, method=method)
    assert (statistic, p) == pytest.approx((expected.statistic, expected.pvalue))
    assert "tied" in note


def test_wilcoxon_published_example():
    # Demšar (2006), Table 2: AUC of C4.5 without and with tuned m; sums of ranks 93 and 12
    without = [763, 599, 954, 628, 882, 936, 661, 583, 775, 1000, 940, 619, 972, 957]
    tuned = [768, 591, 971, 661, 888, 931, 668, 583, 838, 1000, 962, 666, 981, 978]
    statistic, p, note = wilcoxon(without, tuned, Options(zero_method="zsplit"))
    assert statistic == 12
    assert p < 0.05
    assert "zero differences: 2" in note


def test_wilcoxon_where_there_is_nothing_to_test():
    assert wilcoxon([], [], Options())[1:] == (1.0, "no dataset")
    assert wilcoxon([0.2, 0.3], [0.2, 0.3], Options())[1:] == (1.0, "all differences are zero")
    assert wilcoxon([0.2], [0.3], Options())[1:] == (1.0, "only 1 dataset")


@pytest.mark.parametrize("distribution", ["exact", "normal"])
def test_smallest_adjusted_p(distribution):
    options = Options(distribution=distribution, rope=None)
    for n in (0, 1, 5, 10, 11, 16):
        least = smallest_adjusted_p(n, 8, options)
        if distribution == "exact" and n:
            assert least == pytest.approx(min(1, 28 * 2 / 2**n))
        table = pd.DataFrame(
            np.arange(8) + np.random.default_rng(n).random((n, 1)), columns=METHODS
        )
        scores = table.rename_axis("dataset").reset_index().melt("dataset", var_name="method")
        scores = scores.assign(metric="auc_pr", repeat=0, fold=0)
        study = aggregate(scores, list(table.index), METHODS, 1, 1)
        pairs = compare_methods(study, options, np.random.default_rng(0)).pairs
        assert pairs["adjusted"].min() >= least * (1 - 1e-12)


def test_direction_of_the_verdicts():
    datasets = [f"d{i}" for i in range(14)]
    study = aggregate(invented_scores(datasets, effect=0.1), datasets, METHODS, 2, 2)
    tests = compare_methods(study, OPTIONS, np.random.default_rng(0))
    assert len(tests.pairs) == 28 * 7
    later_is_better = np.triu(-np.ones((8, 8), int), 1)
    later_is_better -= later_is_better.T
    assert (tests.verdicts("g_mean").to_numpy() == later_is_better).all()
    assert (tests.verdicts("training_time").to_numpy() == -later_is_better).all()
    first = tests.pairs.iloc[0]
    assert (first["wins"], first["ties"], first["losses"]) == (0, 0, 14)
    difference = study.means("f_measure")["BR"] - study.means("f_measure")["ECC"]
    assert first["median_difference"] == pytest.approx(difference.median())
    time = tests.pairs[tests.pairs["metric"] == "training_time"].iloc[0]
    assert time["wins"] == 14
    assert time["median_difference"] > 0


@pytest.mark.parametrize("correction", ["bergmann-hommel", "shaffer", "holm", "nemenyi"])
def test_identical_methods_do_not_differ(correction):
    datasets = [f"d{i}" for i in range(12)]
    study = aggregate(invented_scores(datasets, effect=0), datasets, METHODS, 2, 2)
    study.summary["mean"] = 0.5
    options = Options(correction=correction, rope=None)
    tests = compare_methods(study, options, np.random.default_rng(0))
    assert tests.pairs["adjusted"].eq(1).all()
    assert tests.pairs["verdict"].eq(0).all()
    assert tests.pairs["note"].eq("all differences are zero").all()
    assert tests.friedman["p"].eq(1).all()


@pytest.mark.parametrize("n", [0, 1, 2])
def test_few_datasets(n):
    datasets = [f"d{i}" for i in range(n)]
    scores = invented_scores(["d0", "d1"]).query("dataset in @datasets")
    tests = compare_methods(
        aggregate(scores, datasets, METHODS, 2, 2), OPTIONS, np.random.default_rng(0)
    )
    assert tests.pairs["verdict"].eq(0).all()
    assert tests.pairs["adjusted"].eq(1).all()
    assert tests.notes


def test_metric_without_values():
    datasets = [f"d{i}" for i in range(4)]
    scores = invented_scores(datasets)
    scores.loc[scores["metric"] == "auc_pr", "value"] = np.nan
    study = aggregate(scores, datasets, METHODS, 2, 2)
    tests = compare_methods(study, OPTIONS, np.random.default_rng(0))
    pairs = tests.pairs[tests.pairs["metric"] == "auc_pr"]
    assert pairs["note"].eq("no dataset").all()
    assert any("AUC-PR" in note and "not tested" in note for note in tests.notes)


def test_effect_size():
    effect = effect_size([0.5, 0.6, 0.7, 0.9], [0.5, 0.5, 0.8, 0.6])
    assert (effect["wins"], effect["ties"], effect["losses"]) == (2, 1, 1)
    assert effect["median_difference"] == pytest.approx(0.05)
    assert np.isnan(effect_size([], [])["median_difference"])


def test_bayesian_signed_rank_agrees_with_counting():
    pytest.importorskip("baycomp")
    rng = np.random.default_rng(5)
    first = rng.random(7)
    second = first - rng.normal(0.01, 0.02, 7)
    ours = bayesian_signed_rank(first, second, 0.01, np.random.default_rng(1))
    weights = rng.dirichlet([0.5, *[1] * 7], 3000)
    expected = naive.bayesian_signed_rank(first, second, 0.01, weights)
    np.testing.assert_allclose(list(ours.values()), expected, atol=0.05)
    mirrored = bayesian_signed_rank(second, first, 0.01, np.random.default_rng(1))
    assert list(mirrored.values()) == list(ours.values())[::-1]


def test_bayesian_probabilities_in_the_comparison():
    pytest.importorskip("baycomp")
    methods, datasets = METHODS[:3], ["a", "b", "c"]
    study = aggregate(invented_scores(datasets, methods, effect=0.2), datasets, methods, 2, 2)
    pairs = compare_methods(study, Options(rope=0.05), np.random.default_rng(0)).pairs
    probabilities = pairs.set_index("metric")[["p_first", "p_equivalent", "p_second"]]
    assert probabilities.loc["training_time"].isna().all(axis=None)  # seconds have no such region
    np.testing.assert_allclose(probabilities.loc["auc_pr"].sum(axis=1), 1)
    assert (probabilities.loc["auc_pr"].idxmax(axis=1) == "p_second").all()


def test_bayesian_signed_rank_where_there_is_nothing_to_sample():
    for values in (np.zeros(0), np.ones(3)):
        result = bayesian_signed_rank(values, values, None, np.random.default_rng(0))
        assert np.isnan(list(result.values())).all()
