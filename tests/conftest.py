"""Where the tests find data: real, invented, and values that other software computed."""

import os
from pathlib import Path

import pytest

from tests.mulan import write_mulan

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


@pytest.fixture(scope="session")
def small(tmp_path_factory) -> list[dict]:
    """Two small datasets, `stones` (dense) and `texts` (sparse), as a configuration names them."""
    mirror = tmp_path_factory.mktemp("mirror")
    write_mulan(mirror, "stones", seed=1, rows=150)
    write_mulan(mirror, "texts", seed=2, rows=200, sparse=True)
    files = {name: mirror / "data/multi-label" / name / name for name in ("stones", "texts")}
    return [
        {"name": name, "arff": [f"{file}.arff"], "xml": f"{file}.xml"}
        for name, file in files.items()
    ]
