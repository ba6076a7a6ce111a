"""What would be read or written outside of arrays is refused before a kernel sees it."""

import numpy as np
import pytest

from eccru.sparse import CSR
from eccru.tree import ChainLabels, Columns, Rows, Sample, Targets, grow_forest, grow_tree
from eccru.tree.train import ALONE, NO_SEEDS, PREDICTIONS, TRUE_VALUES

X = np.array([[0.0, 1], [1, 0], [2, 1], [3, 0], [4, 1], [5, 0]])
Y = np.array([0, 0, 0, 1, 1, 1])
NOMINAL = np.array([False, True])
EVERY = Sample(np.arange(6), np.ones(6, dtype=np.int32))


def sparse(data=(1.0, 2.0), indices=(0, 1), indptr=(0, 1, 2), shape=(2, 2)):
    return CSR(np.array(data), np.array(indices), np.array(indptr), shape)


@pytest.mark.parametrize("make", [Columns, Rows])
@pytest.mark.parametrize(
    ("features", "nominal", "message"),
    [
        (np.array([[0.0, 1], [np.nan, 0]]), NOMINAL, "must be finite"),
        (np.array([[0.0, 1], [1, np.inf]]), [False, False], "must be finite"),
        (sparse(data=(1.0, np.nan)), [False, False], "must be finite"),
        (X, [False, False, True], "one bool for each of 2 features"),
        (X, [0, 1], "one bool for each of 2 features"),
        (X[:, 0], [False], "2 dimensions"),
        (sparse(indices=(0, 2)), [False, False], "columns other than 0 to 1"),
        (sparse(indices=(0, -1)), [False, False], "columns other than 0 to 1"),
        (sparse(indptr=(0, 1, 9)), [False, False], "do not match"),
        (sparse(indptr=(0, 3, 2)), [False, False], "do not match"),
        (sparse(indptr=(0, 2)), [False, False], "do not match"),
        (sparse(data=(1.0,)), [False, False], "do not match"),
        (sparse(indices=(1, 1), indptr=(0, 2, 2)), [False, False], "more than one entry"),
        (X * 2, NOMINAL, "Nominal feature 1 has values other than 0 and 1"),
    ],
)
def test_features(make, features, nominal, message):
    with pytest.raises(ValueError, match=message):
        make(features, nominal)


def test_the_same_column_in_two_rows_is_no_repetition():
    """Also in rows of which some are empty, with columns in any order."""
    features = CSR(np.ones(4), np.array([3, 0, 0, 3]), np.array([0, 2, 2, 2, 4, 4]), (5, 5))
    assert Rows(features, [False] * 5).lengths.tolist() == [2, 0, 0, 2, 0]


def test_great_values_are_finite():
    assert Rows(np.full((9, 1), 1e308), [False]).lengths.tolist() == [9]


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize(
    ("rows", "weight", "message"),
    [
        ([0, 6], [1, 1], "from 0 to 5"),
        ([-1, 2], [1, 1], "from 0 to 5"),
        ([3, 2], [1, 1], "ascending"),
        ([2, 2], [1, 1], "ascending"),
        ([0.0, 1.5], [1, 1], "ascending numbers"),
        ([0, 1], [1], "one weight per row"),
        ([0, 1], [1, 0], "1 at least"),
        ([0, 1], [1, -3], "1 at least"),
        ([0, 1], [2**30, 2**30], "less than"),
        ([0, 1], [1.5, 1], "whole numbers"),
        ([0, 1], [np.nan, 1], "1 at least"),
        ([], [], "empty"),
    ],
)
def test_samples(is_shared, rows, weight, message):
    columns, sample = Columns(X, NOMINAL), Sample(np.array(rows), np.array(weight))
    with pytest.raises(ValueError, match=message):
        grow_tree(columns.restrict(sample) if is_shared else columns, Y, sample)


@pytest.mark.parametrize(
    ("y", "n_classes", "message"),
    [
        (Y + 1, 2, "from 0 to 1"),
        (Y - 1, 2, "from 0 to 1"),
        (Y * 2, 2, "from 0 to 1"),
        (Y * 70_000, 2, "from 0 to 1"),
        (Y * 0.5, 2, "whole numbers from 0"),
        (np.where(Y, np.nan, 0), 2, "from 0 to 1"),
        (Y[:5], 2, "6 for each tree"),
        (Y, 100_000, "65536 classes"),
    ],
)
def test_classes(y, n_classes, message):
    with pytest.raises(ValueError, match=message):
        grow_tree(Columns(X, NOMINAL), y, EVERY, n_classes=n_classes)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"codes": np.full((2, 6), 2, dtype=np.uint16)}, "from 0 to 1"),
        ({"codes": np.zeros((2, 6), dtype=np.int64)}, "16-bit"),
        ({"codes": np.zeros((2, 5), dtype=np.uint16)}, "6 for each tree"),
        ({"n_classes": np.array([2])}, "for 2 trees"),
        ({"seeds": np.zeros(1, dtype=np.uint64)}, "for 2 trees"),
        ({"seen": TRUE_VALUES}, "room for 2 labels"),
        ({"seen": PREDICTIONS}, "room for 2 labels"),
    ],
)
def test_targets(changed, message):
    targets = Targets(np.tile(Y.astype(np.uint16), (2, 1)), np.array([2, 2]), NO_SEEDS, ALONE)
    columns = Columns(X, NOMINAL)
    assert len(grow_forest(columns, EVERY, targets)[0]) == 2
    with pytest.raises(ValueError, match=message):
        grow_forest(columns, EVERY, targets._replace(**changed))


def test_room_for_labels_and_answers():
    targets = Targets(Y.astype(np.uint16)[None], np.array([2]), NO_SEEDS, PREDICTIONS)
    columns = Columns(X, NOMINAL)
    with pytest.raises(ValueError, match="6 rows, not 5"):
        grow_forest(columns, EVERY, targets, ChainLabels(5, 1).values)
    with pytest.raises(ValueError, match="shares"):
        grow_forest(columns, EVERY, targets, ChainLabels(6, 1).values, np.empty((1, 5)))
    labels = ChainLabels(6, 1)
    labels.append(Y)
    with pytest.raises(ValueError, match="room for 1 labels and no more"):
        labels.append(Y)


def test_rows_that_lack_what_the_tree_asks_for():
    columns, labels = Columns(np.zeros((6, 1)), [True]), ChainLabels(6, 1)
    labels.append(Y)
    tree = grow_tree(columns, Y, EVERY, labels=labels)
    assert tree.predict_proba(columns, labels)[:, 1].tolist() == Y.tolist()
    with pytest.raises(
        ValueError, match="asks for attribute 1, but the rows have 1 features and 0"
    ):
        tree.predict_proba(columns)
    with pytest.raises(ValueError, match="must have 5 rows"):
        tree.predict_proba(Rows(np.zeros((5, 1)), [True]), labels)
    tree = grow_tree(Columns(X, [False, False]), X[:, 1], EVERY)
    with pytest.raises(ValueError, match="asks for attribute 1"):
        tree.predict_proba(Rows(X[:, :1], [False]))
