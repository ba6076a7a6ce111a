"""What a result rests on: the sources that decide it, the versions, the commit and the machine."""

import hashlib
import os
import platform
import subprocess
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent

# A change in these may change a result; one in plots, tables or tracking may not.
DECIDING = (
    "tree",
    "methods",
    "base.py",
    "chains.py",
    "metrics.py",
    "runs.py",
    "sampling.py",
    "sparse.py",
    "thresholds.py",
)


def source_hash(package: Path = PACKAGE) -> str:
    """Return a hash of the sources that decide the result of a run."""
    files = []
    for path in (package / name for name in DECIDING):
        files += path.rglob("*.py") if path.is_dir() else [path]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.relative_to(package).as_posix().encode() + b"\0")
        digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def commit() -> str | None:
    """Return the git commit of the checkout that the package lies in, if it lies in one."""
    try:
        answer = subprocess.run(
            ["git", "-C", PACKAGE, "rev-parse", "HEAD"], capture_output=True, text=True, timeout=10
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None


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
