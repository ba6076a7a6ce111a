"""Kills: of a whole call, and of single processes of it."""

import os
import signal
import time
from collections import Counter
from itertools import cycle

from tests.stress import processes
from tests.stress.arena import Arena
from tests.stress.outcome import Outcome
from tests.stress.results import half_files, whole_records

KILLS = 20
CORES = 2


def kill_calls(arena: Arena) -> Outcome:
    """Kill the process group of a call at random moments; the next call resumes.

    A study that is finished before enough kills is followed by a new one, the first of which goes
    as far as the report.
    """
    outcome, rng, number = Outcome(), arena.random("calls"), 0
    seen = Counter()
    while outcome.tried < KILLS:
        study = arena.study(f"calls{number}")
        target = ["all"] if number == 0 else []
        is_finished = False
        while outcome.tried < KILLS and not is_finished:
            # Half of them early, while the workflow is read and its jobs are planned.
            moment = rng.uniform(0, 4) if rng.random() < 0.5 else rng.uniform(4, 25)
            is_finished = _kill_after(outcome, study, target, moment, seen)
        _resume(outcome, study, target)
        arena.compare(outcome, study, whole=number == 0)
        outcome.expect("Nothing to be done" in study(*target).stdout, "a call after the last works")
        arena.clear(study)
        number += 1
    outcome.notes.append(f"seen: {_listed(seen)} were killed.")
    return outcome


def _kill_after(outcome, study, target, seconds, seen) -> bool:
    """Begin a call and kill it after some seconds; tell whether it had ended by itself."""
    before = whole_records(study)
    call = study.start(*target)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and call.poll() is None:
        time.sleep(0.02)
    if call.poll() is None:
        living = processes.started_with(os.environ[processes.MARK])
        works = {process.work for process in living} - {None, "server"}
        seen.update(works or ["planning"])
        os.killpg(call.pid, signal.SIGKILL)
        outcome.tried += 1
    answer = study.end(call)
    outcome.expect(answer.returncode in (0, -signal.SIGKILL), f"a call failed:\n{answer.stdout}")
    _look(outcome, study, before)
    return answer.returncode == 0


def _resume(outcome, study, target) -> None:
    before = whole_records(study)
    outcome.expect_success(study(*target))
    _look(outcome, study, before)


def _look(outcome, study, before) -> None:
    """Look for files that are half, for records that are gone, or were made twice.

    A job that was at work when its call was killed is done again, though its record may be whole.
    """
    for reason in half_files(study):
        outcome.count("wrong", reason)
    after = whole_records(study)
    again = [name for name in before if after.get(name, before[name]) != before[name]]
    if len(again) > CORES:
        outcome.count("doubled", f"trained again: {again}", len(again) - CORES)


def _listed(seen: Counter) -> str:
    return ", ".join(f"{number} {what}" for what, number in sorted(seen.items()))


def kill_processes(arena: Arena) -> Outcome:
    """Kill single processes of a call, which goes on with the others; the next call completes."""
    outcome, rng, number = Outcome(), arena.random("processes"), 0
    seen, kinds = Counter(), cycle(KINDS)
    while outcome.tried < KILLS:
        study = arena.study(f"processes{number}")
        is_finished = False
        while outcome.tried < KILLS and not is_finished:
            call = study.start()
            while call.poll() is None and outcome.tried < KILLS:
                kind = next(kinds)
                if _kill_one(arena, KINDS[kind], call, rng):
                    outcome.tried += 1
                    seen[kind] += 1
            is_finished = study.end(call).returncode == 0
            for reason in half_files(study):
                outcome.count("wrong", reason)
        outcome.expect_success(study())
        arena.compare(outcome, study)
        arena.clear(study)
        number += 1
    outcome.notes.append(f"seen: {_listed(seen)} were killed.")
    return outcome


def _kill_one(arena, is_kind, call, rng) -> bool:
    """Wait for a process of a kind, then a moment, and kill it; tell whether it was still there."""
    deadline = time.monotonic() + 5
    while call.poll() is None and time.monotonic() < deadline:
        living = processes.started_with(str(arena.folder))
        servers = {process.number for process in living if process.work == "server"}
        found = [process for process in living if is_kind(process, process.parent in servers)]
        if found:
            time.sleep(rng.uniform(0, 0.1))
            return processes.kill(found[rng.integers(len(found))])
        time.sleep(0.01)
    return False


# Which process is of a kind, given whether its parent is a training server.
KINDS = {
    "client": lambda process, is_child: process.work == "train",
    "child of the server": lambda process, is_child: process.work == "server" and is_child,
    "server": lambda process, is_child: process.work == "server" and not is_child,
    "script": lambda process, is_child: process.work not in (None, "train", "server"),
}
