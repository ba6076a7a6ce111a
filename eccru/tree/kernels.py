"""How the kernels are compiled: few of them are called from Python, and only those are kept."""

import logging

from numba import njit
from numba.core import event

logger = logging.getLogger("eccru")

# A kernel that Python calls. It holds the code of all kernels that it calls, and is kept on disk.
entry = njit(cache=True, nogil=True, no_cfunc_wrapper=True)

# A kernel that only other kernels call: it has no way in from Python, which halves its compilation.
kernel = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
inlined = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, inline="always")


class Notice(event.Listener):
    """Tells the user once why the first tree takes so long."""

    def __init__(self):
        self.is_given = False

    def on_start(self, event):
        """Say so when the first kernel of the package is compiled."""
        if not self.is_given and event.data["dispatcher"].__module__.startswith("eccru.tree."):
            self.is_given = True
            logger.warning("Compiling the tree; this takes some seconds and is kept for later.")

    def on_end(self, event):
        """Say nothing."""


event.register("numba:compile", Notice())
