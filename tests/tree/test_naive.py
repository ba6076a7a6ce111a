"""The tree against its naive twin on small random matrices."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eccru.tree import ChainLabels, Columns, Rows, Sample, grow_tree
from tests.naive_j48 import NaiveJ48
from tests.tree.test_reference import as_csr

# Ties, values less than a cut apart (with and without one between), and what stands for "missing".
PALETTES = [
    np.array([0.0, 0.0, 0.0, 1.0, 2.0]),
    np.array([-3.0, -1.0, 0.0, 0.5, 4.0]),
    np.array([1.0, 1.000004, 1.000008, 1.000012, 1.5]),
    np.array([-999.0, 0.1, 0.2, 0.3, 1e30]),
    np.array([7.0]),
]


@st.composite
def problems(draw, n_classes):
    """Draw a matrix with a target that depends on it, weights and a sample."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, d = draw(st.integers(5, 60)), draw(st.integers(1, 7))
    X = np.empty((n, d))
    nominal = rng.random(d) < draw(st.sampled_from([0.0, 0.5, 1.0]))
    for j in range(d):
        if nominal[j]:
            X[:, j] = rng.random(n) < rng.choice([0.1, 0.5, 0.9])
        elif rng.random() < 0.3:
            X[:, j] = rng.normal(size=n)
        else:
            X[:, j] = rng.choice(PALETTES[rng.integers(len(PALETTES))], size=n)
    if rng.random() < 0.3:
        X = X[rng.integers(n, size=n)]
    ranks = np.argsort(np.argsort(X[:, rng.integers(d)] + 0.3 * X[:, rng.integers(d)]))
    y = (ranks * n_classes // n).astype(np.uint8)
    noisy = rng.random(n) < draw(st.sampled_from([0.0, 0.1, 0.3, 1.0]))
    y[noisy] = rng.integers(n_classes, size=n)[noisy]
    rows = np.flatnonzero(rng.random(n) < draw(st.sampled_from([0.1, 0.5, 1.0])))
    rows = rows if len(rows) else np.array([0])
    weight = rng.integers(1, draw(st.sampled_from([2, 5])), size=len(rows))
    return X, nominal, y, Sample(rows.astype(np.int32), weight.astype(np.int32))


def naive_tree(X, nominal, y, sample, n_classes):
    """Train the naive twin."""
    return NaiveJ48(X[sample.rows], y[sample.rows], sample.weight, nominal, n_classes)


def assert_equal_trees(tree, naive, rows, X, labels=None):
    """Compare sizes and all probabilities, also of rows that were not trained on."""
    assert (tree.node_count, tree.n_leaves) == (naive.root.size(), naive.root.leaves())
    proba = tree.predict_proba(rows, labels)
    np.testing.assert_allclose(proba, naive.predict_proba(X), rtol=0, atol=1e-12)


@settings(max_examples=250, deadline=None)
@given(problem=problems(n_classes=2))
def test_two_classes(problem):
    X, nominal, y, sample = problem
    naive = naive_tree(X, nominal, y, sample, 2)
    for features in (X, as_csr(X)):
        columns = Columns(features, nominal)
        for prepared in (columns, columns.restrict(sample)):
            assert_equal_trees(grow_tree(prepared, y, sample), naive, columns, X)


@settings(max_examples=150, deadline=None)
@given(problem=problems(n_classes=3), n_classes=st.sampled_from([3, 4, 6]))
def test_more_classes_some_of_them_absent(problem, n_classes):
    X, nominal, y, sample = problem
    naive = naive_tree(X, nominal, y, sample, n_classes)
    columns = Columns(X, nominal)
    for prepared in (columns, columns.restrict(sample)):
        tree = grow_tree(prepared, y, sample, n_classes=n_classes)
        assert_equal_trees(tree, naive, Rows(as_csr(X), nominal), X)


@settings(max_examples=150, deadline=None)
@given(problem=problems(n_classes=2), data=st.data())
def test_chain_labels(problem, data):
    X, nominal, y, sample = problem
    n_labels = data.draw(st.integers(1, 4))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    flips = rng.random((len(X), n_labels)) < rng.choice([0.05, 0.3, 0.9], size=n_labels)
    Z = np.where(flips, 1 - np.minimum(y, 1)[:, None], np.minimum(y, 1)[:, None])
    labels = ChainLabels(len(X), n_labels)
    for z in Z.T:
        labels.append(z)
    both, all_nominal = np.hstack((X, Z)), np.append(nominal, np.ones(n_labels, dtype=bool))
    naive = naive_tree(both, all_nominal, y, sample, 2)
    columns = Columns(X, nominal)
    for prepared in (columns, columns.restrict(sample)):
        tree = grow_tree(prepared, y, sample, labels=labels)
        assert_equal_trees(tree, naive, columns, both, labels)


@pytest.mark.parametrize("step", [3e-8, 3e-6, 6e-6, 2e-5])
@pytest.mark.parametrize(("is_bag", "heaviest"), [(False, 3), (True, 3), (True, 80)])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_long_columns_of_values_that_lie_close_together(step, is_bag, heaviest, n_classes):
    """Some neighbours are a cut apart, some are not; one column has a value that is not stored.

    In the crowd of the smallest step a cut is more ranks away than a key can tell, and the heaviest
    rows have no narrow weight.
    """
    rng = np.random.default_rng(2)
    n = 4500
    X = np.round(rng.normal(size=(n, 3)) * 1000) * step
    X[::2] *= 1000 if step < 1e-7 else 1
    X[rng.random(n) < 0.3, 2] = X[0, 2]
    y = (X[:, 0] + 0.3 * X[:, 2] + 500 * step * rng.normal(size=n) > 1000 * step).astype(np.uint8)
    y[(X[:, 1] > 0) & (rng.random(n) < 0.7)] = n_classes - 1
    weight = rng.integers(1, heaviest + 1, size=n).astype(np.int32)
    rows = np.flatnonzero(rng.random(n) < 0.8) if is_bag else np.arange(n)
    sample = Sample(rows.astype(np.int32), weight[rows])
    numeric = np.zeros(3, dtype=bool)
    columns = Columns(X, numeric)
    tree = grow_tree(columns.restrict(sample), y, sample, n_classes=n_classes)
    assert tree.node_count > 1
    assert_equal_trees(tree, naive_tree(X, numeric, y, sample, n_classes), columns, X)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_sparse_columns_of_more_rows_than_a_word_has_bits(n_classes):
    rng = np.random.default_rng(5)
    n = 1300
    X = np.where(rng.random((n, 12)) < 0.05, rng.normal(size=(n, 12)).round(1), 0.0)
    y = (X[:, :5] > 0.2).any(axis=1).astype(np.uint8)
    y[(X[:, 5:9] < -0.2).any(axis=1)] = n_classes - 1
    numeric = np.zeros(12, dtype=bool)
    sample = Sample(np.arange(n, dtype=np.int32), rng.integers(1, 3, n).astype(np.int32))
    naive = naive_tree(X, numeric, y, sample, n_classes)
    columns = Columns(as_csr(X), numeric)
    tree = grow_tree(columns, y, sample, n_classes=n_classes)
    assert tree.node_count > 9
    assert_equal_trees(tree, naive, columns, X)
    assert_equal_trees(tree, naive, Rows(X[:7], numeric), X[:7])


def test_weights_are_copies():
    """A row of weight w is the same as w rows."""
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(80, 5)), 1)
    y = (X[:, 0] + X[:, 1] * rng.normal(size=80) > 0).astype(np.uint8)
    weight = rng.integers(1, 5, size=80).astype(np.int32)
    numeric = np.zeros(5, dtype=bool)
    weighted = grow_tree(Columns(X, numeric), y, Sample(np.arange(80, dtype=np.int32), weight))
    copies = np.repeat(np.arange(80), weight)
    everything = Sample(np.arange(len(copies), dtype=np.int32), np.ones(len(copies), np.int32))
    copied = grow_tree(Columns(X[copies], numeric), y[copies], everything)
    for a, b in zip(weighted, copied, strict=True):
        np.testing.assert_array_equal(a, b)


def test_one_class_is_one_leaf():
    columns = Columns(np.arange(10.0)[:, None], [False])
    tree = grow_tree(columns, np.ones(10), Sample(np.arange(3, 9, dtype=np.int32), np.ones(6)))
    assert tree.node_count == tree.n_leaves == 1
    assert tree.predict_proba(columns).tolist() == [[0.0, 1.0]] * 10


def test_many_rows_change_nothing():
    """More rows than a 16-bit number can name give the same tree as their first part alone."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(70_000, 2))
    y = (X[:, 0] + rng.normal(size=len(X)) > 0).astype(np.uint8)
    sample = Sample(np.arange(2000, dtype=np.int32), np.ones(2000, dtype=np.int32))
    numeric = np.zeros(2, dtype=bool)
    among_many = grow_tree(Columns(X, numeric), y, sample)
    alone = grow_tree(Columns(X[:2000].copy(), numeric), y[:2000], sample)
    for a, b in zip(among_many, alone, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_mistake_more_raises_the_estimated_errors_by_one():
    """Pruning stops sending rows down a branch once they are too many mistakes."""
    naive = naive_tree(np.zeros((2, 1)), [False], np.zeros(2, int), Sample([0, 1], [1, 1]), 2)
    for n in range(1, 150):
        estimate = [e + naive.added_errors(n, e) for e in range(n)]
        further = [e + naive.added_errors(n + 1, e) for e in range(n + 1)]
        assert all(further[e] >= estimate[e] for e in range(n))
        assert all(further[e + 1] >= estimate[e] + 1 for e in range(n * 9 // 10))


def test_threads_share_columns():
    rng = np.random.default_rng(2)
    X, Y = rng.normal(size=(300, 20)), rng.random((16, 300)) < 0.3
    X[:, 10:] = X[:, 10:] > 0
    columns = Columns(X, np.arange(20) >= 10)
    sample = Sample(np.arange(300, dtype=np.int32), rng.integers(1, 4, 300).astype(np.int32))
    bag = columns.restrict(sample)
    one_by_one = [grow_tree(bag, y, sample) for y in Y]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda y: grow_tree(bag, y, sample), Y))
    for a, b in zip(one_by_one, together, strict=True):
        np.testing.assert_array_equal(a.predict_proba(columns), b.predict_proba(columns))
    assert max(tree.node_count for tree in one_by_one) > 10
