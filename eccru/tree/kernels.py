"""How the kernels are compiled: few of them are called from Python, and only those are kept."""

import gc
import logging

from numba import njit
from numba.core import event

from eccru.tree.kept import FOLDER

logger = logging.getLogger("eccru")

# A kernel that Python calls. It holds the code of all kernels that it calls, and is kept on disk
# where there is a place for it.
entry = njit(cache=FOLDER is not None, nogil=True, no_cfunc_wrapper=True)

# A kernel that only other kernels call: it has no way in from Python, which halves its compilation.
# numba counts references to the arrays that it is given, a locked instruction each, unless all of
# them are last used in one place: so what is called for every column has one way out, conditions
# joined by & instead of `and`, and no `break`.
kernel = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
inlined = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")

KEPT = "Compiling the tree; this takes some seconds and is kept for later."
NOT_KEPT = (
    "Compiling the tree in memory, in every process anew: its folder cannot be written, nor can a "
    "cache in the home directory. To keep it, set NUMBA_CACHE_DIR to a folder that you can write "
    "and run `eccru warm`."
)


def is_ours(event) -> bool:
    """Say whether a kernel of the package is compiled."""
    module = event.data["dispatcher"].__module__  # none, if it is of code that was handed to exec
    return module is not None and module.startswith("eccru.tree.")


class Notice(event.Listener):
    """Tells the user once why the first tree takes so long."""

    def __init__(self):
        self.is_given = False

    def on_start(self, event):
        """Say so when the first kernel of the package is compiled."""
        if not self.is_given and is_ours(event):
            self.is_given = True
            logger.warning(NOT_KEPT if FOLDER is None else KEPT)

    def on_end(self, event):
        """Say nothing."""


class Pause(event.Listener):
    """Puts off collecting garbage while kernels are compiled: saves time, takes some 200 MB."""

    def __init__(self):
        self.depth, self.resumes = 0, False

    def on_start(self, event):
        """Stop collecting with the first of the kernels that call each other."""
        if self.depth == 0 and is_ours(event):
            self.resumes = gc.isenabled()
            gc.disable()
        self.depth += self.depth > 0 or is_ours(event)

    def on_end(self, event):
        """Go on collecting after the last one."""
        if self.depth > 0:
            self.depth -= 1
            if self.depth == 0 and self.resumes:
                gc.enable()


event.register("numba:compile", Notice())
event.register("numba:compile", Pause())
