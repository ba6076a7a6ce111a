"""Kept kernels that were damaged: compiled again instead of crashing the process."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from eccru.sources import ROOT
from eccru.tree.kept import FOLDER, delete_damaged, list_kernels, read_manifest

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
    if not read_manifest(folder):
        pytest.skip("no kernels are kept: make warm")
    for path in folder.glob("*.nbc"):
        content = bytearray(path.read_bytes())
        content[len(content) // 2 :: 7] = bytes(len(content[len(content) // 2 :: 7]))
        path.write_bytes(content)
    answer = fit(package)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == "2\n"


def write_kernels(folder):
    for name in ("a.f-1.py311.nbi", "a.f-1.py311.1.nbc", "b.g-2.py311.nbi", "b.g-2.py311.1.nbc"):
        (folder / name).write_text(name)
    manifest = {"sources": "", "kernels": list_kernels(folder)}
    (folder / "kernels.json").write_text(json.dumps(manifest))


def test_only_the_files_of_a_damaged_function_go(tmp_path):
    write_kernels(tmp_path)
    assert delete_damaged(tmp_path) == []
    (tmp_path / "a.f-1.py311.1.nbc").write_text("damaged")
    assert delete_damaged(tmp_path) == ["a.f-1.py311.1.nbc"]
    assert set(list_kernels(tmp_path)) == {"b.g-2.py311.nbi", "b.g-2.py311.1.nbc"}
    assert not (tmp_path / "kernels.json").exists()


def test_kernels_that_nobody_wrote_down_are_left_alone(tmp_path):
    write_kernels(tmp_path)
    (tmp_path / "kernels.json").write_text("{")
    assert delete_damaged(tmp_path) == []
    assert len(list_kernels(tmp_path)) == 4


def test_an_index_that_has_grown_is_whole(tmp_path):
    """As after training on so many rows that kernels for other types were needed."""
    for path in FOLDER.glob("*.nb[ci]"):
        shutil.copy(path, tmp_path)
    index = min(tmp_path.glob("*.nbi"), default=None) or pytest.skip("no kernels are kept")
    kernels = {**list_kernels(tmp_path), index.name: 0}
    (tmp_path / "kernels.json").write_text(json.dumps({"kernels": kernels}))
    assert delete_damaged(tmp_path) == []
    index.write_bytes(index.read_bytes()[:-5])
    assert delete_damaged(tmp_path) == [index.name]
