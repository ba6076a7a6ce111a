"""The datasets within scikit-multilearn's source package: a made-up index, and the real one."""

import bz2
import hashlib
import io
import os
import pickle
import tarfile

import numpy as np
import pytest

from eccru.data import download, package_index
from eccru.data.catalogue import catalogue
from eccru.data.preparation import prepare
from eccru.data.sources import fetch
from eccru.errors import DataError, DataNotFound
from eccru.paper.table1 import paper_table
from tests.data.test_download import Answer, serving

PACKAGE = "scikit-multilearn-0.0.1.tar.gz"
PAGE = f'<html><body><a href="../../files/{PACKAGE}">{PACKAGE}</a></body></html>'.encode()
SOURCE = ["scikit-multilearn"]
Y = np.array([[1, 0], [0, 1], [0, 1]])


def python2_pickle(**arrays) -> bytes:
    """What Python 2 wrote for a dictionary of arrays, in its first protocol."""
    text = b"(d"
    for name, array in arrays.items():
        n, d = array.shape
        kind = array.dtype.str[1:]
        text += f"S'{name}'\n".encode()
        text += b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n"
        text += f"(I{n}\nI{d}\ntcnumpy\ndtype\n(S'{kind}'\nI0\nI1\ntR".encode()
        text += b"(I3\nS'<'\nNNNI-1\nI-1\nI0\ntbI00\nS"
        text += repr(array.astype(f"<{kind}").tobytes())[1:].encode() + b"\ntbs"
    return text + b"."


def package(**dumps) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name, dump in dumps.items():
            content = bz2.compress(dump)
            path = f"scikit-multilearn-0.0.1/skmultilearn/data/{name}.dump.bz2"
            member = tarfile.TarInfo(path)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return file.getvalue()


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(download, "WAITS", ())


@pytest.fixture
def index(monkeypatch):
    """Return a function that serves a package from an index that pip is set to use."""
    pages = {"/simple/scikit-multilearn/": [Answer(body=PAGE, kind="text/html")]}
    with serving(pages) as (url, asked):
        monkeypatch.setenv("PIP_INDEX_URL", f"{url}/simple")

        def offer(body):
            pages[f"/files/{PACKAGE}"] = [Answer(body=body)]
            monkeypatch.setattr(package_index, "SHA256", hashlib.sha256(body).hexdigest())
            return f"{url}/simple", asked

        yield offer


def test_parts_are_joined_and_the_package_is_downloaded_once(tmp_path, index):
    X = np.array([[0.5, 1], [1.5, 0], [2.5, 0]])
    whole_numbers = np.array([[0, 1], [1, 1], [1, 0]])
    _, asked = index(
        package(
            **{
                "emotions-train": python2_pickle(X=X[:2], y=Y[:2]),
                "emotions-test": python2_pickle(X=X[2:], y=Y[2:]),
                "yeast-train": python2_pickle(X=whole_numbers[:1], y=Y[:1]),
                "yeast-test": python2_pickle(X=whole_numbers[1:], y=Y[1:]),
            }
        )
    )
    record = fetch("emotions", {}, tmp_path / "emotions", SOURCE)
    assert record["source"] == "scikit-multilearn"
    assert record["origin"] == "scikit-multilearn-0.0.1"
    dataset, stats = prepare("emotions", tmp_path / "emotions")
    np.testing.assert_array_equal(dataset.X, X)
    np.testing.assert_array_equal(dataset.Y, Y)
    assert not dataset.nominal.any()
    assert dataset.feature_names == ["Att1", "Att2"]
    assert dataset.label_names == ["Label1", "Label2"]
    assert stats["source"] == record

    fetch("yeast", {}, tmp_path / "yeast", SOURCE)
    dataset, _ = prepare("not yeast", tmp_path / "yeast")
    assert dataset.nominal.all()
    np.testing.assert_array_equal(dataset.X, whole_numbers)
    assert asked.count(f"/files/{PACKAGE}") == 1


def test_the_index_in_pips_configuration_is_used(tmp_path, index, monkeypatch):
    dump = python2_pickle(X=np.eye(3), y=Y)
    url, asked = index(package(**{"emotions-train": dump, "emotions-test": dump}))
    monkeypatch.delenv("PIP_INDEX_URL")
    (tmp_path / "pip.conf").write_text(f"[global]\nindex-url = {url}\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    fetch("emotions", {}, tmp_path / "emotions", SOURCE)
    assert "/simple/scikit-multilearn/" in asked


def test_a_package_with_another_checksum_is_refused(tmp_path, index, monkeypatch):
    index(package())
    monkeypatch.setattr(package_index, "SHA256", "0" * 64)
    with pytest.raises(DataNotFound, match=f"{PACKAGE} has the wrong checksum"):
        fetch("emotions", {}, tmp_path / "emotions", SOURCE)
    assert not list(tmp_path.rglob("*.gz"))


@pytest.mark.parametrize("kind", [None, tarfile.DIRTYPE, tarfile.SYMTYPE])
def test_a_package_without_the_dataset_is_told(tmp_path, index, kind):
    """It has no such member, or a folder of that name, or a link to nowhere."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        if kind:
            path = "scikit-multilearn-0.0.1/skmultilearn/data/emotions-train.dump.bz2"
            member = tarfile.TarInfo(path)
            member.type, member.linkname = kind, "nowhere"
            archive.addfile(member)
    index(file.getvalue())
    with pytest.raises(DataNotFound, match=f"{PACKAGE} does not hold a file emotions-train.dump"):
        fetch("emotions", {}, tmp_path / "emotions", SOURCE)
    assert not list(tmp_path.rglob("*.bz2"))


def test_an_index_without_the_package_is_told(tmp_path, monkeypatch):
    with serving({}) as (url, _):
        monkeypatch.setenv("PIP_INDEX_URL", f"{url}/simple")
        with pytest.raises(DataNotFound, match="the package index does not have scikit-multilearn"):
            fetch("emotions", {}, tmp_path / "emotions", SOURCE)
    with pytest.raises(DataNotFound, match=r"/simple cannot be reached: .*refused"):
        fetch("emotions", {}, tmp_path / "emotions", SOURCE)


class Harm:
    """A pickle that makes a folder when it is read."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return os.mkdir, (self.path,)


@pytest.mark.parametrize("damage", ["harm", "cut off", "strings", "no arrays"])
def test_a_pickle_of_anything_else_is_refused(tmp_path, index, damage):
    good = python2_pickle(X=np.eye(3), y=Y)
    dump = {
        "harm": pickle.dumps({"X": Harm(tmp_path / "harm"), "y": 1}, protocol=2),
        "cut off": good[:-20],
        "strings": python2_pickle(X=np.array([["a", "b"]] * 3), y=Y),
        "no arrays": pickle.dumps({"X": [1], "y": [2]}, protocol=2),
    }[damage]
    index(package(**{"emotions-train": good, "emotions-test": dump}))
    fetch("emotions", {}, tmp_path / "emotions", SOURCE)
    with pytest.raises(DataError, match=r"emotions-test\.dump\.bz2 is not a dump of a dataset"):
        prepare("emotions", tmp_path / "emotions")
    assert not (tmp_path / "harm").exists()


@pytest.fixture(scope="module")
def real_package(tmp_path_factory):
    """A folder with the real package, from the index that pip uses; 32 MB."""
    folder = tmp_path_factory.mktemp("raw")
    try:
        fetch("emotions", {}, folder / "emotions", SOURCE)
    except DataNotFound as error:
        pytest.skip(f"no package index: {error}")
    return folder


def sorted_rows(X):
    X = X if isinstance(X, np.ndarray) else X.toarray()
    return X[np.lexsort(X.T)]


@pytest.mark.parametrize("name", ["scene", "yeast", "enron", "medical", "emotions"])
def test_the_real_package_has_the_data_of_the_mirror(real_package, mirror, tmp_path, name):
    reduction = paper_table().get(name, {}).get("reduction")
    reduction = float(reduction) if reduction else None
    fetch(name, {}, real_package / name, SOURCE)
    fetch(name, {}, tmp_path / name, ["mirror"], mirror=mirror)
    found, stats = prepare(name, real_package / name, reduction)
    expected, expected_stats = prepare(name, tmp_path / name, reduction)
    np.testing.assert_array_equal(found.nominal, expected.nominal)
    np.testing.assert_array_equal(sorted_rows(found.X), sorted_rows(expected.X))
    np.testing.assert_array_equal(np.sort(found.Y.sum(0)), np.sort(expected.Y.sum(0)))
    del stats["source"], expected_stats["source"]
    assert stats == pytest.approx(expected_stats)


def test_datasets_that_differ_in_the_package_are_not_taken_from_it():
    """Its genbase has one protein twice and lacks another; its tmc2007-500 is another version."""
    taken = {name for name, entry in catalogue().items() if "scikit_multilearn" in entry}
    expected = "bibtex corel5k emotions enron mediamill medical scene yeast"
    assert taken == set(expected.split())
