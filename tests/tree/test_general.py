"""Options, any weights, missing values and nominal values: against Weka and the fast engine."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eccru.tree import Columns, J48Tree, Tree, grow_tree
from eccru.tree.general_tree import GeneralTree, as_general, grow_general_tree
from tests.data.reference.trees import all_trees, load_tree
from tests.tree.test_naive import problems

LETTERS = {
    "-U": {"unpruned": True},
    "-A": {"laplace": True},
    "-S": {"subtree_raising": False},
    "-O": {"collapse": False},
    "-J": {"mdl_correction": False},
    "-B": {"binary_splits": True},
}


def parameters(options: str) -> dict:
    """Return Weka's options as parameters of J48Tree."""
    found = {}
    for letter, value in re.findall(r"(-[A-Z])(?: ([\d.]+))?", options):
        if letter in LETTERS:
            found |= LETTERS[letter]
        else:
            found[{"-C": "confidence", "-M": "min_weight_leaf"}[letter]] = float(value)
    return found


def read_text(text: str) -> tuple[list, list, list]:
    """Return the tests of a printed tree, their thresholds, and its leaves' weights and errors."""
    line = r"^((?:\|   )*)(f\d+ \S+) ([-\d.e]+)(?:: \d+ \(([\d.]+)/?([\d.]*)\))?$"
    found = re.findall(line, text, re.MULTILINE)
    tests = [(bars, test) for bars, test, *_ in found]
    thresholds = [float(threshold) for _, _, threshold, *_ in found]
    leaves = [(float(weight), float(errors or 0)) for *_, weight, errors in found if weight]
    return tests, thresholds, leaves


@pytest.mark.parametrize("name", all_trees("j48_more"))
def test_tree_is_weka_s(name):
    weka = load_tree(name)
    tree = J48Tree(**parameters(str(weka["options"])))
    tree.fit(weka["X"], weka["y"], sample_weight=weka["weight"], nominal=weka["kinds"] > 0)
    assert (tree.node_count_, tree.n_leaves_) == (weka["size"], weka["leaves"])
    for part, answers in (("X", "p_train"), ("X_test", "p_test")):
        proba = tree.predict_proba(weka[part])
        np.testing.assert_allclose(proba, weka[answers], rtol=0, atol=1e-9)
    tests, *numbers = read_text(str(weka["text"]))
    names = [f"f{i}" for i in range(tree.n_features_in_)]
    our_tests, *our_numbers = read_text(tree.export_text(names))
    assert len(tests) == weka["size"] - 1
    assert our_tests == tests
    for ours, printed, digit in zip(our_numbers, numbers, (1e-6, 0.011), strict=True):
        np.testing.assert_allclose(ours, printed, rtol=0, atol=digit)


def test_every_option_has_a_tree_of_weka_s():
    used = " ".join(str(load_tree(name)["options"]) for name in all_trees("j48_more"))
    assert set(re.findall("-[A-Z]", used)) >= {"-C", "-M", "-U", "-A", "-S", "-O", "-J", "-B"}


def assert_same_arrays(a: GeneralTree, b: GeneralTree):
    for name in ("attribute", "threshold", "start", "sons", "counts"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), name)


@settings(max_examples=150, deadline=None)
@given(problem=problems(n_classes=3), n_classes=st.sampled_from([2, 3, 4]))
def test_at_the_defaults_it_is_the_fast_engine_s_tree(problem, n_classes):
    X, nominal, y, sample = problem
    y = np.minimum(y, n_classes - 1)
    n_values = np.where(nominal, 2, 0)
    fast = grow_tree(Columns(X, nominal), y, sample, n_classes=n_classes)
    weight = np.zeros(len(X))
    weight[sample.rows] = sample.weight
    tree = grow_general_tree(X, y, weight, n_values, n_classes)
    assert_same_arrays(tree, as_general(fast, nominal))
    copies = np.repeat(np.arange(len(X)), weight.astype(int))
    copied = grow_general_tree(X[copies], y[copies], np.ones(len(copies)), n_values, n_classes)
    assert_same_arrays(tree, copied)


@settings(max_examples=50, deadline=None)
@given(problem=problems(n_classes=3), seed=st.integers(0, 2**32))
def test_whole_weights_are_copies_also_of_incomplete_rows(problem, seed):
    X, nominal, y, _ = problem
    rng = np.random.default_rng(seed)
    X = np.where(rng.random(X.shape) < 0.2, np.nan, X)
    n_values = np.where(nominal, 2, 0)
    weight = rng.integers(1, 4, size=len(X))
    tree = grow_general_tree(X, y, weight, n_values, 3)
    copies = np.repeat(np.arange(len(X)), weight)
    copied = grow_general_tree(X[copies], y[copies], np.ones(len(copies)), n_values, 3)
    np.testing.assert_array_equal(tree.attribute, copied.attribute)
    np.testing.assert_allclose(tree.predict_proba(X), copied.predict_proba(X), atol=1e-9)
    np.testing.assert_allclose(tree.predict_proba(X).sum(axis=1), 1)


def waves(n=400, seed=0):
    """Return features of both kinds, and classes that depend on them."""
    rng = np.random.default_rng(seed)
    X = np.column_stack((rng.normal(size=(n, 3)).round(2), rng.integers(4, size=n)))
    y = (X[:, 0] + (X[:, 3] == 2) > 0.3).astype(int)
    y[rng.random(n) < 0.1] ^= 1
    return X, y


def test_the_fast_engine_is_used_where_it_can_be():
    X, y = waves()
    assert isinstance(J48Tree().fit(X, y).tree_, Tree)
    assert isinstance(J48Tree().fit(X, y, sample_weight=np.full(400, 3.0)).tree_, Tree)
    assert isinstance(J48Tree().fit(X, y, sample_weight=np.full(400, 1.5)).tree_, GeneralTree)
    assert isinstance(J48Tree().fit(X, y, nominal=[3]).tree_, GeneralTree)
    assert isinstance(J48Tree(confidence=0.1).fit(X, y).tree_, GeneralTree)
    X[0, 0] = np.nan
    assert isinstance(J48Tree().fit(X, y).tree_, GeneralTree)


def test_huge_weights_cost_nothing():
    """The errors of nodes are estimated for as many rows, so nothing is pruned."""
    X, y = waves()
    huge = J48Tree().fit(X, y, sample_weight=np.full(400, 1e15))
    assert huge.node_count_ > J48Tree().fit(X, y).node_count_
    assert huge.tree_.counts[0].sum() == 400e15


def test_a_tree_without_missing_values_answers_for_rows_that_have_some():
    """By the shares of the training rows in the branches, of both engines' trees."""
    X = np.array([[0.0], [0], [0], [1], [1], [1], [1], [1]])
    y = [0, 0, 0, 1, 1, 1, 1, 1]
    for parameters in ({}, {"confidence": 0.3}):
        tree = J48Tree(**parameters).fit(X, y)
        assert tree.predict_proba([[np.nan]]).tolist() == [[3 / 8, 5 / 8]]


def test_a_nominal_value_that_is_new_stops_at_the_node():
    X = np.array([[0.0], [0], [0], [1], [1], [2], [2], [2]])
    tree = J48Tree().fit(X, [0, 0, 0, 1, 1, 1, 1, 1], nominal=[True])
    assert tree.n_leaves_ == 3
    assert tree.predict_proba([[7]]).tolist() == [[3 / 8, 5 / 8]]
    tree = J48Tree().fit(X[:5], [0, 0, 0, 1, 1], nominal=[True])
    assert tree.predict_proba([[2]]).tolist() == [[3 / 5, 2 / 5]]
    with pytest.raises(ValueError, match="Nominal feature 0 has values other than"):
        tree.predict([[0.5]])


def test_laplace_adds_one_row_of_each_class():
    tree = J48Tree(laplace=True).fit([[0.0], [0], [0], [1], [1], [1]], [0, 0, 0, 1, 1, 1])
    assert tree.predict_proba([[0.0]]).tolist() == [[4 / 5, 1 / 5]]


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        *(("confidence", value) for value in (0, 0.6, np.nan, "0.25", True, None)),
        *(("min_weight_leaf", value) for value in (0, -1, np.inf, np.nan, "2", None)),
        *((name, 1) for name in ("unpruned", "laplace", "collapse", "binary_splits")),
        *((name, "yes") for name in ("subtree_raising", "mdl_correction")),
    ],
)
def test_wrong_options_are_named(parameter, value):
    with pytest.raises(ValueError, match=f"^{parameter} must be [^.]*(\\.5)?[^.]*, got .*\\.$"):
        J48Tree(**{parameter: value}).fit([[0.0], [1]], [0, 1])
