"""Copy what a finished study has computed into the record of the reproduction.

    python docs/record.py results reproduction

Values and thresholds of single labels are left out: the former are large, and the tables of the
imbalance intervals hold what is used of them.
"""

import shutil
import sys
from pathlib import Path

RUNS = ("scores.csv", "runs.csv")
LEFT_OUT = (*RUNS, "labels.csv", "thresholds.csv", "scores.parquet")


def main(results: Path, record: Path) -> None:
    """Copy the scores of the runs, the tables made from them, the figures and the report."""
    for folder in ("tables", "figures"):
        shutil.rmtree(record / folder, ignore_errors=True)
        (record / folder).mkdir(parents=True)
    tables = [path for path in (results / "tables").iterdir() if path.name not in LEFT_OUT]
    for path in [*tables, *(results / "figures").glob("*.svg")]:
        shutil.copyfile(path, record / path.relative_to(results))
    for name in RUNS:
        shutil.copyfile(results / "tables" / name, record / name)
    shutil.copyfile(results / "report.html", record / "report.html")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
