"""The code that decides a result, and the layers of the package."""

import ast
import re
import shutil
import subprocess
import sys

import pytest

from eccru.sources import ROOT, code_hash, followed

SCRIPTS = sorted((ROOT / "workflow_scripts").glob("*.py"))
LAYERS = [
    {"errors", "extras", "files", "names", "sources"},
    {"base", "metrics", "sparse"},
    {"model_selection"},
    {"data", "tree"},
    {"methods"},
    {"models"},
    {"study"},
    {"stats"},
    {"paper"},
    {"plots", "tracking"},
    {"report"},
    {"commands"},
    {"__main__"},
]


def modules_of(script) -> set[str]:
    """Return the modules of the package that are really loaded when a script's imports are.

    A script may also name a module in a string, which it then runs in another process.
    """
    lines = []
    for node in ast.walk(ast.parse(script.read_text())):
        if is_import(node):
            lines.append(ast.unparse(node))
        elif re.fullmatch(r"eccru(\.\w+)+", str(getattr(node, "value", ""))):
            lines.append(f"import {node.value}")
    lines += ["import sys", "print(*(name for name in sys.modules if name.startswith('eccru.')))"]
    answer = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    return set(answer.stdout.split())


def is_import(node) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def name_of(path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_module_that_a_script_loads_is_followed(script):
    loaded = modules_of(script)
    assert loaded
    assert loaded <= {name_of(path) for path in followed(script) if path.suffix == ".py"}


def test_data_files_are_followed_and_none_is_forgotten():
    found = {path for script in SCRIPTS for path in followed(script)}
    data = {
        path
        for path in (ROOT / "eccru").rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc", ".nbi", ".nbc", ".typed")
        and "__pycache__" not in path.parts
    }
    assert data <= found
    assert not any(
        path.name == "page.html.j2" for path in followed(ROOT / "workflow_scripts/train.py")
    )


@pytest.fixture
def copy(tmp_path):
    """A copy of the package and the scripts that a test may change."""
    for name in ("eccru", "workflow_scripts"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    return tmp_path


def hashes(root) -> dict[str, str]:
    return {path.stem: code_hash(root / "workflow_scripts" / path.name, root) for path in SCRIPTS}


@pytest.mark.parametrize(
    ("changed", "before", "after", "steps"),
    [
        ("eccru/data/encode.py", "DENSE = 0.25", "DENSE = 0.3", {"prepare"}),
        ("eccru/data/imbalance.py", "n, q = dataset", "n,  q = dataset", set()),
        (
            "eccru/study/folds.py",
            "in_train[test_rows] = False",
            "in_train[:] = False",
            {"train", "folds"},
        ),
        ("eccru/tree/prune.py", "def prune(", "def prune_(", {"train"}),
        ("eccru/paper/table1.csv", "yeast", "Yeast", {"prepare", "table1", "statistics"}),
        ("eccru/stats/ranks.py", '"average"', '"min"', {"statistics"}),
    ],
)
def test_hash_of_a_step_changes_with_its_code_alone(copy, changed, before, after, steps):
    old = hashes(copy)
    file = copy / changed
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
    new = {step for step, value in subprocess_hashes(copy).items() if value != old[step]}
    assert steps <= new
    if not steps:
        assert not new
    assert ("train" in new) == ("train" in steps)


def subprocess_hashes(root) -> dict[str, str]:
    """Hash in a new process: within one, files are read once."""
    code = (
        "import sys; from pathlib import Path; from eccru.sources import code_hash;"
        "root = Path(sys.argv[1]);"
        "[print(p.stem, code_hash(p, root)) for p in (root / 'workflow_scripts').glob('*.py')]"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code, root], capture_output=True, text=True, check=True
    )
    return dict(line.split() for line in answer.stdout.splitlines())


def test_comments_docstrings_and_blank_lines_do_not_count(copy):
    old = hashes(copy)
    for file in (copy / "eccru").rglob("*.py"):
        text = file.read_text()
        if text.startswith('"""'):
            text = text.replace('"""', '"""Changed. ', 1)
        file.write_text(text + "\n\n\n# a comment\n")
    assert subprocess_hashes(copy) == old


def test_nothing_imports_upwards():
    level = {part: number for number, layer in enumerate(LAYERS) for part in layer}
    parts = {path.stem for path in (ROOT / "eccru").glob("*.py")} - {"__init__"}
    parts |= {path.parent.name for path in (ROOT / "eccru").glob("*/__init__.py")}
    assert parts == set(level)
    upwards = []
    for path in (ROOT / "eccru").rglob("*.py"):
        part = path.relative_to(ROOT / "eccru").parts[0].removesuffix(".py")
        for node in filter(is_import, ast.walk(ast.parse(path.read_text()))):
            names = (
                [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            )
            for name in names:
                other = name.split(".")[1:2] if name.startswith("eccru.") else []
                if part != "__init__" and other and level[other[0]] > level[part]:
                    upwards.append((name_of(path), name))
    assert not upwards
