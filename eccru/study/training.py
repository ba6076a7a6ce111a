"""A training job: one method on one fold, from the prepared data to the record of the run.

``python -m eccru.study.training LOG JOB`` runs one, described in JSON.
"""

import json
import logging
import multiprocessing
import resource
import signal
import sys
import time

from eccru.data.dataset import Dataset
from eccru.study.folds import load_fold
from eccru.study.jobs import job
from eccru.study.run import run, stopped_run


def train(log: str, task: dict) -> None:
    """Train and score a method on a fold, and write the record.

    Parameters
    ----------
    log : str
        The file for messages.
    task : dict
        The files `data`, `folds` and `record`, the keys that the first two must have (`data_key`,
        `folds_key`), the `time_limit` in CPU seconds or None, and `settings`, the keyword arguments
        of `eccru.study.run.run`.
    """
    with job(log):
        settings = task["settings"]
        test_rows = load_fold(
            task["folds"], settings["repeat"], settings["fold"], task["folds_key"]
        )
        dataset = Dataset.load(task["data"], task["data_key"])
        if task["time_limit"] is None:
            run(dataset, test_rows, **settings).write(task["record"])
        else:
            _train_within_limit(log, dataset, test_rows, task)


def _train_within_limit(log, dataset, test_rows, task):
    """Run in another process, which the system ends at its limit whatever code it is in."""

    def work():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        with job(log):
            run(dataset, test_rows, **settings).write(task["record"])

    settings, limit = task["settings"], task["time_limit"]
    worker = multiprocessing.get_context("fork").Process(target=work)
    began = time.monotonic()
    worker.start()
    worker.join()
    if worker.exitcode == 0:
        return
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = {"wall": time.monotonic() - began, "cpu": used.ru_utime + used.ru_stime}
    is_killed = worker.exitcode in (-signal.SIGKILL, -signal.SIGXCPU)
    if not is_killed or spent["cpu"] < limit - 1:  # two clocks of the system may differ a little
        logging.error("the process of the run ended with code %d", worker.exitcode)
        sys.exit(1)
    logging.warning("stopped at the time limit of %d s", limit)
    memory = used.ru_maxrss / 1024
    stopped = stopped_run(
        dataset, test_rows, limit=limit, spent=spent, peak_memory_mb=memory, **settings
    )
    stopped.write(task["record"])


if __name__ == "__main__":
    train(sys.argv[1], json.loads(sys.argv[2]))
