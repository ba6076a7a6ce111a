"""Datasets for the tests of the workflow."""

import pytest

from tests.mulan import write_mulan


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
