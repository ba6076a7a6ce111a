"""What a result rests on besides its code: the versions, the commit and the machine."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np

import eccru
from eccru.sources import ROOT


def commit() -> str | None:
    """Return the git commit of the checkout that the package lies in, if it lies in one."""
    try:
        answer = subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None


def versions() -> dict[str, str]:
    """Return the versions of what computes."""
    return {
        "eccru": eccru.__version__,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def machine() -> dict:
    """Describe the machine: processor, number of cores, operating system."""
    return {"cpu": _cpu_model(), "cores": os.cpu_count(), "system": platform.platform()}


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next(
        (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")),
        platform.processor(),
    )
