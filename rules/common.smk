"""What the rules share: what the configuration asks for, and what of it is here."""

import json
import math
import os
import re
import sys
import threading
from functools import cache
from pathlib import Path

from eccru.errors import DataError
from eccru.files import hash_of, read_json
from eccru.paper.table1 import printed_sizes
from eccru.study.costs import estimated_memory_mb, estimated_seconds
from eccru.study.dates import bring_to_present
from eccru.study.keys import why_stale
from eccru.study.lock import hold
from eccru.study.plan import Plan
from eccru.study.sockets import socket_path
from eccru.tracking.store import local_folder, redact, resolve_uri

PLAN = Plan(config, Path(workflow.basedir) / "workflow_scripts")
# Else the longest jobs of all, which are to start first, would wait for their data behind shorter ones.
BEFORE_TRAINING = 1_000_000
SHORT_SECONDS = 20  # of runs that go to a cluster together
BESIDE_RUN_MB = 300  # Snakemake, measured as 144 MB, and the server, most of which the run shares
UNKNOWN = "known when the data is here"  # instead of a key
# CPU seconds of a run, if it has a limit.
TIME_LIMIT = config["time_limit"] and math.ceil(60 * config["time_limit"])

# What the report tells of the configuration: not the tracking URI, which may hold a password.
SHOWN_CONFIG = {key: value for key, value in config.items() if key != "tracking_uri"}
TRACKING_URI = resolve_uri(config["tracking_uri"])
# An SQLite store is a file of the workflow: deleted, it is made again from the result files.
TRACKING_DATABASE = [
    uri.removeprefix("sqlite:///") for uri in [TRACKING_URI] if uri.startswith("sqlite:///")
]

# The scripts find the package beside the Snakefile, whatever environment they run in.
paths = [str(workflow.basedir), os.environ.get("PYTHONPATH")]
os.environ.update(PYTHONPATH=os.pathsep.join(filter(None, paths)))
# One core per job: BLAS and OpenMP must not take the others.
os.environ.update(OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", OMP_NUM_THREADS="1")
# A shell command finds the Python that runs the workflow.
os.environ.update(
    PATH=os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
)
# Others see by it that this process is alive, and so must not unlock the folder.
WORKING = hold(".snakemake/eccru.lock")
# A clock that was set back must not stop a study.
bring_to_present(["data", config["results"], local_folder(TRACKING_URI)])


pathvars:
    results=config["results"],
    logs="<results>/logs",


wildcard_constraints:
    dataset="|".join(map(re.escape, PLAN.datasets)),
    method="|".join(map(re.escape, PLAN.methods)),
    repeat=r"\d+",
    fold=r"\d+",


def entry_of(wildcards):
    return PLAN.datasets[wildcards.dataset]


def preparation_of(wildcards):
    return PLAN.preparation(wildcards.dataset)


def algorithm_of(wildcards):
    return PLAN.algorithm(wildcards.method)


def parameters_of(wildcards):
    return PLAN.parameters(wildcards.method)


def prepared_key(wildcards):
    return PLAN.prepared_key(wildcards.dataset) or UNKNOWN


def folds_key(wildcards):
    return PLAN.folds_key(wildcards.dataset) or UNKNOWN


def run_key(wildcards):
    at = int(wildcards.repeat), int(wildcards.fold)
    return PLAN.run_key(wildcards.dataset, wildcards.method, *at) or UNKNOWN


def training_job(wildcards, input, output):
    """The description of a training job, as eccru.study.training takes it."""
    return json.dumps(
        {
            "data": input.data,
            "folds": input.folds,
            "record": output.record,
            "data_key": prepared_key(wildcards),
            "folds_key": folds_key(wildcards),
            "time_limit": TIME_LIMIT,
            "settings": {
                "method": wildcards.method,
                "algorithm": algorithm_of(wildcards),
                "parameters": parameters_of(wildcards),
                "repeat": int(wildcards.repeat),
                "fold": int(wildcards.fold),
                "seed": config["seed"],
                "absent_labels": config["absent_labels"],
                "key": run_key(wildcards),
            },
        }
    )


# Snakemake does not compare parameters that follow from the input: where the script and the socket are decides nothing.
def training_script(wildcards, input):
    return str(PLAN.scripts / "train.py")


def training_server(wildcards, input):
    """The socket of the server for training jobs: of this user, this Python and this code.

    Slurm ends the processes of a job or step with it, and so a server that others would still need.
    """
    variables = map(
        os.environ.get, ("NUMBA_CACHE_DIR", "PYTHONPATH", "SLURM_JOB_ID", "SLURM_STEP_ID")
    )
    return socket_path([sys.executable, PLAN.settings("train"), *variables])


def if_stale(key_of, *patterns):
    """An input function: a file that is newer than the output, where that is not what is asked for.

    Snakemake's own memory of parameters can be lost, or belong to another folder; the key is in the
    file itself."""

    def stale(wildcards):
        key = key_of(wildcards)
        files = (pattern.format(**config, **dict(wildcards.items())) for pattern in patterns)
        found = [file for file in files if os.path.exists(file)]
        reasons = [why_stale(file, key, TIME_LIMIT) for file in found] if key != UNKNOWN else []
        return PLAN.note_stale(list(filter(None, reasons)))

    return stale


def where_to_look(wildcards):
    """What a download is asked with: as recorded where the data is here, so that it is not fetched
    again when the sources change, and as configured now where it was not to be had."""
    wanted = {
        "sources": config["sources"],
        "mirror": os.environ.get("ECCRU_MIRROR") or config["mirror"],
        "missing_data": config["missing_data"],
    }
    try:
        record = read_json(f"data/raw/{wildcards.dataset}/source.json")
    except DataError:
        return wanted
    return record["asked"] if record["source"] is not None else wanted


def download_key(wildcards):
    return PLAN.download_key(wildcards.dataset, where_to_look(wildcards))


def available_key(wildcards):
    return hash_of(["available", list(PLAN.datasets)])


def available_datasets():
    """The configured datasets less, with `missing_data: skip`, those that no source has."""
    if config["missing_data"] == "fail":
        return list(PLAN.datasets)
    return read_json(checkpoints.available.get().output[0])["available"]


def availability(wildcards):
    """The list of missing datasets, which the tables repeat: nothing is missing with `missing_data: fail`."""
    return [] if config["missing_data"] == "fail" else checkpoints.available.get().output[0]


def available_files(*patterns):
    """An input function: the patterns' files of every dataset that is to be had."""

    def files(wildcards):
        return expand(list(patterns), dataset=available_datasets())

    return files


def runs_of(datasets):
    """The records of all runs on some datasets; with `partial: true` only those that are here."""
    runs = PLAN.runs(datasets)
    if not config["partial"]:
        return list(runs)
    here = {path: key for path, key in runs.items() if os.path.exists(path)}
    stale = {path: why_stale(path, key, TIME_LIMIT) for path, key in here.items()}
    PLAN.note_stale(list(filter(None, stale.values())))
    return [path for path, reason in stale.items() if reason is None]


def all_runs(wildcards):
    return runs_of(available_datasets())


def table1_key(wildcards):
    return PLAN.table1_key(available_datasets()) or UNKNOWN


def statistics_key(wildcards):
    runs = PLAN.runs(available_datasets())
    return PLAN.statistics_key([runs[path] for path in all_runs(wildcards)]) or UNKNOWN


def figures_key(wildcards):
    keys = statistics_key(wildcards), table1_key(wildcards)
    return UNKNOWN if UNKNOWN in keys else PLAN.figures_key(*keys)


def report_key(wildcards):
    key = figures_key(wildcards)
    return UNKNOWN if key == UNKNOWN else PLAN.report_key(key, SHOWN_CONFIG)


def all_labels(wildcards):
    return [str(Path(path).with_suffix(".npz")) for path in all_runs(wildcards)]


def end_timers():
    """Snakemake waits for its timers before it ends; at the end of a study there is nothing to wait for."""
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.cancel()


@cache
def read_sizes(path):
    return read_json(path)


def sizes_of(wildcards):
    """The size of a dataset; before it is prepared, as printed in Table 1, if it is there."""
    try:
        return read_sizes(f"data/prepared/{wildcards.dataset}.json")
    except DataError:
        return printed_sizes(wildcards.dataset)


def training_memory(wildcards, attempt):
    """A cluster counts what Snakemake and the server need on its machines, too."""
    executor = workflow.executor_plugin
    is_sent_away = executor is not None and executor.common_settings.non_local_exec
    return attempt * (estimated_memory_mb(sizes_of(wildcards)) + is_sent_away * BESIDE_RUN_MB)


def training_minutes(wildcards, attempt):
    """The minutes of a group are the sum of its runs', which start only once."""
    start = 1 if group_of_run(wildcards) else 5
    longest = 2 * TIME_LIMIT if TIME_LIMIT else 4 * expected_cost(wildcards)
    return attempt * math.ceil(start + longest / 60)


def group_of_run(wildcards):
    """Short runs go to a cluster many at a time, as profiles/slurm says; a local run has no groups."""
    return "short" if expected_cost(wildcards) < SHORT_SECONDS else None


# A rule with a group is never local, as the rules within a job are (Snakefile).
GROUP_OF_RUN = None if workflow.remote_exec else group_of_run


def preparation_memory(wildcards, attempt):
    """Reading takes more than training: text becomes numbers, all attributes of it."""
    return attempt * (1000 + 2 * estimated_memory_mb(printed_sizes(wildcards.dataset)))


def expected_cost(wildcards):
    """The longest jobs go first, so that many cores do not wait for one job at the end."""
    sizes = sizes_of(wildcards)
    algorithm, parameters = algorithm_of(wildcards), parameters_of(wildcards)
    return estimated_seconds(algorithm, parameters, sizes) if sizes else 0
