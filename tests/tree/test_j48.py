"""The tree as a scikit-learn classifier."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from eccru.tree import J48Tree


@parametrize_with_checks([J48Tree()])
def test_scikit_learn_s_own_checks(estimator, check):
    check(estimator)


def test_iris_is_the_tree_that_weka_documents():
    """Weka's J48 on iris has 9 nodes and 5 leaves and errs on 3 of 150 training rows."""
    X, y = load_iris(return_X_y=True)
    tree = J48Tree().fit(X, y)
    assert (tree.node_count_, tree.n_leaves_) == (9, 5)
    assert round(150 * (1 - tree.score(X, y))) == 3
    names = ["sepallength", "sepalwidth", "petallength", "petalwidth"]
    assert tree.export_text(names).splitlines() == [
        "petalwidth <= 0.6: 0 (50)",
        "petalwidth > 0.6",
        "|   petalwidth <= 1.7",
        "|   |   petallength <= 4.9: 1 (48/1)",
        "|   |   petallength > 4.9",
        "|   |   |   petalwidth <= 1.5: 2 (3)",
        "|   |   |   petalwidth > 1.5: 1 (3/1)",
        "|   petalwidth > 1.7: 2 (46/1)",
    ]


def test_sparse_and_dense_agree():
    rng = np.random.default_rng(0)
    X = np.where(rng.random((200, 30)) < 0.2, rng.normal(size=(200, 30)), 0)
    y = (X[:, 0] > X[:, 1]).astype(int)
    dense, sparse = J48Tree().fit(X, y), J48Tree().fit(sp.csr_array(X), y)
    assert dense.node_count_ > 1
    np.testing.assert_array_equal(dense.predict_proba(X), sparse.predict_proba(sp.csr_array(X)))


def test_nominal_differs_from_numeric():
    """A nominal feature pays nothing for the choice of a cut, and two rows are enough for it."""
    X = np.zeros((100, 1))
    X[:3] = 1
    y = np.r_[np.ones(3), np.zeros(97)]
    assert J48Tree().fit(X, y).node_count_ == 1
    nominal = J48Tree().fit(X, y, nominal=[True])
    assert nominal.node_count_ == 3
    assert nominal.export_text() == "feature 0 = 0: 0.0 (97)\nfeature 0 = 1: 1.0 (3)"


def test_predicts_about_as_well_as_weka_says():
    """J48 is known to reach about 93 % on the breast cancer data."""
    X, y = load_breast_cancer(return_X_y=True)
    assert cross_val_score(J48Tree(), X, y, cv=5).mean() > 0.9


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 1, 0.5, 1], "whole numbers"),
        ([0, 0, 0, 0], "non-zero|empty"),
        ([1, 1, -1, 1], "[Nn]egative"),
        ([1, 1], "shape"),
    ],
)
def test_bad_weights_are_refused(weight, message):
    with pytest.raises(ValueError, match=message):
        J48Tree().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], sample_weight=weight)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_values_that_are_not_finite_are_refused(bad):
    with pytest.raises(ValueError, match=r"NaN|infinity"):
        J48Tree().fit([[0.0], [bad], [2.0], [3.0]], [0, 0, 1, 1])


def test_nominal_features_must_be_binary():
    X, y = [[0.0], [1.0], [2.0], [0.0]], [0, 0, 1, 1]
    with pytest.raises(ValueError, match="other than 0 and 1"):
        J48Tree().fit(X, y, nominal=[True])
    with pytest.raises(ValueError, match="one bool"):
        J48Tree().fit(X, y, nominal=[0])
    tree = J48Tree().fit([[0.0], [1.0]], [0, 1], nominal=[True])
    with pytest.raises(ValueError, match="other than 0 and 1"):
        tree.predict([[3.0]])


def test_one_class_and_zero_weights():
    tree = J48Tree().fit([[0.0], [1.0]], ["a", "a"])
    assert tree.predict([[5.0]]).tolist() == ["a"]
    assert tree.export_text() == "a (2)"
    tree = J48Tree().fit([[0.0], [1.0]], ["a", "b"], sample_weight=[0, 1])
    assert tree.predict_proba([[5.0]]).tolist() == [[0.0, 1.0]]


def test_clone_and_pickle():
    X, y = load_iris(return_X_y=True)
    tree = J48Tree().fit(X, y)
    assert repr(clone(tree)) == "J48Tree()"
    copy = pickle.loads(pickle.dumps(tree))
    np.testing.assert_array_equal(copy.predict_proba(X), tree.predict_proba(X))
