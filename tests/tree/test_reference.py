"""The tree against trees that Weka built."""

import numpy as np
import pytest

from eccru.sparse import CSR
from eccru.tree import ChainLabels, Columns, Rows, Sample, grow_tree
from tests.data.reference.trees import all_trees, load_tree, packed_trees
from tests.naive_j48 import NaiveJ48

NAMES = all_trees("j48")


@pytest.fixture
def weka(request):
    """What Weka was given and answered."""
    return load_tree(request.param)


def as_csr(X):
    """Return a dense matrix as CSR."""
    rows, columns = np.nonzero(X)
    indptr = np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=len(X)))))
    return CSR(X[rows, columns], columns.astype(np.int32), indptr, X.shape)


def every_row(weka):
    """Return the sample of all rows with their weights."""
    return Sample(np.arange(len(weka["y"]), dtype=np.int32), weka["weight"])


def assert_same(tree, weka, train, test, labels=(None, None)):
    """Compare a tree with Weka's."""
    assert tree.node_count == weka["size"]
    assert tree.n_leaves == weka["leaves"]
    p_train = tree.predict_proba(train, labels[0])[:, 1]
    p_test = tree.predict_proba(test, labels[1])[:, 1]
    np.testing.assert_allclose(p_train, weka["p_train"], rtol=0, atol=1e-9)
    np.testing.assert_allclose(p_test, weka["p_test"], rtol=0, atol=1e-9)


@pytest.mark.parametrize("weka", NAMES, indirect=True)
@pytest.mark.parametrize("layout", [np.asarray, as_csr], ids=["dense", "csr"])
def test_tree_is_weka_s(weka, layout):
    columns = Columns(layout(weka["X"]), weka["nominal"])
    test = Rows(layout(weka["X_test"]), weka["nominal"])
    sample = every_row(weka)
    assert_same(grow_tree(columns, weka["y"], sample), weka, columns, test)
    shared = columns.restrict(sample)
    assert_same(grow_tree(shared, weka["y"], sample), weka, shared, test)


@pytest.mark.parametrize("weka", [name for name in NAMES if "chain" in name], indirect=True)
def test_chain_labels_are_nominal_attributes(weka):
    """The last nominal columns of these trees were labels of a chain."""
    X, X_test, nominal = weka["X"], weka["X_test"], weka["nominal"]
    n_features = X.shape[1] - min(5, np.count_nonzero(nominal))
    labels, test_labels = ChainLabels(len(X), 5), ChainLabels(len(X_test), 5)
    for column in range(n_features, X.shape[1]):
        labels.append(X[:, column])
        test_labels.append(X_test[:, column])
    features, nominal = np.ascontiguousarray(X[:, :n_features]), nominal[:n_features]
    columns = Columns(features, nominal)
    test = Rows(np.ascontiguousarray(X_test[:, :n_features]), nominal)
    sample = every_row(weka)
    for prepared in (columns, columns.restrict(sample)):
        tree = grow_tree(prepared, weka["y"], sample, labels=labels)
        assert_same(tree, weka, columns, test, (labels, test_labels))


@pytest.mark.parametrize("weka", NAMES, indirect=True)
def test_tree_grows_from_rows_among_others(weka):
    """Rows that are not in the sample change nothing, be the sample gathered or filtered."""
    for extra in (len(weka["y"]) // 2, 30 * len(weka["y"])):
        if extra > 4000:
            continue
        rng = np.random.default_rng(extra)
        others = weka["X"][rng.integers(len(weka["X"]), size=extra)]
        others = np.where(weka["nominal"], others, others + rng.normal(size=others.shape))
        rows = np.sort(rng.permutation(extra + len(weka["y"]))[: len(weka["y"])])
        X, y = np.empty((extra + len(weka["y"]), others.shape[1])), np.ones(extra + len(weka["y"]))
        is_other = np.ones(len(X), dtype=bool)
        is_other[rows] = False
        X[rows], X[is_other], y[rows] = weka["X"], others, weka["y"]
        columns = Columns(X, weka["nominal"])
        tree = grow_tree(columns, y, Sample(rows.astype(np.int32), weka["weight"]))
        train = Rows(weka["X"], weka["nominal"])
        assert_same(tree, weka, train, Rows(weka["X_test"], weka["nominal"]))


@pytest.mark.parametrize(
    "weka",
    [name for name in NAMES if not any(slow in name for slow in ("yeast", "scene", "cal500"))]
    + ["j48/027_cal500_under", "j48/047_cal500_chain"],
    indirect=True,
)
def test_naive_tree_is_weka_s(weka):
    tree = NaiveJ48(weka["X"], weka["y"], weka["weight"], weka["nominal"])
    assert (tree.root.size(), tree.root.leaves()) == (weka["size"], weka["leaves"])
    p_test = tree.predict_proba(weka["X_test"])[:, 1]
    np.testing.assert_allclose(p_test, weka["p_test"], rtol=0, atol=1e-9)


def test_packed_trees_show_every_dataset_and_way_to_choose_rows():
    packed = [name.split("_")[1:] for name in packed_trees("j48")]
    datasets, ways = map(set, zip(*packed, strict=True))
    assert len(datasets) == 10
    assert ways == {"full", "under", "chain", "bag", "bagunder"}
    assert len(packed) == 46
