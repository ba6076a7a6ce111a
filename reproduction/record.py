"""Copy what a finished study has computed into the record of the reproduction.

    python reproduction/record.py results reproduction

It takes the scores of the runs, the tables, the report, and those figures that a page shows: the
report has them all. Values and thresholds of single labels are left out: they are large, and the
tables of the imbalance intervals hold what is used of them.
"""

import shutil
import sys
from pathlib import Path

RUNS = ("scores.csv", "runs.csv")
LEFT_OUT = (*RUNS, "labels.csv", "thresholds.csv", "scores.parquet")
SHOWN = ("paper_ranks.svg",)


def main(results: Path, record: Path) -> None:
    """Replace the recorded study by that in `results`; pages written by hand stay."""
    for folder in ("tables", "figures"):
        shutil.rmtree(record / folder, ignore_errors=True)
        (record / folder).mkdir(parents=True)
    for path in (results / "tables").iterdir():
        if path.name not in LEFT_OUT:
            shutil.copyfile(path, record / "tables" / path.name)
    for name in RUNS:
        shutil.copyfile(results / "tables" / name, record / name)
    for name in SHOWN:
        shutil.copyfile(results / "figures" / name, record / "figures" / name)
    shutil.copyfile(results / "report.html", record / "report.html")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
