"""Clocks that go wrong."""

import os
import shutil
import time

from tests.stress.arena import Arena
from tests.stress.outcome import Outcome

DAY = 86400


def set_clocks(arena: Arena) -> Outcome:
    """Date files into the future, and set the clock back."""
    outcome = Outcome()
    _date_ahead(arena, outcome)
    if shutil.which("faketime"):
        _set_back(arena, outcome)
    else:
        outcome.notes.append("skipped: faketime is not installed, so the clock was not set back.")
    return outcome


def _date_ahead(arena, outcome) -> None:
    """Date half of a study's files a day ahead, as if the clock had been wrong for a while."""
    study, rng = arena.study("ahead"), arena.random("ahead")
    outcome.expect_success(study())
    files = [path for folder in ("data", "results") for path in (study.folder / folder).rglob("*")]
    ahead = time.time() + DAY
    for path in sorted(files):
        if rng.random() < 0.5:
            os.utime(path, (ahead, ahead))
    _finish(arena, outcome, study)


def _set_back(arena, outcome) -> None:
    """Begin a study, and go on with the clock a day back."""
    study = arena.study("back")
    outcome.expect_success(study("datasets"))
    study.before = ["faketime", "-f", "-1d"]
    _finish(arena, outcome, study)


def _finish(arena, outcome, study) -> None:
    outcome.tried += 1
    outcome.expect_success(study())
    arena.compare(outcome, study)
    outcome.expect("Nothing to be done" in study().stdout, "a call after the last works")
    arena.clear(study)
