"""The dates of files, by which Snakemake knows what is to be made again."""

import os
import time
from contextlib import suppress


def bring_to_present(folders) -> None:
    """Date what is in folders to the present where it is dated into the future.

    A clock that was set back leaves such files. Snakemake removes whatever is made from them, since
    it is older than they are. All get the same date: one of them must not become newer than another
    that is made from it.
    """
    now = time.time()
    for top in folders:
        for folder, _, files in os.walk(top):
            for path in (folder, *(os.path.join(folder, file) for file in files)):
                with suppress(OSError):  # it is gone, or not to be changed
                    if os.lstat(path).st_mtime > now:
                        os.utime(path, (now, now), follow_symlinks=False)
