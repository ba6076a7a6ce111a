"""A study's runs in MLflow."""

import os
import sys
from pathlib import Path

from eccru.errors import ConfigError
from eccru.study.keys import why_stale
from eccru.study.plan import Plan
from eccru.tracking.log import track
from eccru.tracking.store import create_store, redact, resolve_uri


def read_config(paths: list[str]) -> dict:
    """Read configuration files, of which the later ones go first, as Snakemake does."""
    import yaml

    config = {}
    for path in paths:
        try:
            config |= yaml.safe_load(Path(path).read_text())
        except (yaml.YAMLError, TypeError, UnicodeDecodeError):
            raise ConfigError(f"{path} is no configuration of a study.") from None
    for key in ("study", "results", "tracking_uri", "datasets", "methods"):
        if key not in config:
            raise ConfigError(f"{' and '.join(paths)}: the key {key} is missing; see config.yaml.")
    return config


def track_now(arguments) -> None:
    """Bring MLflow up to date with the runs that exist now and are what is asked for."""
    config = read_config(arguments.config)
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


def open_interface(arguments) -> None:
    """Become MLflow's own interface to the store, on loopback."""
    uri = resolve_uri(read_config(arguments.config)["tracking_uri"])
    if uri.startswith("http"):
        raise ConfigError(
            f"The runs are on the server {redact(uri)}, which has an interface of its own."
        )
    create_store(uri)
    os.environ["MLFLOW_BACKEND_STORE_URI"] = uri  # not an argument: it may hold a password
    os.environ["MLFLOW_SERVER_ENABLE_JOB_EXECUTION"] = "false"  # else eight more processes
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"
    # One worker is enough for one user; of several, those that start slowly are killed.
    options = ["ui", "--host", "127.0.0.1", "--port", str(arguments.port), "--workers", "1"]
    os.execv(sys.executable, [sys.executable, "-m", "mlflow", *options])
