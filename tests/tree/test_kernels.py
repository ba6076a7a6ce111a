"""What is said and done while kernels are compiled."""

import gc
from types import SimpleNamespace

import numpy as np
import pytest

from eccru.tree import grow_tree
from eccru.tree.kernels import Notice, Pause

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
