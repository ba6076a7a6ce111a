"""The compiled kernels that numba keeps on disk: looked at before they are loaded.

A damaged one would be machine code that crashes the process. `eccru.tree.warm` writes down what it
has compiled; what is no longer the same is deleted here, and numba compiles it again.
"""

import json
import pickle
import zlib
from pathlib import Path

# Where numba keeps them, unless NUMBA_CACHE_DIR says otherwise.
FOLDER = Path(__file__).parent / "__pycache__"
MANIFEST = "kernels.json"


def list_kernels(folder=FOLDER) -> dict[str, int]:
    """Return the checksums of the kept kernels, by file name."""
    return {path.name: zlib.crc32(path.read_bytes()) for path in sorted(folder.glob("*.nb[ci]"))}


def read_manifest(folder=FOLDER) -> dict:
    """Return what was written down; nothing if there is nothing or it cannot be read."""
    try:
        return json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}


def delete_damaged(folder=FOLDER) -> list[str]:
    """Delete the kept kernels that are not as they were written down, and return their names.

    All files of a function go together: an index (.nbi) and its kernels (.nbc). An index changes
    when its function is compiled for other types; one that can be read is whole. What was written
    down goes, too: numba may use the names of deleted files again.
    """
    written = read_manifest(folder).get("kernels", {})
    kept = list_kernels(folder) if written else {}
    damaged = [
        name
        for name, checksum in written.items()
        if kept.get(name, checksum) != checksum and not _is_index(folder / name)
    ]
    for function in {name.rsplit(".py3", 1)[0] for name in damaged}:
        for path in folder.glob(f"{function}.py3*"):
            path.unlink(missing_ok=True)
    if damaged:
        (folder / MANIFEST).unlink(missing_ok=True)
    return damaged


def _is_index(path) -> bool:
    if path.suffix != ".nbi":
        return False
    try:
        with open(path, "rb") as file:
            pickle.load(file), pickle.load(file)  # numba's version, and the index itself
    except Exception:  # a damaged pickle can raise nearly anything
        return False
    return True
