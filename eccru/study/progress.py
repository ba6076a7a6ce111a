"""One line of progress for a study: done of total, what failed, how long it will still take."""

import logging
import sys
import time

CHATTER = ("Select jobs to execute", "Execute ")
PER_JOB = ("job_info", "job_started", "job_finished", "progress")


def is_news(record: logging.LogRecord) -> bool:
    """Tell whether a message of Snakemake says more than that a job starts or has finished."""
    if getattr(record, "event", None) in PER_JOB:
        return False
    return not str(record.msg).startswith(CHATTER)


class Progress(logging.Handler):
    """Listens to Snakemake's messages and prints a line as jobs finish.

    Parameters
    ----------
    jobs_left : callable
        Returns the jobs that are still to be run or running.
    name : callable
        Returns the name of a job.
    cost : callable
        Returns the expected seconds of a job; only their ratios matter.
    interval : float
        Seconds between two lines, at least.
    """

    def __init__(self, jobs_left, name, cost, interval=5.0):
        super().__init__()
        self.jobs_left, self.name, self.cost = jobs_left, name, cost
        self.interval = interval
        self.printed = -interval
        self.started = time.monotonic()
        self.left = {}
        self.spent = 0.0
        self.failed = set()

    def emit(self, record):
        """Take note of what starts and fails, and print a line on progress."""
        event = getattr(record, "event", None)
        if event == "job_error":
            self.failed.add(record.jobid)
        elif event == "job_started" and not self.left:
            self._look()
        elif event == "progress":
            self._look()
            self._print(record.done, record.total)

    def _look(self):
        """Count the cost of the jobs that are no longer left as spent."""
        left = {job: self.cost(job) for job in self.jobs_left()}
        self.spent += sum(cost for job, cost in self.left.items() if job not in left)
        self.left = left

    def _print(self, done, total):
        now = time.monotonic()
        if now - self.printed < self.interval and done < total:
            return
        self.printed = now
        line = f"{done} of {total} jobs done"
        failed = [self.name(job) for job in self.left if job.jobid in self.failed]
        if failed:
            line += f", {len(failed)} failed ({', '.join(failed)})"
        if done < total and self.spent > 0:
            seconds = (now - self.started) * sum(self.left.values()) / self.spent
            line += f", about {_words(seconds)} left"
        print(line, file=sys.stderr, flush=True)


def _words(seconds: float) -> str:
    """Say a duration in the largest unit that fits."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
