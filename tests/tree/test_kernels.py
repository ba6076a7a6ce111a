"""How kernels are compiled, and what is said and done meanwhile."""

import gc
from types import SimpleNamespace

import numba
import numpy as np
import pytest

from eccru.tree import grow_tree
from eccru.tree.cuts import Scale
from eccru.tree.divide import divide_keys, keep_keys
from eccru.tree.kernels import Notice, Pause
from eccru.tree.numeric import is_constant
from eccru.tree.scans import State, scan, scan_plain, step_over

NAMELESS = SimpleNamespace(__module__=None)  # as of code that was handed to exec


def compiling(function):
    return SimpleNamespace(data={"dispatcher": function})


def test_the_first_compilation_is_announced_once(caplog):
    notice = Notice()
    for function in (np.sum, NAMELESS, grow_tree, grow_tree):
        notice.on_start(compiling(function))
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize("was_enabled", [True, False])
def test_garbage_waits_until_the_last_kernel_is_compiled(was_enabled):
    pause, seen = Pause(), []
    enabled = gc.isenabled()
    try:
        (gc.enable if was_enabled else gc.disable)()
        for function in (grow_tree, np.sum):  # a kernel of ours, which calls one of numpy's
            pause.on_start(compiling(function))
            seen.append(gc.isenabled())
        for function in (np.sum, grow_tree):
            pause.on_end(compiling(function))
            seen.append(gc.isenabled())
    finally:
        (gc.enable if enabled else gc.disable)()
    assert seen == [False, False, False, was_enabled]


def test_kernels_of_others_do_not_stop_the_collection():
    pause = Pause()
    for function in (np.sum, NAMELESS):
        pause.on_start(compiling(function))
        assert gc.isenabled()
        pause.on_end(compiling(function))
        assert gc.isenabled()


KEYS, NUMBER, UNSIGNED = np.zeros(1, dtype=np.uint64), np.int64(0), np.uint64(0)
OF_RANK, OF_SLOT = np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int64)
SIDE, PASSED = np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.uint32)
SCALE = Scale(True, UNSIGNED, UNSIGNED, NUMBER, NUMBER)
STATE = State(UNSIGNED, UNSIGNED, UNSIGNED, NUMBER, NUMBER, UNSIGNED, NUMBER)
MEASURE = OF_RANK, UNSIGNED, np.zeros((4, 1), dtype=np.int64), SCALE, STATE
OF_EVERY_COLUMN = [
    (scan, (KEYS, NUMBER, NUMBER, KEYS, *MEASURE)),
    (scan_plain, (KEYS, NUMBER, KEYS, *MEASURE)),
    (step_over, (np.int32(0), UNSIGNED, *MEASURE)),
    (is_constant, (OF_SLOT, OF_RANK, OF_RANK, NUMBER, KEYS, NUMBER, NUMBER, NUMBER)),
    (divide_keys, (KEYS, NUMBER, NUMBER, SIDE, KEYS, PASSED)),
    (keep_keys, (KEYS, NUMBER, NUMBER, SIDE, NUMBER, PASSED)),
]


@pytest.mark.parametrize(
    ("kernel", "arguments"), OF_EVERY_COLUMN, ids=[k.__name__ for k, _ in OF_EVERY_COLUMN]
)
def test_what_runs_for_every_column_counts_no_references(kernel, arguments):
    signature = tuple(map(numba.typeof, arguments))
    kernel.compile(signature)
    code = kernel.inspect_llvm(signature)
    assert kernel.__name__ in code
    assert "call void @NRT_incref" not in code
