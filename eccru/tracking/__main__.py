"""A study's runs in MLflow, from the command line.

``python -m eccru.tracking track CONFIG...`` logs the runs that are finished now, and
``python -m eccru.tracking ui PORT CONFIG...`` opens them. Configuration files are read in order, as
Snakemake would.
"""

import os
import sys
from pathlib import Path

import yaml

from eccru.errors import DataError
from eccru.study.keys import why_stale
from eccru.study.plan import Plan
from eccru.tracking.log import track
from eccru.tracking.store import TrackingError, create_store, redact, resolve_uri


def read_config(paths: list[str]) -> dict:
    """Read configuration files, of which the later ones go first."""
    config = {}
    for path in paths:
        config |= yaml.safe_load(Path(path).read_text())
    return config


def track_now(config: dict) -> None:
    """Bring MLflow up to date with the runs that exist now and are what is asked for."""
    uri, plan = resolve_uri(config["tracking_uri"]), Plan(config)
    here = {path: key for path, key in plan.runs(plan.datasets).items() if Path(path).exists()}
    stale = {path: why_stale(path, key) for path, key in here.items()}
    for reason in filter(None, stale.values()):
        print(f"left out: {reason}")
    records = [path for path, reason in stale.items() if reason is None]
    if not records:
        print(f"{config['study']}: no finished runs")
        return
    create_store(uri)
    print(f"{config['study']}: {track(uri, config['study'], records)}")


def open_interface(config: dict, port: str) -> None:
    """Become MLflow's own interface to the store, on loopback."""
    uri = resolve_uri(config["tracking_uri"])
    if uri.startswith("http"):
        sys.exit(f"The runs are on the server {redact(uri)}, which has an interface of its own.")
    create_store(uri)
    os.environ["MLFLOW_BACKEND_STORE_URI"] = uri  # not an argument: it may hold a password
    os.environ["MLFLOW_SERVER_ENABLE_JOB_EXECUTION"] = "false"  # else eight more processes
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    arguments = ["ui", "--host", "127.0.0.1", "--port", port]
    os.execv(sys.executable, [sys.executable, "-m", "mlflow", *arguments])


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    try:
        if command == "ui":
            open_interface(read_config(arguments[1:]), arguments[0])
        else:
            track_now(read_config(arguments))
    except (DataError, TrackingError) as error:
        sys.exit(str(error))
