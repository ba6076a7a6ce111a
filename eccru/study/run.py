"""One run of the study: a method is trained on one fold, tuned, timed and scored."""

import os
import resource
import time
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from eccru.data.dataset import Dataset
from eccru.data.imbalance import imbalance_ratios
from eccru.methods import KNOWN, METHODS, make_method
from eccru.methods.foreign import Foreign
from eccru.methods.learners import make_learner
from eccru.metrics import label_metrics, macro_average
from eccru.names import METRICS, PHASES
from eccru.sparse import CSR
from eccru.study import provenance
from eccru.study.classes import build, package_versions
from eccru.study.folds import train_rows
from eccru.study.records import Record
from eccru.tree import Columns


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


def make_model(algorithm: str, parameters: dict, random_state: int):
    """Return a method that is ready to be trained.

    Parameters
    ----------
    algorithm : str
        One of the package's methods, or the import path of another class.
    parameters : dict
        Its parameters; those of another class are in `parameters`, beside `per_label` and what
        concerns thresholds.
    random_state : int
        Seed.
    """
    if algorithm in KNOWN:
        return make_method(algorithm, **parameters, random_state=random_state)
    settings = {**parameters}
    estimator = build({"class": algorithm, "parameters": settings.pop("parameters", {})})
    method = METHODS["BR"] if settings.pop("per_label", False) else Foreign
    return method(estimator=estimator, **settings, random_state=random_state)


def versions_of(algorithm: str, parameters: dict) -> dict[str, str]:
    """Return the versions of what computes a run."""
    if algorithm in KNOWN:
        return provenance.versions()
    entry = {"class": algorithm, "parameters": parameters.get("parameters", {})}
    return {**provenance.versions(), **package_versions(entry)}


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
    absent_labels: str,
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
        Parameters of the method.
    repeat, fold : int
        Which fold of the study this is.
    seed : int
        Seed of the study.
    absent_labels : {"omit", "mulan"}
        How labels without positives among the test rows count in AUC-PR.
    key : str
        What the run is a result of.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    training = train_rows(test_rows, len(dataset.Y))
    Y_train, Y_test = dataset.Y[training], dataset.Y[test_rows]
    train, test = take_rows(dataset.features, training), take_rows(dataset.features, test_rows)
    model = make_model(algorithm, parameters, run_seed(seed, dataset.name, repeat, fold))
    if algorithm in KNOWN:
        rehearse(model, take_rows(train, np.arange(min(50, len(training)))), dataset.nominal)

    watch, learner = Stopwatch(), make_learner(model.estimator)
    columns = watch.measure("training", learner.columns, train, dataset.nominal)
    watch.measure("training", model.fit_prepared, columns, Y_train)
    watch.measure("tuning", model.tune_prepared, columns, Y_train)
    rows = watch.measure("prediction", learner.rows, test, dataset.nominal)
    scores = watch.measure("prediction", model.score_prepared, rows)

    values = label_metrics(Y_test, scores, model.thresholds_, absent_labels)
    means = macro_average(values)
    return Record(
        method=method,
        repeat=repeat,
        fold=fold,
        algorithm=algorithm,
        parameters={**parameters, "absent_labels": absent_labels},
        seed=seed,
        key=key,
        metrics={metric: None if np.isnan(means[metric]) else means[metric] for metric in values},
        labels_averaged={
            metric: int(np.count_nonzero(~np.isnan(of_labels)))
            for metric, of_labels in values.items()
        },
        chains=len(getattr(model, "chains_", ())),
        classifiers=int(model.n_classifiers_.sum()),
        nodes=int(model.node_count_),
        times=watch.times,
        peak_memory_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        started=started,
        stopped=None,
        **_circumstances(dataset, test_rows, algorithm, parameters),
        per_label={
            **_labels(dataset, test_rows),
            **values,
            **{f"threshold_{metric}": value for metric, value in model.thresholds_.items()},
        },
    )


def stopped_run(
    dataset: Dataset,
    test_rows: np.ndarray,
    *,
    limit: int,
    spent: dict[str, float],
    peak_memory_mb: float,
    parameters: dict,
    absent_labels: str,
    **settings,
) -> Record:
    """Return the record of a run in another process that was stopped at its time limit.

    Parameters
    ----------
    dataset, test_rows, parameters, absent_labels, **settings
        As for `run`.
    limit : int
        The limit in CPU seconds.
    spent : dict
        `wall` and `cpu` seconds that the run took.
    peak_memory_mb : float
        Most memory that it held.
    """
    started = datetime.now(UTC) - timedelta(seconds=spent["wall"])
    nothing = dict.fromkeys(spent, 0.0)
    undefined = np.full(dataset.Y.shape[1], np.nan)
    return Record(
        **settings,
        parameters={**parameters, "absent_labels": absent_labels},
        metrics=dict.fromkeys(METRICS),
        labels_averaged=dict.fromkeys(METRICS, 0),
        chains=0,
        classifiers=0,
        nodes=0,
        times={**dict.fromkeys(PHASES, nothing), "training": spent},
        peak_memory_mb=peak_memory_mb,
        started=started.isoformat(timespec="seconds"),
        stopped=limit,
        **_circumstances(dataset, test_rows, settings["algorithm"], parameters),
        per_label={**_labels(dataset, test_rows), **dict.fromkeys(METRICS, undefined)},
    )


def _circumstances(dataset, test_rows, algorithm, parameters):
    """Return what a record says of the data, the software and the machine."""
    n, q = dataset.Y.shape
    return {
        "dataset": dataset.name,
        "rows": {"train": n - len(test_rows), "test": len(test_rows)},
        "features": dataset.features.shape[1],
        "labels": q,
        "versions": versions_of(algorithm, parameters),
        "commit": provenance.commit(),
        "machine": provenance.machine(),
    }


def _labels(dataset, test_rows):
    """Return what a record says of the labels, whatever became of the run."""
    positives, tested = dataset.Y.sum(axis=0, dtype=np.int64), dataset.Y[test_rows]
    positives_test = tested.sum(axis=0, dtype=np.int64)
    return {
        "label": np.array(dataset.label_names),
        "imr": imbalance_ratios(dataset.Y),
        "positives_train": positives - positives_test,
        "positives_test": positives_test,
    }
