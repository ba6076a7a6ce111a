"""What a result rests on: the sources that decide it, the versions, the commit and the machine."""

import hashlib
import os
import platform
import subprocess
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent

# The sources that decide what comes out of a step of the study. Snakemake does not look into the
# package: their hash tells it that a step must run again.
DECIDING = {
    "kernels": ("tree",),
    "training": (
        "tree",
        "methods",
        "base.py",
        "chains.py",
        "metrics.py",
        "runs.py",
        "sampling.py",
        "sparse.py",
        "thresholds.py",
    ),
    "statistics": ("stats", "paper", "costs.py", "layout.py", "records.py"),
    "figures": ("plots",),
    "report": ("report",),
}


def source_hash(step: str, package: Path = PACKAGE) -> str:
    """Return a hash of the sources that decide what comes out of a step of the study."""
    files = []
    for path in (package / name for name in DECIDING[step]):
        found = path.rglob("*.*") if path.is_dir() else [path]
        files += (file for file in found if "__pycache__" not in file.parts)
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
