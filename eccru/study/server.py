"""Training jobs that need no start: a process that has everything loaded forks for each of them.

Loading numpy, numba and the kernels takes a second, which a study would pay more than a thousand
times. The server is started by the first job that finds none (`workflow_scripts/train.py`), serves
every study of its user with the same code, and ends when it has been idle for a while.
"""

import json
import os
import selectors
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path

from eccru.study.training import train
from eccru.tree.warm import compile_kernels

IDLE = 20  # seconds without a job after which the server ends
PATIENCE = 5  # seconds in which a client must say what it wants


def serve(path) -> None:
    """Answer requests on a Unix socket until there have been none for a while.

    A request is a line of JSON: the folder, the log and the description of a training job. The
    answer is what the process that ran it wrote to its standard error, and a last line with its
    exit code. A client that goes away takes its job along.
    """
    compile_kernels()
    Path(path).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener, selectors.DefaultSelector() as selector:
        listener.bind(str(path))
        listener.listen(128)
        selector.register(listener, selectors.EVENT_READ)
        running = {}  # by the descriptor of its process: the process and the client of a job
        while True:
            events = selector.select(IDLE)
            if not events and not running:
                break
            for key, _ in events:
                if key.fileobj is listener:
                    client, _ = listener.accept()
                    process = _start(client)
                    descriptor = os.pidfd_open(process)
                    running[descriptor] = process, client
                    selector.register(descriptor, selectors.EVENT_READ)
                    selector.register(client, selectors.EVENT_READ, descriptor)
                elif key.fileobj in running:  # a process has ended
                    selector.unregister(key.fileobj)
                    process, client = running.pop(key.fileobj)
                    if client in selector.get_map():
                        selector.unregister(client)
                    os.close(key.fileobj)
                    _answer(client, process)
                elif key.data in running:  # a client has gone, and takes its processes along
                    selector.unregister(key.fileobj)
                    os.killpg(running[key.data][0], signal.SIGKILL)
    Path(path).unlink(missing_ok=True)


def _start(client) -> int:
    """Fork a process for the job that a client asks for, and return its number."""
    client.settimeout(PATIENCE)
    with client.makefile() as lines:
        folder, log, task = json.loads(lines.readline())
    process = os.fork()
    # A group of its own, so that what the job starts ends with it; either side may come first.
    os.setpgid(process, process)
    if process:
        return process
    code = 1
    try:
        os.dup2(client.fileno(), sys.stderr.fileno())
        os.chdir(folder)
        train(log, task)
        code = 0
    finally:
        os._exit(code)


def _answer(client, process) -> None:
    """Tell a client how its job ended."""
    _, status = os.waitpid(process, 0)
    with client, suppress(OSError):  # of a client that has gone
        client.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
        client.shutdown(socket.SHUT_RDWR)  # closing is not enough: other jobs have it open too


if __name__ == "__main__":
    serve(sys.argv[1])
