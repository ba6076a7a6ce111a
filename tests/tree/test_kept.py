"""Kept kernels that are damaged or of other sources: compiled again, and never loaded."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from eccru.sources import ROOT
from eccru.tree.kept import (
    FOLDER,
    check_kept,
    delete_damaged,
    list_kernels,
    read_manifest,
    write_manifest,
)

FIT = """
from eccru import J48Tree
print(J48Tree().fit([[0.0], [1], [2], [3]], [0, 0, 1, 1]).n_leaves_)
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package with its kept kernels."""
    shutil.copytree(ROOT / "eccru", tmp_path / "eccru")
    return tmp_path


def fit(package) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(package)}
    return subprocess.run(
        [sys.executable, "-c", FIT], cwd=package, env=environment, capture_output=True, text=True
    )


def test_damaged_kernels_are_compiled_again(package):
    folder = package / "eccru/tree/__pycache__"
    if not read_manifest(folder).get("kernels"):
        pytest.skip("no kernels are kept: make warm")
    for path in folder.glob("*.nbc"):
        content = bytearray(path.read_bytes())
        content[len(content) // 2 :: 7] = bytes(len(content[len(content) // 2 :: 7]))
        path.write_bytes(content)
    answer = fit(package)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == "2\n"


NAMES = ("a.f-1.py311.nbi", "a.f-1.py311.1.nbc", "b.g-2.py311.nbi", "b.g-2.py311.1.nbc")


def write_kernels(folder):
    folder.mkdir(exist_ok=True)
    for name in NAMES:
        (folder / name).write_text(name)
    write_manifest(folder, list_kernels(folder))


def test_only_the_files_of_a_damaged_function_go(tmp_path):
    write_kernels(tmp_path)
    assert delete_damaged(tmp_path) == []
    (tmp_path / NAMES[1]).write_text("damaged")
    assert delete_damaged(tmp_path) == [NAMES[1]]
    assert set(list_kernels(tmp_path)) == set(NAMES[2:])
    assert set(read_manifest(tmp_path)["kernels"]) == set(NAMES[2:])


def test_kernels_of_other_sources_go(tmp_path):
    """Those that a kernel calls may have changed, which numba does not see."""
    write_kernels(tmp_path)
    check_kept(tmp_path)
    assert set(list_kernels(tmp_path)) == set(NAMES)
    manifest = read_manifest(tmp_path)
    (tmp_path / "kernels.json").write_text(json.dumps({**manifest, "sources": 1}))
    check_kept(tmp_path, tmp_path / "nothing")
    assert list_kernels(tmp_path) == {}
    assert read_manifest(tmp_path) == {**manifest, "kernels": {}}


def test_kernels_beside_the_sources_are_copied_if_they_are_whole_and_of_these_sources(tmp_path):
    beside, folder = tmp_path / "beside", tmp_path / "folder"
    write_kernels(beside)
    (beside / NAMES[1]).write_text("damaged")
    folder.mkdir()
    check_kept(folder, beside)
    assert set(list_kernels(folder)) == set(NAMES) - {NAMES[1]}
    (beside / "kernels.json").write_text(json.dumps({"sources": 1, "kernels": {}}))
    (folder / "kernels.json").unlink()
    check_kept(folder, beside)
    assert list_kernels(folder) == {}


def test_an_index_that_has_grown_is_whole(tmp_path):
    """As after training on so many rows that kernels for other types were needed."""
    for path in FOLDER.glob("*.nb[ci]") if FOLDER else ():
        shutil.copy(path, tmp_path)
    index = min(tmp_path.glob("*.nbi"), default=None) or pytest.skip("no kernels are kept")
    folder = tmp_path / "folder"
    folder.mkdir()
    kernels = {**list_kernels(tmp_path), index.name: 0}
    write_manifest(tmp_path, kernels)
    assert delete_damaged(tmp_path) == []
    check_kept(folder, tmp_path)
    assert list_kernels(folder) == list_kernels(tmp_path)
    index.write_bytes(index.read_bytes()[:-5])
    assert delete_damaged(tmp_path) == [index.name]
