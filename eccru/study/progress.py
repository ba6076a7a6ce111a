"""One line of progress for a study: done of total, what failed, how long it will still take."""

from statistics import mean

from eccru.study.costs import STARTUP_SECONDS

# Expected seconds of every training job of the study, by its name. The workflow fills them in,
# since Snakemake tells of a job only when it starts.
EXPECTED: dict[str, float] = {}


class Progress:
    """What is known of the jobs of a study while they run.

    The time left follows from the training jobs, which take nearly all of it: the seconds since the
    first of them started, by their expected cost, times the expected cost of what is left.
    """

    def __init__(self):
        self.running = {}  # names of jobs, by their ids
        self.failed = {}
        self.started = []  # training jobs, in the order in which they started
        self.other_jobs = 0
        self.spent = 0.0
        self.training_since = None

    def counts(self, jobs_of_rule: dict[str, int]) -> None:
        """Take note of how many jobs each rule has, before any of them starts."""
        self.other_jobs = sum(n for rule, n in jobs_of_rule.items() if rule != "train")

    def starts(self, job: int, name: str, now: float) -> None:
        """Take note of a job that starts, perhaps once more."""
        self.failed.pop(job, None)
        self.running[job] = name
        if name in EXPECTED:
            self.started.append(name)
            self.training_since = self.training_since or now

    def finishes(self, job: int) -> None:
        """Take note of a job that is done."""
        name = self.running.pop(job, None)
        if name in EXPECTED:
            self.spent += STARTUP_SECONDS + EXPECTED[name]

    def fails(self, job: int) -> None:
        """Take note of a job that failed."""
        if job in self.running:
            self.failed[job] = self.running.pop(job)

    def line(self, done: int, total: int, now: float) -> str:
        """Say how far the study is."""
        line = f"{done} of {total} jobs done"
        if self.failed:
            line += f", {len(self.failed)} failed ({', '.join(self.failed.values())})"
        if done < total and self.spent > 0:
            seconds = (now - self.training_since) * self._left(done, total) / self.spent
            line += f", about {_words(seconds)} left"
        return line

    def _left(self, done: int, total: int) -> float:
        """Return the expected cost of the jobs that run and of those that wait."""
        running = sum(EXPECTED.get(name, 0) for name in self.running.values())
        started = set(self.started)
        costs = [cost for name, cost in EXPECTED.items() if name not in started]
        waiting = max(0, total - self.other_jobs - len(started))
        if waiting < len(costs):
            # Some were done in an earlier call. The longest go first, so what waits is not among
            # those that are longer than what has just started.
            limit = EXPECTED[self.started[-1]]
            costs = [cost for cost in costs if cost <= limit] or costs
        return running + waiting * mean(costs or [0]) + STARTUP_SECONDS * (total - done)


def _words(seconds: float) -> str:
    """Say a duration in the largest unit that fits."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
