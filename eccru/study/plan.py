"""What a configuration asks for: the runs of a study, and the key of every step."""

from datetime import datetime
from functools import cache, cached_property
from itertools import product
from pathlib import Path

from eccru.data.catalogue import RECORD
from eccru.errors import DataError
from eccru.files import hash_of, read_json, write_text
from eccru.names import THRESHOLD_PARAMETERS
from eccru.sources import ROOT, code_hash
from eccru.study.classes import package_versions
from eccru.study.keys import key_of_runs

# Of a dataset's entry: what changes nothing in its raw files.
HOW_PREPARED = ("reduction", "labels", "format")


class Plan:
    """The steps of a study and their keys.

    A key that depends on data which is not here yet is None.

    Parameters
    ----------
    config : dict
        The configuration, checked.
    scripts : path-like
        The folder with the script of each step.
    """

    def __init__(self, config: dict, scripts=ROOT / "workflow_scripts"):
        self.config = config
        self.scripts = Path(scripts)
        self.datasets = {entry["name"]: entry for entry in config["datasets"]}
        self.methods = {entry["name"]: entry for entry in config["methods"]}
        self.stale = []

    def note_stale(self, reasons: list[str]) -> list[str]:
        """Put down which files are not what is asked for, and why.

        Returns
        -------
        list of str
            The file with the reasons, which is as new as can be; empty if there are none.
        """
        if not reasons:
            return []
        path = Path(self.config["results"], "stale.txt")
        if not self.stale:
            write_text(
                path, f"Not what is asked for, as found on {datetime.now().isoformat(sep=' ')}:\n"
            )
        self.stale += reasons
        with open(path, "a") as file:
            file.writelines(f"{reason}\n" for reason in reasons)
        return [str(path)]

    @cached_property
    def folds_of_repeats(self) -> list[tuple[int, int]]:
        """The repeat and fold of every run of a method on a dataset."""
        return list(product(range(self.config["repeats"]), range(self.config["folds"])))

    def algorithm(self, method: str) -> str:
        """Return the class of a method, which is its name where no other is given."""
        entry = self.methods[method]
        return entry.get("class") or entry.get("method", method)

    def parameters(self, method: str) -> dict:
        """Return the parameters of a method: its own, and how the study sets thresholds."""
        entry = self.methods[method]
        own = {key: value for key, value in entry.items() if key not in ("name", "method", "class")}
        return {name: self.config[name] for name in THRESHOLD_PARAMETERS} | own

    def run_path(self, dataset: str, method: str, repeat: int, fold: int) -> str:
        """Return the file of a run's record."""
        return f"{self.config['results']}/runs/{dataset}/{method}/{repeat}-{fold}.json"

    def runs(self, datasets) -> dict[str, str | None]:
        """Return the files of all runs on some datasets, with their keys."""
        return {
            self.run_path(dataset, method, *at): self.run_key(dataset, method, *at)
            for dataset in datasets
            for method in self.methods
            for at in self.folds_of_repeats
        }

    @cache  # noqa: B019 (a plan lives as long as the process)
    def settings(self, step: str, *values) -> str:
        """Return a hash of a step's code and settings, which are JSON texts or plain values."""
        return hash_of([step, code_hash(self.scripts / f"{step}.py", self.scripts.parent), *values])

    def download_key(self, dataset: str, asked: dict | None) -> str:
        """Return the key of the raw files; `asked` counts where no source had them.

        The code does not count: raw files are known by their content.
        """
        entry = {k: v for k, v in self.datasets[dataset].items() if k not in HOW_PREPARED}
        return hash_of(["download", entry, asked])

    def preparation(self, dataset: str) -> dict:
        """Return how a dataset is made of its raw files, as its entry says."""
        return {k: v for k, v in self.datasets[dataset].items() if k in HOW_PREPARED}

    def raw_content(self, dataset: str) -> dict | None:
        """Return the checksums of a dataset's raw files, as far as they were ever seen."""
        raw = _read(Path("data/raw", dataset, RECORD))
        prepared = _read(Path("data/prepared", f"{dataset}.json"))
        return raw.get("sha256") or prepared.get("source", {}).get("sha256")

    def prepared_key(self, dataset: str) -> str | None:
        """Return the key of the prepared dataset."""
        content = self.raw_content(dataset)
        if content is None:
            return None
        return hash_of([self.settings("prepare", dataset), self.preparation(dataset), content])

    def table1_key(self, datasets: list[str]) -> str | None:
        """Return the key of Table 1 of some datasets."""
        keys = {dataset: self.prepared_key(dataset) for dataset in datasets}
        missing = [dataset for dataset in self.datasets if dataset not in keys]
        if None in keys.values():
            return None
        return hash_of([self.settings("table1"), missing, keys])

    @cached_property
    def statistics_settings(self) -> str:
        """A hash of all that decides the statistics, but for the runs."""
        names = ("repeats", "folds", "seed", "statistics")
        values = [self.config[name] for name in names]
        return hash_of([self.settings("statistics"), *values, *self.datasets, *self.methods])

    def statistics_key(self, run_keys: list[str | None]) -> str | None:
        """Return the key of the statistics of some runs."""
        return None if None in run_keys else key_of_runs(self.statistics_settings, run_keys)

    def figures_key(self, statistics: str, table1: str) -> str:
        """Return the key of the figures."""
        return hash_of([self.settings("figures"), statistics, table1])

    def report_key(self, figures: str, shown: dict) -> str:
        """Return the key of the report, which shows some of the configuration."""
        return hash_of([self.settings("report"), figures, shown])

    def folds_key(self, dataset: str) -> str | None:
        """Return the key of a dataset's folds."""
        prepared = self.prepared_key(dataset)
        if prepared is None:
            return None
        values = (self.config[name] for name in ("repeats", "folds", "seed"))
        return hash_of([self.settings("folds", *values), prepared])

    def run_key(self, dataset: str, method: str, repeat: int, fold: int) -> str | None:
        """Return the key of a run."""
        folds = self.folds_key(dataset)
        if folds is None:
            return None
        settings = self.settings("train", self.config["seed"], self.config["absent_labels"])
        what = [self.algorithm(method), self.parameters(method), repeat, fold]
        if "class" in self.methods[method]:
            what.append(package_versions(self.methods[method]))
        return hash_of([settings, self.prepared_key(dataset), folds, *what])


def _read(path) -> dict:
    """Read a JSON file; nothing where it is not there or damaged."""
    try:
        return _read_once(path, path.stat().st_mtime_ns)
    except (DataError, OSError):
        return {}


@cache
def _read_once(path, changed):
    return read_json(path)
