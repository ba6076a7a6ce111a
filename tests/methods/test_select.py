"""ECCRU-Select: the answers of ECCRU for some labels, of ECCRU3 for the others."""

import numpy as np
import pytest

from eccru import ECCRU, ECCRU3, ECCRUSelect
from eccru.data.imbalance import imbalance_ratios
from eccru.methods.select import PAPER


class SameDrawsECCRU3(ECCRU3):
    """ECCRU3 with the random streams of ECCRU."""

    _id = ECCRU._id


@pytest.fixture(scope="module")
def data():
    """Labels from an ImR of 1 on."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(300, 6))
    Y = (X[:, :5] + 0.5 * rng.normal(size=(300, 5)) > [0, 0.5, 1, 1.7, 2.1]).astype(np.uint8)
    return X[::2], Y[::2], X[1::2]


def scores(model, data):
    X, Y, X_test = data
    return model.fit(X, Y).predict_proba(X_test)


def test_with_no_label_of_high_imr_it_is_eccru(data):
    select, plain = ECCRUSelect(limit=1e6, random_state=2), ECCRU(random_state=2)
    assert (scores(select, data) == scores(plain, data)).all()
    for metric, thresholds in plain.thresholds_.items():
        assert (select.thresholds_[metric] == thresholds).all()


def test_with_no_label_of_low_imr_it_is_eccru3(data):
    select = ECCRUSelect(limit=1, theta_max=4, random_state=2)
    of_all = SameDrawsECCRU3(theta_min=1, theta_max=4, random_state=2)
    assert (scores(select, data) == scores(of_all, data)).all()
    assert select.n_classifiers_.max() > 10


def test_low_labels_have_the_answers_of_eccru_and_high_ones_more_classifiers(data):
    imr = imbalance_ratios(data[1])
    limit = np.sort(imr)[-2]
    select, plain = ECCRUSelect(limit=limit, random_state=2), ECCRU(random_state=2)
    ours, theirs = scores(select, data), scores(plain, data)
    low = imr < limit
    assert low.sum() == 3
    assert (ours[:, low] == theirs[:, low]).all()
    assert (ours[:, ~low] != theirs[:, ~low]).any(axis=0).all()
    assert (select.n_classifiers_[low] == 10).all()
    assert (select.n_classifiers_[~low] > 10).all()
    assert all(low[chain.order].sum() in (0, 3) for chain in select.chains_)


def test_the_limit_is_that_of_the_paper(data):
    assert PAPER == 50
    assert ECCRUSelect(random_state=0).fit(*data[:2]).limit_ == 50


def test_auto_is_the_model_of_the_limit_that_it_chooses(data):
    imr = imbalance_ratios(data[1])
    for metric in ("f_measure", "g_mean"):
        params = {"threshold_metric": metric, "random_state": 5}
        auto = ECCRUSelect(limit="auto", **params)
        found = scores(auto, data)
        assert auto.limit_ in [1, *imr, np.inf]
        given = ECCRUSelect(limit=min(auto.limit_, 1e9), **params)
        assert (found == scores(given, data)).all()
    twice = [ECCRUSelect(limit="auto", random_state=5, n_jobs=n).fit(*data[:2]) for n in (1, 2)]
    assert twice[0].limit_ == twice[1].limit_


def test_auto_takes_what_is_better_out_of_bag(data, monkeypatch):
    """Given what the two come to, it is the limit with the best mean, the highest on ties."""
    imr = imbalance_ratios(data[1])
    order = np.argsort(imr)
    low, high = np.zeros(5), np.zeros(5)
    low[order[:3]], high[order[3:]] = 1, 1
    for of_eccru, of_eccru3, expected in [
        (low, high, imr[order[3]]),
        (high, low, imr[order[0]]),  # the other way round: the three low labels decide
        (low, low, np.inf),
    ]:
        left = [of_eccru, of_eccru3]
        monkeypatch.setattr(ECCRUSelect, "_best", lambda *_, left=left: left.pop(0))
        assert ECCRUSelect(limit="auto", random_state=0).fit(*data[:2]).limit_ == expected


@pytest.mark.parametrize("limit", [0.5, "best", None, -1, np.nan])
def test_other_limits_are_refused(limit, data):
    with pytest.raises(ValueError, match="limit must be"):
        ECCRUSelect(limit=limit).fit(*data[:2])
