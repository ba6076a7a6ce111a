"""Packs Weka's trees, and what they were built from, into files small enough to keep here.

    python -m tests.data.reference.pack REFERENCE MIRROR

REFERENCE is the folder with the trees as they were recorded, an .npz file each in `j48` and
`j48_more`; MIRROR is a folder laid out like the Mulan repository. Nothing is lost: each tree is
read again and compared, value by value. There is one file per dataset, an .npz file within .xz:

- Features are whole numbers, to be divided by 10 to the power of `decimals`: the ARFF files have
  no more digits. `missing` are the places of those that are missing.
- The digits of yeast and scene hardly compress, so no value of their ARFF files is there twice:
  `cells` are all that a tree uses, column by column, less the `least` of them, and cut into planes
  of bytes, of which the high ones do compress. A tree has its `rows` and `columns` in that table,
  and the `labels` that a chain has added to the features.
- The trees of other datasets have `values`; rows that they share compress to nothing.
- `X` and `X_test` are one table: the first rows, as many as `y` has, are those of `X`.
"""

import io
import json
import lzma
import re
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from eccru.data.mulan import read_mulan
from tests.data.reference.trees import FOLDER, load_packed, used_cells

NAMED = re.compile("yeast|scene|enron|medical|bibtex|corel5k|tmc|cal500|genbase|flags|nominal")
UNNAMED = {"missing-0": "yeast", "missing-4": "enron"}  # the datasets that these were made of
DECIMALS = {"yeast": 6, "scene": 6, "cal500": 6, "nominal": 2}
TABLES = {"yeast": ["yeast.arff"], "scene": ["scene-train.arff", "scene-test.arff"]}
# A tree of scene takes 100 to 700 kB; what these show is shown by trees of other datasets.
LEFT_OUT = [
    *("j48/001_scene_full", "j48/021_scene_under", "j48/041_scene_chain", "j48/061_scene_bag"),
    *("j48_more/options-0-scene", "j48_more/options-2-scene", "j48_more/options-4-scene"),
    *("j48_more/weights-scene-300-0", "j48_more/missing-2"),
]


def pack(reference: Path, mirror: Path) -> None:
    """Write the files, and compare what they hold with the trees as they were recorded."""
    trees = defaultdict(dict)
    for path in sorted(reference.glob("j48*/*.npz")):
        name = f"{path.parent.name}/{path.stem}"
        if name not in LEFT_OUT:
            dataset = UNNAMED.get(path.stem) or NAMED.search(path.stem)[0]
            with np.load(path) as file:
                trees[dataset][name] = dict(file)
    index = {name: f"{dataset}.npz.xz" for dataset in trees for name in trees[dataset]}
    (FOLDER / "trees.json").write_text(json.dumps(index, indent=1, sort_keys=True) + "\n")
    for dataset, of_dataset in trees.items():
        decimals = DECIMALS.get(dataset, 0)
        if dataset in TABLES:
            folder = mirror / "data/multi-label" / dataset
            files = [folder / name for name in TABLES[dataset]]
            table = whole(read_mulan(files, folder / f"{dataset}.xml").X, decimals)
            arrays = pack_with_table(of_dataset, table, decimals)
        else:
            arrays = pack_with_values(of_dataset, decimals)
        content = io.BytesIO()
        np.savez(content, decimals=decimals, **arrays)
        packed = lzma.compress(content.getvalue(), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{dataset}.npz.xz").write_bytes(packed)
        for name, tree in of_dataset.items():
            packed_tree = load_packed(name)
            for key, values in tree.items():
                np.testing.assert_array_equal(packed_tree[key], values, name, strict=True)


def whole(values: np.ndarray, decimals: int) -> np.ndarray:
    """Return decimal numbers as whole ones, and 0 where one is missing."""
    return np.round(np.nan_to_num(values) * 10**decimals).astype(np.int32)


def answers(name: str, tree: dict, X: np.ndarray) -> dict[str, np.ndarray]:
    """Return all that is known of a tree but its features."""
    known = {f"{name}/{key}": tree[key] for key in tree if key not in ("X", "X_test")}
    return known | {f"{name}/missing": np.flatnonzero(np.isnan(X)).astype(np.int32)}


def pack_with_values(trees: dict, decimals: int) -> dict[str, np.ndarray]:
    """Pack trees that hold their values themselves."""
    arrays = {}
    for name, tree in trees.items():
        X = np.vstack([tree["X"], tree["X_test"]])
        values = whole(X, decimals)
        smallest = np.uint8 if values.min() >= 0 and values.max() < 256 else np.int32
        arrays |= answers(name, tree, X) | {f"{name}/values": values.astype(smallest)}
    return arrays


def pack_with_table(trees: dict, table: np.ndarray, decimals: int) -> dict[str, np.ndarray]:
    """Pack trees that refer to rows and columns of one table."""
    values_of_columns = [set(column) for column in table.T.tolist()]
    arrays = {"shape": np.array(table.shape)}
    for name, tree in trees.items():
        X = np.vstack([tree["X"], tree["X_test"]])
        is_label = tree["nominal" if "nominal" in tree else "kinds"] != 0
        features = whole(X[:, ~is_label], decimals)
        # A column is the one that has most of its values, a row the one with most equal values.
        columns = [
            np.argmax([len(values & set(column)) for values in values_of_columns])
            for column in features.T.tolist()
        ]
        rows = [np.argmax((table[:, columns] == row).sum(axis=1)) for row in features]
        arrays |= answers(name, tree, X) | {
            f"{name}/rows": np.array(rows, dtype=np.uint16),
            f"{name}/columns": np.array(columns, dtype=np.uint16),
            f"{name}/labels": X[:, is_label].astype(np.uint8),
        }
    cells = table.T[used_cells(arrays).T]
    planes = (cells - cells.min()).astype("<i4").view(np.uint8).reshape(-1, 4).T
    return arrays | {"cells": np.ascontiguousarray(planes), "least": cells.min()}


if __name__ == "__main__":
    pack(*map(Path, sys.argv[1:]))
