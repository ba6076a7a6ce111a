"""The line of progress: done of total, what failed, how long it will still take."""

import logging
from typing import NamedTuple

import pytest

from eccru.study.progress import Progress, is_news


class Job(NamedTuple):
    """What the line of progress looks at in a job of Snakemake."""

    jobid: int
    cost: float


class Study:
    """Jobs that finish one after the other while a clock runs."""

    def __init__(self, costs, monkeypatch):
        self.jobs = [Job(number, cost) for number, cost in enumerate(costs)]
        self.total = len(costs)
        self.now = 0.0
        monkeypatch.setattr("eccru.study.progress.time.monotonic", lambda: self.now)
        self.handler = Progress(
            lambda: list(self.jobs), lambda job: f"job {job.jobid}", lambda job: job.cost
        )
        self.send(event="job_started", jobs=[0])

    def send(self, **fields):
        record = logging.LogRecord("snakemake", logging.INFO, "", 0, None, (), None)
        vars(record).update(fields)
        self.handler.emit(record)

    def finish(self, job, seconds):
        self.now += seconds
        self.jobs = [other for other in self.jobs if other.jobid != job]
        self.send(event="progress", done=self.total - len(self.jobs), total=self.total)


def test_time_left_follows_the_cost_of_the_jobs(monkeypatch, capsys):
    study = Study([100, 10, 10], monkeypatch)
    study.finish(0, seconds=1000)
    assert capsys.readouterr().err == "1 of 3 jobs done, about 3 min left\n"
    study.finish(1, seconds=100)
    study.finish(2, seconds=100)
    assert capsys.readouterr().err.splitlines()[-1] == "3 of 3 jobs done"


def test_failed_jobs_are_named(monkeypatch, capsys):
    study = Study([1, 1], monkeypatch)
    study.send(event="job_error", jobid=1)
    study.finish(0, seconds=30)
    assert capsys.readouterr().err == "1 of 2 jobs done, 1 failed (job 1), about 30 s left\n"


def test_lines_are_few_and_the_last_is_never_left_out(monkeypatch, capsys):
    study = Study([1] * 100, monkeypatch)
    for job in range(100):
        study.finish(job, seconds=0.5)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == pytest.approx(11, abs=1)
    assert lines[-1] == "100 of 100 jobs done"


def test_other_messages_are_ignored(monkeypatch, capsys):
    study = Study([1], monkeypatch)
    study.send()
    study.send(event="shellcmd")
    assert capsys.readouterr().err == ""


def test_only_messages_about_single_jobs_are_kept_from_the_terminal():
    def news(message, **fields):
        record = logging.LogRecord("snakemake", logging.INFO, "", 0, message, (), None)
        vars(record).update(fields)
        return is_news(record)

    assert not news("rule train:", event="job_info")
    assert not news("Finished jobid: 3 (Rule: train)", event="job_finished")
    assert not news("Select jobs to execute...")
    assert news("Error in rule train", event="job_error")
    assert news("Nothing to be done")
