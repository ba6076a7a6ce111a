"""The tree as a scikit-learn classifier."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from imblearn.ensemble import RUSBoostClassifier
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import AdaBoostClassifier
from sklearn.exceptions import NotFittedError
from sklearn.metrics import balanced_accuracy_score, recall_score
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.estimator_checks import parametrize_with_checks

from eccru.tree import J48Tree


@parametrize_with_checks([J48Tree(), J48Tree(unpruned=True)])
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
        ([0, 0, 0, 0], "not zero"),
        ([1, 1, -1, 1], "negative"),
        ([1, 1, np.nan, 1], "missing"),
        ([1, 1, np.inf, 1], "infinite"),
        ([1, 1], "shape"),
    ],
)
def test_bad_weights_are_refused(weight, message):
    with pytest.raises(ValueError, match=message):
        J48Tree().fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], sample_weight=weight)


@pytest.mark.parametrize("bad", [np.inf, -np.inf])
@pytest.mark.parametrize("layout", [np.array, sp.csr_array])
def test_infinite_values_are_refused_also_if_scikit_learn_does_not_look(bad, layout):
    X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), [0, 0, 1, 1]
    tree = J48Tree().fit(X, y)
    X[1] = bad
    with config_context(assume_finite=True):
        with pytest.raises(ValueError, match="infinity"):
            J48Tree().fit(layout(X), y)
        with pytest.raises(ValueError, match="infinity"):
            tree.predict(layout(X))


@pytest.mark.parametrize("bad", [-1.0, 0.5, 1e6])
def test_nominal_features_are_whole_numbers(bad):
    with pytest.raises(ValueError, match="Nominal feature 0 has values other than 0, 1, 2"):
        J48Tree().fit([[0.0], [1.0], [bad], [0.0]], [0, 0, 1, 1], nominal=[True])


def test_a_failed_fit_leaves_what_was_there():
    X, y = load_iris(return_X_y=True)
    tree = J48Tree()
    with pytest.raises(ValueError, match="negative"):
        tree.fit(X, y, sample_weight=-np.ones(150))
    with pytest.raises(NotFittedError):
        tree.predict(X)
    proba = tree.fit(X, y).predict_proba(X)
    with pytest.raises(ValueError, match="negative"):
        tree.fit(X[:, :2], y, sample_weight=-np.ones(150))
    np.testing.assert_array_equal(tree.predict_proba(X), proba)


def test_the_tree_is_shown_as_scikit_learn_s_are():
    assert "J48Tree" in J48Tree()._repr_html_()
    assert repr(J48Tree(confidence=0.1)) == "J48Tree(confidence=0.1)"


def test_metadata_are_routed_to_fit():
    X, y = load_iris(return_X_y=True)
    X = (X.mean(axis=0) < X).astype(float)
    weight = np.arange(150) % 3 + 0.5
    with config_context(enable_metadata_routing=True):
        tree = J48Tree().set_fit_request(sample_weight=True, nominal=True)
        pipeline = make_pipeline(FunctionTransformer(), tree)
        pipeline.fit(X, y, sample_weight=weight, nominal=np.ones(4, dtype=bool))
    alone = J48Tree().fit(X, y, sample_weight=weight, nominal=np.ones(4, dtype=bool))
    assert pipeline[-1].nominal_.all()
    np.testing.assert_array_equal(pipeline[-1].tree_.counts, alone.tree_.counts)


def imbalanced():
    """Return a problem of which one tree learns little: the rare class lies within a circle."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1500, 4))
    return X, ((X[:, :2] ** 2).sum(axis=1) < 0.3).astype(int)


@pytest.mark.parametrize(
    "boosting",
    [
        AdaBoostClassifier(J48Tree(), n_estimators=10, random_state=0),
        RUSBoostClassifier(J48Tree(), n_estimators=10, random_state=0),
    ],
    ids=["AdaBoost", "RUSBoost"],
)
def test_boosting_works(boosting):
    """It hands on weights that sum to 1 or less, by which no tree would ever split."""
    X, y = imbalanced()
    boosting.fit(X[:1000], y[:1000])
    assert len(boosting.estimators_) > 1
    assert all(tree.node_count_ > 1 for tree in boosting.estimators_)
    assert balanced_accuracy_score(y[1000:], boosting.predict(X[1000:])) > 0.85


def test_balanced_weights_raise_the_recall_of_the_rare_class():
    X, y = imbalanced()
    y[np.random.default_rng(1).random(1500) < 0.1] ^= 1
    plain = J48Tree().fit(X, y)
    balanced = J48Tree().fit(X, y, sample_weight=compute_sample_weight("balanced", y))
    assert balanced.tree_.counts[0].tolist() == pytest.approx([750, 750])
    assert recall_score(y, balanced.predict(X)) > recall_score(y, plain.predict(X)) + 0.05


def test_shares_are_scaled_to_a_mean_of_one():
    X, y = load_iris(return_X_y=True)
    weight = np.arange(150) % 5 + 0.5
    tree = J48Tree().fit(X, y, sample_weight=weight / weight.mean())
    shares = J48Tree().fit(X, y, sample_weight=weight / weight.sum())
    np.testing.assert_allclose(shares.tree_.counts, tree.tree_.counts)


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
