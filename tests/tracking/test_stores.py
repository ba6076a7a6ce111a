"""Tracking with real servers, with servers that are down, and after a kill."""

import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from eccru.tracking import store
from eccru.tracking.frame import to_frame
from eccru.tracking.log import Summary, track, track_study
from eccru.tracking.store import TrackingError, create_store
from tests.invented import write_record, write_study
from tests.tracking.many import active_runs, assert_same_as_files, expected_runs, start_tracking
from tests.tracking.servers import (
    PASSWORD,
    free_port,
    mlflow_server,
    postgresql_server,
    wait_until,
)
from tests.workflow.call import ROOT, Workflow


@pytest.fixture(scope="module")
def postgresql():
    """The URI of an empty database of a real server on loopback."""
    with postgresql_server() as uri:
        yield uri


@pytest.fixture
def server(tmp_path):
    """The URI, with a user and password, of a real MLflow server on loopback."""
    with mlflow_server(tmp_path, f"sqlite:///{tmp_path}/server.db") as host:
        yield f"http://ada:{PASSWORD}@{host}"


@pytest.fixture
def silent_port():
    """A port that takes connections and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def track_all_the_way(uri, results, monkeypatch, capfd, caplog):
    """Track into a store, again, and after a change; nothing is printed or logged."""
    monkeypatch.chdir(results)
    caplog.set_level("DEBUG")
    paths = write_study(results, methods=("BR", "ECCRU3"))
    create_store(uri)
    assert track(uri, "quick", paths) == Summary(new=4)
    assert track(uri, "quick", paths) == Summary(unchanged=4)
    write_record(results, method="BR", variant=1)
    assert track(uri, "quick", paths) == Summary(replaced=1, unchanged=3)
    assert_same_as_files(uri, paths)
    assert track_study(uri, "quick", paths) == Summary(new=1)
    assert "".join(capfd.readouterr()) == ""
    assert PASSWORD not in caplog.text
    with store.open_store(uri) as client:
        experiment = client.get_experiment_by_name("quick").experiment_id
        (parent,) = client.search_runs([experiment], "tags.`eccru.key` = 'yeast/BR'")
        assert Path(client.download_artifacts(parent.info.run_id, "labels.csv")).stat().st_size


def test_postgresql(postgresql, tmp_path, monkeypatch, capfd, caplog):
    track_all_the_way(postgresql, tmp_path, monkeypatch, capfd, caplog)
    assert list(tmp_path.glob("mlartifacts/quick/*/artifacts/labels.csv"))


def test_mlflow_server(server, tmp_path, monkeypatch, capfd, caplog):
    track_all_the_way(server, tmp_path, monkeypatch, capfd, caplog)


def test_wrong_password_is_one_sentence_without_it(postgresql, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    path = write_record(tmp_path)
    with pytest.raises(TrackingError) as caught:
        track(postgresql.replace(PASSWORD, "0th3r"), "quick", [path])
    assert "0th3r" not in str(caught.value)
    assert "authentication failed" in str(caught.value)
    assert "".join(capfd.readouterr()) == ""


@pytest.mark.parametrize("scheme", ["http", "postgresql+psycopg"])
@pytest.mark.parametrize("state", ["closed", "silent"])
def test_server_that_is_down_fails_in_bounded_time(
    scheme, state, silent_port, tmp_path, monkeypatch, capfd, caplog
):
    monkeypatch.setattr(store, "CONNECT_TIMEOUT", 2)
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_TIMEOUT", "1")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "1")
    monkeypatch.chdir(tmp_path)
    caplog.set_level("DEBUG")
    path = write_record(tmp_path)
    before = path.read_bytes()
    port = free_port() if state == "closed" else silent_port
    start = time.monotonic()
    with pytest.raises(TrackingError) as caught:
        track(f"{scheme}://ada:{PASSWORD}@127.0.0.1:{port}/runs", "quick", [path])
    assert time.monotonic() - start < 20
    message = str(caught.value)
    assert message.startswith(
        f"The tracking store {scheme}://***@127.0.0.1:{port}/runs cannot be used"
    )
    assert "\n" not in message
    for text in (message, caplog.text, *capfd.readouterr()):
        assert PASSWORD not in text
        assert "ada" not in text
    assert caught.value.__cause__ is None
    assert path.read_bytes() == before


def test_folder_as_a_store_is_refused_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = write_record(tmp_path)
    with pytest.raises(TrackingError, match="cannot be used"):
        track(f"file://{tmp_path}/mlruns", "quick", [path])


def test_two_machines_at_once_leave_every_run_once_on_a_server(server, tmp_path):
    """Machines do not see each other's locks: neither do processes in different folders."""
    paths = write_study(tmp_path, methods=("BR", "ECC", "ECCRU3"), repeats=3)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    processes = [start_tracking(server, tmp_path, folder) for folder in folders]
    errors = [process.communicate(timeout=300)[1] for process in processes]
    for error in errors:
        assert re.fullmatch(r"(.*TrackingError: .* catches up\.\s*)?", error, re.DOTALL), error
    assert active_runs(server) == expected_runs(paths)


def tracking_command(config) -> subprocess.CompletedProcess:
    """Track in the folder of a configuration: runs are of the data in the working folder."""
    command = [sys.executable, "-m", "eccru", "track", str(config)]
    return subprocess.run(command, capture_output=True, text=True, cwd=config.parent)


def write_config(folder, **config):
    """Write a configuration whose results are in the folder; the paper's has all other keys."""
    config = yaml.safe_load((ROOT / "config.yaml").read_text()) | {"study": "quick"} | config
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump({**config, "results": str(folder)}))
    return path


def test_command_names_a_damaged_record_and_tracks_the_others(tmp_path):
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    config = write_config(tmp_path, tracking_uri=uri)
    damaged, _ = write_study(tmp_path, methods=["BR"])
    damaged.write_text("{}")
    answer = tracking_command(config)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith(f"left out: {damaged} is damaged")
    assert len(to_frame("quick", uri)) == 1


def test_password_in_a_configuration_file_is_refused_by_the_command(tmp_path):
    uri = f"postgresql://ada:{PASSWORD}@127.0.0.1/runs"
    answer = tracking_command(write_config(tmp_path, tracking_uri=uri))
    assert answer.returncode == 1
    assert "MLFLOW_TRACKING_URI" in answer.stderr
    assert PASSWORD not in answer.stderr


def test_snakemake_writes_a_password_nowhere(tmp_path):
    uri = f"postgresql://ada:{PASSWORD}@127.0.0.1:1/runs"
    (tmp_path / "configured").mkdir()
    refused = Workflow(tmp_path / "configured")("--config", f"tracking_uri={uri}")
    assert refused.returncode != 0
    assert "MLFLOW_TRACKING_URI" in refused.stdout
    workflow = Workflow(tmp_path, partial=True)
    workflow.environment["MLFLOW_TRACKING_URI"] = uri
    failed = workflow("results/tracked/runs.txt", "--keep-incomplete")
    assert failed.returncode != 0
    assert "postgresql://***@127.0.0.1:1/runs cannot be used" in failed.stdout
    for answer in (refused, failed):
        assert PASSWORD not in answer.stdout
    for path in tmp_path.rglob("*"):
        assert not (path.is_file() and PASSWORD.encode() in path.read_bytes()), path


def test_killed_call_is_caught_up_and_a_deleted_store_rebuilt(tmp_path):
    paths = write_study(tmp_path, repeats=2)
    database = tmp_path / "mlflow.db"
    uri = f"sqlite:///{database}"
    create_store(uri)

    def runs(condition):
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)
        try:
            return connection.execute(f"SELECT COUNT(*) FROM runs WHERE {condition}").fetchone()[0]
        finally:
            connection.close()

    process = start_tracking(uri, tmp_path)
    wait_until(lambda: runs("TRUE") > 5 or process.poll() is not None)
    process.kill()
    assert process.communicate() == ("", "")
    assert process.returncode == -signal.SIGKILL
    assert runs("status = 'RUNNING'") >= 1
    finished = len(to_frame("quick", uri))
    assert 0 < finished < len(paths)

    summary = track(uri, "quick", paths)
    assert summary.unchanged >= finished - 1
    assert sum(summary) == len(paths)
    assert_same_as_files(uri, paths)
    assert runs("status != 'FINISHED' AND lifecycle_stage = 'active'") == 0
    assert track(uri, "quick", paths) == Summary(unchanged=len(paths))

    database.unlink()
    rebuilt = start_tracking(uri, tmp_path)
    assert rebuilt.communicate() == (f"{Summary(new=len(paths))}\n", "")
