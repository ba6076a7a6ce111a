"""Estimators of other packages as methods: the same numbers as when they are called by hand."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.datasets import make_multilabel_classification
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from eccru.methods import make_method
from eccru.methods.foreign import Foreign
from eccru.methods.thresholds import tune_thresholds

X, Y = make_multilabel_classification(120, 8, n_classes=4, random_state=0)
TRAIN, TEST = slice(60), slice(60, 120)


def by_hand(estimator, X=X, Y=Y):
    """Return the probabilities of the labels' presence as scikit-learn gives them."""
    answers = estimator.fit(X[TRAIN], Y[TRAIN]).predict_proba(X[TEST])
    if isinstance(answers, list):
        return np.column_stack([of_label[:, 1] for of_label in answers])
    return answers


@pytest.mark.parametrize(
    "estimator",
    [
        KNeighborsClassifier(),  # a list
        MultiOutputClassifier(LogisticRegression()),  # a list
        ClassifierChain(LogisticRegression()),  # an array
    ],
    ids=lambda estimator: type(estimator).__name__,
)
@pytest.mark.parametrize("form", [np.asarray, csr_array], ids=["dense", "sparse"])
def test_probabilities_are_those_of_the_estimator(estimator, form):
    model = Foreign(estimator=estimator).fit(form(X[TRAIN]), Y[TRAIN])
    answers = model.predict_proba(form(X[TEST]))
    np.testing.assert_allclose(answers, by_hand(estimator, form(X)), atol=1e-9)


def test_random_state_of_the_method_is_that_of_the_estimator():
    forest = RandomForestClassifier(5)
    model = Foreign(estimator=forest, random_state=3).fit(X[TRAIN], Y[TRAIN])
    again = Foreign(estimator=forest, random_state=3).fit(X[TRAIN], Y[TRAIN])
    other = Foreign(estimator=forest, random_state=4).fit(X[TRAIN], Y[TRAIN])
    drawn = RandomForestClassifier(5, random_state=model.estimator_.random_state)
    answers = model.predict_proba(X[TEST])
    np.testing.assert_array_equal(answers, by_hand(drawn))
    np.testing.assert_array_equal(answers, again.predict_proba(X[TEST]))
    assert not np.array_equal(answers, other.predict_proba(X[TEST]))
    assert forest.random_state is None


def test_thresholds_are_tuned_as_for_the_other_methods():
    tree = DecisionTreeClassifier(max_depth=2, random_state=0)
    settings = {"thresholds": "train", "threshold_grid": 0.1, "threshold_ties": "highest"}
    model = Foreign(estimator=tree, random_state=0, **settings).fit(X[TRAIN], Y[TRAIN])
    expected = tune_thresholds(Y[TRAIN], model.predict_proba(X[TRAIN]), 0.1, "highest")
    for metric, thresholds in expected.items():
        np.testing.assert_array_equal(model.thresholds_[metric], thresholds)


def test_thresholds_by_cross_validation_rest_on_rows_that_were_not_trained_on():
    """A forest that knows its training rows by heart is sure of them, and only of them."""
    forest = RandomForestClassifier(n_estimators=5)
    by_heart, honest = (
        Foreign(estimator=forest, random_state=0, thresholds=where)
        .fit(X, Y)
        .thresholds_["f_measure"]
        for where in ("train", "cv")
    )
    assert not np.array_equal(by_heart, honest)


@pytest.mark.parametrize("constant", [0, 1])
@pytest.mark.parametrize(
    "estimator", [KNeighborsClassifier(), ClassifierChain(LogisticRegression())]
)
def test_label_with_one_class_in_training_gets_that_class(estimator, constant):
    labels = Y.copy()
    labels[TRAIN, 1] = constant
    model = Foreign(estimator=estimator).fit(X[TRAIN], labels[TRAIN])
    answers = model.predict_proba(X[TEST])
    assert (answers[:, 1] == constant).all()
    others = [0, 2, 3]
    np.testing.assert_allclose(answers[:, others], by_hand(estimator, Y=Y[:, others]), atol=1e-9)


@pytest.mark.parametrize("n_learnt", [0, 1])
@pytest.mark.parametrize(
    "estimator", [KNeighborsClassifier(), ClassifierChain(LogisticRegression())]
)
def test_one_label_or_none_that_can_be_learnt(estimator, n_learnt):
    labels = np.zeros_like(Y)
    labels[:, :n_learnt] = Y[:, :n_learnt]
    model = Foreign(estimator=estimator).fit(X[TRAIN], labels[TRAIN])
    answers = model.predict_proba(X[TEST])
    assert (answers[:, n_learnt:] == 0).all()
    if n_learnt:
        alone = (
            KNeighborsClassifier()
            if isinstance(estimator, KNeighborsClassifier)
            else LogisticRegression()
        )
        expected = alone.fit(X[TRAIN], Y[TRAIN, 0]).predict_proba(X[TEST])[:, 1]
        np.testing.assert_allclose(answers[:, 0], expected, atol=1e-9)


def test_weights_reach_the_estimator():
    weight = np.random.default_rng(0).integers(0, 3, 60)
    tree = DecisionTreeClassifier(max_depth=3)
    model = Foreign(estimator=tree, random_state=0).fit(X[TRAIN], Y[TRAIN], sample_weight=weight)
    kept = weight > 0
    seeded = DecisionTreeClassifier(max_depth=3, random_state=model.estimator_.random_state)
    seeded.fit(X[TRAIN][kept], Y[TRAIN][kept], sample_weight=weight[kept])
    expected = np.column_stack([answer[:, 1] for answer in seeded.predict_proba(X[TEST])])
    np.testing.assert_array_equal(model.predict_proba(X[TEST]), expected)


def test_answers_of_another_shape_are_refused():
    class Wrong(KNeighborsClassifier):
        def predict_proba(self, X):
            return np.zeros((X.shape[0], 7))

    with pytest.raises(ValueError, match=r"shape \(120, 7\) for 4 labels"):
        Foreign(estimator=Wrong()).fit(X, Y)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"estimator": None}, "multi-label classifier with predict_proba, got None"),
        ({"estimator": KNeighborsClassifier(), "thresholds": "oob"}, "has no bags"),
    ],
)
def test_what_cannot_be_trained_is_refused(settings, sentence):
    with pytest.raises(ValueError, match=sentence):
        Foreign(**settings).fit(X, Y)


def test_estimator_that_takes_no_sparse_matrix_gets_a_dense_one():
    boosting = HistGradientBoostingClassifier(max_iter=5)
    sparse = make_method("BR", estimator=boosting, random_state=0).fit(csr_array(X), Y)
    dense = make_method("BR", estimator=boosting, random_state=0).fit(X, Y)
    np.testing.assert_array_equal(sparse.predict_proba(csr_array(X)), dense.predict_proba(X))


def test_forest_takes_sparse_rows():
    forest = RandomForestClassifier(5)
    sparse = Foreign(estimator=forest, random_state=0).fit(csr_array(X), Y)
    dense = Foreign(estimator=forest, random_state=0).fit(X, Y)
    np.testing.assert_array_equal(sparse.predict_proba(csr_array(X)), dense.predict_proba(X))
