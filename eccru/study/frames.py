"""Records as tables: a row per run, per score, per label, per threshold."""

import json
import math
from collections import Counter, defaultdict

import numpy as np
import pandas as pd

from eccru.names import MEASURES, METRICS, PHASES, STOPPED
from eccru.study.records import Record, run_order

# The columns of `runs_frame`, besides the parameters of the methods.
IDENTITY = ("dataset", "method", "repeat", "fold", "seed")
SIZES = ("chains", "classifiers", "nodes")
MEASURED = (
    *METRICS,
    *(f"{phase}_time" for phase in PHASES),
    *(f"{phase}_time_wall" for phase in PHASES),
    "peak_memory_mb",
    *SIZES,
)
COUNTED = (*(f"{metric}_labels" for metric in METRICS), "rows_train", "rows_test")
PROVENANCE = ("algorithm", "features", "labels", "key", "commit", "started", "stopped")
THRESHOLD = "threshold_"  # begins the name of a record's array of thresholds


def flatten(record: Record) -> dict:
    """Flatten a record into one value per column of `runs_frame`."""
    times = record.times
    return {
        **{key: getattr(record, key) for key in IDENTITY},
        **{key: _cell(value) for key, value in record.parameters.items()},
        **{metric: _number(record.metrics[metric]) for metric in METRICS},
        **{f"{phase}_time": float(times[phase]["cpu"]) for phase in PHASES},
        **{f"{phase}_time_wall": float(times[phase]["wall"]) for phase in PHASES},
        "peak_memory_mb": float(record.peak_memory_mb),
        **{key: getattr(record, key) for key in (*SIZES, *PROVENANCE)},
        **{f"{metric}_labels": record.labels_averaged[metric] for metric in METRICS},
        **{f"rows_{part}": record.rows[part] for part in ("train", "test")},
        **{f"version_{package}": version for package, version in record.versions.items()},
        **{f"machine_{key}": value for key, value in record.machine.items()},
    }


def _cell(value):
    """Return a parameter as one value: a list or a dictionary as text."""
    if isinstance(value, dict):
        return json.dumps(value)
    return " ".join(map(str, value)) if isinstance(value, list) else value


def frame_of(rows: list[dict]) -> pd.DataFrame:
    """Make the table of flattened records, in their order; parameters not of a method are NaN."""
    rows = sorted(rows, key=lambda row: run_order(*(row[key] for key in IDENTITY[:4])))
    names = {key for row in rows for key in row}
    known = (*MEASURED, *COUNTED, *PROVENANCE)
    machine = sorted(key for key in names if key.startswith(("version_", "machine_")))
    parameters = sorted(names.difference(IDENTITY, known, machine))
    return pd.DataFrame(rows, columns=[*IDENTITY, *parameters, *known, *machine])


def runs_frame(records: list[Record]) -> pd.DataFrame:
    """Make a table with one row per run.

    Parameters
    ----------
    records : list of Record
        What `read_records` returned.

    Returns
    -------
    DataFrame
        What identifies the run (dataset, method, repeat, fold, seed), its parameters, the five
        metrics, CPU seconds (`training_time`, ...) and wall-clock seconds (`training_time_wall`,
        ...), memory, sizes, the number of labels each metric is the mean of (`auc_pr_labels`, ...),
        and what produced it. A metric that no label defines is NaN; so are all metrics of a run
        that was `stopped` after so many seconds, all of which count as its training time.
    """
    return frame_of([flatten(record) for record in records])


def scores_frame(records: list[Record]) -> pd.DataFrame:
    """Make the long table of scores that the statistics work on.

    Returns
    -------
    DataFrame
        Columns dataset, method, repeat, fold, metric, value, where the metric is one of the five or
        `training_time` or `prediction_time` in CPU seconds. A run that was stopped has one row: the
        metric is `stopped`, the value its time limit in seconds.
    """
    keys = ["dataset", "method", "repeat", "fold"]
    rows = (flatten(record) for record in records)
    return pd.DataFrame(
        [
            (*(row[key] for key in keys), measure, float(row[measure]))
            for row in rows
            for measure in (MEASURES if row[STOPPED] is None else (STOPPED,))
        ],
        columns=[*keys, "metric", "value"],
    )


def labels_frame(records: list[Record]) -> pd.DataFrame:
    """Make the long table of metrics per label.

    Returns
    -------
    DataFrame
        Columns dataset, label, imr, method, metric, value. The value is the mean over the folds on
        which the label defines the metric, NaN if there is none; `imr` is the mean over the folds.
    """
    by_method, imr_of_folds = defaultdict(list), defaultdict(dict)
    for record in records:
        by_method[record.dataset, record.method].append(record.per_label)
        imr_of_folds[record.dataset][record.repeat, record.fold] = record.per_label["imr"]
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


def thresholds_frame(records: list[Record]) -> pd.DataFrame:
    """Count how often each threshold was chosen.

    Returns
    -------
    DataFrame
        Columns dataset, method, metric, threshold and count: the number of labels, over all folds,
        that got the threshold for the metric.
    """
    counts = Counter()
    for record in records:
        for name, thresholds in record.per_label.items():
            if name.startswith(THRESHOLD):
                key = (record.dataset, record.method, name.removeprefix(THRESHOLD))
                counts.update((*key, threshold) for threshold in sorted(thresholds.tolist()))
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
