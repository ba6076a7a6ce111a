"""Training jobs through the server: the same records, and the plain job on any trouble."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification

from eccru.data.dataset import Dataset
from eccru.sources import ROOT
from eccru.study.folds import save_folds
from eccru.study.records import Record
from eccru.study.sockets import socket_path
from eccru.study.stratification import make_folds

SCRIPT = ROOT / "workflow_scripts" / "train.py"
SETTINGS = {"method": "mine", "algorithm": "ECCRU3", "parameters": {"c": 2}, "repeat": 0, "fold": 1}
SETTINGS |= {"seed": 1, "absent_labels": "omit", "key": "run"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a prepared dataset and its folds."""
    folder = tmp_path_factory.mktemp("study")
    X, Y = make_multilabel_classification(200, 10, n_classes=5, random_state=0)
    names = [f"x{i}" for i in range(10)], [f"label {i}" for i in range(5)]
    dataset = Dataset("made", X, Y.astype(np.uint8), np.zeros(10, bool), *names)
    dataset.save(folder / "data.npz", "data")
    save_folds(folder / "folds.npz", make_folds(Y, 1, 2, 1), "folds")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The path of a socket; whoever listens there is ended with the tests."""
    path = str(tmp_path_factory.mktemp("s") / "socket")
    yield path
    subprocess.run(["pkill", "-f", f"eccru.study.server {path}"], check=False)


def command(path, name, **changes) -> list[str]:
    task = {"data": "data.npz", "folds": "folds.npz", "record": f"{name}.json"}
    task |= {"data_key": "data", "folds_key": "folds", "settings": SETTINGS, "time_limit": None}
    task |= changes
    return [sys.executable, "-I", "-S", str(SCRIPT), path, f"{name}.log", json.dumps(task)]


def call(folder, path, name, **changes) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command(path, name, **changes), cwd=folder, env=environment).returncode


def without_times(record: Record) -> dict:
    times = ("times", "peak_memory_mb", "started", "per_label", "content_hash")
    return {name: value for name, value in vars(record).items() if name not in times}


def test_job_of_the_server_gives_the_record_of_the_plain_job(folder, server):
    assert call(folder, server, "served") == 0
    assert call(folder, "/nowhere/socket", "plain") == 0  # where no server can be started
    served, plain = Record.read(folder / "served.json"), Record.read(folder / "plain.json")
    assert without_times(served) == without_times(plain)
    for name, values in plain.per_label.items():
        np.testing.assert_array_equal(served.per_label[name], values)
    assert call(folder, server, "again") == 0
    # A process that was forked has paid for no import.
    startup = Record.read(folder / "again.json").times["startup"]["cpu"]
    assert startup < plain.times["startup"]["cpu"] / 3


def test_failing_job_says_why_in_its_log(folder, server):
    assert call(folder, server, "failing", folds_key="other") == 1
    log = (folder / "failing.log").read_text()
    assert "folds.npz is the result of another configuration" in log
    assert "Traceback" not in log
    assert not (folder / "failing.json").exists()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
def test_failing_job_whose_log_takes_nothing_says_why_to_its_caller(folder, server):
    (folder / "full.log").symlink_to("/dev/full")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for path in (server, "/nowhere/socket"):
        failing = command(path, "full", folds_key="other")
        answer = subprocess.run(
            failing, cwd=folder, env=environment, capture_output=True, text=True
        )
        assert answer.returncode == 1
        assert answer.stderr == (
            "folds.npz is the result of another configuration, other data or other code.\n"
        )


def test_server_that_does_not_answer_is_passed_over(folder, tmp_path):
    path = str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        client = subprocess.Popen(command(path, "alone"), cwd=folder, env=environment)
        listener.accept()[0].close()
        assert client.wait() == 0
    assert (folder / "alone.json").exists()


LONG = {**SETTINGS, "parameters": {"c": 100_000}}


@pytest.mark.parametrize("limit", [None, 500])
def test_job_ends_with_its_client(folder, server, limit):
    assert call(folder, server, "first") == 0
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    long = command(server, f"long-{limit}", settings=LONG, time_limit=limit)
    client = subprocess.Popen(long, cwd=folder, env=environment)
    wait_for(lambda: (folder / f"long-{limit}.log").exists())
    parent = subprocess.check_output(["pgrep", "-f", f"server {server}", "-o"], text=True).strip()
    wait_for(lambda: len(processes_of(parent)) == (2 if limit is None else 3))
    client.send_signal(signal.SIGKILL)
    client.wait()
    wait_for(lambda: len(processes_of(parent)) == 1)
    assert not (folder / f"long-{limit}.json").exists()
    assert call(folder, server, "after") == 0


def processes_of(server: str) -> list[str]:
    """Return the processes of a server, which has a session of its own."""
    answer = subprocess.run(["pgrep", "-s", server], capture_output=True, text=True)
    return answer.stdout.split()


@pytest.mark.parametrize("served", [True, False], ids=["served", "plain"])
def test_run_over_its_time_limit_is_stopped_and_recorded(folder, server, served):
    path, name = (server, "over") if served else ("/nowhere/socket", "over-plain")
    assert call(folder, path, name, settings=LONG, time_limit=3) == 0
    record = Record.read(folder / f"{name}.json")
    assert record.stopped == 3
    assert record.key == SETTINGS["key"]
    assert set(record.metrics.values()) == {None}
    assert np.isnan(record.per_label["auc_pr"]).all()
    assert 2 < record.times["training"]["cpu"] < 30
    assert "stopped at the time limit of 3 s" in (folder / f"{name}.log").read_text()


def test_run_within_its_time_limit_is_like_one_without(folder, server):
    assert call(folder, server, "within", time_limit=500) == 0
    assert call(folder, server, "without") == 0
    within, without = Record.read(folder / "within.json"), Record.read(folder / "without.json")
    assert without_times(within) == without_times(without)
    assert within.stopped is None


def test_failing_job_with_a_time_limit_fails(folder, server):
    wrong = {**SETTINGS, "algorithm": "nowhere.Class"}
    assert call(folder, server, "wrong", settings=wrong, time_limit=500) == 1
    log = (folder / "wrong.log").read_text()
    assert "nowhere.Class cannot be imported: No module named 'nowhere'." in log
    assert "Traceback" not in log


def wait_for(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_socket_is_in_a_folder_of_its_user_alone():
    path = socket_path(["a", None])
    assert path == socket_path(["a", None]) != socket_path(["b", None])
    assert os.stat(os.path.dirname(path)).st_mode & 0o077 == 0
    assert len(path) < 100
