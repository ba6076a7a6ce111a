"""What holds the project together: environments, entry points, start-up cost."""

import ast
import inspect
import subprocess
import sys
import tomllib

import pytest
import yaml

import eccru
from tests.workflow.call import ROOT

ENVIRONMENTS = sorted(ROOT.glob("envs/*.yaml"))


def requirements() -> dict[str, str]:
    """Return the version specifier of each dependency in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = project["dependencies"] + project["optional-dependencies"]["study"]
    names_and_versions = (line.split(">=") for line in listed)
    return {"python": project["requires-python"]} | {
        name: f">={version}" for name, version in names_and_versions
    }


@pytest.mark.parametrize("path", ENVIRONMENTS, ids=lambda path: path.stem)
def test_conda_environment_asks_for_the_versions_of_the_package(path):
    wanted = requirements()
    for line in yaml.safe_load(path.read_text())["dependencies"]:
        name, version = line.split()
        assert version == wanted[name.replace("matplotlib-base", "matplotlib")]


def test_every_rule_environment_exists():
    named = {
        line.strip().strip('"').removeprefix("../")
        for path in ROOT.glob("rules/*.smk")
        for line in path.read_text().splitlines()
        if "../envs/" in line
    }
    assert named == {f"envs/{path.name}" for path in ENVIRONMENTS}


def test_locked_dependencies_name_no_index():
    text = (ROOT / "requirements.txt").read_text()
    assert "--hash=sha256:" in text
    assert "://" not in text


def test_help_lists_every_command():
    answer = subprocess.run(["make", "-C", ROOT], capture_output=True, text=True)
    for command in ("quick", "study", "test", "lint"):
        assert f"make {command} " in answer.stdout


def test_training_path_imports_nothing_heavy():
    """A training job is started more than a thousand times."""
    code = (
        "import sys, eccru.study.run;"
        "heavy = ('mlflow', 'matplotlib', 'snakemake', 'sqlalchemy', 'requests', 'arff');"
        "print([name for name in heavy if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout == "[]\n", answer.stderr


def test_public_names_are_those_that_editors_see():
    """Names are imported on first use, so editors are told of them apart."""
    tree = ast.parse(inspect.getsource(eccru))
    (checked,) = [node for node in tree.body if isinstance(node, ast.If)]
    assert ast.unparse(checked.test) == "TYPE_CHECKING"
    seen = {alias.name: node.module for node in checked.body for alias in node.names}
    assert set(seen) == set(eccru.__all__)
    for name, module in seen.items():
        public = getattr(eccru, name)
        assert public.__name__ == name
        assert public.__module__.startswith(module)
    with pytest.raises(AttributeError, match="no attribute 'unknown'"):
        _ = eccru.unknown
