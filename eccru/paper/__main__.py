"""Studies beside the paper, from the command line.

    python -m eccru.paper conventions STUDIES FOLDER    other conventions: STUDIES/{name}/tables
    python -m eccru.paper seeds TABLES STUDIES FOLDER   other seeds: STUDIES/{seed}/tables
    python -m eccru.paper power TABLES FOLDER           the power of the tests
    python -m eccru.paper times PEER TABLES FOLDER      training times, PEER by benchmarks.peer

Each writes csv files into FOLDER. TABLES has scores.csv and runs.csv of the paper's study. Studies
that FOLDER/scores.csv has from an earlier call, and STUDIES has not, are kept.
"""

import sys
from pathlib import Path

import pandas as pd

from eccru.errors import DataError
from eccru.files import write_text
from eccru.names import METHODS, TITLES
from eccru.paper import results
from eccru.paper.power import DRAWS, power_table
from eccru.paper.studies import (
    CONVENTIONS,
    agreement_spread,
    beside_the_paper,
    conventions_table,
    rank_spread,
    read_studies,
    study_of,
    to_wide,
)
from eccru.paper.times import read_times, time_ranks
from eccru.stats.layout import markdown, write_csv
from eccru.stats.ranks import average_ranks


def conventions(studies, folder) -> None:
    """Write scores.csv of all studies, and table.csv and table.md that compare them."""
    scores = _with_recorded(read_studies(studies), folder)
    table = conventions_table(scores)
    _write_scores(folder, scores)
    write_csv(Path(folder, "table.csv"), table)
    rows = [
        [
            CONVENTIONS.get(row["study"], row["study"]),
            TITLES[row["metric"]],
            *(f"{row[name]:.2f}" for name in (*METHODS, "difference", "kendall")),
        ]
        for row in table.to_dict("records")
    ]
    heads = ["convention", "metric", *METHODS, "mean difference", "Kendall's tau"]
    write_text(Path(folder, "table.md"), markdown(heads, rows, "ll" + "r" * (len(heads) - 2)))


def seeds(tables, studies, folder) -> None:
    """Write scores.csv of all studies, and the spread of ranks.csv and agreement.csv over them."""
    others = read_studies(studies)
    own = _read_scores(tables)
    (seed,) = pd.read_csv(Path(tables, "runs.csv"))["seed"].unique()
    own = own[own["dataset"].isin(others["dataset"])].assign(study=str(seed))
    scores = _with_recorded(pd.concat([own, others])[list(others.columns)], folder)
    beside = beside_the_paper(scores)
    _write_scores(folder, scores)
    write_csv(Path(folder, "ranks.csv"), rank_spread(beside, results.average_ranks()))
    write_csv(Path(folder, "agreement.csv"), agreement_spread(beside))


def power(tables, folder) -> None:
    """Write power.csv: how likely fifteen and sixteen datasets show the paper's verdicts."""
    table = power_table(study_of(_read_scores(tables)), (15, 16), seed=1, draws=DRAWS)
    write_csv(Path(folder, "power.csv"), table)


def times(peer, tables, folder) -> None:
    """Write java_times.csv and time_ranks.csv."""
    table = read_times(peer)
    studied = study_of(_read_scores(tables))
    ranks = average_ranks(studied, ["training_time"]).loc["training_time"]
    write_csv(Path(folder, "java_times.csv"), table)
    write_csv(Path(folder, "time_ranks.csv"), time_ranks(table, ranks, len(studied.datasets)))


def _read_scores(tables):
    path = Path(tables, "scores.csv")
    if not path.exists():
        raise DataError(f"{path} is not there: run the study first.")
    return to_wide(pd.read_csv(path))


def _with_recorded(scores, folder):
    """Add the studies that were recorded before and are not among these, in their order."""
    path = Path(folder, "scores.csv")
    if path.exists():
        before = pd.read_csv(path, dtype={"study": str})
        scores = pd.concat([scores, before[~before["study"].isin(scores["study"])]])
    return scores.sort_values("study", kind="stable").reset_index(drop=True)


def _write_scores(folder, scores):
    """Ten digits: a record of many studies stays small, and no two scores become equal."""
    text = scores.to_csv(index=False, lineterminator="\n", float_format="%.10g")
    write_text(Path(folder, "scores.csv"), text)


COMMANDS = {"conventions": conventions, "seeds": seeds, "power": power, "times": times}

if __name__ == "__main__":
    command, *arguments = sys.argv[1:] or ["help"]
    if command not in COMMANDS:
        sys.exit(__doc__)
    try:
        COMMANDS[command](*arguments)
    except DataError as error:
        sys.exit(str(error))
