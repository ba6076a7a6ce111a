"""A result as what MLflow stores (params and tags as text, metrics as numbers), and back."""

import json
import math

import pandas as pd

from eccru.names import METRICS
from eccru.study.frames import COUNTED, IDENTITY, MEASURED, PROVENANCE, SIZES, flatten, frame_of
from eccru.study.records import Record
from eccru.tracking.store import open_store, resolve_uri


def encode(record: Record) -> tuple[dict, dict, dict]:
    """Split a result into params, metrics and tags.

    Repeat and fold are params, since MLflow's plots offer params and metrics only. Metrics that no
    label defines are left out.
    """
    row = flatten(record)
    param_names = {*IDENTITY, *record.parameters}
    params = {key: _to_text(key, row[key]) for key in row if key in param_names}
    metrics = {key: row[key] for key in MEASURED if not math.isnan(row[key])}
    tags = {
        key: _to_text(key, value)
        for key, value in row.items()
        if key not in param_names and key not in MEASURED and value is not None
    }
    return params, metrics, tags


def decode(params: dict, metrics: dict, tags: dict) -> dict:
    """Turn what `encode` made, as MLflow gives it back, into a row of `runs_frame`."""
    absent = {**dict.fromkeys(METRICS, math.nan), "commit": None, "stopped": None}
    sizes = {key: int(metrics[key]) for key in SIZES}
    texts = {key: tags[key] for key in tags if _is_column(key)} | params
    return absent | metrics | sizes | {key: _from_text(key, text) for key, text in texts.items()}


def to_frame(study: str, uri: str | None = None) -> pd.DataFrame:
    """Read the runs of a study back from MLflow.

    Parameters
    ----------
    study : str
        Name of the study.
    uri : str, optional
        The tracking store; by default `MLFLOW_TRACKING_URI` or `mlflow.db` in the working folder.

    Returns
    -------
    DataFrame
        Equal to `eccru.study.frames.runs_frame` of the result files that were tracked.

    Raises
    ------
    TrackingError
        If the store cannot be reached.
    ValueError
        If the store does not know the study.

    """
    with open_store(uri or resolve_uri()) as client:
        experiment = client.get_experiment_by_name(study)
        if experiment is None:
            raise ValueError(f"The tracking store has no study {study!r}.")
        finished_folds = "tags.level = 'fold' AND attributes.status = 'FINISHED'"
        runs = search(client, experiment.experiment_id, finished_folds)
    return frame_of([decode(run.data.params, run.data.metrics, run.data.tags) for run in runs])


def search(client, experiment_id: str, filter_string: str) -> list:
    """Find all runs that match, however many pages they fill."""
    runs, token = [], None
    while True:
        page = client.search_runs([experiment_id], filter_string, page_token=token)
        runs += page
        token = page.token
        if not token:
            return runs


def _is_column(tag: str) -> bool:
    return tag in COUNTED or tag in PROVENANCE or tag.startswith(("version_", "machine_"))


def _is_always_text(key: str) -> bool:
    """Tell whether a column holds names, of which some look like numbers ("3.12")."""
    return key in ("dataset", "method", "algorithm", "key", "commit", "started") or key.startswith(
        ("version_", "machine_cpu", "machine_system")
    )


def _to_text(key: str, value) -> str:
    """Write a value so that `_from_text` gives it back; text is quoted if it looks like JSON."""
    if isinstance(value, str) and (_is_always_text(key) or _from_text(key, value) == value):
        return value
    return json.dumps(value)


def _from_text(key: str, text: str):
    if _is_always_text(key):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
