"""The MLflow store: where it is, opening it in bounded time, keeping its credentials secret."""

import logging
import os
import re
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

DEFAULT_URI = "sqlite:///mlflow.db"
CONNECT_TIMEOUT = 10  # seconds

# What MLflow reads from the environment. A user's own setting is respected.
_ENVIRONMENT = {
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "MLFLOW_SUPPRESS_PRINTING_URL_TO_STDOUT": "true",  # that URL may hold a password
    "MLFLOW_HTTP_REQUEST_TIMEOUT": "20",
    "MLFLOW_HTTP_REQUEST_MAX_RETRIES": "2",
    "PGCONNECT_TIMEOUT": str(CONNECT_TIMEOUT),
}
_NOISY = ("mlflow", "alembic", "sqlalchemy", "sqlalchemy.engine", "urllib3")


class TrackingError(OSError):
    """The tracking store cannot be used; the message is one sentence without credentials."""


def resolve_uri(configured: str = DEFAULT_URI) -> str:
    """Return the tracking store's URI: `MLFLOW_TRACKING_URI` where set, else the configured one."""
    return os.environ.get("MLFLOW_TRACKING_URI") or configured


def redact(uri: str) -> str:
    """Return a URI that may be shown: without user, password and the values of its query.

    Examples
    --------
    >>> redact("postgresql://ada:secret@db.example/runs?sslpassword=secret")
    'postgresql://***@db.example/runs?sslpassword=***'

    """
    # Everything up to the last @, since a password may hold any character if it was not quoted.
    uri = re.sub(r"://(?!/).*@", "://***@", uri, flags=re.DOTALL)
    address, question_mark, query = uri.partition("?")
    return address + question_mark + re.sub(r"=[^&]*", "=***", query)


def is_database(uri: str) -> bool:
    """Tell whether MLflow reaches this store through SQLAlchemy."""
    return uri.partition("://")[0].partition("+")[0] in ("sqlite", "postgresql", "mysql", "mssql")


def artifact_root(uri: str) -> str | None:
    """Return the folder of the artifacts, or None for a tracking server, which has its own.

    It is `mlartifacts` beside an SQLite file, and in the working folder with other databases.
    """
    if not is_database(uri):
        return None
    folder = Path(uri.removeprefix("sqlite:///")).parent if uri.startswith("sqlite:///") else Path()
    return str(folder.absolute() / "mlartifacts")


def create_store(uri: str) -> None:
    """Create the tracking store, or bring an SQLite store of an older MLflow up to date.

    To be called once before anything else opens the store: MLflow's migrations take no lock.

    Raises
    ------
    TrackingError
        If the store cannot be reached or is of another MLflow version.

    """
    if uri.startswith("sqlite:") and _is_outdated(uri):
        with _failing_with_a_sentence(uri):
            from mlflow.store.db import utils

            utils._upgrade_db(utils.create_sqlalchemy_engine(uri))
    with open_store(uri) as client:
        client.search_experiments(max_results=1)


@contextmanager
def open_store(uri: str):
    """Give an `MlflowClient` of the store; whatever fails with it is a `TrackingError`."""
    with _failing_with_a_sentence(uri):
        from mlflow import MlflowClient

        if is_database(uri):
            _check_database(uri)
        elif uri.startswith("http"):
            _check_server(uri)
        yield MlflowClient(tracking_uri=uri)


@contextmanager
def _failing_with_a_sentence(uri):
    """Import MLflow, silence it, and turn its errors into one sentence without credentials."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    import requests
    import sqlalchemy.exc
    from mlflow.exceptions import MlflowException

    # Silenced after the import, which configures them: they log errors with the URI in it.
    levels = {name: logging.getLogger(name).level for name in _NOISY}
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    except (
        MlflowException,
        sqlalchemy.exc.SQLAlchemyError,
        requests.RequestException,
        ModuleNotFoundError,
    ) as error:
        # Without the original error, whose text a traceback would show.
        raise TrackingError(
            f"The tracking store {redact(uri)} cannot be used ({_reason(error, uri)}); "
            "the result files are complete, and tracking them again catches up."
        ) from None
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _reason(error: Exception, uri: str) -> str:
    """Return the first sentence of an error's text, without any part of the URI that is secret."""
    import requests

    if isinstance(error, requests.Timeout):
        return f"no answer within {CONNECT_TIMEOUT} seconds"
    if isinstance(error, requests.ConnectionError):
        return "no connection"
    text = str(getattr(error, "orig", None) or error) or type(error).__name__
    reason = re.split(r"\.\s|\n", text.strip())[0].rstrip(".")
    for secret in _secrets(uri):
        reason = reason.replace(secret, "***")
    return reason


def _secrets(uri: str) -> list[str]:
    """List what must not be shown of a URI, longest first."""
    user_info = re.search(r"://(?!/)(.*)@", uri, flags=re.DOTALL)
    user, _, password = user_info[1].partition(":") if user_info else ("", "", "")
    values = [value for _, value in parse_qsl(urlsplit(uri).query)]
    whole = [uri, user_info[1]] if user_info else []
    parts = {*whole, user, unquote(user), password, unquote(password), *values}
    return sorted(filter(None, parts), key=len, reverse=True)


def _check_database(uri: str) -> None:
    """Connect once: MLflow itself would try ten times, for 100 seconds."""
    import sqlalchemy

    if uri.startswith("sqlite:///"):
        Path(uri.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    elif not uri.startswith(("postgresql", "mysql")):
        return
    timeout = "timeout" if uri.startswith("sqlite:") else "connect_timeout"
    engine = sqlalchemy.create_engine(
        uri, connect_args={timeout: CONNECT_TIMEOUT}, poolclass=sqlalchemy.NullPool
    )
    with engine.connect() as connection:
        sqlalchemy.inspect(connection).get_table_names()


def _check_server(uri: str) -> None:
    """Ask for any answer: MLflow's own error is a chain of three, with the URI in it."""
    import requests

    requests.head(uri, timeout=CONNECT_TIMEOUT)


def _is_outdated(uri: str) -> bool:
    """Tell whether an SQLite store is there with the tables of another MLflow version."""
    with _failing_with_a_sentence(uri):
        import sqlalchemy
        from mlflow.store.db import utils

        _check_database(uri)
        engine = sqlalchemy.create_engine(uri, poolclass=sqlalchemy.NullPool)
        return utils._get_schema_version(engine) not in (None, utils._get_latest_schema_revision())
