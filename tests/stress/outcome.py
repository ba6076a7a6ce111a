"""What came of a scenario: a row of the table."""

from dataclasses import dataclass, field, fields

UNEXPECTED = "Traceback (most recent call last)"


@dataclass
class Outcome:
    """How often something was tried, and what went wrong.

    Attributes
    ----------
    tried : int
        Kills, calls, inputs or whatever the scenario is made of.
    lost : int
        Results of the undisturbed run that are not there.
    wrong : int
        Results that differ from the undisturbed run's, files that are half, calls that should have
        succeeded or failed and did not.
    doubled : int
        Runs that MLflow has twice, and whole results that were made again.
    unsaid : int
        Failures that no sentence explains.
    notes : list of str
        What was seen, for whoever looks for the reason.
    """

    tried: int = 0
    lost: int = 0
    wrong: int = 0
    doubled: int = 0
    unsaid: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.lost or self.wrong or self.doubled or self.unsaid)

    def count(self, what: str, note: str, number: int = 1) -> None:
        """Count something that went wrong, and note what it was."""
        setattr(self, what, getattr(self, what) + number)
        self.notes.append(f"{what}: {note}")

    def expect(self, is_right: bool, note: str) -> None:
        """Count what is not as it should be as wrong."""
        if not is_right:
            self.count("wrong", note)

    def expect_success(self, answer) -> None:
        """Count a call that failed as wrong."""
        self.expect(answer.returncode == 0, f"a call failed:\n{answer.stdout[-3000:]}")

    def expect_sentence(self, answer, *words: str) -> None:
        """A call must fail, and a line of its output must hold the words and end as a sentence."""
        self.expect(answer.returncode != 0, f"a call succeeded that must not: {words}")
        lines = answer.stdout.splitlines()
        is_said = any(
            all(word in line for word in words) and line.rstrip().endswith(".") for line in lines
        )
        if not is_said or UNEXPECTED in answer.stdout:
            self.count("unsaid", f"no sentence with {words} in:\n{answer.stdout[-6000:]}")

    def compare(self, found: dict[str, str], expected: dict[str, str]) -> None:
        """Count results that are missing, more than expected, or different."""
        for name in sorted(expected.keys() - found.keys()):
            self.count("lost", name)
        for name in sorted(found.keys() - expected.keys()):
            self.count("doubled" if name.endswith("#2") else "wrong", f"{name} should not be there")
        for name in sorted(found.keys() & expected.keys()):
            if found[name] != expected[name]:
                self.count("wrong", f"{name}: {found[name][:300]} is not {expected[name][:300]}")

    def row(self) -> list[int]:
        """Return the counts, in the order of the table."""
        return [getattr(self, f.name) for f in fields(self) if f.name != "notes"]
