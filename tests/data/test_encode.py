"""How attributes become features, and which of them remain."""

import logging

import numpy as np
import pytest
from scipy.sparse import random_array

from eccru.data.dataset import Dataset
from eccru.data.mulan import read_mulan
from eccru.data.reduce import reduce_features
from eccru.errors import DataError
from eccru.sparse import CSR, as_features

ARFF = """@relation r
@attribute id {p1, p2, p3, p4, p5}
@attribute colour {red, green, blue}
@attribute present {YES, NO}
@attribute reverse {1, 0}
@attribute size numeric
@attribute even {a, b}
@attribute text string
@attribute 'never' {only}
@attribute L {0,1}
@attribute M {1,0}
@data
p1, red, YES, 1, 0.5, a, u, only, 0, 0
p2, blue, NO, 0, 0, b, v, only, 1, 0
p3, red, NO, 1, 2, a, w, only, 0, 1
p4, red, NO, 1, 3, b, x, only, 1, 1
"""
XML = '<labels><label name="L"/><label name="M"/></labels>'


@pytest.fixture
def encoded(tmp_path):
    (tmp_path / "e.arff").write_text(ARFF)
    (tmp_path / "e.xml").write_text(XML)
    return read_mulan(tmp_path / "e.arff", tmp_path / "e.xml")


def columns(dataset):
    X = dataset.X if isinstance(dataset.X, np.ndarray) else dataset.X.toarray()
    return dict(zip(dataset.feature_names, X.T.tolist(), strict=True))


def test_nominal_attributes(encoded):
    assert columns(encoded) == {
        "colour=red": [1, 0, 1, 1],
        "colour=green": [0, 0, 0, 0],
        "colour=blue": [0, 1, 0, 0],
        "present=YES": [1, 0, 0, 0],  # the rarer value
        "reverse=1": [1, 0, 1, 1],
        "size": [0.5, 0, 2, 3],
        "even=b": [0, 1, 0, 1],  # equally frequent: the second value
        "never=only": [1, 1, 1, 1],
    }
    assert encoded.nominal.tolist() == [True, True, True, True, True, False, True, True]
    assert encoded.Y.tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]


def test_identifiers_are_left_out_with_a_notice(tmp_path, caplog):
    (tmp_path / "e.arff").write_text(ARFF)
    (tmp_path / "e.xml").write_text(XML)
    with caplog.at_level(logging.WARNING):
        read_mulan(tmp_path / "e.arff", tmp_path / "e.xml")
    assert [record.getMessage().split()[0] for record in caplog.records] == ["id", "text"]


def test_sparse_and_dense_files_with_the_same_content(encoded, tmp_path):
    """In a sparse row the first value of a nominal attribute is left out, whatever it is."""
    head = ARFF.split("@data")[0].replace("text string", "text numeric")
    rows = [
        "{4 0.5, 9 0}",
        "{0 p2,1 blue,2 NO,3 0,5 b,8 1,9 0}",
        "{0 p3,2 NO,4 2}",
        "{0 p4,2 NO,4 3,5 b,8 1}",
    ]
    (tmp_path / "s.arff").write_text(head + "@data\n" + "\n".join(rows))
    sparse = read_mulan(tmp_path / "s.arff", tmp_path / "e.xml")
    np.testing.assert_array_equal(sparse.Y, encoded.Y)
    assert columns(sparse) == {**columns(encoded), "text": [0, 0, 0, 0]}


def dataset_of(X):
    d = X.shape[1]
    nominal = np.arange(d) % 2 == 0
    Y = np.zeros((X.shape[0], 2), dtype=np.uint8)
    return Dataset("r", as_features(X), Y, nominal, [f"f{j}" for j in range(d)], ["a", "b"])


def naive_reduction(X, n_kept):
    """Columns by number of non-zero values, the first of equals first; in their old order."""
    order = sorted(range(X.shape[1]), key=lambda j: (-np.count_nonzero(X[:, j]), j))
    return sorted(order[:n_kept])


@pytest.mark.parametrize("density", [0.02, 0.2, 0.7])
@pytest.mark.parametrize(("d", "fraction", "n_kept"), [(100, 0.29, 29), (59, 0.1, 5), (7, 1, 7)])
def test_reduction_keeps_the_most_frequent_features(d, fraction, n_kept, density):
    rng = np.random.default_rng(d)
    X = random_array((40, d), density=density, rng=rng)
    dense = X.toarray()
    kept = naive_reduction(dense, n_kept)
    for given in (X, dense):
        reduced = reduce_features(dataset_of(given), fraction)
        assert reduced.feature_names == [f"f{j}" for j in kept]
        assert reduced.nominal.tolist() == [j % 2 == 0 for j in kept]
        X_reduced = reduced.X if isinstance(reduced.X, np.ndarray) else reduced.X.toarray()
        np.testing.assert_array_equal(X_reduced, dense[:, kept])


def test_reduction_to_nothing_is_an_error():
    with pytest.raises(DataError, match=r"r: 0\.01 of 5 features leaves none"):
        reduce_features(dataset_of(np.eye(5)), 0.01)


def test_layout_follows_the_density():
    rng = np.random.default_rng(0)
    for density, layout in ((0.05, CSR), (0.6, np.ndarray)):
        X = random_array((50, 20), density=density, rng=rng)
        assert isinstance(reduce_features(dataset_of(X), 1).features, layout)
