"""A study with invented results as the workflow leaves it on disk, for tests of the report."""

from eccru.files import write_json
from eccru.names import METHODS
from eccru.paper.study_tables import Plan, write_study_tables
from eccru.paper.table1 import write_table1
from eccru.plots.registry import FIGURES
from eccru.stats.pairwise import Options
from eccru.study.records import read_records
from tests.runfiles import write_study

# The first figure of every drawing function.
ONE_OF_EACH = list({entry.draw: name for name, entry in reversed(FIGURES.items())}.values())


def config_of(datasets, methods=METHODS, repeats=1) -> dict:
    """Return the configuration of a study with two folds."""
    return {
        "study": "invented",
        "results": "results",
        "seed": 1,
        "datasets": [{"name": name} for name in datasets],
        "methods": [{"name": name, "c": 10} for name in methods],
        "repeats": repeats,
        "folds": 2,
        "threshold_grid": 0.05,
    }


def study_tables(folder, datasets, methods=METHODS, repeats=1, lost=()):
    """Write the tables of a study and return their folder.

    `lost` names the runs (dataset, method, repeat, fold) that have no result.
    """
    paths = write_study(folder, datasets, methods, repeats=repeats)
    ends = tuple("{}/{}/{}-{}.json".format(*run) for run in lost)
    paths = [path for path in paths if not ends or not path.as_posix().endswith(ends)]
    prepared = [folder / "prepared" / f"{dataset}.json" for dataset in datasets]
    for number, path in enumerate(prepared, start=1):
        sizes = {"n": 1000 * number, "d": 103, "q": 14, "entries": 103_000 * number}
        imbalance = {"LC": 4.2, "MeanImR": 9.0, "MaxImR": 70.1, "CVImR": 2.0}
        write_json(path, {**sizes, **imbalance, "source": {"source": "mirror"}})
    tables = folder / "tables"
    write_table1(tables / "datasets.csv", tables / "datasets.md", prepared)
    plan = Plan(datasets, methods, repeats, 2, Options(rope=None), seed=0)
    write_study_tables(tables, read_records(paths), plan, folder / "prepared")
    return tables
