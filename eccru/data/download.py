"""Getting one file: from a web server, with retries, or from a local folder."""

import hashlib
import logging
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import requests
from tqdm import tqdm

from eccru.errors import SourceFailed
from eccru.files import atomic_write

log = logging.getLogger(__name__)

WAITS = (1, 2)  # seconds before the second and later attempts
TIMEOUT = (10, 60)  # seconds to connect, and between two pieces
_PIECE = 1 << 16


def obtain(location, path, sha256=None, session=None) -> str:
    """Copy a file, or download it if its location is a URL, and return its SHA-256 checksum.

    Parameters
    ----------
    location : str or path-like
        URL or path of the file.
    path : path-like
        Where to write it; nothing is written unless it is whole.
    sha256 : str, optional
        The checksum it must have.
    session : requests.Session, optional
        For a server that needs a certificate or the like.

    Raises
    ------
    SourceFailed
        If it is not to be had, or is not what it should be.
    DataError
        If it cannot be written.
    """
    if is_url(location):
        session = session or requests.Session()
        return with_retries(lambda: _download(session, location, path, sha256), location)
    try:
        file = open(Path(location), "rb")  # noqa: SIM115 (errors of reading, not of writing)
    except OSError as error:
        raise SourceFailed(f"{location}: {error.strerror}") from error
    with file:
        return store(path, iter(lambda: file.read(_PIECE), b""), sha256)


def is_url(location) -> bool:
    """Whether a location is on a web server."""
    return str(location).startswith(("http://", "https://"))


def without_login(location) -> str:
    """Return a location without the user name and password that a URL may hold."""
    if not is_url(location):
        return str(location)
    parts = urlsplit(location)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def store(path, pieces, sha256=None) -> str:
    """Write a file piece by piece, whole or not at all, and return its SHA-256 checksum."""
    digest = hashlib.sha256()
    with atomic_write(path) as file:
        for piece in pieces:
            digest.update(piece)
            file.write(piece)
        found = digest.hexdigest()
        if sha256 is not None and found != sha256.lower():
            raise SourceFailed(
                f"{Path(path).name} has the wrong checksum: sha256 {found}, not {sha256.lower()}"
            )
    return found


def with_retries(action, url):
    """Call `action`; after an error that may pass, wait and call it again, a few times."""
    url = without_login(url)
    for wait in (*WAITS, None):
        try:
            return action()
        except requests.HTTPError as error:
            status = error.response.status_code
            reason = f"{url} answers {status} {error.response.reason}"
            may_pass = status >= 500 or status == requests.codes.too_many_requests
        except requests.ConnectTimeout:
            reason, may_pass = f"{url} cannot be reached: no answer in {TIMEOUT[0]} s", False
        except (requests.ConnectionError, requests.Timeout) as error:
            reason, may_pass = f"{url} cannot be reached: {_root(error)}", True
        except requests.exceptions.ChunkedEncodingError as error:
            reason, may_pass = f"{url} broke off: {_root(error)}", True
        except requests.RequestException as error:
            reason, may_pass = f"{url} cannot be read: {error}", False
        if not may_pass or wait is None:
            raise SourceFailed(reason)
        log.warning("%s; again in %s s", reason, wait)
        time.sleep(wait)


def _download(session, url, path, sha256):
    with session.get(url, stream=True, timeout=TIMEOUT) as response:
        response.raise_for_status()
        size = int(response.headers.get("Content-Length", 0)) or None
        # disable=None: on a terminal only
        with tqdm(total=size, unit="B", unit_scale=True, desc=Path(path).name, disable=None) as bar:
            return store(path, _counted(response.iter_content(_PIECE), bar), sha256)


def _counted(pieces, bar):
    for piece in pieces:
        bar.update(len(piece))
        yield piece


def _root(error) -> str:
    """Return the system's own words, from within those of the layers above it."""
    while isinstance(error, BaseException) and (getattr(error, "reason", None) or error.args):
        error = getattr(error, "reason", None) or error.args[0]
    return str(error).rsplit("): ", 1)[-1]
