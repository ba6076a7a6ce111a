"""Getting one file, from a real web server on this machine that misbehaves on demand."""

import hashlib
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

import pytest

from eccru.data import download
from eccru.data.download import obtain
from eccru.errors import SourceFailed

BODY = bytes(range(256)) * 4000
SHA256 = hashlib.sha256(BODY).hexdigest()


class Answer(NamedTuple):
    """What the server says; it hangs up after `sent` bytes of the body, or waits if `stalls`."""

    status: int = 200
    body: bytes = BODY
    sent: int | None = None
    stalls: bool = False
    kind: str = "application/octet-stream"


@contextmanager
def serving(pages):
    """Serve answers by path, one after the other, the last one for ever.

    Yields the base URL and the list of paths that were asked for.
    """
    asked, stop = [], threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            answers = pages.get(self.path, [Answer(404, b"")])
            answer = answers[min(asked.count(self.path), len(answers) - 1)]
            asked.append(self.path)
            self.send_response(answer.status)
            self.send_header("Content-Length", str(len(answer.body)))
            self.send_header("Content-Type", answer.kind)
            self.end_headers()
            self.wfile.write(answer.body[: answer.sent])
            if answer.stalls:
                self.wfile.flush()
                stop.wait(60)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        stop.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(download, "WAITS", (0.01, 0.01))


def test_a_file_comes_whole_and_without_a_bar_off_a_terminal(tmp_path, capfd):
    with serving({"/f": [Answer()]}) as (url, _):
        assert obtain(f"{url}/f", tmp_path / "new" / "f", SHA256) == SHA256
    assert (tmp_path / "new" / "f").read_bytes() == BODY
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "trouble", [Answer(503, b""), Answer(429, b""), Answer(sent=100_000), Answer(sent=0)]
)
def test_trouble_that_passes_is_waited_out(tmp_path, trouble):
    with serving({"/f": [trouble, Answer()]}) as (url, asked):
        assert obtain(f"{url}/f", tmp_path / "f") == SHA256
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("trouble", "n_asked", "message"),
    [
        (Answer(503, b""), 3, r"/f answers 503 Service Unavailable"),
        (Answer(404, b""), 1, r"/f answers 404 Not Found"),
        (Answer(sent=100_000), 3, r"/f broke off"),
        (Answer(body=BODY[:-1]), 1, r"f has the wrong checksum: sha256 \w{64}, not " + SHA256),
    ],
)
def test_trouble_that_stays_is_told_and_leaves_nothing(tmp_path, trouble, n_asked, message):
    with (
        serving({"/f": [trouble]}) as (url, asked),
        pytest.raises(SourceFailed, match=message),
    ):
        obtain(f"{url}/f", tmp_path / "f", SHA256)
    assert len(asked) == n_asked
    assert list(tmp_path.iterdir()) == []


def test_an_unreachable_host_is_told_without_the_password(tmp_path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        with pytest.raises(SourceFailed, match=r"cannot be reached: .*refused") as error:
            obtain(f"http://me:secret@127.0.0.1:{port}/f", tmp_path / "f")
    assert "secret" not in str(error.value)
    with pytest.raises(SourceFailed, match=r"http://nowhere\.invalid/f cannot be reached"):
        obtain("http://nowhere.invalid/f", tmp_path / "f")
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_falls_silent_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(download, "TIMEOUT", (1, 0.1))
    with (
        serving({"/f": [Answer(sent=100_000, stalls=True)]}) as (url, asked),
        pytest.raises(SourceFailed, match="cannot be reached"),
    ):
        obtain(f"{url}/f", tmp_path / "f")
    assert len(asked) == 3
    assert list(tmp_path.iterdir()) == []


def test_a_local_file_is_copied(tmp_path):
    (tmp_path / "a").write_bytes(BODY)
    assert obtain(tmp_path / "a", tmp_path / "b", SHA256) == SHA256
    assert (tmp_path / "b").read_bytes() == BODY
    with pytest.raises(SourceFailed, match="none: No such file"):
        obtain(tmp_path / "none", tmp_path / "c")
    with pytest.raises(SourceFailed, match="wrong checksum"):
        obtain(tmp_path / "a", tmp_path / "c", "0" * 64)
    assert not (tmp_path / "c").exists()


def test_a_killed_download_leaves_no_file_of_that_name(tmp_path):
    script = "import sys; from eccru.data.download import obtain; obtain(*sys.argv[1:])"
    with serving({"/f": [Answer(sent=500_000, stalls=True)]}) as (url, _):
        command = [sys.executable, "-c", script, f"{url}/f", str(tmp_path / "f")]
        process = subprocess.Popen(command)
        try:
            deadline = time.monotonic() + 30
            while not any(path.stat().st_size for path in tmp_path.iterdir()):
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.01)
        finally:
            process.kill()
        assert process.wait() == -signal.SIGKILL
    (part,) = tmp_path.iterdir()
    assert part.name.startswith(".f.")
    assert part.name.endswith(".part")
