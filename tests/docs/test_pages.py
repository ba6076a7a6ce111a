"""The pages: what they show is so, what they link to exists, and nothing public is left out."""

import ast
import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module

import pytest
from numpydoc.docscrape import get_doc_object

import eccru
from eccru.files import write_json
from tests.conftest import ROOT

DOCS = ROOT / "docs"
BUILT = {"_build", "auto_examples", "generated"}
PAGES = sorted(path for path in DOCS.rglob("*.md") if path.relative_to(DOCS).parts[0] not in BUILT)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "eccru").rglob("*.py")
    if ">>> " in path.read_text()
)


def name_of(path) -> str:
    return str(path.relative_to(DOCS))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_code_on_a_page_is_python_and_shows_what_comes_out(page):
    blocks = BLOCK.findall(page.read_text())
    shown = "\n\n".join(block for block in blocks if ">>> " in block)
    test = doctest.DocTestParser().get_doctest(shown, {}, page.name, str(page), 0)
    report = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)
    for block in blocks:
        if ">>> " not in block:
            ast.parse(block)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for link in LINK.findall(page.read_text()):
        if not link.startswith(("http://", "https://")):
            target = (page.parent / link).resolve()
            made = BUILT & set(target.parts)
            source = DOCS / "examples" / f"{target.stem}.py"
            assert source.exists() or target.stem == "index" if made else target.exists(), link


def test_site_builds_without_warnings_and_without_data(tmp_path):
    shutil.copytree(DOCS, tmp_path / "docs", ignore=shutil.ignore_patterns(*BUILT))
    # Files that are gone are not to be had, and nobody is asked for them again.
    write_json(tmp_path / "eccru_data/yeast/source.json", {"sha256": {"yeast.arff": "gone"}})
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-D", "plot_gallery=0"]
    answer = subprocess.run(
        [*command, tmp_path / "docs", tmp_path / "html"],
        env={**os.environ, "HOME": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stderr
    assert "export_text" in (tmp_path / "html/generated/eccru.ECCRU3.html").read_text()


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_hold(module):
    outcome = doctest.testmod(import_module(module))
    assert outcome.failed == 0


def public_names() -> set[str]:
    """Return all that the reference must have, with the module that a user imports it from."""
    names = {f"eccru.{name}" for name in eccru.__all__}
    names |= {f"eccru.tree.{name}" for name in import_module("eccru.tree").__all__}
    for module in ("eccru.metrics", "eccru.model_selection"):
        for name, value in vars(import_module(module)).items():
            if getattr(value, "__module__", None) == module and not name.startswith("_"):
                names.add(f"{module}.{name}")
    return (names - {"eccru.tree.J48Tree"}) | {"eccru.tracking.frame.to_frame"}


def test_reference_has_every_public_name():
    text = (DOCS / "api.rst").read_text()
    listed = {f"eccru.{name}" for name in re.findall(r"^   ([\w.]+)$", text, re.MULTILINE)}
    assert public_names() <= listed
    assert "autodata:: eccru.model_selection.SCORERS" in text
    for name in listed:
        module, _, attribute = name.rpartition(".")
        assert inspect.getdoc(getattr(import_module(module), attribute)), name


@pytest.mark.parametrize("name", sorted(public_names()))
def test_docstring_describes_every_parameter(name):
    module, _, attribute = name.rpartition(".")
    value = getattr(import_module(module), attribute)
    text = get_doc_object(value)
    parts = text["Parameters"] + (text["Attributes"] if inspect.isclass(value) else [])
    described = {single.lstrip("*") for part in parts for single in part.name.split(", ")}
    parameters = {parameter.lstrip("*") for parameter in inspect.signature(value).parameters}
    assert parameters <= described
    assert inspect.isclass(value) or text["Returns"]
