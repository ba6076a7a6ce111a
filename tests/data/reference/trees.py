"""Trees that Weka's J48 built, and what they were built from, out of the files beside this one.

`pack.py` made the files and says what is in them.
"""

import io
import json
import lzma
import os
from functools import cache
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
# Where all trees are as they were recorded, an .npz file each, if they are on this machine.
RECORDED = Path(os.environ.get("ECCRU_REFERENCE") or FOLDER.parents[3] / "shared" / "reference")


def packed_trees(kind: str) -> list[str]:
    """Return the names of the trees here: of `j48`, the study's, or of `j48_more`, with options."""
    return [name for name in _index() if name.startswith(f"{kind}/")]


def all_trees(kind: str) -> list[str]:
    """Return the names of the packed trees and, if they are on this machine, of all others."""
    packed = packed_trees(kind)
    recorded = {f"{kind}/{path.stem}" for path in (RECORDED / kind).glob("*.npz")}
    return packed + sorted(recorded - set(packed))


def load_tree(name: str) -> dict[str, np.ndarray]:
    """Return what Weka was given and answered."""
    if name in _index():
        return load_packed(name)
    with np.load(RECORDED / f"{name}.npz") as file:
        return dict(file)


def load_packed(name: str) -> dict[str, np.ndarray]:
    """Return a tree out of the file that holds it, as it was recorded."""
    archive = _archive(_index()[name])
    tree = {
        key.removeprefix(f"{name}/"): archive[key] for key in archive if key.startswith(f"{name}/")
    }
    scale = 10 ** int(archive["decimals"])
    if "cells" in archive:
        features = archive["table"][np.ix_(tree.pop("rows"), tree.pop("columns"))]
        values = np.hstack([features, scale * tree.pop("labels").astype(int)])
    else:
        values = tree.pop("values")
    X = values / scale
    X.flat[tree.pop("missing")] = np.nan
    if name.startswith("j48/"):  # which were handed to Weka in single precision
        X = X.astype(np.float32).astype(np.float64)
    n_train = len(tree["y"])
    return tree | {"X": X[:n_train], "X_test": X[n_train:]}


@cache
def _index() -> dict[str, str]:
    return json.loads((FOLDER / "trees.json").read_text())


@cache
def _archive(file: str) -> dict[str, np.ndarray]:
    content = lzma.decompress((FOLDER / file).read_bytes())
    archive = dict(np.load(io.BytesIO(content)))
    if "cells" in archive:
        table = np.zeros(archive["shape"], dtype=np.int32)
        cells = np.ascontiguousarray(archive["cells"].T).view("<i4").ravel()
        table.T[used_cells(archive).T] = cells + archive["least"]
        archive["table"] = table
    return archive


def used_cells(archive: dict[str, np.ndarray]) -> np.ndarray:
    """Return which cells of a dataset's table are in a row and a column of one of its trees."""
    used = np.zeros(archive["shape"], dtype=bool)
    for key, rows in archive.items():
        if key.endswith("/rows"):
            used[np.ix_(rows, archive[key.replace("/rows", "/columns")])] = True
    return used
