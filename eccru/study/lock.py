"""A lock that dies with its process: it tells whether anyone works in a folder."""

import fcntl
import os
from pathlib import Path


def hold(path):
    """Take a share of a lock and return the open file, which holds it until the process ends.

    Where no lock can be had, as on some network file systems, nothing is held.
    """
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        file = open(path, "a")  # noqa: SIM115 (open as long as the process lives)
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return None
    return file


def is_held(path) -> bool:
    """Tell whether another process holds the lock."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
