"""A training job: one method on one fold, from the prepared data to the record of the run.

``python -m eccru.study.training LOG JOB`` runs one, described in JSON.
"""

import json
import sys

from eccru.data.dataset import Dataset
from eccru.study.folds import load_fold
from eccru.study.jobs import job
from eccru.study.run import run


def train(log: str, task: dict) -> None:
    """Train and score a method on a fold, and write the record.

    Parameters
    ----------
    log : str
        The file for messages.
    task : dict
        The files `data`, `folds` and `record`, the keys that the first two must have (`data_key`,
        `folds_key`), and `settings`, the keyword arguments of `eccru.study.run.run`.
    """
    with job(log):
        settings = task["settings"]
        test_rows = load_fold(
            task["folds"], settings["repeat"], settings["fold"], task["folds_key"]
        )
        record = run(Dataset.load(task["data"], task["data_key"]), test_rows, **settings)
        record.write(task["record"])


if __name__ == "__main__":
    train(sys.argv[1], json.loads(sys.argv[2]))
