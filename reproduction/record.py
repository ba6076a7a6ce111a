"""Record finished studies, and write the pages that tell of them.

    python -m reproduction.record results reproduction

It takes what is there of: the paper's study (``results``), the same under its other reading
(``results/votes``), the studies of conventions (``results/conventions``) and of seeds
(``results/seeds``), those beyond the paper (``results/modern``, ``results/realigned``), the
training times of the authors' code (``results/benchmarks/peer.json``) and the account of the
processor time (``results/account.csv``). What is not there stays as it was recorded. Values and
thresholds of single labels are left out: they are large, and the tables of the imbalance intervals
hold what is used of them.
"""

import shutil
import sys
from pathlib import Path

import pandas as pd
import yaml

from eccru.data.availability import missing_datasets
from eccru.names import PHASES
from eccru.paper.__main__ import conventions, power, seeds, times
from eccru.report.page import write_report
from eccru.stats.layout import write_csv
from reproduction.beyond import PAGES, write_tables
from reproduction.pages import ROOT, write_pages

NOT_RECORDED = ("scores.csv", "runs.csv", "labels.csv", "thresholds.csv", "scores.parquet")
OF_VOTES = ("paper_*", "ranks.csv", "interval_*")
OF_BEYOND = ("ranks.csv", "summary.csv", "interval_*", "missing.csv", "pairs.csv")
FIGURES = ("paper_ranks.svg",)
EMBEDDED = 30_000  # bytes of tables in the report: the others lie beside it
COMMANDS = {
    "paper": 'make study ARGS="--config missing_data=skip"',
    "votes": 'make votes ARGS="--config missing_data=skip"',
    "conventions": "make conventions",
    "seeds": "make seeds",
    "modern": "snakemake --configfile config/modern.yaml",
    "realigned": "snakemake --configfile config/realigned.yaml",
}


def record_paper(results: Path, record: Path) -> None:
    """Record the paper's study: scores, runs, tables, figures that a page shows, and the report."""
    _empty(record / "tables")
    _empty(record / "figures")
    for path in (results / "tables").iterdir():
        if path.name not in NOT_RECORDED:
            shutil.copyfile(path, record / "tables" / path.name)
    for name in NOT_RECORDED[:2]:
        shutil.copyfile(results / "tables" / name, record / name)
    for name in FIGURES:
        shutil.copyfile(results / "figures" / name, record / "figures" / name)
    config = yaml.safe_load((ROOT / "config.yaml").read_text())
    missing = missing_datasets(results / "available.json")
    folders = (results / "tables", results / "figures")
    write_report(record / "report.html", *folders, config, missing, EMBEDDED)


def record_tables(study: Path, folder: Path, patterns: tuple[str, ...]) -> None:
    """Record the scores of another study, and those of its tables that are shown."""
    _empty(folder)
    shutil.copyfile(study / "tables" / "scores.csv", folder / "scores.csv")
    for pattern in patterns:
        for path in (study / "tables").glob(pattern):
            shutil.copyfile(path, folder / path.name)


def _empty(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def clock_seconds(runs: pd.DataFrame) -> float:
    """Return how long at least one run was at work, by the clock."""
    start = pd.to_datetime(runs["started"], utc=True)
    wall = sum(runs[f"{phase}_time_wall"] for phase in PHASES[1:])
    spans = pd.DataFrame({"start": start, "end": start + pd.to_timedelta(wall, "s")})
    spans = spans.sort_values("start")
    covered = spans["end"].cummax().shift()
    begin = spans["start"].where(~(covered > spans["start"]), covered)
    return float((spans["end"] - begin).dt.total_seconds().clip(lower=0).sum())


def studies_table(tables: dict[str, Path]) -> pd.DataFrame:
    """Say of each study how it was called, what with, where, and how long it took.

    Parameters
    ----------
    tables : dict of str to Path
        The folder of its tables by its name.
    """
    rows = []
    for name, folder in tables.items():
        runs = pd.read_csv(folder / "runs.csv")
        said = [c for c in runs if c.startswith(("version_", "machine_"))]
        rows.append(
            {
                "study": name,
                "command": COMMANDS[name.split("/")[0]],
                "runs": len(runs),
                "datasets": runs["dataset"].nunique(),
                "repeats": runs["repeat"].max() + 1,
                "folds": runs["fold"].max() + 1,
                **{c: _named(runs[c]) for c in ("seed", "commit", *said)},
                "started": runs["started"].min(),
                "clock": clock_seconds(runs),
                **{phase: runs[f"{phase}_time"].sum() for phase in PHASES},
                "peak_memory_mb": runs["peak_memory_mb"].max(),
            }
        )
    return pd.DataFrame(rows)


def _named(values):
    return " ".join(map(str, values.dropna().unique()))


def main(results: Path, record: Path) -> None:
    """Record what there is in `results`, then write the pages."""
    found = {"paper": results / "tables"}
    found |= {name: results / name / "tables" for name in ("votes", "modern", "realigned")}
    for group in ("conventions", "seeds"):
        for path in sorted((results / group).glob("*/tables")):
            found[f"{group}/{path.parent.name}"] = path
    found = {name: path for name, path in found.items() if (path / "runs.csv").exists()}
    if "paper" in found:
        record_paper(results, record)
        power(record, record)
    if "votes" in found:
        record_tables(results / "votes", record / "votes", OF_VOTES)
    for name in {"modern", "realigned"} & set(found):
        record_tables(results / name, record / name, OF_BEYOND)
    if any(name.startswith("conventions/") for name in found):
        conventions(results / "conventions", record / "conventions")
    if any(name.startswith("seeds/") for name in found):
        seeds(record, results / "seeds", record / "seeds")
    peer, account = results / "benchmarks" / "peer.json", results / "account.csv"
    if peer.exists():
        times(peer, record, record)
    if account.exists():
        shutil.copyfile(account, record / "account.csv")
    studies, recorded = studies_table(found), record / "studies.csv"
    if recorded.exists():
        before = pd.read_csv(recorded)
        studies = pd.concat([studies, before[~before["study"].isin(found)]])
    write_csv(recorded, studies)
    write_pages(record, ROOT / "README.md")
    write_tables(record, PAGES)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
