"""Other orders of the same work."""

from tests.stress.arena import Arena
from tests.stress.outcome import Outcome
from tests.stress.results import data_of, records_of, tracked_by
from tests.stress.study import METHODS


def change_order(arena: Arena) -> Outcome:
    """One core, another scheduler, everything reversed: the records are the same."""
    outcome = Outcome()
    backwards = {"datasets": arena.datasets[::-1], "methods": METHODS[::-1]}
    for number, (arguments, config) in enumerate(
        (
            (("--cores", "1"), {}),
            (("--scheduler", "greedy"), {}),
            (("--cores", "1", "--scheduler", "greedy"), backwards),
        )
    ):
        study = arena.study(f"order{number}", **config)
        outcome.tried += 1
        outcome.expect_success(study(*study.targets, *arguments))
        found = data_of(study) | records_of(study) | tracked_by(study)
        # Tables have the order of the configuration.
        outcome.compare(found, {name: arena.reference.get(name, "nothing") for name in found})
        outcome.expect(len(records_of(study)) == 12, "not all records are there")
        arena.clear(study)
    return outcome
