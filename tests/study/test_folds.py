"""The folds: complete, stratified, and the same wherever and whenever they are made."""

import numpy as np
import pytest

from eccru.study.folds import train_rows
from eccru.study.stratification import make_folds


@pytest.fixture(scope="module", name="Y")
def label_matrix():
    """A label matrix with frequent and rare labels."""
    rng = np.random.default_rng(0)
    return (rng.random((300, 6)) < [0.5, 0.3, 0.2, 0.1, 0.05, 0.02]).astype(np.uint8)


def test_folds_of_a_repeat_partition_the_rows(Y):
    folds = make_folds(Y, repeats=3, folds=4, seed=1)
    assert sorted(folds) == [f"{repeat}-{fold}" for repeat in range(3) for fold in range(4)]
    for repeat in range(3):
        tests = [folds[f"{repeat}-{fold}"] for fold in range(4)]
        assert np.array_equal(np.sort(np.concatenate(tests)), np.arange(300))
        for test in tests:
            training = train_rows(test, 300)
            assert np.array_equal(np.sort(np.r_[test, training]), np.arange(300))


def test_folds_are_stratified(Y):
    folds = make_folds(Y, repeats=5, folds=2, seed=1)
    positives = np.array([Y[test].sum(axis=0) for test in folds.values()])
    assert np.all(np.abs(positives - Y.sum(axis=0) / 2) <= 1.5)


def test_a_repeat_depends_on_seed_and_number_alone(Y):
    five = make_folds(Y, repeats=5, folds=2, seed=1)
    two = make_folds(Y, repeats=2, folds=2, seed=1)
    assert all(np.array_equal(test, five[name]) for name, test in two.items())
    assert not np.array_equal(five["0-0"], five["1-0"])
    assert not np.array_equal(five["0-0"], make_folds(Y, 1, 2, seed=2)["0-0"])


def test_folds_do_not_depend_on_the_global_random_state(Y):
    np.random.seed(3)  # noqa: NPY002
    once = make_folds(Y, repeats=1, folds=2, seed=1)
    np.random.seed(4)  # noqa: NPY002
    again = make_folds(Y, repeats=1, folds=2, seed=1)
    assert np.array_equal(once["0-0"], again["0-0"])


def test_too_few_rows_is_an_error(Y):
    with pytest.raises(ValueError, match="1 rows cannot be split into 2 folds"):
        make_folds(Y[:1], repeats=1, folds=2, seed=1)
