"""Files that are whole or absent, and their checksums."""

import hashlib
import json
import os
from contextlib import contextmanager
from pathlib import Path

from eccru.errors import DataError

PART = ".part"


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


def write_text(path, text: str) -> None:
    """Write a text file in UTF-8, whole or not at all."""
    with atomic_write(path) as file:
        file.write(text.encode())


def write_json(path, content) -> None:
    """Write a JSON file, whole or not at all."""
    write_text(path, json.dumps(content, indent=1) + "\n")


def read_json(path) -> dict:
    """Read a JSON file that holds an object.

    Raises
    ------
    DataError
        If it cannot be read or is damaged; the message names it.
    """
    try:
        content = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise DataError(f"{path} is damaged: it is not JSON ({error}).") from error
    if not isinstance(content, dict):
        raise DataError(f"{path} is damaged: it holds no JSON object.")
    return content
