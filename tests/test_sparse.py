"""The sparse rows against scipy's."""

import numpy as np
import scipy.sparse as sp

from eccru.sparse import CSR, as_features


def random_matrix():
    return sp.random_array((20, 7), density=0.3, rng=np.random.default_rng(0), format="csr")


def test_take_and_toarray_agree_with_scipy():
    X = random_matrix()
    rows = np.array([3, 0, 3, 19])
    taken = as_features(X).take(rows)
    assert taken.shape == (4, 7)
    assert np.array_equal(taken.toarray(), X[rows].toarray())
    assert as_features(X).take(np.array([], dtype=int)).toarray().shape == (0, 7)


def test_repeated_entries_are_added_up():
    X = sp.csr_array((np.array([1.0, 2.0]), np.array([1, 1]), np.array([0, 2])), shape=(1, 3))
    features = as_features(X)
    assert isinstance(features, CSR)
    assert features.toarray().tolist() == [[0, 3, 0]]
    assert X.nnz == 2  # the user's matrix is left as it was


def test_dense_input_becomes_contiguous_floats():
    features = as_features(np.arange(6, dtype=np.int8).reshape(2, 3).T)
    assert features.dtype == np.float64
    assert features.flags.c_contiguous
