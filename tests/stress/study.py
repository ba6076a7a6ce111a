"""A small study in a folder of its own, called again and again as a user would."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.workflow.call import ROOT, Workflow

NAME = "small"
METHODS = [
    {"name": "BR"},
    {"name": "BRUS"},
    {"name": "ECCRU3", "c": 2, "theta_max": 2, "theta_min": 0.5},
]
PATIENCE = 600  # seconds that a call may take


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
    environment : dict
        Variables for all its processes.
    **config
        Parts of the configuration that are other than in the small study.
    """

    def __init__(self, folder: Path, datasets: list[dict], environment: dict, **config):
        folder.mkdir(parents=True, exist_ok=True)
        whole = {
            **{"study": NAME, "datasets": datasets, "methods": METHODS, "repeats": 1},
            **{"statistics": {"rope": None}, **config},
        }
        super().__init__(folder, **whole)
        self.environment |= environment
        self.name = whole["study"]
        self.database = folder / whole.get("tracking_uri", "sqlite:///mlflow.db")[10:]
        tracked = [f"results/tracked/{entry['name']}.txt" for entry in whole["datasets"]]
        # All but figures and report, which cost most of the time.
        self.targets = ["datasets", "results/keys/statistics.json", *tracked]

    def start(self, *arguments: str) -> subprocess.Popen:
        """Begin a call; its output goes to a file in the folder."""
        with open(self.folder / "output.txt", "w") as output:
            return subprocess.Popen(
                [
                    *(sys.executable, "-m", "eccru.study.resume"),
                    *("--snakefile", ROOT / "Snakefile"),
                    *("--configfile", ROOT / "config.yaml", self.folder / "test.yaml"),
                    *("--cores", "2", *(arguments or self.targets)),
                ],
                cwd=self.folder,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def end(self, call: subprocess.Popen) -> Answer:
        """Wait for a call to end."""
        code = call.wait(PATIENCE)
        return Answer(code, (self.folder / "output.txt").read_text())

    def __call__(self, *arguments: str) -> Answer:
        """Call the workflow up to the tracked runs, or with the given arguments."""
        return self.end(self.start(*arguments))
