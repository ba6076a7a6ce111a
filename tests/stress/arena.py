"""Where the attack takes place: a temporary folder, small datasets, and the undisturbed study."""

import os
import shutil
import zlib
from pathlib import Path

import numpy as np

from tests.mulan import write_mulan
from tests.stress import processes
from tests.stress.outcome import Outcome
from tests.stress.results import results_of
from tests.stress.study import Study

OF_STUDY = "mlflow/study"  # the run of report, tables and figures


class Arena:
    """The folder of the attack.

    Parameters
    ----------
    folder : Path
        A folder with a short path: sockets are below it.
    seed : int
        Seed of all that is random.
    """

    def __init__(self, folder: Path, seed: int):
        self.folder = folder
        self.seed = seed
        (folder / "tmp").mkdir()
        # All that is started can be told by a mark, and has a training server of its own.
        os.environ.update({processes.MARK: str(folder), "TMPDIR": str(folder / "tmp")})
        mirror = folder / "mirror"
        write_mulan(mirror, "stones", seed=1, rows=150)
        write_mulan(mirror, "texts", seed=2, rows=200, sparse=True)
        files = mirror / "data/multi-label"
        self.datasets = [self.entry(name, files / name) for name in ("stones", "texts")]
        self.reference = {}

    @staticmethod
    def entry(name: str, folder: Path) -> dict:
        """Return a dataset's entry in the configuration."""
        return {"name": name, "arff": [f"{folder / name}.arff"], "xml": f"{folder / name}.xml"}

    def study(self, name: str, **config) -> Study:
        """Return the small study in a new folder, with changes of its configuration."""
        return Study(self.folder / name, **{"datasets": self.datasets, **config})

    def random(self, name: str) -> np.random.Generator:
        """Return the generator of a scenario."""
        return np.random.default_rng([self.seed, zlib.crc32(name.encode())])

    def make_reference(self) -> Outcome:
        """Run the whole study undisturbed; what it computes is what all others must compute."""
        study = self.study("reference")
        outcome = Outcome(tried=1)
        outcome.expect_success(study("all"))
        self.reference = results_of(study)
        records = [name for name in self.reference if name.startswith("results/runs/")]
        tracked = [name for name in self.reference if name.startswith("mlflow/")]
        outcome.expect(len(records) == 12, f"{len(records)} records are there")
        outcome.expect(len(tracked) == 12 + 6 + 1, f"{len(tracked)} runs are in MLflow")
        outcome.expect("Nothing to be done" in study("all").stdout, "a second call did something")
        return outcome

    def compare(self, outcome: Outcome, study: Study, whole: bool = False) -> None:
        """Compare a study with the undisturbed one, with the run of the report where `whole`."""
        expected = dict(self.reference)
        if not whole:
            expected.pop(OF_STUDY, None)
        outcome.compare(results_of(study), expected)

    def end_processes(self) -> None:
        """End what is left, such as the server for training jobs."""
        processes.end_all(str(self.folder))

    def clear(self, study: Study) -> None:
        """End what is left of a study's processes, and delete its folder."""
        self.end_processes()
        shutil.rmtree(study.folder)
