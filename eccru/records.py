"""Result files of runs, read into tables.

A run is one method trained and scored on one fold of a dataset. Its result is a pair of files
beside each other: `{repeat}-{fold}.json` (parameters, macro metrics, times) and
`{repeat}-{fold}.npz` (arrays with one value per label).
"""

import json
import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pandas as pd

from eccru.metrics import METRICS

METHODS = ("BR", "ECC", "BRUS", "EBRUS", "COCOA", "ECCRU", "ECCRU2", "ECCRU3")
SCORES = (*METRICS, "training_time", "prediction_time")

# The columns of `runs_frame`, besides the parameters of the methods.
IDENTITY = ("dataset", "method", "repeat", "fold", "seed")
SIZES = ("chains", "classifiers", "nodes")
PHASES = ("startup", "training", "tuning", "prediction")
MEASURED = (
    *METRICS,
    *(f"{phase}_time" for phase in PHASES),
    *(f"{phase}_time_wall" for phase in PHASES),
    "peak_memory_mb",
    *SIZES,
)
COUNTED = (*(f"{metric}_labels" for metric in METRICS), "rows_train", "rows_test")
PROVENANCE = ("features", "labels", "source_hash", "commit", "started")


def read_run(json_path) -> dict:
    """Read the result file of one run.

    Raises
    ------
    ValueError
        If the file is not JSON.

    """
    return parse_run(Path(json_path).read_bytes(), json_path)


def parse_run(content: bytes, json_path) -> dict:
    """Decode the content of a result file; `json_path` is named if that fails."""
    try:
        return json.loads(content)
    except ValueError as error:
        raise ValueError(f"{json_path} is not the result file of a run: {error}") from None


def flat_record(record: dict) -> dict:
    """Flatten a result into one value per column of `runs_frame`."""
    times = record["times"]
    return {
        **{key: record[key] for key in IDENTITY},
        **record["parameters"],
        **{metric: _number(record["metrics"][metric]) for metric in METRICS},
        **{f"{phase}_time": float(times[phase]["cpu"]) for phase in PHASES},
        **{f"{phase}_time_wall": float(times[phase]["wall"]) for phase in PHASES},
        "peak_memory_mb": float(record["peak_memory_mb"]),
        **{key: record[key] for key in (*SIZES, *PROVENANCE)},
        **{f"{metric}_labels": record["labels_averaged"][metric] for metric in METRICS},
        **{f"rows_{part}": record["rows"][part] for part in ("train", "test")},
        **{f"version_{package}": version for package, version in record["versions"].items()},
        **{f"machine_{key}": value for key, value in record["machine"].items()},
    }


def frame_of(rows: list[dict]) -> pd.DataFrame:
    """Make the table of flattened results, in the order of dataset, method, repeat and fold.

    Parameters that a run's method does not have are NaN.
    """
    names = {key for row in rows for key in row}
    known = (*MEASURED, *COUNTED, *PROVENANCE)
    machine = sorted(key for key in names if key.startswith(("version_", "machine_")))
    parameters = sorted(names.difference(IDENTITY, known, machine))
    columns = [*IDENTITY, *parameters, *known, *machine]
    return pd.DataFrame(sorted(rows, key=_order), columns=columns)


def runs_frame(json_paths) -> pd.DataFrame:
    """Make a table with one row per run.

    Parameters
    ----------
    json_paths : iterable of path-like
        Result files; their order does not matter.

    Returns
    -------
    DataFrame
        What identifies the run (dataset, method, repeat, fold, seed), its parameters, the five
        metrics, CPU seconds (`training_time`, ...) and wall-clock seconds (`training_time_wall`,
        ...), memory, sizes, the number of labels each metric is the mean of (`auc_pr_labels`, ...),
        and what produced it. A metric that no label defines is NaN.

    """
    return frame_of([flat_record(read_run(path)) for path in json_paths])


def scores_frame(json_paths) -> pd.DataFrame:
    """Make the long table of scores that the statistics work on.

    Returns
    -------
    DataFrame
        Columns dataset, method, repeat, fold, metric, value, where the metric is one of the five or
        `training_time` or `prediction_time` in CPU seconds.

    """
    keys = ["dataset", "method", "repeat", "fold"]
    rows = sorted((flat_record(read_run(path)) for path in json_paths), key=_order)
    return pd.DataFrame(
        [
            (*(row[key] for key in keys), metric, float(row[metric]))
            for row in rows
            for metric in SCORES
        ],
        columns=[*keys, "metric", "value"],
    )


def read_labels(json_path) -> dict[str, np.ndarray]:
    """Read the per-label arrays that lie beside a result file."""
    with np.load(Path(json_path).with_suffix(".npz"), allow_pickle=False) as arrays:
        return dict(arrays)


def labels_frame(json_paths) -> pd.DataFrame:
    """Make the long table of metrics per label.

    Returns
    -------
    DataFrame
        Columns dataset, label, imr, method, metric, value. The value is the mean over the folds on
        which the label defines the metric, NaN if there is none; `imr` is the mean over the folds.

    """
    runs = sorted(((read_run(path), read_labels(path)) for path in json_paths), key=_run_order)
    by_method, imr_of_folds = defaultdict(list), defaultdict(dict)
    for record, labels in runs:
        dataset = record["dataset"]
        by_method[dataset, record["method"]].append(labels)
        imr_of_folds[dataset][record["repeat"], record["fold"]] = labels["imr"]
    imr = {
        dataset: np.mean(list(folds.values()), axis=0) for dataset, folds in imr_of_folds.items()
    }
    tables = [
        pd.DataFrame(
            {
                "dataset": dataset,
                "label": folds[0]["label"].astype(object),
                "imr": imr[dataset],
                "method": method,
                "metric": metric,
                "value": _mean_over_folds([labels[metric] for labels in folds]),
            }
        )
        for (dataset, method), folds in by_method.items()
        for metric in METRICS
    ]
    columns = ["dataset", "label", "imr", "method", "metric", "value"]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)


def thresholds_frame(json_paths) -> pd.DataFrame:
    """Count how often each threshold was chosen.

    Returns
    -------
    DataFrame
        Columns dataset, method, metric, threshold and count: the number of labels, over all folds,
        that got the threshold for the metric.

    """
    counts = Counter()
    prefix = "threshold_"
    for record, labels in sorted(
        ((read_run(path), read_labels(path)) for path in json_paths), key=_run_order
    ):
        for name in (name for name in labels if name.startswith(prefix)):
            key = (record["dataset"], record["method"], name.removeprefix(prefix))
            counts.update((*key, threshold) for threshold in sorted(labels[name].tolist()))
    return pd.DataFrame(
        [(*key, count) for key, count in counts.items()],
        columns=["dataset", "method", "metric", "threshold", "count"],
    )


def _mean_over_folds(values: list[np.ndarray]) -> np.ndarray:
    """Average each label's values that are not NaN."""
    values = np.array(values, dtype=float)
    defined = np.count_nonzero(~np.isnan(values), axis=0)
    total = np.nansum(values, axis=0)
    return np.divide(total, defined, out=np.full(total.shape, math.nan), where=defined > 0)


def _number(value) -> float:
    return math.nan if value is None else float(value)


def _order(row):
    """Sort by dataset, then by the methods' order in the paper, repeat and fold."""
    method = row["method"]
    position = METHODS.index(method) if method in METHODS else len(METHODS)
    return row["dataset"], position, method, row["repeat"], row["fold"]


def _run_order(run):
    return _order(run[0])
