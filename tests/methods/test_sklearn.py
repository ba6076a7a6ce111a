"""Scikit-learn's own estimator checks, and its tools on multi-label data."""

import pickle
import warnings

import numpy as np
import pytest
import sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_multilabel_classification
from sklearn.inspection import permutation_importance
from sklearn.metrics import get_scorer, get_scorer_names
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from eccru import base
from eccru.methods import KNOWN, make_method
from eccru.model_selection import SCORERS

SMALL = {
    "EBRUS": {"c": 3},
    "COCOA": {"couples": 2},
    **{name: {"c": 3} for name in ("ECC", "ECCRU", "ECCRU2", "ECCRU3", "ECCRUSelect", "ForestRU")},
}
# Those of scikit-learn's with an array of probabilities per label (OneVsRestClassifier), or with
# bootstrap samples (BaggingClassifier), need the same.
EXPECTED = {
    "check_classifier_multioutput": "wants classes_ that serve a decision function alone: with "
    "those, scorers take two labels for the two classes of one",
    "check_classifiers_multilabel_output_format_predict_proba": "wants no probability of 0 or 1, "
    "which the leaves of trees have",
}
DRAWN = dict.fromkeys(
    (
        "check_sample_weight_equivalence_on_dense_data",
        "check_sample_weight_equivalence_on_sparse_data",
    ),
    "copies of a row are drawn apart from each other, so they are not its weight",
)


def expected_failures(estimator):
    name = type(estimator).__name__
    if name == "COCOA":
        return {check: EXPECTED[check] for check in ("check_classifier_multioutput",)}
    return EXPECTED if name == "BR" else EXPECTED | DRAWN


def small(name, **params):
    return make_method(name, random_state=0, **SMALL.get(name, {}), **params)


# Thresholds of 1/2 are what the checks expect of a classifier with probabilities.
@parametrize_with_checks(
    [small(name, thresholds=0.5) for name in KNOWN], expected_failed_checks=expected_failures
)
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def data():
    return make_multilabel_classification(120, 6, n_classes=4, n_labels=2, random_state=0)


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("n_labels", [2, 4])
def test_predictions_of_cross_validation_are_relevance_degrees(name, n_labels, data):
    X, Y = data[0], data[1][:, :n_labels]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        degrees = cross_val_predict(small(name), X, Y, cv=2, method="predict_proba")
    half = np.arange(120) < 60
    expected = small(name).fit(X[half], Y[half]).predict_proba(X[~half])
    assert (degrees[~half] == expected).all()


def multi_label_scorers():
    """The names of the scorers that take label indicators, by trying them on plain arrays."""
    for name in get_scorer_names():
        if any(part in name for part in ("f1_", "precision_", "recall_", "jaccard_", "roc_auc")):
            yield name
    yield from ("accuracy", "average_precision")


@pytest.mark.parametrize("scoring", sorted(set(multi_label_scorers()) - {"roc_auc_ovr"}))
@pytest.mark.parametrize("n_labels", [2, 4])
def test_every_multi_label_scorer_works(scoring, n_labels, data):
    X, Y = data[0], data[1][:, :n_labels]
    model = small("ECCRU3").fit(X, Y)
    scorer = get_scorer(scoring)
    if "_ov" in scoring:  # multi-class strategies, which labels have none of
        scorer = get_scorer("roc_auc")
    value = scorer(model, X, Y)
    assert 0.4 < value <= 1


def test_scorers_are_the_metrics_of_the_study(data):
    X, Y = data
    model = small("ECCRU3", threshold_metric="g_mean").fit(X, Y)
    assert SCORERS["g_mean"](model, X, Y) == model.score(X, Y)
    assert SCORERS["auc_roc"](model, X, Y) == pytest.approx(get_scorer("roc_auc")(model, X, Y))
    for scorer in SCORERS.values():
        scores = cross_val_score(small("ECCRU3"), X, Y, scoring=scorer, cv=2)
        assert ((scores > 0.3) & (scores <= 1)).all()


def test_importances_by_permutation_find_the_informative_feature():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 4))
    Y = np.column_stack((X[:, 2] > 0, X[:, 2] > 1)).astype(int)
    model = small("ECCRU").fit(X, Y)
    importance = permutation_importance(model, X, Y, n_repeats=2, random_state=0).importances_mean
    assert importance.argmax() == 2


def test_one_label_is_a_binary_classifier_to_scikit_learn(data):
    X, y = data[0], np.where(data[1][:, 0] == 1, "yes", "no")
    model = CalibratedClassifierCV(small("EBRUS"), cv=2).fit(X, y)
    assert model.predict_proba(X).shape == (120, 2)
    assert set(model.predict(X)) == {"yes", "no"}
    assert cross_val_score(small("EBRUS"), X, y, scoring="roc_auc", cv=2).min() > 0.5


def test_a_search_goes_through_a_pipeline(data):
    X, Y = data
    search = GridSearchCV(
        make_pipeline(StandardScaler(), small("ECCRU3")), {"eccru3__c": [2, 3]}, cv=2
    ).fit(X, Y)
    assert search.best_score_ == max(search.cv_results_["mean_test_score"])
    assert "ECCRU3" in search._repr_html_()


def test_weights_and_nominal_features_are_routed(data):
    X, Y = data
    with sklearn.config_context(enable_metadata_routing=True):
        model = small("BR").set_fit_request(sample_weight=True, nominal=True)
        pipeline = make_pipeline(StandardScaler().set_fit_request(sample_weight=False), model)
        weight = np.where(Y[:, 0] == 1, 3.0, 1.0)
        nominal = np.zeros(6, dtype=bool)
        pipeline.fit(X, Y, sample_weight=weight, nominal=nominal)
        scaled = StandardScaler().fit_transform(X)
        expected = small("BR").fit(scaled, Y, sample_weight=weight, nominal=nominal)
        assert (pipeline.predict_proba(X) == expected.predict_proba(scaled)).all()
        unweighted = small("BR").fit(scaled, Y).predict_proba(scaled)
        assert (pipeline.predict_proba(X) != unweighted).any()
        small("BR").set_predict_request(metric=True)


def test_a_model_of_another_version_warns_when_it_is_loaded(data, monkeypatch):
    model = small("BR").fit(*data)
    saved = pickle.dumps(model)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pickle.loads(saved)
    monkeypatch.setattr(base, "__version__", "99.0")
    with pytest.warns(UserWarning, match=r"BR was saved with eccru .* and is loaded with 99\.0"):
        pickle.loads(saved)
