"""Trees whose nodes look at random subsets of the attributes, and trees that are not pruned."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

from eccru.tree import ChainLabels, Columns, J48Tree, grow_tree
from eccru.tree.general_tree import GeneralTree
from eccru.tree.subsets import Growth, limit_features
from tests.naive import split_mix
from tests.naive_j48 import NaiveJ48
from tests.tree.test_naive import assert_equal_trees, problems
from tests.tree.test_reference import as_csr


def growth(limit, seed, collapse=True, prune=True):
    """Return how one tree is grown."""
    seeds = np.array([seed], dtype=np.uint64)
    return Growth(np.array([limit]), seeds, collapse, prune)


@settings(max_examples=200, deadline=None)
@given(
    problem=problems(n_classes=3),
    n_classes=st.sampled_from([3, 4]),
    limit=st.integers(1, 5),
    seed=st.integers(0, 2**64 - 1),
    ways=st.tuples(st.booleans(), st.booleans()),
)
def test_subsets_are_those_of_the_naive_twin(problem, n_classes, limit, seed, ways):
    X, nominal, y, sample = problem
    for codes, classes in ((y, n_classes), (np.minimum(y, 1), 2)):
        naive = NaiveJ48(
            X[sample.rows],
            codes[sample.rows],
            sample.weight,
            nominal,
            classes,
            limit,
            split_mix(seed),
            *ways,
        )
        for features in (X, as_csr(X)):
            columns = Columns(features, nominal)
            for prepared in (columns, columns.restrict(sample)):
                tree = grow_tree(
                    prepared, codes, sample, classes, growth=growth(limit, seed, *ways)
                )
                assert_equal_trees(tree, naive, columns, X)


@settings(max_examples=80, deadline=None)
@given(problem=problems(n_classes=2), limit=st.integers(1, 5), seed=st.integers(0, 2**64 - 1))
def test_chain_labels_are_drawn_like_features(problem, limit, seed):
    X, nominal, y, sample = problem
    Z = np.random.default_rng(seed).random((len(X), 3)) < np.where(y, 0.8, 0.3)[:, None]
    labels = ChainLabels(len(X), 3)
    for z in Z.T:
        labels.append(z)
    both, all_nominal = np.hstack((X, Z)), np.append(nominal, np.ones(3, dtype=bool))
    rows, weight = sample
    naive = NaiveJ48(both[rows], y[rows], weight, all_nominal, limit=limit, numbers=split_mix(seed))
    columns = Columns(X, nominal)
    tree = grow_tree(columns, y, sample, labels=labels, growth=growth(limit, seed))
    assert_equal_trees(tree, naive, columns, both, labels)


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 16))
    X[:, ::2] = X[:, ::2] > 0
    y = (X[:, 0] + X[:, 1] + X[:, 3] + 0.5 * rng.normal(size=300) > 1).astype(int)
    return X, y, np.arange(16) % 2 == 0


def arrays(model):
    return [array.tolist() for array in model.tree_]


@pytest.mark.parametrize("max_features", [16, 99, 1.0])
def test_all_features_are_the_tree_of_j48(max_features, data):
    X, y, nominal = data
    tree = J48Tree(max_features=max_features, random_state=0).fit(X, y, nominal=nominal)
    assert arrays(tree) == arrays(J48Tree().fit(X, y, nominal=nominal))


def test_seeds_give_the_same_bits_and_other_seeds_other_trees(data):
    X, y, nominal = data
    tree, same, other = (
        J48Tree(max_features="sqrt", random_state=seed).fit(X, y, nominal=nominal)
        for seed in (3, 3, 4)
    )
    assert arrays(tree) == arrays(same)
    assert arrays(tree) != arrays(other)
    sparse = J48Tree(max_features="sqrt", random_state=3).fit(sp.csr_array(X), y, nominal=nominal)
    assert arrays(sparse) == arrays(tree)


@pytest.mark.parametrize("max_features", ["sqrt", "log2", 1, 0.3, 0.01, 1.0, None])
@pytest.mark.parametrize("d", [1, 7, 16])
def test_numbers_are_those_of_scikit_learn(max_features, d):
    theirs = DecisionTreeClassifier(max_features=max_features)
    theirs.fit(np.arange(4.0 * d).reshape(4, d), [0, 1, 0, 1])
    assert min(limit_features(max_features, d), d) == theirs.max_features_


@pytest.mark.parametrize("max_features", [0, -1, 0.0, 1.5, True, "auto", np.nan])
def test_other_values_are_refused(max_features, data):
    with pytest.raises(ValueError, match="max_features must be None"):
        J48Tree(max_features=max_features).fit(*data[:2])


def test_subsets_differ_from_node_to_node_and_make_a_better_ensemble(data):
    X, y, nominal = data
    roots = {
        J48Tree(max_features=1, random_state=seed).fit(X, y, nominal=nominal).tree_.attribute[0]
        for seed in range(60)
    }
    assert len(roots) > 5
    odd = np.arange(300) % 2 == 1
    one = J48Tree().fit(X[odd], y[odd]).score(X[~odd], y[~odd])
    forest = BaggingClassifier(J48Tree(max_features="sqrt", unpruned=True), 50, random_state=0)
    assert forest.fit(X[odd], y[odd]).score(X[~odd], y[~odd]) > one


def test_a_node_that_none_of_the_drawn_can_split_looks_at_all():
    """One feature tells the classes apart, the others tell nothing."""
    y = np.repeat([0, 1], 50)
    X = np.column_stack([y, *[np.arange(100) % 2] * 9]).astype(float)
    for seed in range(20):
        tree = J48Tree(max_features=1, random_state=seed).fit(X, y)
        assert tree.tree_.attribute.tolist() == [0, -1, -1]


@pytest.mark.parametrize("options", [{"unpruned": True}, {"collapse": False}])
def test_unpruned_trees_are_those_of_the_general_engine(options, data):
    X, y, nominal = data
    fast = J48Tree(**options).fit(X, y, nominal=nominal)
    smooth = J48Tree(**options, laplace=True).fit(X, y, nominal=nominal)
    assert not isinstance(fast.tree_, GeneralTree)
    assert isinstance(smooth.tree_, GeneralTree)
    assert fast.export_text() == smooth.export_text()
    assert fast.node_count_ >= J48Tree().fit(X, y, nominal=nominal).node_count_


def test_the_general_engine_draws_too(data):
    X, y, _ = data
    X = X.copy()
    X[::7, 1] = np.nan
    trees = [J48Tree(max_features=2, random_state=seed).fit(X, y) for seed in (0, 0, 1)]
    assert isinstance(trees[0].tree_, GeneralTree)
    assert trees[0].export_text() == trees[1].export_text() != trees[2].export_text()
    every = J48Tree(max_features=16, random_state=0).fit(X, y)
    assert every.export_text() == J48Tree().fit(X, y).export_text()
