"""A small study in a folder of its own, called again and again as a user would."""

import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.workflow.call import Workflow

NAME = "small"
METHODS = [
    {"name": "BR"},
    {"name": "BRUS"},
    {"name": "ECCRU3", "c": 2, "theta_max": 2, "theta_min": 0.5},
]
PATIENCE = 1800  # seconds that a call may take


class Answer(NamedTuple):
    """How a call ended, and what it said."""

    returncode: int
    stdout: str


class Study(Workflow):
    """The small study: two datasets, three methods, two folds.

    Parameters
    ----------
    folder : Path
        Its folder, which is made.
    datasets : list of dict
        Its datasets.
    **config
        Parts of the configuration that are other than in the small study.
    """

    # All but figures and report, which cost most of the time.
    targets = ("datasets", "results/keys/statistics.json", "results/tracked/runs.txt")

    def __init__(self, folder: Path, datasets: list[dict], **config):
        folder.mkdir()
        whole = {"study": NAME, "datasets": datasets, "methods": METHODS, "repeats": 1, **config}
        super().__init__(folder, **{"statistics": {"rope": None}, **whole})
        uri = whole.get("tracking_uri", "sqlite:///mlflow.db")
        self.database = folder / uri.removeprefix("sqlite:///")
        self.before = []  # a command that runs the call, such as faketime

    def start(self, *arguments: str, output: str = "output.txt") -> subprocess.Popen:
        """Begin a call as `make study` does; what it says goes to a file in the folder."""
        command = self.command("eccru.study.resume", *(arguments or self.targets))
        with open(self.folder / output, "w") as file:
            return subprocess.Popen(
                [*self.before, *command],
                cwd=self.folder,
                env=self.environment,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def end(self, call: subprocess.Popen, output: str = "output.txt") -> Answer:
        """Wait for a call to end."""
        return Answer(call.wait(PATIENCE), (self.folder / output).read_text())

    def __call__(self, *arguments: str) -> Answer:
        """Call the workflow up to the tracked runs, or with the given arguments."""
        return self.end(self.start(*arguments))
