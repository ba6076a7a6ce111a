"""Results that are damaged, or whose place is taken."""

import shutil

from tests.stress.arena import Arena
from tests.stress.outcome import Outcome
from tests.stress.results import records_of

RUN = "results/runs/stones/BR/0-1.json"
# Files of every step, which the next call must see to be damaged and make again.
DAMAGED = (
    *("data/prepared/stones.npz", "data/prepared/texts.json", "results/folds/stones.npz"),
    *("results/runs/stones/BR/0-0.json", "results/runs/texts/ECCRU3/0-1.npz"),
    *("results/keys/statistics.json", "results/tables/f_measure.csv"),
)


def fail_one_fold(arena: Arena) -> Outcome:
    """Let a folder take the place of a record: one sentence names it, and the others complete."""
    study, outcome = arena.study("fold"), Outcome(tried=1)
    (study.folder / RUN / "inner").mkdir(parents=True)
    outcome.expect_sentence(study(), RUN)
    shutil.rmtree(study.folder / RUN)
    outcome.expect(len(records_of(study)) == 11, "not all other folds are trained")
    outcome.expect_success(study())
    arena.compare(outcome, study)
    arena.clear(study)
    return outcome


def damage_files(arena: Arena) -> Outcome:
    """Damage files of a finished study, each in three ways; the next call makes them again."""
    study, outcome, rng = arena.study("damage"), Outcome(), arena.random("damage")
    outcome.expect_success(study())
    for harm in (_flip, _cut, _empty):
        for name in DAMAGED:
            path = study.folder / name
            path.write_bytes(harm(path.read_bytes(), rng))
            outcome.tried += 1
        outcome.expect_success(study())
        arena.compare(outcome, study)
        outcome.expect("Nothing to be done" in study().stdout, "a call after the last works")
    arena.clear(study)
    return outcome


def _flip(content: bytes, rng) -> bytes:
    place = rng.integers(len(content))
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def _cut(content: bytes, rng) -> bytes:
    return content[: rng.integers(1, len(content))]


def _empty(content: bytes, rng) -> bytes:
    return b""
