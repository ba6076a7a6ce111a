"""Where the processor time of a finished study goes, part by part, and of one with more runs.

    python -m benchmarks.account [--repeats N] [--keep-runs] RESULTS [snakemake's arguments ...]
    python -m benchmarks.account results/quick --cores all --configfile config/quick.yaml

The runs say themselves what they took. The other parts are made once more, one by one, and the
processor time of each call is measured: that of Snakemake's own process apart from its jobs'.
``--repeats`` projects to a study with so many times the runs; only the runs, and Snakemake's time
for each, grow. ``--keep-runs`` does not repeat the runs, and so leaves Snakemake's time for them
out. The table is also written to ``RESULTS/account.csv``.
"""

import argparse
import os
import resource
import subprocess
import sys

import pandas as pd

from eccru.names import PHASES
from eccru.study.frames import runs_frame
from eccru.study.records import read_records
from eccru.study.run import process_age

RULES = ("statistics", "figures", "report", "track", "track_study")


def call(*arguments) -> tuple[float, float]:
    """Call snakemake; return the CPU seconds of its own process and of its jobs."""
    # The jobs' time reaches us through the process when it ends: its own is what they leave.
    code = (
        "import atexit, resource, sys; from snakemake.cli import main;"
        "atexit.register(lambda: print('own', sum(resource.getrusage(0)[:2]), file=sys.stderr));"
        "main(sys.argv[1:])"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(
        [sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE, text=True, check=False
    )
    if answer.returncode:
        sys.exit(f"snakemake {' '.join(arguments)} failed:\n{answer.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = float(answer.stderr.rpartition("own ")[2].split()[0])
    return own, sum(after[:2]) - sum(before[:2]) - own


def main():
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--keep-runs", action="store_true")
    parser.add_argument("results")
    parser.add_argument("snakemake", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    paths = [
        os.path.join(folder, file)
        for folder, _, files in os.walk(os.path.join(options.results, "runs"))
        for file in files
        if file.endswith(".json")
    ]
    runs = runs_frame(read_records(paths))
    parts = {phase: runs[f"{phase}_time"].sum() for phase in PHASES}
    grows = dict.fromkeys(parts, options.repeats)
    start, _ = call(*options.snakemake, "--dry-run", "--quiet")
    for rule in RULES:
        _, parts[rule] = call(*options.snakemake, "-R", rule, "--until", rule)
    parts["Snakemake, to start"] = start
    if not options.keep_runs:
        own, _ = call(*options.snakemake, "-R", "train", "--until", "train")
        parts["Snakemake, for the runs"] = max(0.0, own - start)
        grows["Snakemake, for the runs"] = options.repeats
    table = pd.DataFrame({"seconds": parts})
    table["projected"] = [value * grows.get(part, 1) for part, value in parts.items()]
    table.loc["all"] = table.sum()
    print(f"{len(runs)} runs; {process_age():.0f} s by the clock to measure this")
    print(table.round(1).to_string())
    table.rename_axis("part").to_csv(os.path.join(options.results, "account.csv"))


if __name__ == "__main__":
    main()
