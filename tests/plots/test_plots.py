"""Figures: what they show, that they are legible, and that they are the same each time."""

from itertools import combinations
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Bbox
from PIL import Image

from eccru.methods.sampling import bootstrap, undersample
from eccru.names import METHODS
from eccru.paper.table1 import paper_table
from eccru.plots.cost import growth, pareto_table
from eccru.plots.exploitation import simulate_exploitation
from eccru.plots.gallery import draw, in_words, read_tables
from eccru.plots.ranks import critical_difference
from eccru.plots.registry import FIGURES
from eccru.plots.style import LOOKS, save
from tests.invented import ONE_OF_EACH, study_tables
from tests.workflow.call import ROOT


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The tables of a study as large as the paper's but for the number of repeats."""
    return read_tables(study_tables(tmp_path_factory.mktemp("study"), list(paper_table())))


def test_an_entry_names_a_table_of_the_study_and_a_heading_of_the_page(tables):
    page = (ROOT / "eccru" / "report" / "page.html.j2").read_text(encoding="utf-8")
    for entry in FIGURES.values():
        assert set(entry.tables) <= set(tables), entry.name
        assert f"<h2>{entry.section}</h2>" in page, entry.name
    titles = {entry.title for entry in FIGURES.values()}
    assert len(titles) == len(FIGURES)
    assert max(map(len, titles)) < 50  # a longer one pushes the figure out of Snakemake's report


def test_text_alternatives_tell_the_numbers(tables):
    imr = tables["labels"].drop_duplicates(["dataset", "label"])["imr"]
    assert f"{len(imr)} labels: median {np.median(imr):.1f}, " in in_words("imbalance", tables)
    ranks = tables["ranks"].set_index("metric").loc["g_mean"]
    told = in_words("cd_g_mean", tables)
    assert f"{ranks.idxmin()} {ranks.min():.2f}, " in told
    significant = tables["pairs"].query("metric == 'g_mean' and verdict != 0")
    assert f"; {len(significant)} of 28 pairs differ significantly." in told
    summary = tables["summary"].query("metric == 'training_time'")
    times = summary.groupby("method")["mean"].agg(lambda seconds: np.log(seconds).mean())
    assert f"to the best: {times.idxmin()}" in in_words("pareto_auc_pr", tables)
    assert in_words("estimates", {}) == "Nothing to draw: costs.csv is empty or was not written."


def test_methods_differ_in_colour_and_in_marker():
    assert set(LOOKS) == set(METHODS)
    assert len({look.colour for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.marker for look in LOOKS.values()}) == len(LOOKS)


@pytest.mark.parametrize("name", [*ONE_OF_EACH, "scores_training_time"])
def test_no_text_of_a_figure_covers_another_or_is_cut_off(name, tables):
    figure = draw(name, tables)
    renderer = Recorder(figure.bbox.width, figure.bbox.height, figure.dpi)
    figure.draw(renderer)
    assert len(renderer.texts) > 5
    for first, second in combinations(renderer.texts, 2):
        a, b = first.box(second), second.box(first)
        wide = min(a[1], b[1]) - max(a[0], b[0])
        high = min(a[3], b[3]) - max(a[2], b[2])
        assert min(wide, high) <= 1.5, f"{first.words!r} and {second.words!r} overlap in {name}"
    for text in renderer.texts:
        assert text.extent.x0 >= -6, f"{text.words!r} is cut off on the left"
        assert text.extent.x1 <= figure.bbox.x1 + 6, f"{text.words!r} is cut off on the right"


class Recorder(RendererAgg):
    """Notes the texts that are drawn."""

    def __init__(self, *args):
        super().__init__(*args)
        self.texts = []

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        size = self.get_text_width_height_descent(s, prop, ismath)[:2]
        self.texts.append(Drawn(s, mtext.get_window_extent(self), size, angle))
        super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)


class Drawn(NamedTuple):
    words: str
    extent: Bbox
    size: tuple[float, float]
    angle: float

    def box(self, other):
        """Return x0, x1, y0, y1; along the text if the other is slanted in the same way."""
        if self.angle != other.angle:
            return self.extent.x0, self.extent.x1, self.extent.y0, self.extent.y1
        turn = np.deg2rad(self.angle)
        x = (self.extent.x0 + self.extent.x1) / 2
        y = (self.extent.y0 + self.extent.y1) / 2
        along = x * np.cos(turn) + y * np.sin(turn)
        across = y * np.cos(turn) - x * np.sin(turn)
        wide, high = self.size[0] / 2, self.size[1] / 2
        return along - wide, along + wide, across - high, across + high


def test_both_files_have_the_same_layout(tables, tmp_path):
    paths = [tmp_path / "figure.svg", tmp_path / "figure.png"]
    save(draw("scores_auc_pr", tables), *paths)
    box = ElementTree.parse(paths[0]).getroot().get("viewBox").split()
    with Image.open(paths[1]) as picture:
        inches = np.array(picture.size) / 150
    np.testing.assert_allclose(inches, np.array(box[2:], dtype=float) / 72, atol=1 / 75)


def test_files_are_the_same_each_time(tables, tmp_path):
    for suffix in ("svg", "png"):
        for name in ("imbalance", "cd_g_mean"):
            for number in (1, 2):
                save(draw(name, tables), tmp_path / f"{number}.{suffix}")
            first = (tmp_path / f"1.{suffix}").read_bytes()
            assert first == (tmp_path / f"2.{suffix}").read_bytes()
            assert b"<dc:date>" not in first


def test_svg_tells_the_values_of_its_marks(tables, tmp_path):
    save(draw("scores_g_mean", tables), tmp_path / "scores.svg")
    root = ElementTree.parse(tmp_path / "scores.svg").getroot()
    titles = {element.text for element in root.iter("{http://www.w3.org/2000/svg}title")}
    summary = tables["summary"].query("metric == 'g_mean'")
    assert len(titles) == len(summary) == 128
    row = summary.query("dataset == 'yeast' and method == 'ECC'").iloc[0]
    assert any(t.startswith(f"yeast, ECC: {row['mean']:.4g} ±") for t in titles)


def test_simulation_agrees_with_the_sampling_of_the_methods():
    """Against bags and undersampling as ECCRU draws them, over all majority examples."""
    rng = np.random.default_rng(5)
    table = simulate_exploitation(rng).set_index("minority")
    assert list(table.index) == list(range(20, 401, 20))
    for minority in (40, 200):
        y = (np.arange(1000) < minority).astype(np.uint8)
        used = []
        for _ in range(40):
            rows = [
                undersample(y, bootstrap(np.arange(1000, dtype=np.int32), rng), rng).rows
                for _ in range(10)
            ]
            used.append(np.isin(np.arange(minority, 1000), np.concatenate(rows)).mean())
        assert table.loc[minority, "simulation"] == pytest.approx(np.mean(used), abs=0.015)


def test_simulation_is_near_equation_1_and_the_papers_reading_of_it():
    table = simulate_exploitation(np.random.default_rng(0), runs=4000)
    assert np.abs(table["simulation"] - table["equation"]).max() < 0.05
    assert (table.loc[table["imr"] > 15, ["simulation", "equation"]] < 0.5).all(axis=None)


def test_bars_join_what_the_verdicts_leave_undecided():
    ranks = pd.DataFrame({"metric": ["f_measure"], "BR": 3.0, "ECC": 2.0, "COCOA": 1.0})
    pairs = pd.DataFrame(
        [("BR", "ECC", 0), ("BR", "COCOA", -1), ("ECC", "COCOA", 0)],
        columns=["first", "second", "verdict"],
    ).assign(metric="f_measure")
    (axes,) = critical_difference(ranks, pairs, "f_measure").axes
    flat = [line for line in axes.lines if len(line.get_xdata()) > 1]
    bars = {tuple(line.get_xdata()) for line in flat if len(set(line.get_ydata())) == 1}
    assert bars == {(1.0, 2.0), (2.0, 3.0)}  # in this order: the same file in every process


def test_pareto_front_is_what_no_method_dominates():
    rng = np.random.default_rng(2)
    rows = [
        (dataset, method, metric, rng.integers(1, 6))
        for dataset in ("a", "b")
        for method in METHODS
        for metric in ("auc_pr", "training_time")
    ]
    summary = pd.DataFrame(rows, columns=["dataset", "method", "metric", "mean"])
    table = pareto_table(summary, "auc_pr")
    for method, row in table.iterrows():
        dominated = any(
            other.time <= row.time
            and other.score >= row.score
            and (other.time, other.score) != (row.time, row.score)
            for other in table.itertuples()
        )
        assert row["front"] == (not dominated), method


def test_growth_finds_the_exponent():
    size = np.array([1e3, 1e4, 1e5, 1e6])
    summary = pd.DataFrame({"dataset": list("abcd"), "mean": 1e-4 * size**1.37})
    summary = summary.assign(method="ECC", metric="training_time")
    datasets = pd.DataFrame({"dataset": list("abcd"), "n": size / 10, "q": 10})
    (axes,) = growth(summary, datasets).axes
    assert "1.37" in axes.get_title()


def test_a_tiny_study_still_gives_every_figure(tmp_path):
    tables = read_tables(study_tables(tmp_path, ["yeast"], ["BR", "ECCRU3"]))
    del tables["thresholds"]
    for name in ONE_OF_EACH:
        save(draw(name, tables), tmp_path / f"{name}.svg")
    assert "thresholds.csv" in (tmp_path / "thresholds.svg").read_text()


def test_a_dataset_without_runs_does_not_spoil_the_figures(tmp_path):
    methods = ["BR", "ECCRU3"]
    lost = [("scene", method, 0, fold) for method in methods for fold in (0, 1)]
    tables = read_tables(study_tables(tmp_path, ["yeast", "scene"], methods, lost=lost))
    for name in FIGURES:
        save(draw(name, tables), tmp_path / f"{name}.svg")
    assert "no runs" in (tmp_path / "scores_training_time.svg").read_text()
