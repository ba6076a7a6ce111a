"""The compiled kernels that numba keeps on disk: where, and looked at before they are loaded.

A damaged one would be machine code that crashes the process; `eccru warm` writes down what it has
compiled, and what is no longer the same is deleted here. And numba notices a change in the file of
a kernel that Python calls, but not in the files of the kernels that one calls in turn; so all go
when any of the sources has changed. numba then compiles again.
"""

import json
import os
import pickle
import stat
import zlib
from pathlib import Path

from numba import config, njit

from eccru.files import atomic_write, write_text

SOURCES = Path(__file__).parent
BESIDE = SOURCES / "__pycache__"  # where numba keeps kernels if it may
MANIFEST = "kernels.json"
LOCK = "kernels.lock"


def find_folder() -> Path | None:
    """Return the folder where numba keeps the kernels, or None where it can keep none.

    That is a folder in NUMBA_CACHE_DIR, the one beside the sources, or one in the user's home:
    the first of them that can be written. What others have left there must be replaceable, too.
    """
    if config.DISABLE_JIT:
        return None
    try:
        folder = Path(njit(cache=True)(_probe).stats.cache_path).absolute()
    except RuntimeError:  # numba's answer where no place can be written
        return None
    return folder if _is_replaceable(folder) else None


def _probe():
    """Do nothing; numba would keep it where it keeps the kernels."""


def _is_replaceable(folder) -> bool:
    is_sticky = folder.stat().st_mode & stat.S_ISVTX
    return all(
        os.access(path, os.R_OK | os.W_OK)
        and not (is_sticky and path.stat().st_uid != os.geteuid())
        for path in [*folder.glob("*.nb[ci]"), *folder.glob("kernels.*")]
    )


def list_kernels(folder) -> dict[str, int]:
    """Return the checksums of the kept kernels, by file name."""
    return {path.name: zlib.crc32(path.read_bytes()) for path in sorted(folder.glob("*.nb[ci]"))}


def checksum_of_sources() -> int:
    """Return a checksum of all code that kernels are compiled from."""
    checksum = 0
    for path in sorted(SOURCES.glob("*.py")):
        checksum = zlib.crc32(path.read_bytes(), checksum)
    return checksum


def read_manifest(folder) -> dict:
    """Return what was written down; nothing if there is nothing or it cannot be read."""
    try:
        return json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return {}


def write_manifest(folder, kernels: dict[str, int]) -> None:
    """Write down which sources the kept kernels are of, and what is known of their files."""
    manifest = {"sources": checksum_of_sources(), "kernels": kernels}
    if read_manifest(folder) != manifest:
        write_text(folder / MANIFEST, json.dumps(manifest))


def check_kept(folder, beside=BESIDE) -> None:
    """Delete kept kernels that are damaged or of other sources.

    Kernels of these sources that lie beside them, where this user cannot write and numba therefore
    does not look, are copied: an administrator has compiled them for all.
    """
    sources = checksum_of_sources()
    if read_manifest(folder).get("sources") == sources:
        delete_damaged(folder)
        return
    for name in list_kernels(folder):
        (folder / name).unlink(missing_ok=True)
    offered = read_manifest(beside)
    copied = _copy(beside, folder, offered["kernels"]) if offered.get("sources") == sources else {}
    write_manifest(folder, copied)


def _copy(source, target, kernels) -> dict[str, int]:
    """Copy kernels, an index after what it lists, and return those that could be copied.

    An index that has changed but is whole lists kernels for other types, too, which are not copied:
    numba compiles those again.
    """
    copied = {}
    for name in sorted(kernels):  # .nbc before .nbi
        try:
            content = (source / name).read_bytes()
        except OSError:
            continue
        checksum = zlib.crc32(content)
        if checksum == kernels[name] or _is_index(source / name):
            with atomic_write(target / name) as file:
                file.write(content)
            copied[name] = checksum
    return copied


def delete_damaged(folder) -> list[str]:
    """Delete the kept kernels that are not as they were written down, and return their names.

    All files of a function go together: an index (.nbi) and its kernels (.nbc). An index changes
    when its function is compiled for other types; one that can be read is whole. What was written
    down of the function goes, too: numba may use the names of deleted files again.
    """
    written = read_manifest(folder).get("kernels", {})
    kept = list_kernels(folder) if written else {}
    damaged = [
        name
        for name, checksum in written.items()
        if kept.get(name, checksum) != checksum and not _is_index(folder / name)
    ]
    functions = {_function(name) for name in damaged}
    for function in functions:
        for path in folder.glob(f"{function}.py3*"):
            path.unlink(missing_ok=True)
    if damaged:
        left = {name: crc for name, crc in written.items() if _function(name) not in functions}
        write_manifest(folder, left)
    return damaged


def _function(name) -> str:
    return name.rsplit(".py3", 1)[0]


def _is_index(path) -> bool:
    """Say whether a file is an index that can be read."""
    if path.suffix != ".nbi":
        return False
    try:
        with open(path, "rb") as file:
            pickle.load(file), pickle.load(file)  # numba's version, and the index itself
    except Exception:  # a damaged pickle can raise nearly anything
        return False
    return True


FOLDER = find_folder()
