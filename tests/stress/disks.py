"""Disks that are full, and places that cannot be written to."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

from tests.stress.arena import Arena
from tests.stress.outcome import Outcome
from tests.stress.results import half_files

STORE = "store/inner/mlflow.db"
# Sizes at which something is written, and what follows is not: records, tables, data, the store.
FULL = (
    ("results", "100k", ("results/", "No space left on device")),
    ("results", "260k", ("results/", "No space left on device")),
    ("data", "60k", ("data/", "No space left on device")),
    ("store", "400k", (STORE, "full")),
    ("store", "1000k", (STORE, "full")),
)


def fill_disks(arena: Arena) -> Outcome:
    """Let each place in turn be a disk that is too small, then enlarge it."""
    outcome = Outcome()
    for number, (place, size, words) in enumerate(FULL):
        study = _study(arena, f"full{number}")
        with _disk(study.folder / place, size) as disk:
            if disk is None:
                outcome.notes.append("skipped: mounting is not permitted here.")
                return outcome
            outcome.tried += 1
            outcome.expect_sentence(study(), *words)
            for reason in half_files(study):
                outcome.count("wrong", reason)
            _remount(disk, "size=64m")
            outcome.expect_success(study())
            arena.compare(outcome, study)
            arena.end_processes()
        arena.clear(study)
    return outcome


def forbid_writing(arena: Arena) -> Outcome:
    """Let results and data be read-only in turn, and the store when it has runs already."""
    outcome = Outcome()
    study = _study(arena, "readonly")
    for place in ("results", "data", "store"):
        with _disk(study.folder / place, "64m") as disk:
            if disk is None:
                outcome.notes.append("skipped: mounting is not permitted here.")
                return outcome
            words = (f"directory {place}",)
            if place == "store":
                outcome.expect_success(study())
                (study.folder / "results/tracked/runs.txt").unlink()
                words = ("store/", "Read-only")
            _remount(disk, "ro")
            outcome.tried += 1
            outcome.expect_sentence(study(), *words)
            _remount(disk, "rw")
            if place == "store":
                outcome.expect_success(study())
                arena.compare(outcome, study)
            arena.end_processes()
    arena.clear(study)
    return outcome


def _study(arena, name):
    study = arena.study(name, tracking_uri=f"sqlite:///{STORE}")
    for place in ("results", "data", "store"):
        (study.folder / place).mkdir()
    return study


@contextmanager
def _disk(folder: Path, size: str):
    """Mount a small disk on a folder, and give the folder; None if that is not permitted."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder]
    if subprocess.run(mount, capture_output=True).returncode:
        yield None
        return
    try:
        # Snakemake removes folders that are empty, which a mounted one must not be.
        (folder / "kept").touch()
        yield folder
    finally:
        # Lazily: MLflow keeps its store open in this process.
        subprocess.run(["umount", "--lazy", folder], check=True)


def _remount(folder, option) -> None:
    subprocess.run(["mount", "-o", f"remount,{option}", folder], check=True)
