"""The tables of a study, from its records to the files."""

import subprocess
import sys

import pandas as pd
import pytest

from eccru.paper.study_files import FILES, SHOWN
from tests.invented import study_tables


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return study_tables(tmp_path_factory.mktemp("study"), ["scene", "yeast"])


def test_files_are_those_that_the_workflow_promises(tables):
    written = {path.name for path in tables.iterdir()}
    assert written == {*FILES, "datasets.csv", "datasets.md"}
    assert len(set(FILES)) == len(FILES)
    assert set(SHOWN) <= set(FILES)


def test_costs_set_the_measured_beside_the_estimated_time(tables):
    runs, costs = (pd.read_csv(tables / f"{name}.csv") for name in ("runs", "costs"))
    measured = runs.groupby(["dataset", "method"])["training_time"].mean()
    assert costs.set_index(["dataset", "method"])["measured"].to_dict() == pytest.approx(
        measured.to_dict()
    )
    estimated = costs.set_index(["method", "dataset"])["estimated"]
    assert (estimated[:, "yeast"] > estimated[:, "scene"]).all()  # the larger of the two


def test_what_the_workflow_imports_on_every_call_is_light():
    code = (
        "import sys, eccru.paper.study_files, eccru.plots.registry;"
        "print([name for name in ('pandas', 'matplotlib', 'scipy') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout == "[]\n", answer.stderr
