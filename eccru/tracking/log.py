"""Result files into MLflow: calling it again changes nothing, or repairs what was interrupted.

Every run carries two tags: `eccru.key` names the job (`yeast/ECCRU3/0-1`) or the folds it sums up
(`yeast/ECCRU3`), `eccru.hash` is the hash of what was logged. A run counts only when it is
FINISHED, which is set last.
"""

import hashlib
import math
import os
import time
from collections import Counter, defaultdict
from contextlib import contextmanager, nullcontext
from itertools import groupby
from pathlib import Path, PurePath
from typing import NamedTuple

from eccru.names import MEASURES, METRICS
from eccru.study.frames import MEASURED, labels_frame, runs_frame
from eccru.study.records import Record, read_records
from eccru.tracking.frame import encode, search
from eccru.tracking.lease import leased
from eccru.tracking.store import artifact_root, only_writer, open_store, sqlite_file
from eccru.tracking.views import experiment_tags

_KEY, _HASH, _PARENT = "eccru.key", "eccru.hash", "mlflow.parentRunId"
_VERSION = "mlflow.source.git.commit"  # what the interface shows as the version of a run
_LABELS = PurePath("labels.csv")


class Summary(NamedTuple):
    """How many runs were logged, replaced, left alone, or repaired after an interruption."""

    new: int = 0
    replaced: int = 0
    unchanged: int = 0
    repaired: int = 0

    def __str__(self):
        return ", ".join(f"{count} {what}" for what, count in self._asdict().items())


class _Experiment(NamedTuple):
    """The MLflow experiment of a study, and the client that reaches it."""

    client: object
    id: str
    study: str

    def runs_by_key(self, filter_string: str) -> dict[str, list]:
        """Find runs; those of one key are in a fixed order."""
        runs = sorted(search(self.client, self.id, filter_string), key=lambda run: run.info.run_id)
        by_key = defaultdict(list)
        for run in runs:
            by_key[run.data.tags.get(_KEY)].append(run)
        return by_key


def track(uri: str, study: str, paths) -> Summary:
    """Log runs and, per dataset and method, a parent run with the mean over its folds.

    A run that MLflow has is left alone if its result is the same and replaced if not; what an
    interrupted call left behind, or someone deleted, is repaired. Runs without a result file among
    `paths` stay as they are: MLflow may be the only place that still has them. Calls on one machine
    wait for each other, and so do machines that share a store.

    Parameters
    ----------
    uri : str
        The tracking store, made by `create_store`.
    study : str
        Name of the study, which is the name of the MLflow experiment.
    paths : iterable of path-like
        All finished result files of the datasets in question: the means are over these folds.

    Returns
    -------
    Summary
        Counts of the runs of folds.

    Raises
    ------
    TrackingError
        If the store cannot be used.
    DataError
        If a result file cannot be read; the message names it.

    """
    records = read_records(paths)
    outcomes = Counter()
    with _writing(uri, study) as (experiment, renew):
        for dataset, of_dataset in groupby(records, key=lambda record: record.dataset):
            tracked = experiment.runs_by_key(f"tags.dataset = '{dataset}'")
            for _, folds in groupby(of_dataset, key=lambda record: record.method):
                renew()
                outcomes.update(_track_method(experiment, list(folds), tracked))
    return Summary(**outcomes)


@contextmanager
def _writing(uri: str, study: str):
    """Give the experiment of a study, to nobody else, and a function that renews the lease."""
    with only_writer(uri), open_store(uri) as client:
        alone = nullcontext(lambda: None) if sqlite_file(uri) else leased(client, study)
        with alone as renew:
            yield _experiment(client, uri, study), renew


def track_study(uri: str, study: str, files) -> Summary:
    """Log one run that holds the report, tables and figures of a study as artifacts.

    Parameters
    ----------
    uri, study : str
        As in `track`.
    files : iterable of path-like
        The files; artifacts are named by their paths below the folder that all have in common.

    Returns
    -------
    Summary
        With a count of one.

    """
    files = sorted(Path(file).absolute() for file in files)
    root = os.path.commonpath([file.parent for file in files])
    names = {file: file.relative_to(root) for file in files}
    content_hash = hash_of(
        f"{name.as_posix()} {hash_of([file.read_bytes()])}\n" for file, name in names.items()
    )
    tags = {_KEY: "study", _HASH: content_hash, "level": "study", "study": study}

    def log():
        run = client.create_run(experiment.id, tags=tags, run_name=f"{study} report")
        for file, name in names.items():
            renew()
            client.log_artifact(run.info.run_id, str(file), _folder_of(name))
        client.set_terminated(run.info.run_id)

    with _writing(uri, study) as (experiment, renew):
        client = experiment.client
        tracked = experiment.runs_by_key("tags.level = 'study'")["study"]
        kept = _current(tracked, content_hash)
        if kept is not None and not _has_artifacts(client, kept, names.values()):
            kept = None
        outcome = _bring_up_to_date(client, tracked, kept, log)
    return Summary(**{outcome: 1})


def _experiment(client, uri, study) -> _Experiment:
    """Find or create the experiment of a study, with its views for the interface."""
    found = client.get_experiment_by_name(study)
    tags = experiment_tags(study)
    if found is None:
        root = artifact_root(uri)
        location = root and os.path.join(root, study)
        return _Experiment(client, client.create_experiment(study, location, tags), study)
    if found.lifecycle_stage == "deleted":
        client.restore_experiment(found.experiment_id)
    for name, value in tags.items():
        if found.tags.get(name) != value:
            client.set_experiment_tag(found.experiment_id, name, value)
    return _Experiment(client, found.experiment_id, study)


def _track_method(experiment, folds: list[Record], tracked: dict[str, list]) -> list[str]:
    """Log the folds of one method on one dataset, and their parent; return each fold's outcome."""
    parent = _parent(experiment, folds, tracked)
    outcomes = [_track_fold(experiment, fold, tracked[fold.name], parent) for fold in folds]
    content_hash = hash_of(f"{fold.name} {fold.content_hash}\n" for fold in folds)
    if not (
        _is_current(parent, content_hash) and _has_artifacts(experiment.client, parent, [_LABELS])
    ):
        _sum_up(experiment, folds, parent, content_hash)
    return outcomes


def _track_fold(experiment, fold: Record, tracked: list, parent) -> str:
    client, parent_id = experiment.client, parent.info.run_id

    def log():
        params, metrics, tags = encode(fold)
        names = {name: params[name] for name in ("dataset", "method", "repeat", "fold")}
        tags |= names | {"level": "fold", "study": experiment.study}
        tags |= {_KEY: fold.name, _HASH: fold.content_hash, _PARENT: parent_id}
        if "commit" in tags:
            tags[_VERSION] = tags["commit"]
        name = "{dataset} {method} {repeat}-{fold}".format(**names)
        run = client.create_run(experiment.id, fold.start, tags, name)
        _log_batch(client, run, metrics, fold.end, params)
        client.set_terminated(run.info.run_id, end_time=fold.end)

    kept = _current(tracked, fold.content_hash)
    outcome = _bring_up_to_date(client, tracked, kept, log)
    if kept is not None and kept.data.tags.get(_PARENT) != parent_id:
        client.set_tag(kept.info.run_id, _PARENT, parent_id)
        outcome = "repaired"
    return outcome


def _bring_up_to_date(client, tracked: list, kept, log) -> str:
    """Log the run of a key if none of the tracked ones is kept; delete all others of that key."""
    if kept is None:
        log()  # before the old run goes, so that an interruption loses nothing
    others = [run for run in tracked if run is not kept]
    for run in others:
        client.delete_run(run.info.run_id)
    if not tracked:
        return "new"
    if kept is not None:
        return "repaired" if others else "unchanged"
    return "replaced" if any(map(_is_finished, others)) else "repaired"


def _parent(experiment, folds: list[Record], tracked: dict[str, list]):
    """Find or create the run that sums up a method's folds; it stays when the folds change."""
    dataset, method = folds[0].dataset, folds[0].method
    key = f"{dataset}/{method}"
    found, *others = tracked[key] or [None]
    for run in others:
        experiment.client.delete_run(run.info.run_id)
    if found is not None:
        return found
    tags = {"dataset": dataset, "method": method, "level": "mean", "study": experiment.study}
    start = min(fold.start for fold in folds)
    tags[_KEY] = key
    return experiment.client.create_run(experiment.id, start, tags, f"{dataset} {method}")


def _sum_up(experiment, folds: list[Record], parent, content_hash: str) -> None:
    """Write the mean and standard deviation over the folds and the table of labels."""
    client, run_id = experiment.client, parent.info.run_id
    runs = runs_frame([fold for fold in folds if fold.stopped is None])
    means = runs[list(MEASURED)].mean()
    deviations = runs[list(MEASURES)].std().add_suffix("_std")
    # A value that is no longer defined must not keep its old number.
    metrics = {
        name: value
        for name, value in {**means, **deviations}.items()
        if not math.isnan(value) or name in parent.data.metrics
    }
    dataset, method = folds[0].dataset, folds[0].method
    params = {"dataset": dataset, "method": method}
    tags = {"folds": str(len(folds))}
    _log_batch(client, parent, metrics, time.time_ns() // 10**6, params, tags)
    labels = labels_frame(folds)
    wide = labels.pivot(index=["label", "imr"], columns="metric", values="value")
    table = wide.loc[:, list(METRICS)].sort_index(level="imr").to_csv()
    client.log_text(run_id, table, _LABELS.as_posix())
    client.set_terminated(run_id, end_time=max(fold.end for fold in folds))
    client.set_tag(run_id, _HASH, content_hash)


def _log_batch(client, run, metrics: dict, timestamp: int, params: dict, tags=None) -> None:
    from mlflow.entities import Metric, Param, RunTag

    client.log_batch(
        run.info.run_id,
        metrics=[Metric(name, value, timestamp, 0) for name, value in metrics.items()],
        params=[Param(name, value) for name, value in params.items()],
        tags=[RunTag(name, value) for name, value in (tags or {}).items()],
    )


def _has_artifacts(client, run, names) -> bool:
    """Tell whether the artifacts of a run are still where they were put."""
    folders = set(map(_folder_of, names))
    listed = (client.list_artifacts(run.info.run_id, folder) for folder in folders)
    found = {artifact.path for artifacts in listed for artifact in artifacts}
    return found.issuperset(name.as_posix() for name in names)


def _folder_of(name: PurePath) -> str | None:
    """Return the folder of an artifact as MLflow wants it: None at the top."""
    return name.parent.as_posix() if name.parent.parts else None


def _current(runs: list, content_hash: str):
    """Return the first run that is whole and up to date, or None."""
    return next((run for run in runs if _is_current(run, content_hash)), None)


def _is_finished(run) -> bool:
    return run.info.status == "FINISHED"


def _is_current(run, content_hash: str) -> bool:
    return _is_finished(run) and run.data.tags.get(_HASH) == content_hash


def hash_of(parts) -> str:
    """Return the SHA-256 of texts or bytes, one after the other."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()
