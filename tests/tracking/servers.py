"""Real servers of the tests' own, on loopback: PostgreSQL and MLflow."""

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PASSWORD = "pa55word-of-ada"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition, seconds=300):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.05)


@contextmanager
def postgresql_server():
    """Start a PostgreSQL server with an empty database, whose URI this gives."""
    folders = [
        *glob.glob("/usr/lib/postgresql/*/bin"),
        os.path.dirname(shutil.which("initdb") or ""),
    ]
    binaries = next(
        (Path(folder) for folder in folders if os.path.isfile(f"{folder}/initdb")), None
    )
    if binaries is None:
        pytest.skip("no PostgreSQL server: install the package postgresql")
    # The server refuses to run as root, and another user cannot enter pytest's folders.
    as_user = ["runuser", "-u", "nobody", "--"] if os.getuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="eccru-postgresql-"))
    try:
        (folder / "password").write_text(PASSWORD)
        if as_user:
            for path in (folder, folder / "password"):
                shutil.chown(path, "nobody")
        data, port = folder / "data", free_port()
        run = {"check": True, "cwd": folder, "stdout": subprocess.DEVNULL}
        initdb = [binaries / "initdb", "-D", data, "-U", "ada", "-A", "scram-sha-256", "--no-sync"]
        subprocess.run([*as_user, *initdb, f"--pwfile={folder}/password"], **run)
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off"
        pg_ctl = [*as_user, binaries / "pg_ctl", "-D", data, "-w", "-l", folder / "log"]
        subprocess.run([*pg_ctl, "-o", options, "start"], **run)
        try:
            yield f"postgresql+psycopg://ada:{PASSWORD}@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*pg_ctl, "-m", "immediate", "stop"], **run)
    finally:
        shutil.rmtree(folder)


@contextmanager
def mlflow_server(folder, backend: str, *options: str, **environment: str):
    """Start an MLflow server that works in a folder, and give its host and port.

    Parameters
    ----------
    folder : Path
        Where artifacts go.
    backend : str
        URI of the database behind the server.
    *options : str
        More options of `mlflow server`.
    **environment : str
        More environment variables of the server.
    """
    port = free_port()
    command = [sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1", "--port", str(port)]
    environment = {
        **os.environ,
        "MLFLOW_BACKEND_STORE_URI": backend,
        "MLFLOW_DISABLE_TELEMETRY": "true",
        "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",
        **environment,
    }
    with open(folder / "server.log", "w") as log:
        process = subprocess.Popen(
            [*command, "--workers", "1", *options],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def answers():
        assert process.poll() is None, (folder / "server.log").read_text()
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).read()
        except (urllib.error.URLError, OSError):
            return False

    try:
        wait_until(answers)
        yield f"127.0.0.1:{port}"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
