"""The record of a run: all that is known of one method trained and scored on one fold.

A record is a pair of files beside each other: `{repeat}-{fold}.json` (parameters, macro-averaged
metrics, times, where they come from) and `{repeat}-{fold}.npz` (arrays with one value per label).
"""

import hashlib
import io
import json
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from eccru.errors import DataError
from eccru.files import atomic_write, write_json
from eccru.names import METHODS, PHASES


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
        Parameters of the method, and `threshold_grid`.
    seed : int
        Seed of the study.
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
    versions, machine : dict
        What computed, and where.
    source_hash : str
        Hash of the code that decides the result.
    commit : str or None
        The git commit, where there is one.
    per_label : dict of str to ndarray of shape (q,)
        Names, imbalance ratios, class sizes, metrics and thresholds of the labels.
    content_hash : str
        Hash of the two files that the record was read from.
    """

    dataset: str
    method: str
    repeat: int
    fold: int
    parameters: dict
    seed: int
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
    versions: dict
    source_hash: str
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
        with atomic_write(Path(path).with_suffix(".npz")) as file:
            np.savez(file, **self.per_label)
        write_json(path, {name: getattr(self, name) for name in _IN_JSON})

    @classmethod
    def read(cls, path) -> "Record":
        """Read a record from its JSON file and the .npz file beside it.

        Raises
        ------
        DataError
            If one of the files is not there, damaged or no record; the message names it.
        """
        path = Path(path)
        arrays_path = path.with_suffix(".npz")
        content, arrays = _read_bytes(path), _read_bytes(arrays_path)
        try:
            values = json.loads(content)
            known = {name: values[name] for name in _IN_JSON}
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path} is not the record of a run: {error}.") from None
        try:
            with np.load(io.BytesIO(arrays), allow_pickle=False) as loaded:
                per_label = dict(loaded)
        except (BadZipFile, EOFError, ValueError, OSError) as error:
            raise DataError(f"{arrays_path} does not hold the labels of a run: {error}.") from None
        content_hash = hashlib.sha256(content + arrays).hexdigest()
        return cls(**known, per_label=per_label, content_hash=content_hash)


_IN_JSON = [f.name for f in fields(Record) if f.name not in ("per_label", "content_hash")]


def _read_bytes(path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None


def read_records(paths) -> list[Record]:
    """Read records, by dataset, the methods' order in the paper, repeat and fold."""
    return sorted(
        map(Record.read, paths), key=lambda r: run_order(r.dataset, r.method, r.repeat, r.fold)
    )


def run_order(dataset: str, method: str, repeat: int, fold: int) -> tuple:
    """Return what runs are sorted by: dataset, the method's place in the paper, repeat, fold."""
    place = METHODS.index(method) if method in METHODS else len(METHODS)
    return dataset, place, method, repeat, fold
