"""Compile the kernels ahead of time."""

from eccru.errors import DataError
from eccru.tree.kept import FOLDER
from eccru.tree.warm import compile_kernels


def warm(arguments) -> None:
    """Compile all kernels, and say where they are kept."""
    if FOLDER is None:
        raise DataError(
            "The compiled kernels cannot be kept: neither the folder of the package nor a cache in "
            "the home directory can be written; set NUMBA_CACHE_DIR to a folder that can."
        )
    compile_kernels()
    print(f"The compiled kernels are in {FOLDER}")
