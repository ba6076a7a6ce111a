"""On the terminal a line of progress now and then, instead of ten lines per job.

A logger plugin of Snakemake, which the default profile names. Snakemake's log file has everything;
with --dry-run, --verbose, --quiet or --debug-dag the terminal shows what it always does.
"""

import logging
import math
import os
import sys
import time

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

from eccru.study.progress import Progress

SECONDS_BETWEEN_LINES = 5
ABOUT_ONE_JOB = (
    LogEvent.JOB_INFO,
    LogEvent.JOB_STARTED,
    LogEvent.JOB_FINISHED,
    LogEvent.GROUP_INFO,
    LogEvent.PROGRESS,
)
RED, YELLOW, PLAIN = "\033[31m", "\033[33m", "\033[0m"


class LogHandler(LogHandlerBase):
    """Writes progress, news and errors to the terminal."""

    writes_to_file = False
    has_filter = False  # Snakemake attaches its own
    has_formatter = False
    needs_rulegraph = False

    def __post_init__(self):
        self.progress = Progress()
        self.last_line = -math.inf
        self.is_running = False
        self.said = set()
        in_colour = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self.in_colour = in_colour and not self.common_settings.nocolor

    @property
    def writes_to_stream(self) -> bool:
        """Whether the terminal is ours; else Snakemake writes to it as always."""
        settings = self.common_settings
        return not (settings.dryrun or settings.verbose or settings.quiet or settings.debug_dag)

    def emit(self, record):
        """Take note of what the jobs do, and write what is worth a line."""
        if not self.writes_to_stream:
            return
        event = getattr(record, "event", None)
        self._take_note(event, record)
        if event == LogEvent.PROGRESS:
            self._write_progress(record.done, record.total)
        elif event not in ABOUT_ONE_JOB:
            self._write(record)

    def _take_note(self, event, record):
        if event == LogEvent.RUN_INFO:
            self.is_running = True
            counts = getattr(record, "stats", {})
            self.progress.counts({rule: n for rule, n in counts.items() if rule != "total"})
        elif event == LogEvent.JOB_INFO:
            name = "/".join([record.rule_name, *map(str, record.wildcards.values())])
            self.progress.starts(record.jobid, name, time.monotonic())
        elif event == LogEvent.JOB_FINISHED:
            self.progress.finishes(record.job_id)
        elif event == LogEvent.JOB_ERROR:
            self.progress.fails(record.jobid)
            self.last_line = -math.inf  # the next line, which counts it, comes soon

    def _write_progress(self, done, total):
        now = time.monotonic()
        if now - self.last_line >= SECONDS_BETWEEN_LINES or done == total:
            self.last_line = now
            print(self.progress.line(done, total, now), file=sys.stderr, flush=True)

    def _write(self, record):
        text = self.format(record)
        # What Snakemake says before every job is news once.
        repeated = self.is_running and record.levelno == logging.INFO and text in self.said
        if text in ("", "None") or repeated:  # a message of None comes through the queue as text
            return
        self.said.add(text)
        if self.in_colour and record.levelno >= logging.WARNING:
            text = f"{RED if record.levelno >= logging.ERROR else YELLOW}{text}{PLAIN}"
        print(text, file=sys.stderr, flush=True)
