"""Compile all kernels and keep them beside the sources: ``python -m eccru.tree.warm``.

numba notices a change in the file of a kernel that Python calls, but not in the files of the
kernels that one calls in turn; so what was kept is deleted when any of the sources has changed.
"""

from pathlib import Path

import numpy as np

from eccru.sources import code_hash
from eccru.tree import ChainLabels, Columns, Sample, grow_tree

KEPT = Path(__file__).parent / "__pycache__"
HASH = KEPT / "kernels.txt"  # of the sources that were compiled


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
    """Bring the kept kernels up to date with the sources."""
    sources = code_hash(__file__)
    if not HASH.exists() or HASH.read_text() != sources:
        for kernel in KEPT.glob("*.nb[ci]"):
            kernel.unlink()
    warm()
    HASH.write_text(sources)


if __name__ == "__main__":
    compile_kernels()
