"""Files that are whole or absent, and their checksums."""

import hashlib
import os
from contextlib import contextmanager
from pathlib import Path

from eccru.data.errors import DataError

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
