"""The result of a run as it is tracked: its files, their hash, and when the run took place."""

import hashlib
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from eccru.records import PHASES, parse_run


class Result(NamedTuple):
    """A run's result files as they were when read."""

    path: Path
    record: dict
    hash: str

    @property
    def group(self) -> tuple[str, str]:
        return self.record["dataset"], self.record["method"]

    @property
    def key(self) -> str:
        return "{dataset}/{method}/{repeat}-{fold}".format(**self.record)

    @property
    def start(self) -> int:
        return int(datetime.fromisoformat(self.record["started"]).timestamp() * 1000)

    @property
    def end(self) -> int:
        seconds = sum(self.record["times"][phase]["wall"] for phase in PHASES)
        return self.start + round(seconds * 1000)


def read_result(json_path) -> Result:
    """Read the files of a result once, so that the hash is that of what is logged."""
    path = Path(json_path)
    content = path.read_bytes()
    arrays = path.with_suffix(".npz").read_bytes()
    return Result(path, parse_run(content, path), hash_of([content, arrays]))


def hash_of(parts) -> str:
    """Return the SHA-256 of texts or bytes, one after the other."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()
