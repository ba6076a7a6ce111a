"""Compile all kernels, and write down those that are kept."""

import fcntl

import numpy as np

from eccru.sparse import CSR
from eccru.tree import ChainLabels, Columns, Sample, Targets, grow_forest, grow_tree
from eccru.tree.draws import undersample_rows
from eccru.tree.kept import FOLDER, LOCK, list_kernels, write_manifest
from eccru.tree.predict import ask_chain
from eccru.tree.train import ALONE, NO_SHARES


def warm():
    """Call every kernel once with the types that training uses."""
    X = np.array([[0.0, 0.5], [1.0, 0.5], [0.0, 1.5], [1.0, 1.5]])
    Columns(CSR(X.ravel(), np.arange(8) % 2, np.arange(0, 9, 2), X.shape), [True, False])
    columns = Columns(X, [True, False])
    codes = np.array([[0, 1, 0, 1]], dtype=np.uint16)
    sample = Sample(np.arange(4, dtype=np.int32), np.ones(4, dtype=np.int32))
    labels = ChainLabels(4, 1)
    labels.append(codes[0])
    seeds = np.zeros(1, dtype=np.uint64)
    forest, _ = grow_forest(columns, sample, Targets(codes, np.array([2]), seeds, ALONE))
    ask_chain(forest.nodes, columns.rows.values, 4, NO_SHARES)
    undersample_rows(codes[0], *sample, 2, seeds[0], 1.0)
    grow_tree(columns.restrict(sample), codes[0], sample, labels=labels).predict_proba(
        columns, labels
    )


def compile_kernels():
    """Bring the kept kernels up to date, one process at a time; without a place for them, warm."""
    if FOLDER is None:
        warm()
        return
    with open(FOLDER / LOCK, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        warm()
        write_manifest(FOLDER, list_kernels(FOLDER))
