"""Several at once: studies in one folder, studies in two folders, trackers of one store."""

import time

from eccru.names import METHODS
from tests.invented import write_study
from tests.stress.arena import Arena
from tests.stress.outcome import Outcome
from tests.tracking.many import active_runs, expected_runs, start_tracking

TRACKERS = 40


def share_folder(arena: Arena) -> Outcome:
    """Call a study while it is being called: the second call is refused, the first finishes."""
    study, outcome = arena.study("shared"), Outcome()
    first = study.start()
    while first.poll() is None and not any((study.folder / ".snakemake/locks").glob("*")):
        time.sleep(0.05)
    for _ in range(2):
        outcome.tried += 1
        second = study.end(study.start(output="second.txt"), "second.txt")
        outcome.expect_sentence(second, "Another snakemake is at work in this folder")
    outcome.expect_success(study.end(first))
    arena.compare(outcome, study)
    arena.clear(study)
    _begin_together(arena, outcome)
    return outcome


def _begin_together(arena, outcome) -> None:
    """Begin two calls at the same moment: one of them finishes, the other is refused."""
    study = arena.study("together")
    outcome.tried += 1
    calls = {output: study.start(output=output) for output in ("first.txt", "second.txt")}
    answers = [study.end(call, output) for output, call in calls.items()]
    finished, refused = sorted(answers, key=lambda answer: answer.returncode)
    outcome.expect_success(finished)
    # By Snakemake itself where neither had locked the folder when the other looked.
    by_snakemake = "cannot be locked" in refused.stdout
    outcome.expect_sentence(refused, "--unlock" if by_snakemake else "Another snakemake is at work")
    arena.compare(outcome, study)
    arena.clear(study)


def share_server(arena: Arena) -> Outcome:
    """Call two studies in two folders, whose training jobs go to one server."""
    outcome = Outcome(tried=2)
    studies = [arena.study(f"neighbour{number}") for number in range(2)]
    calls = [study.start() for study in studies]
    for study, call in zip(studies, calls, strict=True):
        outcome.expect_success(study.end(call))
        arena.compare(outcome, study)
    for study in studies:
        arena.clear(study)
    return outcome


def share_store(arena: Arena) -> Outcome:
    """Let many processes track the same runs into a store that is not there yet."""
    outcome, folder = Outcome(tried=TRACKERS), arena.folder / "tracked"
    paths = write_study(folder, methods=METHODS[:3])
    uri = f"sqlite:///{folder / 'mlflow.db'}"
    started = [start_tracking(uri, folder) for _ in range(TRACKERS)]
    for process in started:
        said = process.communicate()[1]
        outcome.expect(process.returncode == 0, f"a tracker failed: {said[-1000:]}")
    tracked, expected = active_runs(uri), expected_runs(paths)
    for key in expected - tracked:
        outcome.count("lost", key)
    for key in tracked - expected:
        outcome.count("doubled", key)
    return outcome
