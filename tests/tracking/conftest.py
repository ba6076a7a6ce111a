"""A store of a test's own and the result files of a small study."""

import shutil

import pytest
from mlflow import MlflowClient

from eccru.tracking.store import create_store
from tests.invented import write_study


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory):
    """A store without runs: MLflow takes seconds to create one."""
    path = tmp_path_factory.mktemp("store") / "mlflow.db"
    create_store(f"sqlite:///{path}")
    return path


@pytest.fixture
def uri(empty_store, tmp_path):
    """A store of a test's own, in a folder whose name needs quoting in a URL."""
    folder = tmp_path / "my study"
    folder.mkdir()
    shutil.copy(empty_store, folder)
    return f"sqlite:///{folder}/mlflow.db"


@pytest.fixture
def client(uri):
    return MlflowClient(uri)


@pytest.fixture
def paths(tmp_path):
    return write_study(tmp_path, methods=("BR", "ECCRU3"))
