"""The package as `pip install eccru` leaves it: its wheel, and what works without the extras."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from email.parser import Parser
from importlib.metadata import distribution, packages_distributions
from zipfile import ZipFile

import pytest

import eccru
from eccru.sources import ROOT
from tests.test_dependencies import normalized

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of what the repository has."""
    copy, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("eccru", "plugins"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    pip("wheel", *options, "--wheel-dir", out, copy)
    (path,) = out.glob("*.whl")
    return path


def pip(*arguments):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr


@pytest.fixture(scope="session")
def site(wheel, tmp_path_factory):
    """A folder with the wheel installed, its dependencies, those of them in turn, and no more."""
    site = tmp_path_factory.mktemp("site")
    pip("install", "--no-deps", "--no-index", "--quiet", "--no-compile", "--target", site, wheel)
    shutil.rmtree(site / "snakemake_logger_plugin_eccru")
    for name in dependencies(PROJECT["dependencies"]):
        of_package = distribution(name)
        for top in {file.parts[0] for file in of_package.files} - {"..", "__pycache__"}:
            (site / top).symlink_to(of_package.locate_file(top))
    kept = ROOT / "eccru/tree/__pycache__"  # else the kernels are compiled, which takes a while
    for path in [*kept.glob("*.nb[ci]"), *kept.glob("kernels.json")]:
        target = site / "eccru/tree/__pycache__" / path.name
        target.parent.mkdir(exist_ok=True)
        shutil.copy(path, target)
    return site


def dependencies(lines) -> set[str]:
    """Return the packages that requirements name, and all that those need without an extra."""
    found, new = set(), {name_in(line) for line in lines}
    while new:
        name = new.pop()
        found.add(name)
        needed = [line for line in distribution(name).requires or () if ";" not in line]
        new |= {name_in(line) for line in needed} - found
    return found


def name_in(requirement) -> str:
    return normalized(re.match(r"[\w.-]+", requirement)[0])


def run(site, code, *arguments) -> subprocess.CompletedProcess:
    """Run code where nothing but the folder and the standard library can be imported."""
    start = f"import sys; sys.path.append({str(site)!r})\n"
    command = [sys.executable, "-I", "-S", "-c", start + code, *map(str, arguments)]
    return subprocess.run(command, cwd=site, capture_output=True, text=True)


def test_wheel_has_the_code_and_the_data_files_and_nothing_else(wheel):
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {
        path.relative_to(folder).as_posix()
        for folder, package in (
            (ROOT, "eccru"),
            (ROOT / "plugins", "snakemake_logger_plugin_eccru"),
        )
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == wanted
    endings = {name.rpartition(".")[2] for name in packed}
    assert endings >= {"py", "json", "csv", "j2", "css", "js", "typed"}


def test_metadata_asks_for_what_the_methods_need_and_has_the_extras(wheel):
    with ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(archive.read(name).decode())
        (scripts,) = [name for name in archive.namelist() if name.endswith("/entry_points.txt")]
        assert "eccru = eccru.commands:main" in archive.read(scripts).decode()
    plain = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    assert set(map(name_in, plain)) == set(map(name_in, PROJECT["dependencies"]))
    assert set(metadata.get_all("Provides-Extra")) == set(PROJECT["optional-dependencies"])
    assert metadata["Version"] == eccru.__version__


def test_what_an_extra_brings_is_not_there(site):
    code = "import json, sys; from importlib.util import find_spec\n"
    code += "print(json.dumps([name for name in sys.argv[1:] if find_spec(name)]))"
    brought = {name_in(line) for line in PROJECT["optional-dependencies"]["study"]}
    modules = [
        module
        for module, packages in packages_distributions().items()
        if not brought.isdisjoint(map(normalized, packages))
        and module != "tests"  # which some packages bring by mistake
    ]
    assert {"pandas", "arff", "defusedxml", "mlflow", "matplotlib", "yaml"} <= set(modules)
    answer = run(site, code, "numpy", *modules)
    assert json.loads(answer.stdout) == ["numpy"], answer.stderr


USE = """
import numpy as np
from eccru import *
import eccru, eccru.metrics
from sklearn.datasets import make_multilabel_classification
for name in eccru.__all__:
    getattr(eccru, name)
X, y = make_multilabel_classification(n_samples=60, n_features=8, n_classes=4, random_state=0)
for name in ("BR", "ECC", "BRUS", "EBRUS", "COCOA", "ECCRU", "ECCRU2", "ECCRU3"):
    model = make_method(name, random_state=0).fit(X, y)
    assert model.predict(X).shape == y.shape
    assert model.predict_proba(X).shape == y.shape
    repr(model)
print(J48Tree().fit(X, y[:, 0]).score(X, y[:, 0]) > 0.5)
"""


def test_methods_and_tree_work_without_the_extras(site):
    answer = run(site, USE)
    assert answer.stdout == "True\n", answer.stderr


@pytest.mark.parametrize(
    ("code", "module"),
    [
        ("from eccru import read_mulan; read_mulan('a.arff', 'a.xml')", "defusedxml"),
        ("from eccru.data.arff import read_arff; read_arff(['a.arff'])", "arff"),
        ("import eccru.stats", "pandas"),
        ("import eccru.plots", "matplotlib"),
        ("import eccru.report", "jinja2"),
        ("from eccru.tracking.frame import to_frame", "mlflow"),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(site, code, module):
    answer = run(site, code)
    *_, last = answer.stderr.splitlines()
    assert f" needs {module}, which is not installed: " in last
    assert last.endswith('pip install "eccru[study]" brings it.')
