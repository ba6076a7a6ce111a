"""Threads of a method: parts in parallel, a bar of their progress, and an end on Ctrl-C."""

import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from joblib import effective_n_jobs
from sklearn import get_config, set_config
from tqdm.auto import tqdm


class Work:
    """Computes the parts of a model.

    Parameters
    ----------
    n_jobs : int or None
        Number of threads, as joblib counts them.
    verbose : int
        Whether to show a bar.
    name : str
        What the bar is called.

    Attributes
    ----------
    stop : array of uint8 of shape (1,)
        Not 0 when parts that are being computed are to end with a KeyboardInterrupt.

    """

    def __init__(self, n_jobs=None, verbose=0, name=""):
        self.n_threads = effective_n_jobs(n_jobs)
        self.verbose = verbose
        self.name = name
        self.stop = np.zeros(1, dtype=np.uint8)

    def map(self, function, items, unit):
        """Yield ``function(item)`` in the order of the items.

        Few results wait to be consumed at any time, so that memory does not grow with the items.
        """
        bar = tqdm(total=len(items), desc=self.name, unit=unit, disable=not self.verbose)
        with bar:
            for answer in self._compute(function, items):
                yield answer
                bar.update()

    def _compute(self, function, items):
        if self.n_threads == 1:
            yield from map(function, items)
            return
        with _threads(self.n_threads) as threads:
            waiting = deque()
            for item in items:
                waiting.append(threads.submit(function, item))
                if len(waiting) > self.n_threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def interruptible(self, function):
        """Return ``function()``, computed in another thread if Ctrl-C would have to wait for it.

        Compiled code does not notice Ctrl-C, but the thread that waits for it does. It sets
        ``stop``, which is looked at before each tree.
        """
        if threading.current_thread() is not threading.main_thread():
            return function()
        with _threads(1) as thread:
            try:
                return thread.submit(function).result()
            except KeyboardInterrupt:
                self.stop[0] = 1
                raise


def _threads(n):
    """Return threads that have the configuration of scikit-learn that this one has."""
    return ThreadPoolExecutor(n, initializer=partial(set_config, **get_config()))
