"""One writer at a time to a store that many machines share.

Machines do not see each other's locks, but all see the store, and no two models in its registry
have the same name. Who has registered a model of a certain name is the writer; who is done deletes
it. A writer that was killed cannot: its lease is taken away when it has not renewed it for a while.
"""

import random
import time
from contextlib import contextmanager

LEASE = 60  # seconds without a renewal after which a writer is believed dead
PAUSE = 3  # seconds between two looks, about


@contextmanager
def leased(client, study: str):
    """Wait until nobody else writes the runs of a study, and give a function that renews the lease.

    Parameters
    ----------
    client : MlflowClient
        A client of the store.
    study : str
        Name of the study.
    """
    name = f"eccru lease of {study}"
    seen, since = None, 0.0  # when the lease was last renewed, by the store's clock and by ours
    while (renewed := _renewed(client, name)) is not None or not _take(client, name):
        if renewed != seen:
            seen, since = renewed, time.monotonic()
        elif renewed is not None and time.monotonic() - since > LEASE:
            _give_back(client, name)
            continue
        time.sleep(PAUSE * random.uniform(0.5, 1.5))
    try:
        yield lambda: client.update_registered_model(name, "held by a process that tracks runs")
    finally:
        _give_back(client, name)


def _renewed(client, name: str) -> int | None:
    """Return when the lease was last renewed; None if nobody has it."""
    from mlflow.exceptions import MlflowException

    try:
        return client.get_registered_model(name).last_updated_timestamp
    except MlflowException as error:
        if error.error_code != "RESOURCE_DOES_NOT_EXIST":
            raise
        return None


def _take(client, name: str) -> bool:
    from mlflow.exceptions import MlflowException

    try:
        client.create_registered_model(name)
    except MlflowException as error:
        if error.error_code != "RESOURCE_ALREADY_EXISTS":
            raise
        return False
    return True


def _give_back(client, name: str) -> None:
    from mlflow.exceptions import MlflowException

    try:
        client.delete_registered_model(name)
    except MlflowException as error:
        if error.error_code != "RESOURCE_DOES_NOT_EXIST":  # someone was faster
            raise
