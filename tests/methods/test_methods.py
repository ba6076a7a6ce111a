"""The methods as a user meets them: results, randomness, bad input."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import BernoulliNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

import eccru
from eccru.methods import KNOWN, make_method
from eccru.methods.thresholds import tune_thresholds
from eccru.tree import Columns, Rows

ENSEMBLES = ["ECC", "ECCRU", "ECCRU2", "ECCRU3", "ECCRUSelect", "ForestRU"]


@pytest.fixture(scope="module")
def data():
    """Labels from common to rare, and half of the features nominal."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 8))
    X[:, ::2] = X[:, ::2] > 0
    noise = 0.3 * rng.normal(size=(300, 6))
    Y = (X[:, :6] + X[:, 1:7] + noise > [0, 0.3, 0.5, 0.8, 1.6, 2.2]).astype(int)
    return X[::2], Y[::2], X[1::2], Y[1::2]


@pytest.mark.parametrize("name", KNOWN)
def test_scores_rank_and_predictions_follow_the_thresholds(name, data):
    X, Y, X_test, Y_test = data
    model = make_method(name, random_state=0).fit(X, Y)
    scores = model.predict_proba(X_test)
    assert scores.shape == Y_test.shape
    assert scores.min() >= 0
    assert scores.max() <= 1
    assert roc_auc_score(Y_test[:, :4], scores[:, :4]) > 0.7
    for metric in ("f_measure", "g_mean", "balanced_accuracy"):
        expected = (scores >= model.thresholds_[metric]).astype(int)
        assert (model.predict(X_test, metric=metric) == expected).all()
    assert (model.predict(X_test) == model.predict(X_test, metric="f_measure")).all()
    chosen = clone(model).set_params(threshold_metric="g_mean").fit(X, Y)
    assert (chosen.predict(X_test) == model.predict(X_test, metric="g_mean")).all()


@pytest.mark.parametrize("grid", [0.05, "exact"])
@pytest.mark.parametrize("name", KNOWN)
def test_thresholds_are_tuned_on_the_models_own_training_scores(name, grid, data):
    X, Y, _, _ = data
    for params in [{}, {"combine": "vote"}] if name in ENSEMBLES else [{}]:
        params |= {"thresholds": "train", "threshold_ties": "lowest"}
        model = make_method(name, threshold_grid=grid, random_state=3, **params).fit(X, Y)
        expected = tune_thresholds(Y, model.predict_proba(X), grid)
        for metric, thresholds in model.thresholds_.items():
            np.testing.assert_array_equal(thresholds, expected[metric])


@pytest.mark.parametrize("name", KNOWN)
def test_a_seed_gives_the_same_bits_with_any_number_of_threads(name, data):
    X, Y, X_test, _ = data
    for params in [{}, {"combine": "vote"}] if name in ENSEMBLES else [{}]:
        one, two, four = (
            make_method(name, random_state=5, n_jobs=n_jobs, **params).fit(X, Y)
            for n_jobs in (1, 2, 4)
        )
        scores = one.predict_proba(X_test)
        for model in (two, four):
            assert model.predict_proba(X_test).tobytes() == scores.tobytes()
            assert model.thresholds_["f_measure"].tolist() == one.thresholds_["f_measure"].tolist()
        other = make_method(name, random_state=6, **params).fit(X, Y)
        assert (other.predict_proba(X_test) == scores).all() == (name == "BR")


@pytest.mark.parametrize("name", KNOWN)
def test_prepared_data_give_the_same_model(name, data):
    X, Y, X_test, _ = data
    nominal = np.isin(X, (0, 1)).all(axis=0)
    columns = Columns(X, nominal)
    prepared = make_method(name, random_state=1).fit_prepared(columns, Y.astype(np.uint8))
    prepared.tune_prepared(columns, Y.astype(np.uint8))
    model = make_method(name, random_state=1).fit(X, Y)
    scores = prepared.score_prepared(Rows(X_test, nominal))
    assert (scores == model.predict_proba(X_test)).all()
    for metric, thresholds in prepared.thresholds_.items():
        assert (thresholds == model.thresholds_[metric]).all()


@pytest.mark.parametrize("name", KNOWN)
def test_sparse_features_and_labels_give_the_same_scores(name, data):
    X, Y, X_test, _ = data
    dense = make_method(name, random_state=1).fit(X, Y).predict_proba(X_test)
    for kind in (sparse.csr_matrix, sparse.csc_array):
        model = make_method(name, random_state=1).fit(kind(X), sparse.csr_array(Y))
        assert (model.predict_proba(kind(X_test)) == dense).all()


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize(
    "base",
    [
        LogisticRegression(),
        DecisionTreeClassifier(max_depth=3),
        BernoulliNB(),
        LinearSVC(dual=False),  # the dual solver draws numbers that threads share
    ],
    ids=lambda base: type(base).__name__,
)
def test_any_scikit_learn_classifier_can_be_the_base(name, base, data):
    X, Y, X_test, Y_test = data
    few = {"c": 2} if name in ENSEMBLES else {"c": 2} if name == "EBRUS" else {}
    with threadpool_limits(1):
        scores = [
            make_method(name, estimator=base, random_state=2, n_jobs=n_jobs, **few)
            .fit(kind(X), Y)
            .predict_proba(kind(X_test))
            for n_jobs, kind in [(1, np.asarray), (2, np.asarray), (1, sparse.csr_array)]
        ]
    assert (scores[0] == scores[1]).all()
    assert roc_auc_score(Y_test[:, :4], scores[0][:, :4]) > 0.7
    assert np.mean(np.abs(scores[0] - scores[2]) < 1e-6) > 0.95  # solvers differ in the last digits


def test_a_rows_copies_are_rows_to_a_scikit_learn_base(data):
    X, Y, _, _ = data
    leaf = DecisionTreeClassifier(max_depth=1)
    model = eccru.EBRUS(c=2, estimator=leaf, random_state=0).fit(X, Y)
    for models in model.models_[:4]:
        for fitted in models:
            assert fitted.classifier.tree_.weighted_n_node_samples[0] % 2 == 0
            assert fitted.classifier.tree_.value[0].ravel().tolist() == [0.5, 0.5]


def test_cocoa_with_the_definition_of_its_score(data):
    X, Y, X_test, _ = data
    model = eccru.COCOA(couples=3, random_state=0).fit(X, Y)
    assert model.n_classifiers_.tolist() == [4] * 6
    assert eccru.COCOA(random_state=0).fit(X, Y).n_classifiers_.tolist() == [6] * 6
    rows = Rows(X_test, model.nominal_)
    for label, (binary, *coupled) in enumerate(model.models_):
        total = binary.predict_proba(rows)[:, 1]
        for three in coupled:
            assert three.predict_proba(rows).shape == (len(X_test), 3)
            total = total + three.predict_proba(rows)[:, 2]
        assert (model.predict_proba(X_test)[:, label] == total / 4).all()


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("value", [0, 1])
def test_a_label_with_one_class_gets_constant_classifiers(name, value, data):
    X, Y, X_test, _ = data
    Y = Y.copy()
    Y[:, 2] = value
    model = make_method(name, random_state=0).fit(X, Y)
    if name.startswith("ECC"):
        assert model.n_classifiers_[2] == 10
    scores = model.predict_proba(X_test)[:, 2]
    if name == "COCOA" and value == 0:  # its partners' classes remain to be told apart
        assert scores.max() == 0
    else:
        assert (scores == value).all()


@pytest.mark.parametrize("name", KNOWN)
def test_bags_may_miss_the_only_example_of_a_label(name, data):
    X, Y, X_test, _ = data
    Y = Y.copy()
    Y[1:, 5] = 0
    Y[0, 5] = 1
    scores = make_method(name, random_state=0).fit(X, Y).predict_proba(X_test)
    assert np.isfinite(scores).all()


@pytest.mark.parametrize("name", ENSEMBLES)
def test_votes_are_shares_and_means_are_not(name, data):
    X, Y, X_test, _ = data
    votes = make_method(name, random_state=0, combine="vote").fit(X, Y)
    counted = votes.predict_proba(X_test) * votes.n_classifiers_
    np.testing.assert_allclose(counted, counted.round(), atol=1e-9)
    means = make_method(name, random_state=0).fit(X, Y)
    assert np.abs(means.predict_proba(X_test) - votes.predict_proba(X_test)).max() > 0.01
    assert [c.order.tolist() for c in votes.chains_] == [c.order.tolist() for c in means.chains_]


def test_models_can_be_pickled_cloned_and_searched(data):
    X, Y, X_test, _ = data
    model = eccru.ECCRU3(c=2, theta_max=2, random_state=0).fit(X, Y)
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict_proba(X_test) == model.predict_proba(X_test)).all()
    assert clone(model).get_params() == model.get_params()
    search = GridSearchCV(
        eccru.ECCRU3(c=2, random_state=0), {"theta_max": [1, 2]}, scoring="f1_macro", cv=2
    ).fit(X, Y)
    expected = f1_score(Y, search.best_estimator_.predict(X), average="macro")
    assert search.score(X, Y) == pytest.approx(expected)
    assert (cross_val_score(eccru.BR(), X, Y[:, :4], scoring="roc_auc", cv=2) > 0.7).all()


def test_nodes_are_counted(data):
    X, Y, _, _ = data
    model = eccru.ECCRU(c=2, random_state=0).fit(X, Y)
    nodes = [tree.node_count for chain in model.chains_ for tree in chain.models]
    assert len(nodes) == 12
    assert model.node_count_ == sum(nodes)
    assert not hasattr(eccru.BR(), "node_count_")


@pytest.mark.parametrize("name", KNOWN)
class TestBadInput:
    """Every mistake gets an error that says what to do."""

    def test_labels_other_than_0_and_1(self, name, data):
        with pytest.raises(ValueError, match=r"y must hold 0 and 1 only.*MultiLabelBinarizer"):
            make_method(name).fit(data[0], data[1] + 1)

    def test_other_number_of_rows(self, name, data):
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            make_method(name).fit(data[0], data[1][:-1])

    def test_missing_values(self, name, data):
        X = data[0].copy()
        X[3, 1] = np.nan
        with pytest.raises(ValueError, match="X contains NaN"):
            make_method(name, estimator=BernoulliNB()).fit(X, data[1])
        model = make_method(name, estimator=BernoulliNB()).fit(data[0], data[1])
        with pytest.raises(ValueError, match="X contains NaN"):
            model.predict(X)

    def test_missing_labels(self, name, data):
        Y = data[1].astype(float)
        Y[0, 0] = np.nan
        with pytest.raises(ValueError, match="y contains NaN"):
            make_method(name).fit(data[0], Y)
        with pytest.raises(ValueError, match="y is None"):
            make_method(name).fit(data[0], None)

    def test_no_rows(self, name):
        with pytest.raises(ValueError, match="0 sample"):
            make_method(name).fit(np.empty((0, 3)), np.empty((0, 2)))

    def test_nominal_features_that_are_not(self, name, data):
        X, Y, _, _ = data
        with pytest.raises(ValueError, match=r"column 1 has other values.*Encode"):
            make_method(name).fit(X, Y, nominal=[0, 1])
        with pytest.raises(ValueError, match="a mask of 3 bools, but there are 8 features"):
            make_method(name).fit(X, Y, nominal=np.ones(3, dtype=bool))

    def test_unknown_choices(self, name, data):
        for parameter in ("threshold_metric", "threshold_grid", "threshold_ties", "thresholds"):
            with pytest.raises(ValueError, match=f"{parameter} must be"):
                make_method(name, **{parameter: "best"}).fit(data[0], data[1])


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("ECC", {"c": 0}, "c must be an integer"),
        ("ECCRU", {"combine": "votes"}, "combine must be one of"),
        ("ECCRU2", {"theta_max": 0.5}, "theta_max must be a finite number of 1 or more"),
        ("ECCRU2", {"theta_max": np.inf}, "theta_max must be a finite number"),
        ("ECCRU2", {"theta_max": "10"}, "theta_max must be a finite number"),
        ("ECCRU3", {"theta_min": -1}, "theta_min must be a finite number between 0 and 1"),
        ("ECCRU3", {"theta_min": 2}, "theta_min must be a finite number between 0 and 1"),
        ("BR", {"n_jobs": 0}, "n_jobs must be None or an integer other than 0"),
        ("BR", {"n_jobs": 1.5}, "n_jobs must be None or an integer other than 0"),
        ("BR", {"verbose": "yes"}, "verbose must be an integer"),
        ("BR", {"thresholds": 1.5}, "thresholds must be a finite number between 0 and 1"),
        ("BR", {"thresholds": [0.5, 0.5]}, "thresholds has 2 entries for 6 labels"),
        ("BR", {"thresholds": "oob"}, "BR.* has no bags"),
        ("BR", {"estimator": "tree"}, "estimator must be None or a scikit-learn classifier"),
        ("BR", {"random_state": "seed"}, "random_state must be None, an integer"),
        ("EBRUS", {"bootstrap": "yes"}, "bootstrap must be True or False"),
        ("EBRUS", {"c": 2.5}, "c must be an integer"),
        ("COCOA", {"couples": 0}, "couples must be an integer"),
    ],
)
def test_bad_parameters_are_named(name, params, message, data):
    with pytest.raises(ValueError, match=message):
        make_method(name, **params).fit(data[0], data[1])


def test_unknown_methods_are_named():
    with pytest.raises(ValueError, match=r"name must be one of \('BR', 'ECC', .*got 'CC'"):
        make_method("CC")


def test_nominal_may_be_a_mask_or_column_numbers(data):
    X, Y, X_test, _ = data
    by_default = eccru.BR().fit(X, Y)
    mask = np.arange(8) % 2 == 0
    assert (by_default.nominal_ == mask).all()
    for nominal in (mask, np.flatnonzero(mask), mask.tolist()):
        model = eccru.BR().fit(X, Y, nominal=nominal)
        assert (model.predict_proba(X_test) == by_default.predict_proba(X_test)).all()
    numeric = eccru.BR().fit(X, Y, nominal=[])
    assert not numeric.nominal_.any()


def test_a_count_above_1_in_prediction_counts_as_1_where_training_saw_0_and_1_only(data):
    X, Y, X_test, _ = data
    model = eccru.ECCRU(random_state=0).fit(X, Y)
    more = np.where(model.nominal_, 3 * X_test, X_test)
    for kind in (np.asarray, sparse.csr_array):
        assert (model.predict_proba(kind(more)) == model.predict_proba(X_test)).all()


def test_the_documented_use_runs():
    text = (Path(eccru.__file__).parents[1] / "docs" / "methods.md").read_text(encoding="utf-8")
    namespace = {}
    exec(text.split("```python")[1].split("```")[0], namespace)
    assert namespace["scores"].shape == namespace["labels"].shape == (250, 8)
