"""Many processes that track the same study into one store at once.

``python -m tests.tracking.many 40`` starts forty of them on an SQLite store that is not there yet,
and ends with an error unless every run is tracked exactly once.
"""

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pandas as pd

from eccru.names import METHODS
from eccru.study.frames import runs_frame
from eccru.study.records import read_records
from eccru.tracking.frame import search, to_frame
from eccru.tracking.store import open_store
from tests.invented import write_study

ONE_PROCESS = """
import glob, sys
from eccru.tracking.log import track
from eccru.tracking.store import create_store
uri, results = sys.argv[1:]
create_store(uri)
print(track(uri, "quick", glob.glob(results + "/runs/*/*/*.json")))
"""


def start_tracking(uri: str, results, folder=None) -> subprocess.Popen:
    """Start a process that creates the store and tracks all runs, in a working folder."""
    command = [sys.executable, "-c", ONE_PROCESS, uri, str(results)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=folder, **pipes)


def active_runs(uri: str) -> Counter:
    """Count the runs in the store that are not deleted, by what they are runs of."""
    with open_store(uri) as client:
        experiment = client.get_experiment_by_name("quick")
        runs = search(client, experiment.experiment_id, "")
    return Counter(run.data.tags["eccru.key"] for run in runs)


def expected_runs(paths) -> Counter:
    """Return what `active_runs` is when every run is there once: folds and their parents."""
    folds = {"/".join([*path.parts[-3:-1], path.stem]) for path in paths}
    return Counter(folds | {fold.rpartition("/")[0] for fold in folds})


def assert_same_as_files(uri: str, paths) -> None:
    """Compare what the store gives back with the result files, to the last digit."""
    tracked, written = to_frame("quick", uri), runs_frame(read_records(paths))
    pd.testing.assert_frame_equal(tracked, written, check_exact=True)


def main(processes: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = write_study(folder, methods=METHODS[:3])
        uri = f"sqlite:///{Path(folder) / 'mlflow.db'}"
        started = [start_tracking(uri, folder) for _ in range(processes)]
        errors = [process.communicate()[1] for process in started if process.wait()]
        tracked = active_runs(uri)
    if errors or tracked != expected_runs(paths):
        sys.exit(f"{len(errors)} of {processes} processes failed; {tracked}\n{''.join(errors)}")
    print(f"{processes} processes: each of {len(tracked)} runs is tracked once")


if __name__ == "__main__":
    main(int(sys.argv[1]))
