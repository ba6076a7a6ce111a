"""Corrections for the number of comparisons: against R, a published example and enumeration."""

import json
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eccru.stats.corrections import bergmann_hommel
from tests import naive


def matrix(k, values):
    """Return the symmetric matrix of the pairs (0,1), (0,2), (1,2), (0,3), ..."""
    p = np.ones((k, k))
    pairs = [(i, j) for j in range(k) for i in range(j)]
    for (row, column), value in zip(pairs, values, strict=True):
        p[row, column] = p[column, row] = value
    return p


@st.composite
def p_matrices(draw, largest=6):
    k = draw(st.integers(1, largest))
    # few distinct values, so that ties are common
    value = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 1e-4, 0.002, 0.01, 0.03, 0.05, 1.0]))
    return matrix(k, draw(st.lists(value, min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2)))


def test_equals_r(reference):
    lines = (reference / "bergmann_hommel.jsonl").read_text().splitlines()
    assert len(lines) >= 16
    for line in map(json.loads, lines):
        adjusted = bergmann_hommel(matrix(line["k"], line["p"]))
        expected = matrix(line["k"], line["adjusted"])
        np.testing.assert_allclose(adjusted, expected, rtol=1e-10, err_msg=str(line))


# García and Herrera (2008): five classifiers on thirty datasets, from their average ranks
AVERAGE_RANKS = {"C4.5": 2.1, "1-NN": 3.25, "NaiveBayes": 2.2, "Kernel": 13 / 3, "CN2": 187 / 60}
PUBLISHED = {  # raw p, then adjusted by Nemenyi, Holm, Shaffer, Bergmann and Hommel
    ("C4.5", "Kernel"): (4.487e-8, 4.487e-7, 4.487e-7, 4.487e-7, 4.487e-7),
    ("NaiveBayes", "Kernel"): (1.736e-7, 1.736e-6, 1.563e-6, 1.042e-6, 1.042e-6),
    ("Kernel", "CN2"): (0.0029, 0.0288, 0.0230, 0.0173, 0.0115),
    ("C4.5", "1-NN"): (0.0048, 0.0485, 0.0339, 0.0291, 0.0291),
    ("1-NN", "Kernel"): (0.0080, 0.0796, 0.0478, 0.0478, 0.0319),
    ("1-NN", "NaiveBayes"): (0.0101, 0.1011, 0.0506, 0.0478, 0.0319),
    ("C4.5", "CN2"): (0.0128, 0.1276, 0.0511, 0.0511, 0.0383),
    ("NaiveBayes", "CN2"): (0.0247, 0.2474, 0.0742, 0.0742, 0.0383),
    ("1-NN", "CN2"): (0.7440, 1, 1, 1, 1),
    ("C4.5", "NaiveBayes"): (0.8065, 1, 1, 1, 1),
}


def test_published_example():
    from scipy.stats import norm

    names = list(AVERAGE_RANKS)
    ranks = np.array(list(AVERAGE_RANKS.values()))
    p = 2 * norm.sf(abs(ranks[:, None] - ranks) / np.sqrt(5 * 6 / (6 * 30)))
    for column, method in enumerate(["nemenyi", "holm", "shaffer", "bergmann-hommel"], start=1):
        adjusted = bergmann_hommel(p, method=method)
        for (first, second), row in PUBLISHED.items():
            cell = names.index(first), names.index(second)
            assert p[cell] == pytest.approx(row[0], rel=2e-4, abs=5.1e-5)
            assert adjusted[cell] == pytest.approx(row[column], rel=5e-4, abs=5.1e-5), method


@settings(deadline=None, max_examples=200)
@given(p_matrices())
def test_equals_enumeration(p):
    np.testing.assert_allclose(bergmann_hommel(p), naive.bergmann_hommel(p), rtol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_equals_enumeration_for_eight_methods(seed):
    p = matrix(8, np.random.default_rng(seed).random(28) ** 3)
    np.testing.assert_allclose(bergmann_hommel(p), naive.bergmann_hommel(p), rtol=1e-12)


@settings(deadline=None, max_examples=100)
@given(p_matrices(largest=9), st.randoms(use_true_random=False))
def test_order_of_the_methods_does_not_matter(p, random):
    order = list(range(len(p)))
    random.shuffle(order)
    for method in ("bergmann-hommel", "shaffer", "holm", "nemenyi"):
        shuffled = bergmann_hommel(p[np.ix_(order, order)], method=method)
        np.testing.assert_array_equal(
            shuffled, bergmann_hommel(p, method=method)[np.ix_(order, order)]
        )


@settings(deadline=None, max_examples=100)
@given(p_matrices(largest=9))
def test_each_correction_is_at_least_as_powerful_as_the_next(p):
    pairs = np.triu_indices(len(p), 1)
    raw = p[pairs]
    chain = [raw]
    for method in ("bergmann-hommel", "shaffer", "holm", "nemenyi"):
        chain.append(bergmann_hommel(p, method=method)[pairs])
    chain.append(np.minimum(1, raw * len(raw)))  # Bonferroni
    for stronger, weaker in pairwise(chain):
        assert (stronger <= weaker * (1 + 1e-12)).all()


@settings(deadline=None, max_examples=100)
@given(p_matrices(largest=9))
def test_a_smaller_p_is_never_adjusted_above_a_larger_one(p):
    pairs = np.triu_indices(len(p), 1)
    raw = p[pairs]
    for method in ("bergmann-hommel", "shaffer", "holm", "nemenyi"):
        adjusted = bergmann_hommel(p, method=method)[pairs]
        smaller = raw[:, None] < raw
        assert (adjusted[:, None] <= adjusted)[smaller].all()


def test_shaffer_counts_the_hypotheses_that_can_be_true():
    # of the pairs of four methods 6, 3, 2, 1 or 0 can be true together: never 5 or 4
    p = matrix(4, [0.001, 0.002, 0.003, 0.004, 0.005, 0.006])
    expected = [0.006, 0.006, 0.009, 0.012, 0.012, 0.012]
    np.testing.assert_allclose(bergmann_hommel(p, method="shaffer"), matrix(4, expected))


@pytest.mark.parametrize(("k", "seconds"), [(8, 0.05), (12, 1.0), (15, 10.0)])
def test_is_fast_enough(k, seconds):
    p = matrix(k, np.random.default_rng(k).random(k * (k - 1) // 2))
    start = time.process_time()
    bergmann_hommel(p)
    assert time.process_time() - start < seconds


def test_input_is_checked():
    good = matrix(3, [0.1, 0.2, 0.3])
    with pytest.raises(ValueError, match="one of"):
        bergmann_hommel(good, method="bonferroni")
    with pytest.raises(ValueError, match="square"):
        bergmann_hommel(good[:2])
    with pytest.raises(ValueError, match="symmetric"):
        bergmann_hommel(np.triu(good))
    with pytest.raises(ValueError, match="between 0 and 1"):
        bergmann_hommel(good * 10)
    with pytest.raises(ValueError, match="NaN"):
        bergmann_hommel(matrix(3, [0.1, np.nan, 0.3]))
    np.fill_diagonal(good, np.nan)
    assert (np.diag(bergmann_hommel(good)) == 1).all()
