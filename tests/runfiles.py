"""A factory of result files as training jobs write them, for tests that need many at no cost."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from eccru.names import METHODS, METRICS
from eccru.study.records import Record

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


def write_run(results, dataset="yeast", method="ECCRU3", repeat=0, fold=0, labels=14, **changes):
    """Write the two files of one run, whole or not at all, and return the path of the JSON file.

    `changes` overwrite keys of the result; `per_label` overwrites arrays.
    """
    rng = np.random.default_rng(
        [repeat, fold, METHODS.index(method), *dataset.encode(), changes.pop("variant", 0)]
    )
    per_label = {metric: rng.uniform(0.2, 1, labels) for metric in METRICS}
    per_label |= {f"threshold_{metric}": rng.uniform(0, 1, labels) for metric in METRICS[:3]}
    per_label["imr"] = np.random.default_rng([repeat, fold]).uniform(1, 50, labels)
    per_label["positives_train"] = rng.integers(1, 90, labels)
    per_label["positives_test"] = rng.integers(1, 90, labels)
    per_label["label"] = np.array([f"Label {number}" for number in range(labels)])
    per_label |= changes.pop("per_label", {})
    times = {
        phase: {"wall": float(rng.uniform(0.1, 9)), "cpu": float(rng.uniform(0.1, 9))}
        for phase in ("training", "tuning", "prediction", "startup")
    }
    started = datetime(2026, 11, 16, 8, METHODS.index(method), tzinfo=UTC)
    started += timedelta(seconds=10 * repeat + fold)
    record = {
        "dataset": dataset,
        "method": method,
        "repeat": repeat,
        "fold": fold,
        "parameters": {**PARAMETERS[method], "threshold_grid": 0.05},
        "seed": 1,
        "algorithm": method,
        "key": "0123456789012345",
        "versions": {"eccru": "0.1.0", "python": "3.11", "numpy": "2.4.1", "numba": "0.63.0"},
        "commit": "9fceb02d0ae598e95dc970b74767f19372d61af8",
        "machine": {"cpu": "Some CPU @ 2.60GHz", "cores": 2, "system": "Linux 6.1 x86_64"},
        "rows": {"train": 1208, "test": 1209},
        "features": 103,
        "labels": labels,
        "metrics": {metric: mean_of(per_label[metric]) for metric in METRICS},
        "labels_averaged": dict.fromkeys(METRICS, labels),
        "times": times,
        "peak_memory_mb": float(rng.uniform(150, 300)),
        "chains": int(rng.integers(1, 100)),
        "classifiers": int(rng.integers(100, 1000)),
        "nodes": int(rng.integers(1000, 99999)),
        "started": started.isoformat(),
        **changes,
    }
    path = Path(results) / "runs" / dataset / method / f"{repeat}-{fold}.json"
    Record(**record, per_label=per_label).write(path)
    return path


def mean_of(values) -> float | None:
    """Return the mean of what is defined."""
    defined = np.asarray(values)[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None


def write_study(results, datasets=("yeast",), methods=METHODS, repeats=1, folds=2):
    """Write the runs of a whole study and return the paths of the JSON files."""
    return [
        write_run(results, dataset, method, repeat, fold)
        for dataset in datasets
        for method in methods
        for repeat in range(repeats)
        for fold in range(folds)
    ]
