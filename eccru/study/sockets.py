"""Where the server for training jobs listens: a folder that only its user can enter."""

import os
import tempfile
from pathlib import Path

from eccru.files import hash_of


def socket_path(identity: list) -> str:
    """Return the path of a socket; the same for the same identity.

    The folder is in that for temporary files, since the path of a socket must be short.
    """
    folder = Path(tempfile.gettempdir(), f"eccru-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid() or folder.stat().st_mode & 0o077:
        folder = Path(tempfile.mkdtemp(prefix="eccru-"))  # the name was taken by someone else
    return str(folder / hash_of(identity)[:16])
