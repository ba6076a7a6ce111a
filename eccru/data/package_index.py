"""The source package of scikit-multilearn 0.0.1, from the package index that pip uses.

It is reachable wherever Python packages install. The package is never built or installed, which
would run its code: the file is downloaded, and datasets are taken out of it by name.
"""

import ast
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import requests
from pypi_simple import PYPI_SIMPLE_ENDPOINT, NoSuchProjectError, PyPISimple

from eccru.data.download import TIMEOUT, obtain, store, with_retries
from eccru.errors import SourceFailed
from eccru.files import sha256

PACKAGE = "scikit-multilearn-0.0.1"
SHA256 = "ac30a342595481f46db77f5334c3a1e2d8261f4adbd104e3444f801c3c89b6a0"


def take_dumps(dataset, folder) -> dict[str, str]:
    """Take the parts of a dataset out of the package and return their checksums by name.

    The package is downloaded beside `folder`, where the next dataset finds it.

    Raises
    ------
    SourceFailed
        If the package or the dataset is not to be had.
    """
    package = Path(folder).parent / f"{PACKAGE}.tar.gz"
    if not (package.is_file() and sha256(package) == SHA256):
        _download(package)
    checksums = {}
    with tarfile.open(package) as archive:
        for name in (f"{dataset}-train.dump.bz2", f"{dataset}-test.dump.bz2"):
            try:
                member = archive.extractfile(f"{PACKAGE}/skmultilearn/data/{name}")
            except KeyError:
                member = None
            if member is None:  # as for a folder of that name
                raise SourceFailed(f"{package.name} does not hold a file {name}")
            checksums[name] = store(Path(folder, name), [member.read()])
    return checksums


def _download(package):
    settings = _pip_settings()
    session = requests.Session()
    session.verify = settings.get("cert", True)
    url = settings.get("index-url", PYPI_SIMPLE_ENDPOINT)
    with PyPISimple(url, session=session) as index:
        try:
            page = with_retries(
                lambda: index.get_project_page("scikit-multilearn", timeout=TIMEOUT), url
            )
        except NoSuchProjectError:
            raise SourceFailed("the package index does not have scikit-multilearn") from None
        files = [file for file in page.packages if file.filename == package.name]
        if not files:
            raise SourceFailed(f"the package index does not have {package.name}")
        obtain(files[0].url, package, SHA256, session)


def _pip_settings() -> dict[str, str]:
    """Return the index and certificate that pip is set to use, where it is."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    listing = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    settings = {}
    for line in listing.splitlines():  # such as global.index-url='https://...'
        key, _, value = line.partition("=")
        if key.endswith((".index-url", ".cert")):
            settings[key.rpartition(".")[2]] = ast.literal_eval(value)
    # The environment goes before pip's files, and speaks where pip itself is not installed.
    for key, variable in (("index-url", "PIP_INDEX_URL"), ("cert", "PIP_CERT")):
        if os.environ.get(variable):
            settings[key] = os.environ[variable]
    return settings
