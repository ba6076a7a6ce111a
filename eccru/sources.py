"""The code that decides a result: found by following imports, and known by its hash."""

import ast
import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # of the package
PACKAGE = "eccru"


def code_hash(path, root: Path = ROOT) -> str:
    """Return a hash of a script and of all code of the package that it uses.

    Comments, docstrings and the layout of the code do not count.

    Parameters
    ----------
    path : path-like
        A script, or a module of the package.
    root : path-like
        The folder that the package lies in.
    """
    digest = hashlib.sha256()
    for file in [Path(path), *followed(path, root)]:
        name = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
        digest.update(name.encode() + b"\0" + _content(file) + b"\0")
    return digest.hexdigest()[:16]


def followed(path, root: Path = ROOT) -> list[Path]:
    """List the files of the package that a script uses, directly or through others.

    These are the modules that are imported anywhere in the code, or named in a string
    (``"eccru.plots.ranks:critical_difference"``), and the data files beside a module that it, or
    another data file, mentions by name. The root of the package is not among them: it computes
    nothing, and would lead everywhere.
    """
    root = Path(root)
    found, new = set(), {Path(path)}
    while new:
        found |= new
        new = {file for source in new for file in _mentioned(source, root)} - found
    return sorted(found - {Path(path)})


def _mentioned(file, root):
    siblings = [path for path in file.parent.iterdir() if path.suffix not in (".py", ".pyc")]
    if file.suffix != ".py":
        text = file.read_text(encoding="utf-8", errors="replace")
        return {path for path in siblings if path.is_file() and path.name in text} - {file}
    modules, strings = _names(file)
    names = modules | {string.partition(":")[0] for string in strings}
    files = {path for path in siblings if path.is_file() and path.name in strings}
    return files.union(*(_files_of(name, root) for name in names if _is_ours(name)))


def _is_ours(name):
    return name.startswith(f"{PACKAGE}.") and name.replace(".", "").isidentifier()


def _files_of(name, root):
    """Return the file of a module, if there is one, and those of the packages around it."""
    parts = name.split(".")
    packages = [root.joinpath(*parts[:end], "__init__.py") for end in range(2, len(parts) + 1)]
    return {path for path in [*packages, root.joinpath(*parts).with_suffix(".py")] if path.exists()}


@cache
def _names(file):
    """Return the modules that a file may import, and the strings in it."""
    modules, strings = set(), set()
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
    return modules, strings


@cache
def _tree(file):
    """Return the code of a file without its docstrings."""
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_docstring(body[0]):
            del body[0]
    return tree


def _is_docstring(node):
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@cache
def _content(file):
    return ast.dump(_tree(file)).encode() if file.suffix == ".py" else file.read_bytes()
