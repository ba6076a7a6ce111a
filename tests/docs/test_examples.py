"""The examples of the gallery run, and show what their text says."""

import runpy

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "docs" / "examples"


@pytest.fixture(autouse=True)
def _no_windows():
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield
        plt.close("all")


@pytest.fixture
def _yeast(mirror, monkeypatch, tmp_path):
    """Let examples find the dataset yeast, and keep it nowhere."""
    monkeypatch.setenv("ECCRU_MIRROR", str(mirror))
    monkeypatch.setenv("HOME", str(tmp_path))


def run(name) -> dict:
    """Run an example and return its variables; it must draw something."""
    variables = runpy.run_path(str(EXAMPLES / f"{name}.py"))
    assert plt.get_fignums()
    return variables


def test_every_example_is_tested():
    tested = {"plot_tree", "plot_yeast_1_imbalance", "plot_yeast_2_thresholds"}
    assert {path.stem for path in EXAMPLES.glob("*.py")} == tested | {"plot_yeast_3_search"}


def test_tree_is_the_one_weka_builds_of_the_irises():
    tree = run("plot_tree")["tree"]
    assert (tree.n_leaves_, tree.node_count_) == (5, 9)  # Weka's own numbers
    assert tree.export_text().splitlines()[0] == "petal width (cm) <= 0.6: setosa (50)"


@pytest.mark.usefixtures("_yeast")
def test_rare_labels_have_more_classifiers_and_gain():
    variables = run("plot_yeast_1_imbalance")
    counts = variables["method"].n_classifiers_[variables["order"]]
    assert (counts[1:] >= counts[:-1]).all()
    assert variables["scores"]["ECCRU3"].mean() > variables["scores"]["BR"].mean()


@pytest.mark.usefixtures("_yeast")
def test_thresholds_of_rows_left_out_differ_from_those_of_the_training_set():
    models = run("plot_yeast_2_thresholds")["models"]
    train, oob = (models[way].thresholds_["f_measure"] for way in ("train", "oob"))
    assert (train != oob).any()
    assert (oob > 0).all()


@pytest.mark.usefixtures("_yeast")
def test_search_goes_through_the_whole_grid():
    search = run("plot_yeast_3_search")["search"]
    assert len(search.cv_results_["params"]) == 18
    assert search.best_estimator_.c == search.best_params_["c"]
