"""Shifted rows, invented and real, set right; and what shows that they were shifted."""

import numpy as np
import pytest
from scipy.sparse import csc_array

from eccru.data.preparation import prepare
from eccru.data.realign import association, evidence, halves_agree, realign
from eccru.data.sources import fetch
from eccru.data.table import Attribute, Table
from eccru.errors import DataError

N, D, Q, SHIFT = 2400, 30, 6, 4
LABELS = [f"l{j}" for j in range(Q)]


@pytest.fixture
def right():
    """Labels that follow features, in a table; the last features are 0 from the middle on."""
    rng = np.random.default_rng(1)
    X = rng.random((N, D)) * (rng.random((N, D)) < 0.3)
    Y = X[:, :Q] > [0.5, 0.1, 0.8, 0.2, 0.9, 0.3]
    X[N // 2 :, D - SHIFT :] = 0
    return X, Y.astype(float)


def table(X, Y):
    names = [f"a{j}" for j in range(D)] + LABELS
    where = [("a.arff", row) for row in range(N)]
    return Table(list(map(Attribute, names)), csc_array(np.hstack([X, Y])), where)


def shifted(X, Y):
    codes = np.hstack([X, Y])
    half = N // 2
    codes[half:, D - SHIFT : D + Q - SHIFT] = Y[half:]
    codes[half:, D + Q - SHIFT :] = 0
    return table(codes[:, :D], codes[:, D:])


def test_shifted_rows_are_set_right(right):
    before, after = shifted(*right), realign(shifted(*right), LABELS, N // 2, SHIFT)
    np.testing.assert_array_equal(after.codes.toarray(), np.hstack(right))
    assert halves_agree(before, LABELS, N // 2) < 0.6 < 0.99 < halves_agree(after, LABELS, N // 2)
    first, *_, last = association(before, LABELS, N // 2)
    assert first > 0.9 > 0.5 > last
    assert min(association(after, LABELS, N // 2)) > 0.9


def test_rows_that_are_not_shifted_are_left_alone(right):
    for sound in (table(*right), realign(shifted(*right), LABELS, N // 2, SHIFT)):
        with pytest.raises(DataError, match=r"a\.arff: its labels are not 4 columns too early"):
            realign(sound, LABELS, N // 2, SHIFT)


@pytest.mark.parametrize(
    ("name", "cardinality", "agreement"),
    [("rcv1subset1", 2.895, "0.997"), ("rcv1subset2", 2.8905, "0.998")],
)
def test_real_datasets(tmp_path, mirror, name, cardinality, agreement):
    name += "-realigned"
    fetch(name, {}, tmp_path / name, ["mirror"], mirror=mirror)
    dataset, stats = prepare(name, tmp_path / name)
    assert dataset.features.shape == (6000, 47236)
    assert stats["LC"] == pytest.approx(cardinality, abs=1e-9)
    norms = np.sqrt((dataset.X**2).sum(axis=1))
    np.testing.assert_allclose(norms, 1, atol=1e-4)
    counts = [half.sum(axis=0, dtype=float) for half in np.split(dataset.Y, 2)]
    assert f"{np.corrcoef(counts)[0, 1]:.3f}" == agreement
    lines = evidence(tmp_path / name).splitlines()
    assert lines[0].split() == ["as", "distributed", "realigned"]
    associations = [list(map(float, line.split()[-2:])) for line in lines[1:7]]
    assert all(old == new for old, new in associations[:3])
    assert all(old < 0.3 and new > 0.55 for old, new in associations[3:])


def test_there_is_no_evidence_for_other_datasets(tmp_path, mirror):
    fetch("flags", {}, tmp_path, ["mirror"], mirror=mirror)
    with pytest.raises(DataError, match="does not hold a dataset whose rows"):
        evidence(tmp_path)
