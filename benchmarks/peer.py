"""How much faster the methods train than the authors' own Java code, with Weka's J48 in it.

CPU seconds of training on the same rows, one thread on both sides, the best of a few rounds.
The methods that tune thresholds in Java tune them here, too. Run with

    ECCRU_PEER=... ECCRU_WEKA=... ECCRU_MIRROR=... python -m benchmarks.peer [dataset ...]

where the two jar files are the authors' Mulan with a driver ``Bench``, and Weka. The driver takes
the data, a dash, the rows and the methods, and prints a line "file method seconds" for each
method. Figures go to ``peer.json`` in ``results/benchmarks`` after each dataset, beside those of
datasets measured before.
"""

import argparse
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.halves import FIGURES, training_half
from eccru.methods import make_method
from eccru.sparse import CSR
from eccru.tree import Columns

DATASETS = ["flags", "yeast", "scene", "enron", "medical", "genbase", "cal500"]
METHODS = ["BR", "ECC", "BRUS", "EBRUS", "COCOA", "ECCRU", "ECCRU2", "ECCRU3"]
TUNED = {"COCOA", "ECCRU", "ECCRU2", "ECCRU3"}
ROUNDS = 5
JARS = [os.environ.get(variable, "") for variable in ("ECCRU_PEER", "ECCRU_WEKA")]


def write_arff(path, features, nominal, Y):
    """Write features and labels as Weka reads them; the names of the labels begin with L."""
    is_sparse = isinstance(features, CSR)
    matrix = np.hstack((features.toarray() if is_sparse else features, Y))
    kinds = ["{0,1}" if is_nominal else "numeric" for is_nominal in nominal]
    with path.open("w") as file:
        print("@relation half", file=file)
        for number, kind in enumerate(kinds):
            print(f"@attribute f{number} {kind}", file=file)
        for number in range(Y.shape[1]):
            print(f"@attribute L{number} {{0,1}}", file=file)
        print("@data", file=file)
        for row in matrix:
            if is_sparse:
                entries = (f"{column} {row[column]:.17g}" for column in np.flatnonzero(row))
                print("{" + ",".join(entries) + "}", file=file)
            else:
                print(",".join(f"{value:.17g}" for value in row), file=file)


def java_seconds(features, nominal, Y):
    """Return the CPU seconds of every method of the authors' code."""
    with tempfile.TemporaryDirectory() as folder:
        data, rows = Path(folder, "half.arff"), Path(folder, "rows.txt")
        write_arff(data, features, nominal, Y)
        rows.write_text("\n".join(map(str, range(len(Y)))))
        command = ["java", "-Xmx4g", "-XX:+UseSerialGC", "-cp", os.pathsep.join(JARS), "Bench"]
        answer = subprocess.run(
            [*command, data, "-", rows, *METHODS], capture_output=True, text=True, check=True
        )
    lines = [line.split() for line in answer.stdout.splitlines() if line.startswith("half.arff ")]
    return {method: float(seconds) for _, method, seconds in lines}


def our_seconds(name, features, nominal, Y):
    """Return the CPU seconds of preparing, training and, where Java does it, tuning."""
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        columns = Columns(features, nominal)
        model = make_method(name, thresholds="train", random_state=0).fit_prepared(columns, Y)
        if name in TUNED:
            model.tune_prepared(columns, Y)
        times.append(time.process_time() - started)
    return min(times)


def table(figures):
    """Return the ratios as a Markdown table."""
    lines = [f"| dataset | {' | '.join(METHODS)} |", "|---|" + "--:|" * len(METHODS)]
    for name, row in figures.items():
        cells = (f"{row['java'][method] / row['eccru'][method]:.1f}" for method in METHODS)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    ratios = [row["java"][m] / row["eccru"][m] for row in figures.values() for m in METHODS]
    mean = np.exp(np.mean(np.log(ratios)))
    lines += ["", f"Geometric mean {mean:.1f}, smallest {min(ratios):.1f}."]
    return "\n".join(lines)


def main():
    """Measure and report, or say what is missing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", nargs="*", default=DATASETS)
    arguments = parser.parse_args()
    if shutil.which("java") is None or not all(Path(jar).is_file() for jar in JARS):
        print("Skipped: this needs java, and ECCRU_PEER and ECCRU_WEKA that name two jar files.")
        return
    path = FIGURES / "peer.json"
    figures = json.loads(path.read_text()) if path.exists() else {}
    FIGURES.mkdir(parents=True, exist_ok=True)
    for name in arguments.datasets:
        half = training_half(name)
        java = java_seconds(*half)
        figures[name] = {
            "java": java,
            "eccru": {method: our_seconds(method, *half) for method in METHODS},
        }
        print(name, json.dumps(figures[name]), flush=True)
        path.write_text(json.dumps(figures, indent=1) + "\n")
    print(table(figures))


if __name__ == "__main__":
    main()
