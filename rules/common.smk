"""What the rules share: the names of the configuration and the datasets that are to be had."""

import json
import os
import re
from functools import cache
from pathlib import Path

from eccru.paper.table1 import printed_sizes
from eccru.sources import code_hash
from eccru.study.costs import STARTUP_SECONDS, estimated_seconds
from eccru.tracking.store import redact, resolve_uri

DATASETS = {entry["name"]: entry for entry in config["datasets"]}
METHODS = {entry["name"]: entry for entry in config["methods"]}
# Else the longest jobs of all, which are to start first, would wait for their data behind shorter ones.
BEFORE_TRAINING = 1_000_000
MIRROR = os.environ.get("ECCRU_MIRROR") or config["mirror"]

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


pathvars:
    results=config["results"],
    logs="<results>/logs",
    benchmarks="<results>/benchmarks",


wildcard_constraints:
    dataset="|".join(map(re.escape, DATASETS)),
    method="|".join(METHODS),
    repeat=r"\d+",
    fold=r"\d+",


def sources(step):
    """Return the hash of all code that decides what comes out of a step: Snakemake looks no
    further than the step's script."""
    root = Path(workflow.basedir)
    return code_hash(root / "workflow_scripts" / f"{step}.py", root)


def entry_of(wildcards):
    return DATASETS[wildcards.dataset]


def reduction_of(wildcards):
    return DATASETS[wildcards.dataset].get("reduction")


def parameters_of(wildcards):
    return {key: value for key, value in METHODS[wildcards.method].items() if key != "name"}


def where_to_look(wildcards):
    """What a download is asked with: as recorded where the data is here, so that it is not fetched again when
    the sources change, and as configured now where it was not to be had."""
    wanted = {
        "sources": config["sources"],
        "mirror": MIRROR,
        "missing_data": config["missing_data"],
    }
    record = Path(f"data/raw/{wildcards.dataset}/source.json")
    if record.exists():
        recorded = json.loads(record.read_text())
        if recorded["source"] is not None:
            return recorded["asked"]
    return wanted


def available_datasets():
    """The configured datasets less, with `missing_data: skip`, those that no source has."""
    if config["missing_data"] == "fail":
        return list(DATASETS)
    with checkpoints.available.get().output[0].open() as stream:
        return json.load(stream)["available"]


def availability(wildcards):
    """The list of missing datasets, which the tables repeat: nothing is missing with `missing_data: fail`."""
    return [] if config["missing_data"] == "fail" else checkpoints.available.get().output[0]


def available_files(pattern):
    """An input function: the pattern's file of every dataset that is to be had."""

    def files(wildcards):
        return expand(pattern, dataset=available_datasets())

    return files


def runs_of(datasets):
    """The files of all runs of some datasets; with `partial: true` only those that exist."""
    files = expand(
        f"{config['results']}/runs/{{dataset}}/{{method}}/{{repeat}}-{{fold}}.json",
        dataset=datasets,
        method=METHODS,
        repeat=range(config["repeats"]),
        fold=range(config["folds"]),
    )
    return list(filter(os.path.exists, files)) if config["partial"] else files


def all_runs(wildcards):
    return runs_of(available_datasets())


@cache
def read_sizes(path):
    return json.loads(path.read_text())


def expected_cost(wildcards):
    """The longest jobs go first, so that many cores do not wait for one job at the end. Priorities are set before
    the data is prepared, if it is not: then by the sizes in Table 1."""
    prepared = Path(f"data/prepared/{wildcards.dataset}.json")
    sizes = read_sizes(prepared) if prepared.exists() else printed_sizes(wildcards.dataset)
    return estimated_seconds(wildcards.method, parameters_of(wildcards), sizes) if sizes else 0
