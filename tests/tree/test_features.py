"""What a user says of the features: which are nominal; and of those that cannot be cut."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from eccru.sparse import as_features
from eccru.tree import Columns, J48Tree
from eccru.tree.features import nominal_mask

NAMES = np.array(["a", "b", "c"], dtype=object)


@pytest.mark.parametrize(
    "nominal",
    [
        [False, True, True],
        np.array([False, True, True]),
        [1, 2],
        np.array([2, 1], dtype=np.uint8),
        ["b", "c"],
        pd.Index(["c", "b"]),
    ],
)
def test_a_mask_numbers_and_names_say_the_same(nominal):
    assert nominal_mask(nominal, 3, NAMES).tolist() == [False, True, True]


@pytest.mark.parametrize("nominal", [None, [], [False] * 3])
def test_no_feature_need_be_nominal(nominal):
    assert nominal_mask(nominal, 3).tolist() == [False] * 3


@pytest.mark.parametrize(
    ("nominal", "message"),
    [
        ([0, 0, 1], "repeats a column number"),
        ([True, False], "a mask of 2 bools, but there are 3 features"),
        ([3], "not 0 to 2"),
        ([-1], "not 0 to 2"),
        ([0.0, 1.0, 1.0], "must be a mask"),
        ("a", "must be a mask"),
        ([[True, False, True]], "must be a mask"),
        (["a", "z"], "'z'"),
    ],
)
def test_what_is_not_clear_is_refused(nominal, message):
    with pytest.raises(ValueError, match=message):
        nominal_mask(nominal, 3, NAMES)


def test_names_need_named_features():
    with pytest.raises(ValueError, match="X has none"):
        nominal_mask(["a"], 3)


def test_a_tree_takes_the_names_of_a_frame():
    frame = pd.DataFrame({"a": [0.0, 1, 2, 3], "b": [0, 1, 0, 1]})
    tree = J48Tree().fit(frame, [0, 0, 1, 1], nominal=["b"])
    assert tree.nominal_.tolist() == [False, True]


def test_features_on_a_small_scale_are_named():
    """Only the first lies too close: the third is constant, the fourth has one wide gap."""
    X = np.array([[0, 0, 1, 0], [1, 2, 1, 1], [2, 4, 1, 2], [3, 6, 1, 9e6]]) * 1e-6
    X[:, 1] *= 1e6
    y = [0, 0, 1, 1]
    assert Columns(X, np.zeros(4, dtype=bool)).too_close.tolist() == [0]
    assert Columns(as_features(sp.csr_array(X)), np.zeros(4, dtype=bool)).too_close.tolist() == [0]
    for parameters in ({}, {"confidence": 0.2}):  # both engines
        with pytest.warns(UserWarning, match="Feature 0: .* Scale them"):
            J48Tree(**parameters).fit(X, y)
    with pytest.warns(UserWarning, match="Feature 'a': "):
        J48Tree().fit(pd.DataFrame(X, columns=list("abcd")), y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        J48Tree().fit(StandardScaler().fit_transform(X), y)


def test_a_warning_names_the_first_features_only():
    X, y = load_iris(return_X_y=True)
    with pytest.warns(UserWarning, match="Feature 0, 1, 2, 3, 4 and 3 more: "):
        tree = J48Tree().fit(np.hstack((X, X)) * 1e-6, y)
    assert tree.node_count_ == 1  # as Weka's would


def test_values_may_cover_much_and_still_lie_close():
    X = np.arange(0, 1, 5e-6)[:, None]
    with pytest.warns(UserWarning, match="Feature 0"):
        tree = J48Tree().fit(X, X[:, 0] > 0.5)
    assert tree.node_count_ == 1
