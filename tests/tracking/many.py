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

# So many processes that MLflow is loaded once for all of them; each works in a folder of its own.
MANY_PROCESSES = """
import glob, os, sys
import mlflow
from eccru.tracking.log import track
from eccru.tracking.store import TrackingError, create_store
uri, results, *folders = sys.argv[1:]
for folder in folders:
    if os.fork() == 0:
        os.chdir(folder)
        for _ in range(10):  # a server that is overrun may not answer: the next call catches up
            try:
                create_store(uri)
                track(uri, "quick", glob.glob(results + "/runs/*/*/*.json"))
                sys.exit()
            except TrackingError as error:
                print(error, file=sys.stderr)
        sys.exit(1)
sys.exit(sum(os.wait()[1] != 0 for _ in folders))
"""


def start_tracking(uri: str, results, folder=None) -> subprocess.Popen:
    """Start a process that creates the store and tracks all runs, in a working folder."""
    command = [sys.executable, "-c", ONE_PROCESS, uri, str(results)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=folder, **pipes)


def track_on_machines(uri: str, results, folders) -> subprocess.CompletedProcess:
    """Track all runs from many folders at once; the exit code is the number of failures.

    Processes in different folders do not see each other's locks, nor do machines.
    """
    command = [sys.executable, "-c", MANY_PROCESSES, uri, str(results), *map(str, folders)]
    return subprocess.run(command, capture_output=True, text=True)


def active_runs(uri: str, study: str = "quick") -> Counter:
    """Count the runs of a study that are not deleted, by what they are runs of."""
    with open_store(uri) as client:
        experiment = client.get_experiment_by_name(study)
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
