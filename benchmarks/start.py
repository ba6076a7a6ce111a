"""What it takes to begin: the first fit ever, a further one on many rows, and a later process.

    python -m benchmarks.start

CPU seconds of new processes. The first one trains from a copy of the package that has bytecode but
no compiled kernels, the second from the same copy, which has them by then. Writes ``start.json`` in
``results/benchmarks``.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.halves import FIGURES, ROOT

ROUNDS = 3
FITS = """
import time
import numpy as np
from eccru import ECCRU3
print(time.process_time())
for n_rows in (60, 40_000):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(n_rows, 6)), rng.random((n_rows, 3)) < 0.3
    started = time.process_time()
    ECCRU3(random_state=0).fit(X, Y)
    print(time.process_time() - started)
"""


def fit_seconds(folder):
    """Return the CPU seconds of the import, a fit and one on more rows, with a package's copy."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", FITS]
    answer = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd=folder
    )
    return dict(zip(("import", "fit", "many"), map(float, answer.stdout.split()), strict=True))


def measure():
    """Return the CPU seconds with no kernels kept, and with those of that process."""
    with tempfile.TemporaryDirectory() as folder:
        without = shutil.ignore_patterns("*.nb[ci]", "kernels.json")
        shutil.copytree(ROOT / "eccru", Path(folder, "eccru"), ignore=without)
        return {"first": fit_seconds(folder), "later": fit_seconds(folder)}


def main():
    """Measure and report."""
    figures = []
    for _ in range(ROUNDS):
        figures.append(measure())
        print(json.dumps(figures[-1]), flush=True)
    FIGURES.mkdir(parents=True, exist_ok=True)
    (FIGURES / "start.json").write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
