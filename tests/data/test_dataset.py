"""The file of a prepared dataset."""

import os
import subprocess
import sys
from zipfile import ZipFile

import numpy as np
import pytest

from eccru.data.dataset import Dataset
from eccru.errors import DataError
from eccru.files import PART, atomic_write
from eccru.sparse import CSR, as_features

DENSE = np.array([[0.1, 0, 1], [2, 1, 0]])


def dataset(features):
    return Dataset(
        name="näme",
        features=features,
        Y=np.array([[1, 0], [0, 1]], dtype=np.uint8),
        nominal=np.array([False, True, True]),
        feature_names=["a", "b'c", "größe=1"],
        label_names=["l 1", "l2"],
    )


def sparse():
    from scipy.sparse import csr_array

    return as_features(csr_array(DENSE))


@pytest.mark.parametrize("features", [DENSE, sparse()], ids=["dense", "sparse"])
def test_what_is_saved_is_loaded(tmp_path, features):
    path = tmp_path / "new folder" / "d.npz"
    before = dataset(features)
    before.save(path)
    after = Dataset.load(path)
    assert type(after.features) is type(features)
    X = after.X if isinstance(after.X, np.ndarray) else after.X.toarray()
    np.testing.assert_array_equal(X, DENSE)
    for field in ("name", "feature_names", "label_names"):
        assert getattr(after, field) == getattr(before, field)
    for field in ("Y", "nominal"):
        np.testing.assert_array_equal(getattr(after, field), getattr(before, field))
        assert getattr(after, field).dtype == getattr(before, field).dtype
    if isinstance(features, CSR):
        assert after.features.shape == (2, 3)
        assert after.features.indices.dtype == features.indices.dtype
    assert [p.name for p in path.parent.iterdir()] == ["d.npz"]


def test_sparse_features_have_indices_that_scikit_learn_takes():
    data, indices, indptr, shape = sparse()
    wide = CSR(data, indices.astype(np.int64), indptr.astype(np.int64), shape)
    X = dataset(wide).X
    assert (X.indices.dtype, X.indptr.dtype) == (np.int32, np.int32)
    np.testing.assert_array_equal(X.toarray(), DENSE)


def test_a_dataset_is_shown_in_one_line():
    assert repr(dataset(DENSE)) == "<Dataset näme: 2 instances, 3 features, 2 labels>"
    assert repr(dataset(sparse())) == "<Dataset näme: 2 instances, 3 sparse features, 2 labels>"


def test_equal_datasets_give_equal_bytes(tmp_path):
    dataset(DENSE).save(tmp_path / "a.npz")
    dataset(DENSE.copy()).save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    with ZipFile(tmp_path / "a.npz") as members:
        assert {member.date_time for member in members.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_files_hold_no_pickles(tmp_path):
    dataset(DENSE).save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        assert all(arrays[name].dtype != object for name in arrays.files)


def test_a_damaged_file_is_named(tmp_path):
    path = tmp_path / "a.npz"
    dataset(DENSE).save(path)
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(DataError, match=r"a\.npz is damaged"):
        Dataset.load(path)
    np.savez(path, Y=DENSE)
    with pytest.raises(DataError, match=r"a\.npz is damaged"):
        Dataset.load(path)


def test_loading_imports_no_more_than_numpy(tmp_path):
    dataset(sparse()).save(tmp_path / "a.npz")
    script = (
        "import sys; from eccru.data.dataset import Dataset;"
        "Dataset.load(sys.argv[1]).features.take([0]);"
        "print([m for m in ('scipy', 'sklearn', 'pandas', 'requests') if m in sys.modules])"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "a.npz")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.fixture
def full_disk(tmp_path):
    """A path on which writing fails for want of space: its part is the device for that."""
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this system")
    path = tmp_path / "a.npz"
    (tmp_path / f".a.npz.{os.getpid()}{PART}").symlink_to("/dev/full")
    return path


def test_a_full_disk_leaves_nothing(full_disk):
    with pytest.raises(DataError, match=r"a\.npz cannot be written: No space left on device\."):
        dataset(DENSE).save(full_disk)
    assert list(full_disk.parent.iterdir()) == []


def test_an_old_file_survives_a_failed_write(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")

    def write_and_fail():
        with atomic_write(path) as file:
            file.write(b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_and_fail()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
