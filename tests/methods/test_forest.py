"""Forests: random subsets of the attributes, samples of any ratio, chained or not."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.naive_bayes import GaussianNB

from eccru import EBRUS, ECCRU, ForestRU, J48Tree
from eccru.methods.learners import TreeLearner, make_learner
from eccru.methods.sampling import bootstrap, draw_seeds, stream
from eccru.tree.draws import undersample_rows
from tests import naive


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 8))
    X[:, ::2] = X[:, ::2] > 0
    noise = 0.3 * rng.normal(size=(300, 5))
    Y = (X[:, :5] + X[:, 1:6] + noise > [0, 0.3, 0.8, 1.6, 2.2]).astype(int)
    return X[::2], Y[::2], X[1::2], Y[1::2]


@pytest.mark.parametrize("chained", [False, True])
def test_seeds_give_the_same_bits_with_any_number_of_threads(chained, data):
    X, Y, X_test, _ = data
    forest = ForestRU(c=6, chained=chained, ratio=2, random_state=1)
    scores = [clone(forest).set_params(n_jobs=n).fit(X, Y).predict_proba(X_test) for n in (1, 3)]
    assert scores[0].tobytes() == scores[1].tobytes()


@pytest.mark.parametrize("method", [ECCRU, EBRUS])
@pytest.mark.parametrize("options", [{"max_features": "sqrt"}, {"unpruned": True}])
def test_every_method_takes_such_trees_on_the_fast_engine(method, options, data):
    X, Y, X_test, _ = data
    tree = J48Tree(**options)
    assert isinstance(make_learner(tree), TreeLearner)
    scores = [
        method(estimator=tree, random_state=1, n_jobs=n).fit(X, Y).predict_proba(X_test)
        for n in (1, 4)
    ]
    assert scores[0].tobytes() == scores[1].tobytes()
    assert (scores[0] != method(random_state=1).fit(X, Y).predict_proba(X_test)).any()


def test_other_options_are_trained_tree_by_tree():
    assert not isinstance(make_learner(J48Tree(confidence=0.1)), TreeLearner)
    assert not isinstance(make_learner(J48Tree(min_weight_leaf=3)), TreeLearner)
    assert isinstance(make_learner(J48Tree(unpruned=True, confidence=0.1)), TreeLearner)


@pytest.mark.parametrize("method", [ECCRU, EBRUS])
def test_unpruned_and_smoothed_trees_are_those_that_are_trained_one_by_one(method, data):
    """Weights of 1 make every tree be trained by itself."""
    X, Y, X_test, _ = data
    tree = J48Tree(unpruned=True, collapse=False, laplace=True)
    model = method(c=3, estimator=tree, random_state=1)
    together = clone(model).fit(X, Y).predict_proba(X_test)
    alone = clone(model).fit(X, Y, sample_weight=np.ones(len(X))).predict_proba(X_test)
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-12)


@pytest.mark.parametrize("chained", [False, True])
def test_its_classifiers_are_trained_on_samples_of_the_bags(chained, data):
    """Against a plain transcription with another base classifier."""
    X, Y, X_test, _ = data
    forest = ForestRU(c=2, chained=chained, ratio=1.5, estimator=GaussianNB(), random_state=7).fit(
        X, Y
    )
    total = np.zeros((len(X_test), 5))
    for number in range(2):
        rng = stream(7, ForestRU._id, number)
        order = rng.permutation(5)
        copies = np.repeat(*bootstrap(np.arange(len(X), dtype=np.int32), rng))
        inputs, test = X, X_test
        for label, seed in zip(order, draw_seeds(rng, 5), strict=True):
            codes = Y[copies, label].tolist()
            kept = copies[naive.under_sample(codes, int(seed), 1.5)]
            model = GaussianNB().fit(inputs[kept], Y[kept, label])
            answers, seen = model.predict_proba(test)[:, 1], model.predict_proba(inputs)[:, 1]
            total[:, label] += answers / 2
            if chained:
                test = np.column_stack((test, answers >= 0.5))
                inputs = np.column_stack((inputs, seen >= 0.5))
    np.testing.assert_allclose(forest.predict_proba(X_test), total, rtol=0, atol=1e-9)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 3.0, 100.0])
def test_samples_have_the_ratio(ratio):
    y = (np.arange(100) % 10 == 0).astype(np.uint16)
    rows, weight = np.arange(100, dtype=np.int32), np.ones(100, dtype=np.int32)
    kept, _ = undersample_rows(y, rows, weight, 2, np.uint64(3), ratio)
    assert y[kept].sum() == 10
    assert len(kept) == 10 + min(90, int(ratio * 10))
    assert kept.tolist() == naive.under_sample(y.tolist(), 3, ratio)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"chained": 1}, "chained must be"),
        ({"ratio": 0.5}, "ratio must be"),
        ({"ratio": "2"}, "ratio must be"),
        ({"max_features": "all"}, "max_features must be"),
        ({"c": 0}, "c must be"),
    ],
)
def test_what_makes_no_sense_is_refused(params, message, data):
    with pytest.raises(ValueError, match=message):
        ForestRU(**params).fit(*data[:2])
