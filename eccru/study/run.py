"""One run of the study: a method is trained on one fold, tuned, timed and scored."""

import os
import resource
import time
import zlib
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from eccru.data.dataset import Dataset
from eccru.data.imbalance import imbalance_ratios
from eccru.methods import make_method
from eccru.metrics import label_metrics, macro_average
from eccru.sparse import CSR
from eccru.study import provenance
from eccru.study.folds import train_rows
from eccru.study.records import Record
from eccru.tree import Columns, Rows


def run_seed(seed: int, dataset: str, repeat: int, fold: int) -> int:
    """Derive the seed of a run from the study's, so that no two runs share their draws."""
    entropy = [seed, zlib.crc32(dataset.encode()), repeat, fold]
    return int(np.random.SeedSequence(entropy).generate_state(1)[0])


def process_age() -> float:
    """Return how long this process has been running, in seconds."""
    try:
        started = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:  # not Linux: at least so long
        return time.process_time()
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")


class Stopwatch:
    """Wall and CPU time of the named parts of a run, the first of which is its start."""

    def __init__(self):
        self.times = {"startup": {"wall": process_age(), "cpu": time.process_time()}}

    def measure(self, part: str, function, *arguments):
        """Call a function, add the time it takes to that of `part`, and return its answer."""
        wall, cpu = time.perf_counter(), time.process_time()
        answer = function(*arguments)
        taken = self.times.setdefault(part, {"wall": 0.0, "cpu": 0.0})
        taken["wall"] += time.perf_counter() - wall
        taken["cpu"] += time.process_time() - cpu
        return answer


def take_rows(features: np.ndarray | CSR, rows: np.ndarray) -> np.ndarray | CSR:
    """Return some rows of a dataset's features."""
    return features.take(rows) if isinstance(features, CSR) else features[rows]


def rehearse(model, features: np.ndarray | CSR, nominal: np.ndarray) -> None:
    """Train a model on a few rows and two labels, so that the kernels are loaded and not timed."""
    Y = (np.arange(features.shape[0])[:, None] % (2, 3) == 0).astype(np.uint8)
    columns = Columns(features, nominal)
    model.fit_prepared(columns, Y).tune_prepared(columns, Y).score_prepared(columns.rows)


def run(
    dataset: Dataset,
    test_rows: np.ndarray,
    *,
    method: str,
    algorithm: str,
    parameters: dict,
    repeat: int,
    fold: int,
    seed: int,
    threshold_grid: float | str,
    key: str,
) -> Record:
    """Train, tune and score a method on one fold.

    Parameters
    ----------
    dataset : Dataset
        The prepared dataset.
    test_rows : ndarray of int
        Rows that are tested; the others train.
    method, algorithm : str
        Name of the method in the study, and its class.
    parameters : dict
        Parameters of the method, by the names of the paper.
    repeat, fold : int
        Which fold of the study this is.
    seed : int
        Seed of the study.
    threshold_grid : float or "exact"
        Candidate thresholds.
    key : str
        What the run is a result of.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    training = train_rows(test_rows, len(dataset.Y))
    Y_train, Y_test = dataset.Y[training], dataset.Y[test_rows]
    train, test = take_rows(dataset.features, training), take_rows(dataset.features, test_rows)
    model = make_method(
        algorithm,
        **parameters,
        grid=threshold_grid,
        random_state=run_seed(seed, dataset.name, repeat, fold),
    )
    rehearse(model, take_rows(train, np.arange(min(50, len(training)))), dataset.nominal)

    watch = Stopwatch()
    columns = watch.measure("training", Columns, train, dataset.nominal)
    watch.measure("training", model.fit_prepared, columns, Y_train)
    watch.measure("tuning", model.tune_prepared, columns, Y_train)
    rows = watch.measure("prediction", Rows, test, dataset.nominal)
    scores = watch.measure("prediction", model.score_prepared, rows)

    values = label_metrics(Y_test, scores, model.thresholds_)
    means = macro_average(values)
    return Record(
        dataset=dataset.name,
        method=method,
        repeat=repeat,
        fold=fold,
        algorithm=algorithm,
        parameters={**parameters, "threshold_grid": threshold_grid},
        seed=seed,
        key=key,
        metrics={metric: None if np.isnan(means[metric]) else means[metric] for metric in values},
        labels_averaged={
            metric: int(np.count_nonzero(~np.isnan(of_labels)))
            for metric, of_labels in values.items()
        },
        rows={"train": len(training), "test": len(test_rows)},
        features=dataset.features.shape[1],
        labels=dataset.Y.shape[1],
        chains=len(getattr(model, "chains_", ())),
        classifiers=int(model.n_classifiers_.sum()),
        nodes=int(model.node_count_),
        times=watch.times,
        peak_memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        started=started,
        versions=provenance.versions(),
        commit=provenance.commit(),
        machine=provenance.machine(),
        per_label={
            "label": np.array(dataset.label_names),
            "imr": imbalance_ratios(dataset.Y),
            "positives_train": Y_train.sum(axis=0, dtype=np.int64),
            "positives_test": Y_test.sum(axis=0, dtype=np.int64),
            **values,
            **{f"threshold_{metric}": value for metric, value in model.thresholds_.items()},
        },
    )
