"""Call snakemake, also after a call that was killed: ``python -m eccru.study.resume ARGUMENTS``.

Snakemake locks its folder while it works. A killed call cannot unlock it; here that is done before
the next one, provided that no process works in the folder any more.
"""

import os
import subprocess
import sys
from pathlib import Path

from eccru.study.lock import is_held

LOCK = ".snakemake/eccru.lock"  # held by every process that works with the Snakefile


def main(arguments: list[str]) -> None:
    """Unlock the folder if a killed call has left it locked, and become snakemake."""
    if any(Path(".snakemake/locks").glob("*")):
        if is_held(LOCK):
            sys.exit("Another snakemake is at work in this folder: wait for it, or end it first.")
        print("The last call was killed: it is resumed.", file=sys.stderr)
        unlock = [sys.executable, "-m", "snakemake", *arguments, "--unlock"]
        subprocess.run(unlock, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.execv(sys.executable, [sys.executable, "-m", "snakemake", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
