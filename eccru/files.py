"""Files that are whole or absent, that know when they were changed, and what they result from."""

import hashlib
import io
import json
import os
from contextlib import contextmanager
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from eccru.errors import DataError

PART = ".part"
CHECKSUM = "checksum"  # in a JSON file: the hash of all else in it
KEY = "key"  # in JSON files and arrays: what they are a result of, as a hash


@contextmanager
def atomic_write(path):
    """Open a file that appears under its name only when it is whole.

    What is written goes to a hidden file in the same folder, which takes the name `path` at the
    end. An exception removes it; a killed process leaves it, but never under the final name.

    Parameters
    ----------
    path : path-like
        The file to write; its folder is made if there is none.

    Yields
    ------
    file
        Binary file to write to.

    Raises
    ------
    DataError
        If the file cannot be written, for example because the disk is full.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "wb") as file:
            yield file
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        # Network errors are OSErrors too, but only those of the system have a number.
        if isinstance(error, OSError) and error.errno is not None:
            raise DataError(f"{path} cannot be written: {error.strerror}.") from error
        raise


def remove_parts(folder):
    """Remove what a killed process left in a folder."""
    for part in Path(folder).glob(f".*{PART}"):
        part.unlink(missing_ok=True)


def sha256(path) -> str:
    """Return the SHA-256 checksum of a file, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def hash_of(content) -> str:
    """Return a hash of anything that JSON can hold; the order of keys does not count."""
    text = json.dumps(content, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def write_text(path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all."""
    with atomic_write(path) as file:
        file.write(text.encode())


def write_json(path, content: dict) -> None:
    """Write a JSON file with a checksum of its content, whole or not at all."""
    sealed = {**content, CHECKSUM: hash_of(content)}
    write_text(path, json.dumps(sealed, indent=1) + "\n")


def read_bytes(path) -> bytes:
    """Read a file; a `DataError` names the one that cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None


def read_json(path) -> dict:
    """Read a file that `write_json` wrote.

    Raises
    ------
    DataError
        If it cannot be read, or is not what was written; the message names it.
    """
    text = read_bytes(path)
    try:
        content = json.loads(text)
        checksum = content.pop(CHECKSUM)
        is_whole = checksum == hash_of(content)
    except (ValueError, AttributeError, KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise DataError(f"{path} is damaged: delete it, or let the workflow make it again.")
    return content


def write_arrays(path, key: str, **arrays) -> None:
    """Write arrays and what they are a result of to an .npz file, whole or not at all.

    The names of the arrays go with the key, since an .npz file has checksums of all else. It is not
    compressed: a training job reads its data more than a thousand times. (NumPy dates
    each member 1980, so that the bytes do not depend on the time.)
    """
    with atomic_write(path) as file:
        np.savez(file, **{KEY: np.array([key, *arrays])}, **arrays)


def read_arrays(path, key: str | None = None) -> dict[str, np.ndarray]:
    """Read an .npz file that `write_arrays` wrote.

    Parameters
    ----------
    path : path-like
        The file.
    key : str, optional
        The key that it must have.

    Raises
    ------
    DataError
        If it cannot be read, is damaged or has another key; the message names it.
    """
    content = io.BytesIO(read_bytes(path))
    try:
        with np.load(content, allow_pickle=False) as loaded:
            arrays = dict(loaded)
        found, *names = arrays.pop(KEY).tolist()
        if names != list(arrays):
            raise ValueError("its arrays are not those that were written")
    except (BadZipFile, EOFError, ValueError, OSError, KeyError, NotImplementedError) as error:
        raise DataError(f"{path} is damaged ({error}): let the workflow make it again.") from None
    if key not in (None, found):
        raise DataError(other_key(path))
    return arrays


def other_key(path) -> str:
    """Say that a file has another key than the one that is asked for."""
    return f"{path} is the result of another configuration, other data or other code."
