"""Kills: of a whole call, and of single processes of it."""

import os
import signal
import time
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
    while outcome.tried < KILLS:
        study = arena.study(f"calls{number}")
        target = ["all"] if number == 0 else []
        is_finished = False
        while outcome.tried < KILLS and not is_finished:
            # Half of them early, while the workflow is read and its jobs are planned.
            moment = rng.uniform(0, 4) if rng.random() < 0.5 else rng.uniform(4, 25)
            is_finished = _kill_after(outcome, study, target, moment)
        _resume(outcome, study, target)
        arena.compare(outcome, study, whole=number == 0)
        outcome.expect("Nothing to be done" in study(*target).stdout, "a call after the last works")
        arena.clear(study)
        number += 1
    return outcome


def _kill_after(outcome, study, target, seconds) -> bool:
    """Begin a call and kill it after some seconds; tell whether it had ended by itself."""
    before = whole_records(study)
    call = study.start(*target)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and call.poll() is None:
        time.sleep(0.02)
    if call.poll() is None:
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


def kill_processes(arena: Arena) -> Outcome:
    """Kill single processes of a call, which goes on with the others; the next call completes."""
    outcome, rng, number = Outcome(), arena.random("processes"), 0
    kinds = cycle([_is_client, _is_child, _is_server, _is_script])
    while outcome.tried < KILLS:
        study = arena.study(f"processes{number}")
        is_finished = False
        while outcome.tried < KILLS and not is_finished:
            call = study.start()
            while call.poll() is None and outcome.tried < KILLS:
                if _kill_one(arena, next(kinds), call, rng):
                    outcome.tried += 1
            is_finished = study.end(call).returncode == 0
            for reason in half_files(study):
                outcome.count("wrong", reason)
        outcome.expect_success(study())
        arena.compare(outcome, study)
        arena.clear(study)
        number += 1
    return outcome


def _kill_one(arena, is_kind, call, rng) -> bool:
    """Wait for a process of a kind, then a moment, and kill it; tell whether it was still there."""
    deadline = time.monotonic() + 5
    while call.poll() is None and time.monotonic() < deadline:
        living = processes.started_with(str(arena.folder))
        found = [process for process in living if is_kind(process, living)]
        if found:
            time.sleep(rng.uniform(0, 0.1))
            return processes.kill(found[rng.integers(len(found))])
        time.sleep(0.01)
    return False


def _is_client(process, living) -> bool:
    return "workflow_scripts/train.py" in process.command and "bash" not in process.command


def _is_child(process, living) -> bool:
    servers = [other.number for other in living if _is_server(other, living)]
    return "eccru.study.server" in process.command and process.parent in servers


def _is_server(process, living) -> bool:
    others = [other.number for other in living if "eccru.study.server" in other.command]
    return "eccru.study.server" in process.command and process.parent not in others


def _is_script(process, living) -> bool:
    return ".snakemake/scripts/" in process.command and "bash" not in process.command
