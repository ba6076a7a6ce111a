"""Where the tests find the real data and the reference values."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _folder(variable: str, default: str, what: str) -> Path:
    folder = Path(os.environ.get(variable) or ROOT.parent / "shared" / default).resolve()
    if not folder.is_dir():
        pytest.skip(f"no {what}: set {variable} to its folder")
    return folder


@pytest.fixture(scope="session")
def mirror() -> Path:
    """The local copy of the Mulan repository's data."""
    return _folder("ECCRU_MIRROR", "mulan", "mirror of the Mulan data")


@pytest.fixture(scope="session")
def reference() -> Path:
    """Values that Weka and R computed."""
    return _folder("ECCRU_REFERENCE", "reference", "reference values of Weka and R")
