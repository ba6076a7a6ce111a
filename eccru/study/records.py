"""The record of a run: all that is known of one method trained and scored on one fold.

A record is a pair of files beside each other: `{repeat}-{fold}.json` (parameters, macro-averaged
metrics, times, where they come from) and `{repeat}-{fold}.npz` (arrays with one value per label).
"""

import hashlib
import io
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path

import numpy as np

from eccru.errors import DataError
from eccru.files import atomic_write, hash_of, read_bytes, read_json, write_json
from eccru.names import KNOWN, PHASES


@dataclass(frozen=True, eq=False, kw_only=True)
class Record:
    """One run of the study.

    Attributes
    ----------
    dataset, method : str
        What was trained on what.
    repeat, fold : int
        Which fold of the study it is.
    parameters : dict
        Parameters of the method, and `absent_labels`.
    algorithm : str
        Class of the method, which may have another name in the study.
    seed : int
        Seed of the study.
    key : str
        What the run is a result of: a hash of all that decides it, code and data included.
    metrics : dict of str to float or None
        The five metrics, averaged over the labels; None where no label defines it.
    labels_averaged : dict of str to int
        How many labels each metric is the mean of.
    rows : dict
        Number of rows that `train` and `test`.
    features, labels : int
        Size of the dataset.
    chains, classifiers, nodes : int
        Size of the model.
    times : dict of str to dict
        `wall` and `cpu` seconds of each phase.
    peak_memory_mb : float
        Most memory that the process held.
    started : str
        When the run began, in UTC.
    stopped : int or None
        CPU seconds after which the run was stopped; None if it came to its end. A run
        that was stopped has no metrics, and what it took is its training time.
    versions, machine : dict
        What computed, and where.
    commit : str or None
        The git commit, where there is one.
    per_label : dict of str to ndarray of shape (q,)
        Names, imbalance ratios, class sizes, metrics and thresholds of the labels.
    content_hash : str
        Hash of what the record was read from.
    """

    dataset: str
    method: str
    repeat: int
    fold: int
    algorithm: str
    parameters: dict
    seed: int
    key: str
    metrics: dict
    labels_averaged: dict
    rows: dict
    features: int
    labels: int
    chains: int
    classifiers: int
    nodes: int
    times: dict
    peak_memory_mb: float
    started: str
    stopped: int | None
    versions: dict
    commit: str | None
    machine: dict
    per_label: dict = field(repr=False)
    content_hash: str = field(default="", repr=False)

    @property
    def name(self) -> str:
        """What the run is called: dataset, method, repeat and fold."""
        return f"{self.dataset}/{self.method}/{self.repeat}-{self.fold}"

    @property
    def start(self) -> int:
        """When the run began, in milliseconds since 1970."""
        return int(datetime.fromisoformat(self.started).timestamp() * 1000)

    @property
    def end(self) -> int:
        """When the run ended, in milliseconds since 1970."""
        return self.start + round(sum(self.times[phase]["wall"] for phase in PHASES) * 1000)

    def write(self, path) -> None:
        """Write the record to a JSON file and an .npz file beside it, each whole or not at all."""
        arrays = io.BytesIO()
        np.savez(arrays, **self.per_label)
        with atomic_write(Path(path).with_suffix(".npz")) as file:
            file.write(arrays.getvalue())
        content = {name: getattr(self, name) for name in _IN_JSON}
        write_json(path, content | {_ARRAYS: hashlib.sha256(arrays.getvalue()).hexdigest()})

    @classmethod
    def read(cls, path) -> "Record":
        """Read a record from its JSON file and the .npz file beside it.

        Raises
        ------
        DataError
            If one of the files is not there, damaged or no record, or if they do not belong
            together; the message names it.
        """
        path = Path(path)
        content, arrays = read_json(path), read_bytes(path.with_suffix(".npz"))
        lacking = [name for name in (*_IN_JSON, _ARRAYS) if name not in content]
        if lacking:
            raise DataError(f"{path} is not the record of a run: it has no {lacking[0]}.")
        if hashlib.sha256(arrays).hexdigest() != content[_ARRAYS]:
            raise DataError(
                f"{path.with_suffix('.npz')} is damaged, or of another run than {path.name}: let "
                "the workflow make both again."
            )
        with np.load(io.BytesIO(arrays), allow_pickle=False) as loaded:
            per_label = dict(loaded)
        known = {name: content[name] for name in _IN_JSON}
        record = cls(**known, per_label=per_label, content_hash=hash_of(content))
        record.check_means(path)
        return record

    def check_means(self, path) -> None:
        """Raise a `DataError` if a metric is not the mean of the labels'."""
        for metric, mean in self.metrics.items():
            values = self.per_label[metric]
            expected = np.nan if np.isnan(values).all() else np.nanmean(values)
            if not np.isclose(np.nan if mean is None else mean, expected, 1e-9, 0, equal_nan=True):
                raise DataError(f"{path}: {metric} is {mean}, but the labels' mean is {expected}.")


_ARRAYS = "labels_sha256"  # in the JSON file, of the other
_IN_JSON = [f.name for f in fields(Record) if f.name not in ("per_label", "content_hash")]


def read_records(paths) -> list[Record]:
    """Read records, by dataset, the methods' order in the tables, repeat and fold."""
    return sorted(
        map(Record.read, paths), key=lambda r: run_order(r.dataset, r.method, r.repeat, r.fold)
    )


def run_order(dataset: str, method: str, repeat: int, fold: int) -> tuple:
    """Return what runs are sorted by: dataset, the method's place in the tables, repeat, fold."""
    place = KNOWN.index(method) if method in KNOWN else len(KNOWN)
    return dataset, place, method, repeat, fold
