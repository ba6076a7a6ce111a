"""The made-up data has what it was asked for."""

import numpy as np
import pytest
from scipy.sparse import issparse
from scipy.stats import multivariate_normal, norm
from sklearn.metrics import roc_auc_score

from eccru import make_imbalanced_multilabel
from eccru.data import generator

N = 40_000


def test_labels_have_the_frequencies_of_the_power_law():
    _, Y = make_imbalanced_multilabel(
        N, 2, 30, most_frequent=0.4, least_frequent=0.02, exponent=1.2, random_state=0
    )
    wanted = [max(0.4 / number**1.2, 0.02) for number in range(1, 31)]
    error = np.sqrt(np.array(wanted) * (1 - np.array(wanted)) / N)
    assert wanted[0] == 0.4
    assert wanted[-1] == 0.02
    assert (abs(Y.mean(axis=0) - wanted) < 5 * error).all()


@pytest.mark.parametrize(("density", "is_sparse"), [(1.0, False), (0.6, False), (0.05, True)])
def test_features_have_the_density(density, is_sparse):
    X, Y = make_imbalanced_multilabel(N, 12, 5, density=density, random_state=1)
    assert issparse(X) == is_sparse
    dense = X.toarray() if is_sparse else X
    share = (dense != 0).mean(axis=0)
    assert (abs(share - density) <= 5 * np.sqrt(density * (1 - density) / N)).all()
    assert Y.dtype == np.uint8
    assert dense.dtype == np.float64


@pytest.mark.parametrize("dependence", [0.0, 0.4, 1.0])
def test_labels_of_a_group_depend_on_each_other_as_asked(dependence):
    """How often two labels are present together is a matter of two normal variables."""
    _, Y = make_imbalanced_multilabel(
        N, 1, 20, most_frequent=0.3, exponent=0.2, dependence=dependence, random_state=2
    )
    for label in range(1, 20):  # 20 labels are two groups: even and odd ones
        first, second = (0.3 / number**0.2 for number in (1, label + 1))
        correlation = dependence if label % 2 == 0 else 0.0
        joint = multivariate_normal(cov=[[1, correlation], [correlation, 1]], allow_singular=True)
        wanted = joint.cdf(norm.ppf([first, second]))
        together = (Y[:, 0] & Y[:, label]).mean()
        assert abs(together - wanted) < 5 * np.sqrt(wanted * (1 - wanted) / N)


@pytest.mark.parametrize("density", [1.0, 0.1])
def test_every_label_can_be_told_from_its_feature(density):
    X, Y = make_imbalanced_multilabel(N, 6, 6, density=density, dependence=0.0, random_state=3)
    X = X.toarray() if issparse(X) else X
    found = [[roc_auc_score(Y[:, j], X[:, k]) for k in range(6)] for j in range(6)]
    assert (np.diag(found) > 0.6).all()
    assert (abs(np.array(found)[~np.eye(6, dtype=bool)] - 0.5) < 0.1).all()


def test_same_number_makes_the_same_data_and_another_makes_other_data():
    make = {"n_samples": 500, "n_features": 7, "n_labels": 11, "density": 0.1}
    first, again, other = (
        make_imbalanced_multilabel(**make, random_state=seed) for seed in (5, 5, 6)
    )
    assert first[0].data.tobytes() == again[0].data.tobytes()
    assert first[0].indices.tobytes() == again[0].indices.tobytes()
    assert first[1].tobytes() == again[1].tobytes()
    assert first[1].tobytes() != other[1].tobytes()


def test_sparse_labels_are_the_same_labels():
    _, dense = make_imbalanced_multilabel(300, 3, 40, random_state=4)
    _, sparse = make_imbalanced_multilabel(300, 3, 40, sparse_labels=True, random_state=4)
    assert sparse.format == "csr"
    assert (sparse.toarray() == dense).all()


def test_rows_are_drawn_in_blocks(monkeypatch):
    """However many rows there are, only some are drawn at a time, and none is left out."""
    monkeypatch.setattr(generator, "BLOCK", 700)
    X, Y = make_imbalanced_multilabel(1003, 3, 4, least_frequent=0.05, random_state=0)
    assert len(np.unique(X)) == X.size
    assert Y[900:].sum(axis=0).min() > 0
    assert Y.max() == 1


@pytest.mark.parametrize(
    ("wrong", "cure"),
    [
        ({"n_labels": 0}, "n_labels must be an integer"),
        ({"n_samples": 10.0}, "n_samples must be an integer"),
        ({"density": 0}, "density must be above 0"),
        ({"dependence": 1.1}, "dependence must be between"),
        ({"least_frequent": 0.5}, "the first not above the second"),
    ],
)
def test_impossible_data_is_refused(wrong, cure):
    with pytest.raises(ValueError, match=cure):
        make_imbalanced_multilabel(**wrong)
