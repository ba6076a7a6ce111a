"""Where the tests find the real data and the values that other software computed."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def mirror() -> Path:
    """A local copy of the Mulan repository's data, for tests that need the real datasets."""
    folder = Path(os.environ.get("ECCRU_MIRROR") or ROOT.parent / "shared" / "mulan").resolve()
    if not folder.is_dir():
        pytest.skip(
            "needs the real datasets: set ECCRU_MIRROR to a folder laid out like the Mulan "
            "repository, with data/multi-label/<folder>/<name>.arff and .xml"
        )
    return folder


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of the values that Weka and R computed."""
    return Path(__file__).parent / "data" / "reference"
