"""The processes that a scenario has started, found by a variable of their environment."""

import os
import re
import signal
from pathlib import Path
from typing import NamedTuple

MARK = "ECCRU_STRESS"  # the variable; its value is the folder of the whole attack


class Process(NamedTuple):
    """A process of the attack."""

    number: int
    parent: int
    command: str

    @property
    def work(self) -> str | None:
        """What the process does for the study; None for those that only wait for others."""
        script = re.search(r"\.snakemake/scripts/\w+\.(\w+)\.py", self.command)
        if "bash" in self.command:
            return None
        if "eccru.study.server" in self.command:
            return "server"
        return "train" if "workflow_scripts/train.py" in self.command else script and script[1]


def started_with(mark: str) -> list[Process]:
    """Return all living processes whose environment has the mark, but for this one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}\0".encode() not in (folder / "environ").read_bytes():
                continue
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has ended meanwhile
            continue
        if state != "Z" and int(folder.name) != os.getpid():
            found.append(Process(int(folder.name), int(parent), command))
    return found


def kill(process: Process) -> bool:
    """Kill a process, and tell whether it was still there."""
    try:
        os.kill(process.number, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def end_all(mark: str) -> None:
    """Kill whatever is left of an attack."""
    while left := started_with(mark):
        for process in left:
            kill(process)
