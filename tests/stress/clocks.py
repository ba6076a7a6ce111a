"""Clocks that go wrong."""

import os
import shutil
import time

from tests.stress.arena import Arena
from tests.stress.outcome import Outcome

DAY = 86400


def set_clocks(arena: Arena) -> Outcome:
    """Date files into the future, and set the clock back."""
    outcome, rng = Outcome(), arena.random("clocks")
    for name, targets, share in (("begun", ("datasets",), 1), ("finished", (), 0.5)):
        study = arena.study(name)
        outcome.expect_success(study(*targets))
        _date_ahead(study, rng, share)
        _finish(arena, outcome, study)
    if shutil.which("faketime"):
        study = arena.study("back")
        outcome.expect_success(study("datasets"))
        study.before = ["faketime", "-f", "-1d"]
        _finish(arena, outcome, study)
    else:
        outcome.notes.append("skipped: faketime is not installed, so the clock was not set back.")
    return outcome


def _date_ahead(study, rng, share) -> None:
    """Date some of a study's files a day ahead, as if the clock had been wrong for a while."""
    folders = (study.folder / name for name in ("data", "results", "mlartifacts"))
    ahead = time.time() + DAY
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if rng.random() < share:
            os.utime(path, (ahead, ahead))


def _finish(arena, outcome, study) -> None:
    outcome.tried += 1
    outcome.expect_success(study())
    arena.compare(outcome, study)
    outcome.expect("Nothing to be done" in study().stdout, "a call after the last works")
    arena.clear(study)
