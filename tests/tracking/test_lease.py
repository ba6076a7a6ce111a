"""The lease of a store that machines share: one holder, and none for ever."""

import threading
import time

import pytest
from mlflow.exceptions import MlflowException

from eccru.tracking import lease
from eccru.tracking.lease import leased

NAME = "eccru lease of quick"


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    monkeypatch.setattr(lease, "PAUSE", 0.05)
    monkeypatch.setattr(lease, "LEASE", 1.5)


def test_second_writer_waits_for_the_first(client):
    order = []

    def second():
        with leased(client, "quick"):
            order.append("second")

    with leased(client, "quick") as renew:
        waiting = threading.Thread(target=second)
        waiting.start()
        for _ in range(4):  # longer than a lease lasts that is not renewed
            time.sleep(0.6)
            renew()
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]
    assert client.search_registered_models() == []


def test_studies_do_not_wait_for_each_other(client):
    with leased(client, "quick"), leased(client, "other"):
        assert len(client.search_registered_models()) == 2


def test_lease_of_a_killed_writer_is_taken_away(client):
    client.create_registered_model(NAME)
    start = time.monotonic()
    with leased(client, "quick"):
        assert time.monotonic() - start > lease.LEASE


def test_writer_that_lost_its_lease_learns_of_it(client):
    with leased(client, "quick") as renew:
        client.delete_registered_model(NAME)
        with pytest.raises(MlflowException, match="not found"):
            renew()
