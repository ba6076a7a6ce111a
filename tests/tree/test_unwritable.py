"""Where the kernels are kept, for users who cannot write everywhere: containers, shared installs.

Each test runs real processes, those of another user where permissions matter.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest

from eccru.sources import ROOT
from eccru.tree.kept import read_manifest

# A user who can write nothing that others own, but read all: the interpreter may be root's own.
NOBODY = 65534
AS_NOBODY = [
    *("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"),
]
FIT = """
import json, sys
from eccru import J48Tree
from eccru.tree.kept import FOLDER
tree = J48Tree().fit([[0.0], [1], [2], [3]], [0, 0, 1, 1])
print(json.dumps({"leaves": tree.n_leaves_, "folder": FOLDER and str(FOLDER)}))
"""


@pytest.fixture
def place():
    """A folder that all users can enter, which those of pytest are not."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def copy_package(place, *, kernels: bool) -> Path:
    """Copy the package to a folder that only its owner can write."""
    ignored = () if kernels else ("*.nbi", "*.nbc", "kernels.json", "kernels.lock")
    site = place / "site"
    shutil.copytree(ROOT / "eccru", site / "eccru", ignore=shutil.ignore_patterns(*ignored))
    (site / "eccru/tree/__pycache__").mkdir(exist_ok=True)
    return site


def run(site, code=FIT, user=(), **environment) -> subprocess.CompletedProcess:
    """Run code with the copy, as a user without a home unless the environment names one."""
    kept = {key: os.environ[key] for key in ("PATH", "LANG") if key in os.environ}
    return subprocess.run(
        [*user, sys.executable, "-B", "-c", code],
        cwd=site,
        env={**kept, "PYTHONPATH": str(site), **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def as_nobody(place):
    """Run code as a user who can write nothing that others own."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("needs root and setpriv, to run a process as another user")
    answer = run(place, "import numba", AS_NOBODY)
    if answer.returncode:
        pytest.skip(f"needs the right to run processes as another user: {answer.stderr}")
    return partial(run, user=AS_NOBODY)


def test_without_a_writable_place_the_kernels_are_compiled_in_memory(place, as_nobody):
    site = copy_package(place, kernels=False)
    answer = as_nobody(site)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == {"leaves": 2, "folder": None}
    (warning,) = answer.stderr.splitlines()
    assert "in memory" in warning
    assert "NUMBA_CACHE_DIR" in warning
    assert "eccru warm" in warning


def test_a_cache_folder_that_cannot_be_written_is_passed_over(place, as_nobody):
    site = copy_package(place, kernels=False)
    answer = as_nobody(site, "import eccru.tree", NUMBA_CACHE_DIR="/proc/kernels")
    assert answer.returncode == 0, answer.stderr
    home = place / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    code = "from eccru.tree.kept import FOLDER; print(FOLDER)"
    answer = as_nobody(site, code, NUMBA_CACHE_DIR="/proc/kernels", HOME=str(home))
    assert Path(answer.stdout.strip()).is_relative_to(home), answer.stderr


def test_kernels_that_root_compiled_beside_the_sources_serve_other_users(place, as_nobody):
    site = copy_package(place, kernels=True)
    if not read_manifest(site / "eccru/tree/__pycache__").get("kernels"):
        pytest.skip("no kernels are kept: make warm")
    cache = place / "cache"
    cache.mkdir()
    os.chown(cache, NOBODY, NOBODY)
    code = FIT + "from eccru.tree.train import train; print(sum(train.stats.cache_hits.values()))"
    answer = as_nobody(site, code, NUMBA_CACHE_DIR=str(cache))
    assert answer.returncode == 0, answer.stderr
    found, hits = answer.stdout.splitlines()
    assert Path(json.loads(found)["folder"]).is_relative_to(cache)
    assert hits == "1"
    assert answer.stderr == ""  # nothing was compiled


@pytest.mark.parametrize("mode", [0o1777, 0o777], ids=["sticky", "unreadable files"])
def test_kernels_of_others_that_cannot_be_replaced_are_left_alone(place, as_nobody, mode):
    site, cache = copy_package(place, kernels=False), place / "cache"
    cache.mkdir()
    code = "from eccru.tree.kept import FOLDER; import eccru.tree; print(FOLDER)"
    folder = Path(run(site, code, NUMBA_CACHE_DIR=str(cache)).stdout.strip())
    assert folder.is_relative_to(cache)
    folder.chmod(mode)
    (folder / "kernels.json").chmod(0o666 if mode == 0o1777 else 0o600)
    answer = as_nobody(site, code, NUMBA_CACHE_DIR=str(cache))
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == "None\n"
    folder.chmod(0o777)
    (folder / "kernels.json").chmod(0o666)
    answer = as_nobody(site, code, NUMBA_CACHE_DIR=str(cache))
    assert answer.stdout == f"{folder}\n", answer.stderr


def test_the_cache_folder_of_the_environment_is_used_and_written_down(place):
    site, cache = copy_package(place, kernels=True), place / "cache"
    code = "from eccru.tree.warm import compile_kernels; compile_kernels()"
    code += "; from eccru.tree.kept import FOLDER; print(FOLDER)"
    before = sorted((site / "eccru/tree/__pycache__").iterdir())
    answer = run(site, code, NUMBA_CACHE_DIR=str(cache))
    assert answer.returncode == 0, answer.stderr
    folder = Path(answer.stdout.strip())
    assert folder.is_relative_to(cache)
    assert any(name.startswith("train.train-") for name in read_manifest(folder)["kernels"])
    assert sorted((site / "eccru/tree/__pycache__").iterdir()) == before
