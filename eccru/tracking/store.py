"""The MLflow store: where it is, opening it in bounded time, keeping its credentials secret."""

import fcntl
import logging
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import parse_qsl, unquote

from eccru.files import PART

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


_REMEDY = "delete it, and it is made again from the result files"
_logger = logging.getLogger(__name__)


class TrackingError(OSError):
    """The tracking store cannot be used; the message is one sentence without credentials."""


def resolve_uri(configured: str = DEFAULT_URI) -> str:
    """Return the tracking store's URI: `MLFLOW_TRACKING_URI` where set, else the configured one."""
    check_configured_uri(configured)
    return os.environ.get("MLFLOW_TRACKING_URI") or configured


def check_configured_uri(uri: str) -> None:
    """Refuse a URI with a password, which Snakemake would write to its log and its scripts.

    Raises
    ------
    TrackingError
        If there is one; the message does not repeat it.

    """
    query = parse_qsl(uri.partition("?")[2], keep_blank_values=True)
    in_query = any(re.search("pass|pwd|token|secret", name, re.IGNORECASE) for name, _ in query)
    if in_query or ":" in _user_info(uri):
        raise TrackingError(
            "tracking_uri in the configuration holds a password, which would end up in logs: leave "
            "it out and set MLFLOW_TRACKING_PASSWORD and MLFLOW_TRACKING_USERNAME for a server or "
            "PGPASSFILE for PostgreSQL, or put the whole URI into MLFLOW_TRACKING_URI."
        )


def redact(uri: str) -> str:
    """Return a URI that may be shown: without user, password and the values of its query.

    Examples
    --------
    >>> redact("postgresql://ada:secret@db.example/runs?sslpassword=secret")
    'postgresql://***@db.example/runs?sslpassword=***'

    """
    if user_info := _user_info(uri):
        uri = uri.replace(f"{user_info}@", "***@", 1)
    address, question_mark, query = uri.partition("?")
    return address + question_mark + re.sub(r"=[^&]*", "=***", query)


def is_database(uri: str) -> bool:
    """Tell whether MLflow reaches this store through SQLAlchemy."""
    return uri.partition("://")[0].partition("+")[0] in ("sqlite", "postgresql", "mysql", "mssql")


def local_folder(uri: str) -> Path:
    """Return `mlartifacts`: beside an SQLite file, and in the working folder with other stores."""
    database = sqlite_file(uri)
    return (database.parent if database else Path()) / "mlartifacts"


def artifact_root(uri: str) -> str | None:
    """Return the folder of the artifacts, or None for a tracking server, which has its own."""
    return str(local_folder(uri).absolute()) if is_database(uri) else None


def sqlite_file(uri: str) -> Path | None:
    """Return the file of an SQLite store, or None for another store."""
    return Path(uri.removeprefix("sqlite:///")) if uri.startswith("sqlite:///") else None


@contextmanager
def only_writer(uri: str):
    """Wait for other processes of this machine that write to the store, and keep them waiting.

    The lock is the system's, on a file: it ends with its process, however that ends.

    Raises
    ------
    TrackingError
        If the store is an SQLite file that may not be written.

    """
    folder, database = local_folder(uri), sqlite_file(uri)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / ".lock", "a")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise TrackingError(
            f"{folder} cannot be written ({error.strerror}): make it and the folder it is in "
            "writable, since tracking keeps its files there."
        ) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _logger.warning("Waiting for another process that writes to %s.", redact(uri))
            fcntl.flock(lock, fcntl.LOCK_EX)
        writable = database is None or os.access(database, os.W_OK, effective_ids=True)
        if not writable and database.exists():
            raise TrackingError(f"{database} is read-only: make it writable, or {_REMEDY}.")
        yield


def create_store(uri: str) -> None:
    """Create the tracking store, or bring an SQLite store of an older MLflow up to date.

    Raises
    ------
    TrackingError
        If the store cannot be reached or is of another MLflow version.

    """
    with only_writer(uri), _failing_with_a_sentence(uri):
        from mlflow import MlflowClient
        from mlflow.exceptions import MlflowException

        _check(uri)
        database = sqlite_file(uri)
        if database and not (database.exists() and database.stat().st_size):
            _create_beside(database)
        try:
            MlflowClient(uri).search_experiments(max_results=1)
        except MlflowException:
            # MLflow refuses the tables of another version. Only a file is changed for that:
            # others may use a database, with another version.
            if not database:
                raise
            upgrade = [sys.executable, "-m", "mlflow", "db", "upgrade", uri]
            subprocess.run(upgrade, capture_output=True)
            MlflowClient(uri).search_experiments(max_results=1)


def _create_beside(database: Path) -> None:
    """Create an SQLite store under another name, and give it its own when it is whole.

    MLflow takes seconds to make its tables, and cannot go on where it was killed.
    """
    from mlflow import MlflowClient

    for part in database.parent.glob(f".{database.name}.*{PART}*"):
        part.unlink(missing_ok=True)
    part = database.with_name(f".{database.name}.{os.getpid()}{PART}")
    MlflowClient(f"sqlite:///{part}").search_experiments(max_results=1)
    os.replace(part, database)


@contextmanager
def open_store(uri: str):
    """Give an `MlflowClient` of the store; whatever fails with it is a `TrackingError`."""
    with _failing_with_a_sentence(uri):
        from mlflow import MlflowClient

        _check(uri)
        yield MlflowClient(uri)


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
    user_info = _user_info(uri)
    user, _, password = user_info.partition(":")
    values = [value for _, value in parse_qsl(uri.partition("?")[2])]
    whole = [uri, user_info] if user_info else []
    parts = {*whole, user, unquote(user), password, unquote(password), *values}
    return sorted(filter(None, parts), key=len, reverse=True)


def _user_info(uri: str) -> str:
    """Return the user and password of a URI.

    It is everything up to the last @: a password may hold any character if it was not quoted.
    """
    found = re.search(r"://(?!/)(.*)@", uri, flags=re.DOTALL)
    return found[1] if found else ""


def _check(uri: str) -> None:
    """Find out in bounded time, and without MLflow, whether the store can be opened."""
    if sqlite_file(uri):
        _check_file(sqlite_file(uri))
    elif uri.startswith(("postgresql", "mysql")):
        _check_database(uri)
    elif uri.startswith("http"):
        _check_server(uri)


def _check_file(path: Path) -> None:
    """Refuse a file that SQLite cannot read, before MLflow fails on it with a traceback."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        return
    try:
        with closing(sqlite3.connect(path, timeout=CONNECT_TIMEOUT)) as connection:
            (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        raise TrackingError(f"{path} cannot be opened ({error}): make it readable.") from None
    except sqlite3.DatabaseError as error:
        state = str(error)
    if state != "ok":
        raise TrackingError(f"{path} is damaged ({state}): {_REMEDY}.")


def _check_database(uri: str) -> None:
    """Connect once: MLflow itself would try ten times, for 100 seconds."""
    import sqlalchemy

    engine = sqlalchemy.create_engine(
        uri, connect_args={"connect_timeout": CONNECT_TIMEOUT}, poolclass=sqlalchemy.NullPool
    )
    engine.connect().close()


def _check_server(uri: str) -> None:
    """Ask for any answer: MLflow's own error is a chain of three, with the URI in it."""
    import requests

    requests.head(uri, timeout=CONNECT_TIMEOUT)
