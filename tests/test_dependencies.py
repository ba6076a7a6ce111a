"""Every third-party package that is imported is declared in pyproject.toml, where it is needed."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.workflow.call import ROOT

OURS = {"benchmarks", "eccru", "reproduction", "snakemake_logger_plugin_eccru", "tests"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
IMPORT_LINE = re.compile(r"^\s*(?:import|from) +(\w+)", re.MULTILINE)


def imported(path) -> set[str]:
    """Return the top-level packages that a file imports anywhere."""
    if path.suffix != ".py":  # a Snakefile is not quite Python
        return set(IMPORT_LINE.findall(path.read_text()))
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.split(".")[0])
    return names


def declared(*extras: str) -> set[str]:
    """Return the normalized names of the packages that are installed with some extras."""
    lists = [PROJECT["optional-dependencies"][extra] for extra in extras]
    lines = [line for lines in [PROJECT["dependencies"], *lists] for line in lines]
    return {normalized(re.match(r"[\w.-]+", line)[0]) for line in lines}


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("files", "extras"),
    [
        (["eccru/**/*.py", "workflow_scripts/*.py", "plugins/**/*.py"], ["study", "skops"]),
        (["Snakefile", "rules/*.smk"], ["study"]),
        (
            ["tests/**/*.py", "benchmarks/**/*.py", "docs/**/*.py", "reproduction/*.py"],
            ["study", "modern", "slurm", "docs", "dev"],
        ),
    ],
    ids=["package", "workflow", "tests"],
)
def test_every_import_is_declared(files, extras):
    paths = [path for pattern in files for path in ROOT.glob(pattern)]
    assert paths
    names = set().union(*map(imported, paths)) - OURS - set(sys.stdlib_module_names)
    distributions = packages_distributions()
    known = declared(*extras)
    undeclared = {
        name for name in names if known.isdisjoint(map(normalized, distributions.get(name, [])))
    }
    assert names
    assert not undeclared
