"""An SQLite store: of another version, damaged, read-only, and used by several processes."""

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import alembic.command
import alembic.config
import mlflow
import pytest
import sqlalchemy

from eccru.tracking.log import Summary, track
from eccru.tracking.store import TrackingError, create_store
from tests.invented import write_study
from tests.tracking.many import active_runs, assert_same_as_files, expected_runs, start_tracking


class Schema:
    """The version of the tables of a store."""

    def __init__(self, uri):
        self.uri = uri

    def _execute(self, *statement):
        path = self.uri.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            return connection.execute(*statement).fetchone()

    @property
    def version(self) -> str:
        return self._execute("SELECT version_num FROM alembic_version")[0]

    @version.setter
    def version(self, version):
        self._execute("UPDATE alembic_version SET version_num = ?", [version])

    def downgrade(self):
        config = alembic.config.Config()
        migrations = Path(mlflow.__file__).parent / "store" / "db_migrations"
        config.set_main_option("script_location", str(migrations))
        config.set_main_option("sqlalchemy.url", self.uri)
        engine = sqlalchemy.create_engine(self.uri, poolclass=sqlalchemy.NullPool)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic.command.downgrade(config, "-1")


def test_store_of_an_older_mlflow_is_brought_up_to_date(uri, paths):
    schema = Schema(uri)
    newest = schema.version
    schema.downgrade()
    assert schema.version != newest
    create_store(uri)
    assert schema.version == newest
    assert track(uri, "quick", paths) == Summary(new=4)


def test_store_that_mlflow_refuses_is_upgraded_by_its_own_command(uri, paths, monkeypatch):
    """MLflow refuses another version, unless tables are missing: those it makes itself."""
    schema, run = Schema(uri), subprocess.run
    newest = schema.version

    def run_on_a_truly_older_store(command, **options):
        schema.version = newest
        schema.downgrade()
        return run(command, **options)

    schema.version = "75868b020152"
    with pytest.raises(TrackingError, match="out-of-date"):
        track(uri, "quick", paths)
    monkeypatch.setattr(subprocess, "run", run_on_a_truly_older_store)
    create_store(uri)
    assert schema.version == newest
    assert track(uri, "quick", paths) == Summary(new=4)


def test_store_of_a_newer_mlflow_is_refused_and_left_alone(uri):
    schema = Schema(uri)
    schema.version = "fffffffffffe"
    with pytest.raises(TrackingError, match="out-of-date"):
        create_store(uri)
    assert schema.version == "fffffffffffe"


@pytest.fixture
def database(tmp_path):
    """An SQLite store with two runs, and the files they come from beside it."""
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    create_store(uri)
    track(uri, "quick", write_study(tmp_path, methods=["BR"]))
    return tmp_path / "mlflow.db"


def damage(database, how):
    content = database.read_bytes()
    if how == "truncated":
        database.write_bytes(content[: len(content) // 2])
    elif how == "overwritten":
        database.write_bytes(content[:4096] + b"\x55" * (len(content) - 4096))
    else:
        database.write_text("no database" * 1000)


@pytest.mark.parametrize("how", ["no database", "truncated", "overwritten"])
def test_damaged_file_is_named_with_the_cure(database, how):
    uri, paths = f"sqlite:///{database}", list(database.parent.glob("runs/*/*/*.json"))
    damage(database, how)
    for call in (lambda: create_store(uri), lambda: track(uri, "quick", paths)):
        with pytest.raises(TrackingError) as caught:
            call()
        assert str(caught.value).startswith(f"{database} is damaged (")
        assert str(caught.value).endswith("delete it, and it is made again from the result files.")
        assert "\n" not in str(caught.value)


def test_read_only_file_is_named_with_the_cure():
    user = os.geteuid()
    with tempfile.TemporaryDirectory() as folder:  # another user cannot enter pytest's folders
        database = Path(folder) / "mlflow.db"
        database.touch(0o444)
        try:
            if user == 0:  # who may write to it all the same
                os.chmod(folder, 0o777)
                os.seteuid(65534)
            with pytest.raises(TrackingError) as caught:
                track(f"sqlite:///{database}", "quick", [])
        finally:
            os.seteuid(user)
        assert database.read_bytes() == b""
    assert str(caught.value).startswith(f"{database} is read-only: make it writable, or delete it")


def test_six_processes_at_once_track_every_run_once_into_a_store_that_is_not_there(tmp_path):
    paths = write_study(tmp_path, methods=("BR", "ECC", "ECCRU3"))
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    processes = [start_tracking(uri, tmp_path) for _ in range(6)]
    summaries = [process.communicate(timeout=300)[0] for process in processes]
    assert sorted(summaries) == sorted([f"{Summary(new=6)}\n"] + 5 * [f"{Summary(unchanged=6)}\n"])
    assert active_runs(uri) == expected_runs(paths)
    assert_same_as_files(uri, paths)


def test_lock_ends_with_its_process(database):
    uri, paths = f"sqlite:///{database}", list(database.parent.glob("runs/*/*/*.json"))
    hold = "import sys, time; from eccru.tracking.store import only_writer\n"
    hold += "with only_writer(sys.argv[1]): print('held', flush=True); time.sleep(600)"
    holder = subprocess.Popen([sys.executable, "-c", hold, uri], stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"held\n"
    waiting = start_tracking(uri, database.parent)
    with pytest.raises(subprocess.TimeoutExpired):
        waiting.wait(8)
    holder.kill()
    holder.communicate()
    answer, error = waiting.communicate(timeout=120)
    assert answer == f"{Summary(unchanged=len(paths))}\n"
    assert error.startswith("Waiting for another process")


CREATE = "import sys; from eccru.tracking.store import create_store; create_store(sys.argv[1])"


def test_store_whose_creation_was_killed_is_created_again(tmp_path):
    """MLflow cannot go on with tables of which some are there."""
    uri = f"sqlite:///{tmp_path}/mlflow.db"
    (tmp_path / "mlflow.db").touch()  # as the workflow leaves it before it is used
    process = subprocess.Popen([sys.executable, "-c", CREATE, uri])
    deadline = time.monotonic() + 120
    while not any(path.stat().st_size for path in tmp_path.glob(".mlflow.db.*")):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert (tmp_path / "mlflow.db").stat().st_size == 0
    create_store(uri)
    paths = write_study(tmp_path, methods=["BR"])
    assert track(uri, "quick", paths) == Summary(new=2)
    assert [path.name for path in tmp_path.glob(".mlflow.db*")] == []
