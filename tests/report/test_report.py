"""The page of a study: what it says, and that it holds together."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pandas as pd
import pytest

from eccru.plots.gallery import draw, read_tables
from eccru.plots.registry import FIGURES
from eccru.plots.style import save
from eccru.report.page import write_report
from eccru.report.summary import duration, method_table
from eccru.report.svg import read_picture
from tests.invented import ONE_OF_EACH, config_of, study_tables

DATASETS = ["scene", "yeast", "enron"]
LOST = [("yeast", "ECC", 0, 1)]
REASON = "No source has eurlex-sm.\n  url: <b>https://example.org</b> & others cannot be reached"


class Page(HTMLParser):
    """What a browser would find in a page."""

    def __init__(self, path):
        super().__init__()
        self.path, self.source = path, path.read_text(encoding="utf-8")
        self.tags, self.headings, self.ids, self.links, self.words = [], [], [], [], []
        self.feed(self.source)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags.append(tag)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values[key] for key in ("href", "xlink:href", "src") if key in values]
        self.links += re.findall(r"url\(([^)]*)\)", " ".join(v or "" for v in values.values()))

    def handle_data(self, data):
        if self.tags[-1:] != ["script"]:
            self.words.append(data)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A study with a lost run and a dataset that was not to be had; its figures are all alike."""
    folder = tmp_path_factory.mktemp("study")
    tables = study_tables(folder, DATASETS, lost=LOST)
    figure = draw("cd_f_measure", read_tables(tables))
    for name in FIGURES:
        save(figure, folder / "figures" / f"{name}.svg")
    config = config_of([*DATASETS, "eurlex-sm"])
    write_report(folder / "report.html", tables, folder / "figures", config, {"eurlex-sm": REASON})
    return folder


@pytest.fixture(scope="module")
def page(study):
    return Page(study / "report.html")


def test_page_refers_to_nothing_but_itself(page):
    assert len(page.ids) == len(set(page.ids))
    for link in page.links:
        assert link.startswith("data:") or link.removeprefix("#") in page.ids, link


def test_headings_do_not_skip_a_level(page):
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    steps = [b - a for a, b in zip(page.headings, page.headings[1:], strict=False)]
    assert max(steps) == 1


def test_every_figure_is_in_the_page(page):
    assert page.tags.count("svg") == len(FIGURES)
    assert page.source.count('role="img" aria-label="') == len(FIGURES)


def test_elements_of_pictures_are_closed_in_order(tmp_path):
    """As XML has it; browsers would forgive what is not."""
    contents = read_tables(study_tables(tmp_path, DATASETS))
    for name in ONE_OF_EACH:
        path = tmp_path / f"{name}.svg"
        save(draw(name, contents), path)
        drawn = ElementTree.parse(path).getroot()
        shown = ElementTree.fromstring(read_picture(path, "p").element)
        assert len(shown.findall(".//path")) == len(drawn.findall(".//{*}path")), name


def test_verdict_comes_first_and_what_is_missing_is_in_plain_sight(page):
    assert page.source.index("Best average rank") < page.source.index('<section id="ranks">')
    assert "1 of 4 datasets were not to be had: eurlex-sm" in page.text.replace(" :", ":")
    assert "1 of 48 runs have no result." in page.text
    assert "results/logs/train/yeast/ECC/" in page.text
    assert "yeast" in page.text.split("Failed or missing", 1)[1].split("What the verdict")[0]


def test_foreign_text_is_escaped(page):
    assert "&lt;b&gt;https://example.org&lt;/b&gt; &amp; others" in page.source
    assert "<b>" not in page.source


def test_page_says_what_was_run(page):
    for fact in ("9fceb02d0ae598e95dc970b74767f19372d61af8", "Some CPU @ 2.60GHz", "numba 0.63.0"):
        assert fact in page.text
    assert re.search(r"Total time .* of processor time", page.text)


def test_every_table_can_be_downloaded_unchanged(study, page):
    files = json.loads(re.search(r'id="files">(.*?)</script>', page.source, re.DOTALL)[1])
    paths = sorted((study / "tables").glob("*.csv"))
    assert sorted(files) == [path.stem for path in paths]
    for path in paths:
        assert gzip.decompress(base64.b64decode(files[path.stem])) == path.read_bytes()


def test_score_tables_show_the_means_and_leave_incomplete_ones_empty(study, page):
    means = pd.read_csv(study / "tables" / "f_measure.csv", index_col="dataset")
    body = page.source[page.source.index("F-measure: mean ± standard deviation") :]
    row = re.search(r"<tr><th[^>]*>yeast</th>.*?</tr>", body, re.DOTALL)[0]
    cells = [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
    assert len(cells) == 8
    for method, cell in zip(means.columns, cells, strict=False):
        mean = means.loc["yeast", method]
        assert cell == "" if method == "ECC" else cell.startswith(f"{mean:.3f} ± ")


def test_page_is_the_same_each_time(study, page, tmp_path):
    config = config_of([*DATASETS, "eurlex-sm"])
    again = tmp_path / "report.html"
    write_report(again, study / "tables", study / "figures", config, {"eurlex-sm": REASON})
    assert again.read_text(encoding="utf-8") == page.source


def test_a_table_too_large_for_the_page_is_named(study, tmp_path):
    path = tmp_path / "report.html"
    folders = study / "tables", study / "figures"
    write_report(path, *folders, config_of(DATASETS), {}, embedded=20_000)
    assert "labels.csv is too large for this page: it lies in results/tables" in Page(path).text


def test_a_study_of_one_dataset_and_two_methods_has_a_page(tmp_path):
    methods = ["BR", "ECCRU3"]
    tables = study_tables(tmp_path, ["yeast"], methods)
    for name in ("thresholds", "costs"):
        (tables / f"{name}.csv").unlink()
    path = tmp_path / "report.html"
    write_report(path, tables, tmp_path / "figures", config_of(["yeast"], methods), {})
    text = Page(path).text
    assert "Nothing: all 4 runs have a result." in text
    assert "No two methods differ significantly in this study." in text
    assert "The figure thresholds was not drawn." in text


def test_a_study_without_a_complete_dataset_has_a_page(tmp_path):
    methods = ["BR", "ECCRU3"]
    tables = study_tables(tmp_path, ["yeast"], methods, lost=[("yeast", "BR", 0, 0)])
    contents = read_tables(tables)
    for name in ONE_OF_EACH:
        save(draw(name, contents), tmp_path / "figures" / f"{name}.svg")
    path = tmp_path / "report.html"
    write_report(path, tables, tmp_path / "figures", config_of(["yeast"], methods), {})
    assert "No verdict: there is no dataset on which every method has a score." in Page(path).text


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.52, "0.52 s"), (59, "59 s"), (90, "2 min"), (7300, "2 h 2 min")]
)
def test_durations_read_as_people_say_them(seconds, words):
    assert duration(seconds) == words


def test_parameters_are_those_of_the_runs_whatever_the_configuration_says(tmp_path):
    tables = read_tables(study_tables(tmp_path, ["yeast"], ["BR", "ECCRU3"]))
    config = config_of(["yeast"], ["BR", "ECCRU3"])
    config["methods"][1]["c"] = 99
    rows = [[cell.text for cell in row] for row in method_table(tables, config).rows]
    assert rows == [
        ["BR", "BR", "none"],
        ["ECCRU3", "ECCRU3", "c = 10, theta_max = 10, theta_min = 0.5"],
    ]
