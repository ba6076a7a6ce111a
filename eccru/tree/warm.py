"""Compile all kernels and keep them beside the sources: ``python -m eccru.tree.warm``.

numba notices a change in the file of a kernel that Python calls, but not in the files of the
kernels that one calls in turn; so what was kept is deleted when any of the sources has changed.
"""

import fcntl
import json

import numpy as np

from eccru.files import write_text
from eccru.sources import code_hash
from eccru.tree import ChainLabels, Columns, Sample, grow_tree
from eccru.tree.kept import FOLDER, MANIFEST, list_kernels, read_manifest


def warm():
    """Call every kernel once with the types that training uses."""
    X = np.arange(400.0).reshape(200, 2) % 7
    X[:, 1] %= 2
    y = np.arange(200) % 2
    labels = ChainLabels(200, 1)
    labels.append(y)
    columns = Columns(X, [False, True])
    for size in (10, 150, 200):  # gathered, filtered and whole columns
        sample = Sample(np.arange(size, dtype=np.int32), np.ones(size, dtype=np.int32))
        for prepared in (columns, columns.restrict(sample)):
            grow_tree(prepared, y, sample, labels=labels).predict_proba(columns, labels)


def compile_kernels():
    """Bring the kept kernels up to date with the sources, one process at a time."""
    FOLDER.mkdir(exist_ok=True)
    with open(FOLDER / "kernels.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        sources, manifest = code_hash(__file__), read_manifest()
        if manifest.get("sources") != sources:
            for name in list_kernels():
                (FOLDER / name).unlink()
        warm()
        kernels = list_kernels()
        if manifest != {"sources": sources, "kernels": kernels}:
            write_text(FOLDER / MANIFEST, json.dumps({"sources": sources, "kernels": kernels}))


if __name__ == "__main__":
    compile_kernels()
