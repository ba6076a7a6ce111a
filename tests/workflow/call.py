"""Runs the workflow in a folder of its own, as a user would."""

import copy
import os
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


class Workflow:
    """The project's workflow with a configuration of the test, in the test's folder."""

    def __init__(self, folder: Path, mirror: Path | None = None, **config):
        self.folder = folder
        self.checkout = ROOT
        paths = [str(ROOT), str(ROOT / "plugins"), os.environ.get("PYTHONPATH")]
        self.environment = {
            **os.environ,
            "ECCRU_MIRROR": str(mirror or ""),
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        }
        self.environment.pop("MLFLOW_TRACKING_URI", None)
        (folder / "test.yaml").write_text(yaml.safe_dump(config))

    def elsewhere(self, checkout: Path) -> "Workflow":
        """Return the workflow of another checkout of the project, in the same folder."""
        other = copy.copy(self)
        other.checkout = checkout
        return other

    def in_folder(self, folder: Path) -> "Workflow":
        """Return the same workflow in a copy of the folder."""
        other = copy.copy(self)
        other.folder = folder
        return other

    def command(self, module: str, *arguments: str) -> list:
        """Return the command that calls snakemake, or a module that becomes it."""
        return [
            *(sys.executable, "-m", module),
            *("--snakefile", self.checkout / "Snakefile", "--directory", self.folder),
            *("--configfile", self.checkout / "config.yaml", self.folder / "test.yaml"),
            *("--cores", "2", *arguments),
        ]

    def _run(self, module, *arguments):
        return subprocess.run(
            self.command(module, *arguments),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
        )

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess:
        """Call snakemake with the given arguments; its output is in `stdout`."""
        return self._run("snakemake", *arguments)

    def resume(self, *arguments: str) -> subprocess.CompletedProcess:
        """Call snakemake as `make study` does."""
        return self._run("eccru.study.resume", *arguments)

    def start(self, *arguments: str) -> subprocess.Popen:
        """Start snakemake in a process group of its own, and do not wait for it."""
        return subprocess.Popen(
            self.command("snakemake", *arguments),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def jobs(self, *arguments: str) -> set[str]:
        """Return the rules and wildcards of the jobs that a call would run."""
        answer = self(*arguments, "--dry-run", "--quiet", "host", "progress")
        assert answer.returncode == 0, answer.stdout
        jobs, rule = set(), None
        for line in answer.stdout.splitlines():
            words = line.split()
            if words and words[0] in ("rule", "localrule", "checkpoint"):
                rule = words[1].rstrip(":")
                jobs.add(rule)
            elif words and words[0] == "wildcards:":
                jobs.discard(rule)
                values = [word.rstrip(",").split("=")[1] for word in words[1:]]
                jobs.add("/".join([rule, *values]))
        return jobs
