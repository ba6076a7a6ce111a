"""The line of progress: done of total, what failed, how long it will still take."""

import json
import logging
import re
import subprocess
import sys

import pytest
from snakemake_interface_logger_plugins.tests import MockOutputSettings, TestLogHandlerBase

from eccru.study import progress
from eccru.study.costs import STARTUP_SECONDS
from tests.workflow.call import ROOT, Workflow

WORDS = {"s": 1, "min": 60, "h": 3600}


@pytest.fixture
def plugin(monkeypatch):
    """The module of the plugin, installed or not."""
    monkeypatch.syspath_prepend(ROOT / "plugins")
    import snakemake_logger_plugin_eccru

    return snakemake_logger_plugin_eccru


class Study:
    """Training jobs that run one after the other, and their log, while a clock runs."""

    def __init__(self, plugin, monkeypatch, costs, other_jobs=0, done_before=0, **settings):
        names = [f"train/data/{number}/0/0" for number in range(len(costs))]
        expected = dict(zip(names, costs, strict=True))
        monkeypatch.setattr(progress, "EXPECTED", expected)
        self.jobs = dict(enumerate(names[done_before:], start=1))
        self.total, self.done, self.now = len(self.jobs) + other_jobs, 0, 1000.0
        monkeypatch.setattr(plugin.time, "monotonic", lambda: self.now)
        common_settings = MockOutputSettings()
        vars(common_settings).update(settings)
        self.handler = plugin.LogHandler(common_settings, None)
        counts = {"train": len(self.jobs), "other": other_jobs, "total": self.total}
        self.send("run_info", msg="Job stats", stats=counts)

    def send(self, event=None, level=logging.INFO, msg=None, **fields):
        # Messages come through a queue, which turns those of None into text.
        record = logging.LogRecord("snakemake", level, "", 0, str(msg), (), None)
        vars(record).update(fields, event=event)
        self.handler.handle(record)

    def start(self, job):
        rule, *wildcards = self.jobs[job].split("/")
        self.send("job_info", jobid=job, rule_name=rule, wildcards=dict(enumerate(wildcards)))

    def run(self, job, seconds):
        self.start(job)
        self.now += seconds
        self.finish(job)

    def finish(self, job):
        self.done += 1
        self.send("job_finished", msg="Finished", job_id=job)
        self.send("progress", done=self.done, total=self.total)


def seconds_left(line) -> float:
    number, unit = re.search(r"about ([\d.]+) (s|min|h) left", line).groups()
    return float(number) * WORDS[unit]


def last_line(capsys) -> str:
    return capsys.readouterr().err.splitlines()[-1]


class TestPlugin(TestLogHandlerBase):
    """Snakemake's own tests of a logger plugin."""

    __test__ = True

    @pytest.fixture(autouse=True)
    def _plugin(self, plugin):
        self.plugin = plugin

    def get_log_handler_cls(self):
        return self.plugin.LogHandler

    def get_log_handler_settings(self):
        return None


def test_time_left_follows_the_cost_of_the_jobs(plugin, monkeypatch, capsys):
    study = Study(plugin, monkeypatch, [100, 10, 10])
    study.run(1, seconds=1000)
    assert last_line(capsys) == "1 of 3 jobs done, about 4 min left"  # 22 of 101 times 1000 s
    study.run(2, seconds=100)
    study.run(3, seconds=100)
    assert last_line(capsys) == "3 of 3 jobs done"


def test_time_left_of_a_study_that_was_interrupted_is_that_of_the_short_jobs(
    plugin, monkeypatch, capsys
):
    costs = [1000] * 50 + [10] * 50
    study = Study(plugin, monkeypatch, costs, done_before=60)
    study.run(1, seconds=10 + STARTUP_SECONDS)
    assert seconds_left(last_line(capsys)) == pytest.approx(39 * (10 + STARTUP_SECONDS), rel=0.1)


def test_time_left_counts_jobs_that_run_and_other_jobs(plugin, monkeypatch, capsys):
    study = Study(plugin, monkeypatch, [99, 99, 99], other_jobs=50)
    study.start(2)
    study.run(1, seconds=100)
    assert seconds_left(last_line(capsys)) == pytest.approx(250, abs=30)


def test_failed_jobs_are_named_until_they_succeed(plugin, monkeypatch, capsys):
    study = Study(plugin, monkeypatch, [1, 1, 1])
    study.start(2)
    study.send("job_error", logging.ERROR, jobid=2)
    study.run(1, seconds=30)
    assert last_line(capsys).startswith("1 of 3 jobs done, 1 failed (train/data/1/0/0), about ")
    study.run(2, seconds=30)
    assert last_line(capsys).startswith("2 of 3 jobs done, about ")


def test_lines_are_few_and_the_last_is_never_left_out(plugin, monkeypatch, capsys):
    study = Study(plugin, monkeypatch, [1] * 100)
    for job in study.jobs:
        study.run(job, seconds=0.5)
    lines = [line for line in capsys.readouterr().err.splitlines() if "jobs done" in line]
    assert len(lines) == pytest.approx(11, abs=1)
    assert lines[-1] == "100 of 100 jobs done"


def test_news_and_errors_are_shown_and_what_every_job_says_is_not(plugin, monkeypatch, capsys):
    study = Study(plugin, monkeypatch, [1, 1])
    for job in study.jobs:
        study.send(msg="Select jobs to execute...")
        study.send("job_started", msg="Execute 1 jobs...", jobs=[job])
        study.start(job)
    study.send("job_error", logging.ERROR, msg="Error in rule train", jobid=2)
    for _ in range(2):
        study.send(level=logging.WARNING, msg="the disk is nearly full")
    study.send(msg="Shutting down")
    assert capsys.readouterr().err.splitlines() == [
        "Job stats",
        "Select jobs to execute...",
        "Error in rule train",
        "the disk is nearly full",
        "the disk is nearly full",
        "Shutting down",
    ]


@pytest.mark.parametrize("setting", ["dryrun", "verbose", "quiet", "debug_dag"])
def test_terminal_is_left_to_snakemake_when_asked_for_its_own_output(
    plugin, monkeypatch, capsys, setting
):
    study = Study(plugin, monkeypatch, [1], **{setting: True})
    assert not study.handler.writes_to_stream
    study.run(1, seconds=1)
    assert capsys.readouterr().err == ""


def test_snakemake_shows_progress_and_writes_everything_to_its_log(tmp_path, small):
    workflow = Workflow(tmp_path, datasets=small, repeats=1)
    answer = workflow("results/folds/stones.npz")
    assert answer.returncode == 0, answer.stdout
    assert "3 of 3 jobs done\n" in answer.stdout
    assert "rule prepare" not in answer.stdout
    (log,) = (tmp_path / ".snakemake/log").glob("*.snakemake.log")
    assert "rule prepare" in log.read_text()
    dry = workflow("results/folds/stones.npz", "--forceall", "--dry-run")
    assert "rule prepare" in dry.stdout
    assert "jobs done" not in dry.stdout
    one_fails = json.dumps([{"name": "nowhere"}, small[1]])
    failing = workflow("datasets", "--config", f"datasets={one_fails}", "sources=[url]")
    assert failing.returncode != 0
    assert "1 failed (download/nowhere)" in failing.stdout
    assert "Error in rule download" in failing.stdout


def test_workflow_runs_where_the_plugin_is_not_installed(tmp_path):
    without_plugins = (
        "import sys; from snakemake.cli import main;"
        "sys.path = [folder for folder in sys.path if not folder.endswith('plugins')];"
        "main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", without_plugins, "--snakefile", ROOT / "Snakefile"]
    command += ["--directory", tmp_path, "--configfile", ROOT / "config.yaml", "--dry-run"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert "rule train" in answer.stdout
