"""MLflow's interface, opened by the command line."""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request

from tests.tracking.test_stores import free_port, wait_until, write_config


def test_interface_answers_on_loopback(tmp_path):
    config = write_config(tmp_path, tracking_uri=f"sqlite:///{tmp_path}/mlflow.db")
    port = free_port()
    command = [sys.executable, "-m", "eccru", "ui", config, "--port", str(port)]
    with open(tmp_path / "log", "w") as log:
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=log, stderr=log, start_new_session=True
        )

    def answers():
        assert process.poll() is None, (tmp_path / "log").read_text()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                return answer.read() == b"OK"
        except (urllib.error.URLError, OSError):
            return False

    try:
        wait_until(answers, 300)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
