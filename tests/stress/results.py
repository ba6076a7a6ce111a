"""What a study has computed, in a form in which two studies can be compared."""

import json
import re
from collections import Counter

import numpy as np

from eccru.errors import DataError
from eccru.files import hash_of, read_arrays, read_json, sha256
from eccru.names import METRICS
from eccru.study.records import Record
from eccru.tracking.frame import search
from eccru.tracking.store import open_store
from tests.stress.study import NAME

# What differs from one computation to the next; the commit, since someone may commit meanwhile.
MEASURED_ANEW = ("times", "peak_memory_mb", "started", "machine", "commit")
ABOUT_TIMES = re.compile("time| train", re.IGNORECASE)  # "the next fastest to train"
TIMED = ("costs.csv", "paper_basis.csv", "prediction_time.csv", "runs.csv", "training_time.csv")


def results_of(study) -> dict[str, str]:
    """Return the content of all results that do not depend on time, by file or run."""
    return data_of(study) | records_of(study) | tables_of(study) | tracked_by(study)


def data_of(study) -> dict[str, str]:
    """Return the checksums of the raw and prepared data and the folds."""
    folder = study.folder
    files = [*folder.glob("data/raw/*/*"), *folder.glob("data/prepared/*")]
    files += folder.glob("results/folds/*")
    return {str(file.relative_to(folder)): sha256(file) for file in files}


def records_of(study) -> dict[str, str]:
    """Return the content of all records, but for what is measured anew each time."""
    found = {}
    for path in study.folder.glob("results/runs/*/*/*.json"):
        record = read_json(path)
        known = {name: value for name, value in record.items() if name not in MEASURED_ANEW}
        name = str(path.relative_to(study.folder))
        found[name] = f"{hash_of(known)} {sha256(path.with_suffix('.npz'))}"
    return found


def tables_of(study) -> dict[str, str]:
    """Return the tables, without those that hold times and the lines of times in the others."""
    tables = (study.folder / "results/tables").glob("*.csv")
    return {
        f"results/tables/{path.name}": hash_of(
            [line for line in path.read_text().splitlines() if not ABOUT_TIMES.search(line)]
        )
        for path in tables
        if path.name not in TIMED
    }


def tracked_by(study) -> dict[str, str]:
    """Return the metrics of all active runs in MLflow; a second run of a key ends with #2."""
    if not study.database.exists():
        return {}
    found, seen = {}, Counter()
    with open_store(f"sqlite:///{study.database}") as client:
        experiment = client.get_experiment_by_name(NAME)
        runs = search(client, experiment.experiment_id, "") if experiment else []
    for run in sorted(runs, key=lambda run: run.info.run_id):
        key = run.data.tags["eccru.key"]
        seen[key] += 1
        metrics = {name: run.data.metrics[name] for name in METRICS if name in run.data.metrics}
        name = f"mlflow/{key}" if seen[key] == 1 else f"mlflow/{key}#2"
        found[name] = f"{run.info.status} {json.dumps(metrics, sort_keys=True)}"
    return found


def whole_records(study) -> dict[str, str]:
    """Return when each record that is whole was begun, with its hash: a new one has another."""
    found = {}
    for path in study.folder.glob("results/runs/*/*/*.json"):
        try:
            found[str(path.relative_to(study.folder))] = Record.read(path).content_hash
        except DataError:
            continue
    return found


def half_files(study) -> list[str]:
    """Return the files under their final names that are not whole, with the reason."""
    folder, reasons = study.folder, []
    for pattern, read in (
        ("results/runs/*/*/*.json", read_json),
        ("results/runs/*/*/*.npz", np.load),
        ("results/folds/*.npz", read_arrays),
        ("results/keys/*.json", read_json),
        ("data/prepared/*.npz", read_arrays),
        ("data/prepared/*.json", read_json),
        ("data/raw/*/source.json", read_json),
    ):
        for path in folder.glob(pattern):
            try:
                read(path)
            except (DataError, ValueError, OSError) as error:
                reasons.append(f"{path}: {error}")
    return reasons
