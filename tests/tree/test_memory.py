"""How much memory the training matrix takes; a process of its own tells its peak."""

import subprocess
import sys

import pytest

PREPARE = """
import sys
import numpy as np
from eccru.tree import Columns
from eccru.tree.warm import warm

def kilobytes(key):
    return int(next(line for line in open("/proc/self/status") if line.startswith(key)).split()[1])

warm()  # loads the kernels
rng, n, d = np.random.default_rng(0), 100_000, 40
X = rng.random((n, d))
nominal = np.arange(d) < int(sys.argv[1])
for column in np.flatnonzero(nominal):  # one by one: the peak so far must not hide the next
    X[:, column] = X[:, column] < 0.5
before = kilobytes("VmRSS")
columns = Columns(X, nominal)
columns.training_by_row
print(1024 * (kilobytes("VmHWM") - before) / X.size)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
@pytest.mark.parametrize(("n_nominal", "bytes_per_entry"), [(0, 40), (40, 4)])
def test_preparation_takes_few_bytes_per_entry(n_nominal, bytes_per_entry):
    """Beside the matrix itself, all of whose values differ, or are 0 or 1 with even odds."""
    command = [sys.executable, "-c", PREPARE, str(n_nominal)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert 1 < float(answer.stdout) < bytes_per_entry
