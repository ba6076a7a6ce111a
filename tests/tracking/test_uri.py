"""Where the store is, and what is shown of its address."""

import subprocess
import sys

import pytest

from eccru.tracking.store import (
    TrackingError,
    check_configured_uri,
    open_store,
    redact,
    resolve_uri,
)


def test_environment_goes_before_the_configuration(monkeypatch):
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    assert resolve_uri("sqlite:///a.db") == "sqlite:///a.db"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://localhost:5000")
    assert resolve_uri("sqlite:///a.db") == "http://localhost:5000"


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("sqlite:///mlflow.db", "sqlite:///mlflow.db"),
        ("sqlite:////home/me@work/mlflow.db", "sqlite:////home/me@work/mlflow.db"),
        ("http://localhost:5000", "http://localhost:5000"),
        ("postgresql://ada:secret@db:5432/runs", "postgresql://***@db:5432/runs"),
        ("postgresql://ada:se/c@re?t@db/runs", "postgresql://***@db/runs"),
        ("mysql+pymysql://ada@db/runs", "mysql+pymysql://***@db/runs"),
        (
            "postgresql://db/runs?user=ada&password=secret",
            "postgresql://db/runs?user=***&password=***",
        ),
        ("https://token:secret@server/path", "https://***@server/path"),
    ],
)
def test_redact(uri, shown):
    assert redact(uri) == shown


@pytest.mark.parametrize(
    "uri",
    [
        "postgresql://ada:s3cret@db/runs",
        "postgresql://ada:s3/c@re?t@db/runs",
        "https://ada:s3cret@server",
        "postgresql://db/runs?user=ada&password=s3cret",
        "postgresql://db/runs?sslpassword=s3cret",
    ],
)
def test_password_in_the_configuration_is_refused_without_repeating_it(uri, monkeypatch):
    with pytest.raises(TrackingError, match="MLFLOW_TRACKING_URI") as caught:
        check_configured_uri(uri)
    assert "s3" not in str(caught.value)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "sqlite:///other.db")
    with pytest.raises(TrackingError):
        resolve_uri(uri)


@pytest.mark.parametrize(
    "uri",
    [
        "sqlite:///mlflow.db",
        "sqlite:////home/me:you@work/mlflow.db",
        "http://localhost:5000",
        "postgresql+psycopg://ada@db:5432/runs?sslmode=require",
    ],
)
def test_address_without_a_password_is_accepted(uri):
    check_configured_uri(uri)


def test_address_that_is_none_fails_with_a_sentence():
    check_configured_uri("http://[a")
    with pytest.raises(TrackingError, match="cannot be used"), open_store("http://[a"):
        pass


def test_password_in_the_environment_is_used(monkeypatch):
    uri = "postgresql://ada:s3cret@db/runs"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
    assert resolve_uri() == uri


def test_address_of_the_store_costs_no_heavy_import():
    code = "import sys; from eccru.tracking.store import resolve_uri; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not {"mlflow", "pandas", "sqlalchemy"}.intersection(run.stdout.split())
