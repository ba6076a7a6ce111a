"""A study with invented results as the workflow leaves it on disk, for tests of the report."""

import numpy as np
import pandas as pd

from eccru.names import METHODS
from eccru.paper.comparison import compare_with_paper
from eccru.paper.comparison_files import write_comparison
from eccru.stats.aggregation import aggregate
from eccru.stats.intervals import by_imbalance
from eccru.stats.layout import write_csv
from eccru.stats.pairwise import Options, compare_methods
from eccru.stats.tables import write_tables
from eccru.study.frames import labels_frame, runs_frame, scores_frame, thresholds_frame
from eccru.study.records import read_records
from tests.runfiles import write_study

ONE_OF_EACH = ["imbalance", "exploitation", "intervals", "significance", "paper_ranks", "growth"]
ONE_OF_EACH += ["thresholds", "estimates", "cd_f_measure", "scores_f_measure", "pareto_f_measure"]


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


def write_study_tables(folder, datasets, methods=METHODS, repeats=1, lost=()):
    """Write the tables of a study and return their folder.

    `lost` names the runs (dataset, method, repeat, fold) that have no result.
    """
    paths = write_study(folder, datasets, methods, repeats=repeats)
    ends = tuple("{}/{}/{}-{}.json".format(*run) for run in lost)
    paths = [path for path in paths if not ends or not path.as_posix().endswith(ends)]
    records = read_records(paths)
    scores, labels, runs = scores_frame(records), labels_frame(records), runs_frame(records)
    study = aggregate(scores, datasets, methods, repeats, 2)
    tests = compare_methods(study, Options(rope=None), np.random.default_rng(0))
    intervals = by_imbalance(labels, study)
    tables = folder / "tables"
    write_tables(tables, scores, study, tests, intervals)
    write_comparison(tables, compare_with_paper(study, tests, intervals))
    costs = runs.groupby(["dataset", "method"], sort=False)["training_time"].mean().reset_index()
    costs["estimated"] = 1.5 * costs["training_time"]
    sizes = pd.DataFrame({"dataset": datasets, "n": 1000 * np.arange(1, len(datasets) + 1)})
    sizes = sizes.assign(d=103, q=14, LC=4.2, MeanImR=9.0, MaxImR=70.1, CVImR=2.0, source="mirror")
    for name, table in {
        "runs": runs,
        "labels": labels,
        "thresholds": thresholds_frame(records),
        "costs": costs.rename(columns={"training_time": "measured"}),
        "datasets": sizes.assign(misprint=""),
    }.items():
        write_csv(tables / f"{name}.csv", table)
    return tables
