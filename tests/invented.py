"""Studies that nobody ran: records, scores and tables of invented values, at no cost."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pandas as pd

from eccru import names
from eccru.files import write_json
from eccru.names import METRICS, PHASES, THRESHOLD_METRICS, TIMES
from eccru.paper.study_tables import Design, Findings, findings, write_study_tables
from eccru.paper.table1 import write_table1
from eccru.plots.registry import FIGURES
from eccru.stats.pairwise import Options
from eccru.study.records import Record, read_records

METHODS = list(names.METHODS)
THRESHOLDS = {"thresholds": "train", "threshold_grid": 0.05, "threshold_ties": "lowest"}
PARAMETERS = {
    "BR": {},
    "ECC": {"c": 10},
    "BRUS": {},
    "EBRUS": {"c": 10},
    "COCOA": {"couples": 10},
    "ECCRU": {"c": 10},
    "ECCRU2": {"c": 10, "theta_max": 10},
    "ECCRU3": {"c": 10, "theta_max": 10, "theta_min": 0.5},
}
# The first figure of every drawing function.
ONE_OF_EACH = list({entry.draw: name for name, entry in reversed(FIGURES.items())}.values())


def write_record(results, dataset="yeast", method="ECCRU3", repeat=0, fold=0, labels=14, **changes):
    """Write the two files of one run, and return the path of the JSON file.

    `changes` take the place of attributes of the record, those of `per_label` of single arrays;
    another `variant` is another result of the same run.
    """
    variant = changes.pop("variant", 0)
    place = METHODS.index(method) if method in METHODS else len(METHODS)
    rng = np.random.default_rng([repeat, fold, place, *dataset.encode(), variant])
    per_label = {metric: rng.uniform(0.2, 1, labels) for metric in METRICS}
    per_label |= {f"threshold_{metric}": rng.uniform(0, 1, labels) for metric in THRESHOLD_METRICS}
    per_label["imr"] = np.random.default_rng([repeat, fold]).uniform(1, 50, labels)
    per_label["positives_train"] = rng.integers(1, 90, labels)
    per_label["positives_test"] = rng.integers(1, 90, labels)
    per_label["label"] = np.array([f"Label {number}" for number in range(labels)])
    per_label |= changes.pop("per_label", {})
    started = datetime(2026, 11, 16, 8, place, tzinfo=UTC)
    invented = {
        "dataset": dataset,
        "method": method,
        "repeat": repeat,
        "fold": fold,
        "parameters": {**PARAMETERS.get(method, {}), **THRESHOLDS, "absent_labels": "omit"},
        "algorithm": method,
        "seed": 1,
        "key": "0123456789012345",
        "metrics": {metric: mean_of(per_label[metric]) for metric in METRICS},
        "labels_averaged": dict.fromkeys(METRICS, labels),
        "rows": {"train": 1208, "test": 1209},
        "features": 103,
        "labels": labels,
        "chains": int(rng.integers(1, 100)),
        "classifiers": int(rng.integers(100, 1000)),
        "nodes": int(rng.integers(1000, 99999)),
        "times": {
            phase: dict(zip(("wall", "cpu"), rng.uniform(0.1, 9, 2).tolist(), strict=True))
            for phase in PHASES
        },
        "peak_memory_mb": float(rng.uniform(150, 300)),
        "started": (started + timedelta(seconds=10 * repeat + fold)).isoformat(),
        "stopped": None,
        "versions": {"eccru": "0.1.0", "python": "3.11", "numpy": "2.4.1", "numba": "0.63.0"},
        "commit": "9fceb02d0ae598e95dc970b74767f19372d61af8",
        "machine": {"cpu": "Some CPU @ 2.60GHz", "cores": 2, "system": "Linux 6.1 x86_64"},
    }
    path = Path(results) / "runs" / dataset / method / f"{repeat}-{fold}.json"
    Record(**{**invented, **changes}, per_label=per_label).write(path)
    return path


def mean_of(values) -> float | None:
    """Return the mean of what is defined."""
    defined = np.asarray(values)[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None


def write_study(results, datasets=("yeast",), methods=METHODS, repeats=1, folds=2):
    """Write the records of a whole study and return the paths of the JSON files."""
    return [
        write_record(results, dataset, method, repeat, fold)
        for dataset in datasets
        for method in methods
        for repeat in range(repeats)
        for fold in range(folds)
    ]


def invented_scores(datasets, methods=METHODS, repeats=2, folds=2, seed=0, effect=0.01):
    """Return scores in which each method is better than the one before by `effect`."""
    rng = np.random.default_rng(seed)
    rows = [
        (dataset, method, repeat, fold, metric, 0.5 + effect * number + 0.05 * rng.random())
        for dataset in datasets
        for number, method in enumerate(methods)
        for metric in [*METRICS, *TIMES]
        for repeat in range(repeats)
        for fold in range(folds)
    ]
    return pd.DataFrame(rows, columns=["dataset", "method", "repeat", "fold", "metric", "value"])


def invented_labels(datasets, imbalance, methods=METHODS, seed=0):
    """Return per-label scores; every dataset has a label of each given imbalance ratio."""
    rng = np.random.default_rng(seed)
    rows = [
        (dataset, f"label{number}", imr, method, metric, rng.random())
        for dataset in datasets
        for number, imr in enumerate(imbalance)
        for method in methods
        for metric in METRICS
    ]
    return pd.DataFrame(rows, columns=["dataset", "label", "imr", "method", "metric", "value"])


def run_study(datasets, scores, methods=METHODS, labels=None) -> Findings:
    """Evaluate invented scores, as the workflow does."""
    labels = invented_labels(datasets, [2, 7, 12, 20, 30, 70, 500]) if labels is None else labels
    return findings(scores, labels, Design(datasets, methods, 2, 2, Options(rope=None), 0))


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
        **THRESHOLDS,
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
    design = Design(datasets, methods, repeats, 2, Options(rope=None), seed=0)
    write_study_tables(tables, read_records(paths), design, folder / "prepared")
    return tables
