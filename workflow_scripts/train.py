"""Train and score one method on one fold: ``train.py SOCKET LOG JOB``.

The job is handed to a server that has everything loaded (eccru.study.server); where there is none
and none can be started, it runs here. A study starts this script more than a thousand times: so it
is called by itself rather than by Snakemake, whose own start takes longer, and imports next to
nothing.
"""

import fcntl
import json
import os
import socket
import subprocess
import sys
import time

PLAIN = "eccru.study.training"
SERVER = "eccru.study.server"
START = 900  # seconds that the server may take to start: it may have to compile


def connect(path):
    """Return a connection to the server, or None if there is none."""
    client = socket.socket(socket.AF_UNIX)
    try:
        client.connect(path)
    except OSError:
        client.close()
        return None
    return client


def start(path):
    """Start the server, unless another job does so already, and return a connection to it."""
    with open(f"{path}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        client = connect(path)
        if client is not None or not hasattr(os, "pidfd_open"):
            return client
        quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        command = [sys.executable, "-m", SERVER, path]
        server = subprocess.Popen(command, start_new_session=True, cwd="/", **quiet)
        deadline = time.monotonic() + START
        while client is None and server.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
            client = connect(path)
        return client


def ask(path, log, job):
    """Let the server run the job and return its exit code; None if the server fails."""
    try:
        client = connect(path) or start(path)
        if client is None:
            return None
        with client, client.makefile(errors="replace") as answer:
            client.sendall(json.dumps([os.getcwd(), log, json.loads(job)]).encode() + b"\n")
            *said, code = answer.read().splitlines()
            print(*said, sep="\n", end="\n" if said else "", file=sys.stderr)
            return int(code)
    except (OSError, ValueError):
        return None


if __name__ == "__main__":
    path, log, job = sys.argv[1:]
    code = ask(path, log, job)
    if code is None:
        os.execv(sys.executable, [sys.executable, "-m", PLAIN, log, job])
    sys.exit(code != 0)
