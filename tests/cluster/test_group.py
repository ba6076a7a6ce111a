"""Tracking for a group: an MLflow server with users and passwords, and PostgreSQL behind it."""

import pytest

from eccru.tracking.log import track
from eccru.tracking.store import TrackingError
from tests.invented import write_record, write_study
from tests.stress.study import NAME, Study
from tests.tracking.many import active_runs, assert_same_as_files, expected_runs, track_on_machines
from tests.tracking.servers import PASSWORD, mlflow_server, postgresql_server

MACHINES = 40


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """The URI of a server that asks for a password, as docs/tracking.md sets it up."""
    folder = tmp_path_factory.mktemp("server")
    with postgresql_server() as database:
        users = folder / "users.ini"
        users.write_text(
            "[mlflow]\n"
            "default_permission = READ\n"
            f"database_uri = {database}\n"
            "admin_username = ada\n"
            "auth_cache_ttl_seconds = 60\n"
            "authorization_function = mlflow.server.auth:authenticate_request_basic_auth\n"
        )
        environment = {
            "MLFLOW_AUTH_CONFIG_PATH": str(users),
            "MLFLOW_AUTH_ADMIN_PASSWORD": PASSWORD,
            "MLFLOW_FLASK_SERVER_SECRET_KEY": "of the test",
        }
        options = ["--app-name", "basic-auth", "--workers", "2"]
        with mlflow_server(folder, database, *options, **environment) as host:
            yield f"http://ada:{PASSWORD}@{host}"


def test_wrong_password_is_refused_with_a_sentence(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TrackingError, match="cannot be used") as caught:
        track(server.replace(PASSWORD, "0th3r"), "quick", [write_record(tmp_path)])
    assert "0th3r" not in str(caught.value)


def test_forty_processes_at_once_leave_every_run_once(server, tmp_path, monkeypatch):
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_TIMEOUT", "120")  # forty wait for two cores
    paths = write_study(tmp_path, methods=("BR", "ECCRU3"))
    folders = [tmp_path / f"machine{number}" for number in range(MACHINES)]
    for folder in folders:
        folder.mkdir()
    answer = track_on_machines(server, tmp_path, folders)
    assert answer.returncode == 0, answer.stderr
    assert active_runs(server) == expected_runs(paths)
    assert_same_as_files(server, paths)


def test_study_tracks_into_the_server(server, tmp_path, small):
    study = Study(tmp_path / "study", small)
    study.environment["MLFLOW_TRACKING_URI"] = server
    answer = study()
    assert answer.returncode == 0, answer.stdout
    paths = list(study.folder.glob("results/runs/*/*/*.json"))
    assert len(paths) == 12
    assert active_runs(server, NAME) == expected_runs(paths)
    assert not (study.folder / "mlflow.db").exists()
