"""The tests of clusters, for ``make test-cluster`` alone: they need root, Slurm, PostgreSQL.

Three workers take a file each, and the first that is nearly done the file that is left: they then
end at about the same time.
"""

import os

import pytest

from tests.cluster.slurm import Slurm
from tests.stress import processes
from tests.stress.study import Study

collect_ignore_glob = [] if os.environ.get("ECCRU_CLUSTER") else ["test_*.py"]


@pytest.fixture(autouse=True)
def no_process_is_left(tmp_path, monkeypatch):
    """A call of a test that has failed would ask Slurm for its jobs for ever."""
    monkeypatch.setenv(processes.MARK, str(tmp_path))
    yield
    processes.end_all(str(tmp_path))


@pytest.fixture(scope="session")
def slurm():
    """A real Slurm of the tests' own: two nodes with one core each."""
    with Slurm() as slurm:
        yield slurm


@pytest.fixture(scope="session")
def local(tmp_path_factory, small):
    """The small study, run to its tracked runs without a cluster."""
    study = Study(tmp_path_factory.mktemp("local") / "study", small)
    answer = study()
    assert answer.returncode == 0, answer.stdout
    return study
