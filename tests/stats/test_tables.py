"""The tables of a study as files."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau

from eccru.names import COMPARED
from eccru.paper.claims import CLAIMS
from eccru.paper.results import average_ranks as average_ranks_of_the_paper
from eccru.paper.table1 import paper_table
from eccru.stats.aggregation import aggregate
from eccru.stats.layout import tex
from eccru.stats.ranks import average_ranks
from tests.invented import METHODS, invented_scores, run_study

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    datasets = [*list(paper_table())[:11], "my_data"]
    scores = invented_scores(datasets, effect=0.02)
    gone = scores.eval("dataset == 'cal500' and method == 'COCOA' and repeat == 0 and fold == 1")
    found = run_study(datasets, scores[~gone])
    found.write(folder)
    return folder, found.study, found.tests


def test_numbers_can_be_computed_from_the_scores_file(written):
    folder, study, _ = written
    scores = pd.read_csv(folder / "scores.csv")
    pd.testing.assert_frame_equal(
        scores, pd.read_parquet(folder / "scores.parquet"), check_dtype=False
    )
    again = aggregate(scores, study.datasets, study.methods, 2, 2)
    pd.testing.assert_frame_equal(again.summary, study.summary)
    beside = pd.read_csv(folder / "paper_ranks.csv").set_index(["metric", "method"])["ours"]
    ranks = average_ranks(again, COMPARED)
    for metric in COMPARED:
        np.testing.assert_allclose(beside[metric], ranks.loc[metric])


def markdown_rows(text):
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_table_of_a_metric(written):
    folder, study, _ = written
    text = (folder / "auc_pr.md").read_text(encoding="utf-8")
    assert "Partial: 1 of 384 runs" in text
    assert "cal500: COCOA 0-1" in text
    header, _, *rows = markdown_rows(text)
    assert header[1:] == METHODS
    assert [row[0] for row in rows] == [*study.datasets, "average rank"]
    means = study.means("auc_pr")
    for row in rows[:-1]:
        values = [float(cell.strip("*").split(" ± ")[0]) if cell else np.nan for cell in row[1:]]
        np.testing.assert_allclose(values, means.loc[row[0]], atol=5.1e-4)
        best = [cell.startswith("**") for cell in row[1:]]
        assert best == (means.loc[row[0]] == means.loc[row[0]].max()).tolist()
    assert rows[1][1 + METHODS.index("COCOA")] == ""

    table = pd.read_csv(folder / "auc_pr.csv", index_col="dataset")
    assert table["missing_runs"].tolist() == [0, 1, *[0] * 10, 1]
    latex = (folder / "auc_pr.tex").read_text(encoding="utf-8")
    assert r"my\_data & " in latex
    assert latex.count(r"\textbf{") == 13
    body = [line for line in latex.splitlines() if line.endswith(r"\\")]
    assert {line.count("&") for line in body} == {8}


def test_fast_is_best_in_the_table_of_times(written):
    folder, study, _ = written
    _, _, first, *_ = markdown_rows((folder / "training_time.md").read_text(encoding="utf-8"))
    fastest = study.means("training_time").loc[first[0]].idxmin()
    assert first[1 + METHODS.index(fastest)].startswith("**")


def test_table_3_in_the_papers_layout(written):
    folder, _, tests = written
    words = {1: "better", -1: "worse", 0: "-"}
    table = pd.read_csv(folder / "verdicts.csv")
    assert len(table) == 56
    for metric in COMPARED:
        verdicts = tests.verdicts(metric)
        for row in table.itertuples():
            assert getattr(row, metric) == words[verdicts.loc[row.method, row.versus]]
    assert table["g_mean"].eq("better").any()

    arrows = {"↑": "better", "↓": "worse", "-": "-"}
    printed = {}
    for cells in markdown_rows((folder / "verdicts.md").read_text(encoding="utf-8")):
        if " vs" in cells[0]:
            heads = [cells[0].strip("* ").split()[0], cells[7].strip("* ").split()[0]]
            assert cells[1:7] == list("FGBRPT")
        elif len(cells) == 14 and cells[0] in METHODS:
            for head, start in zip(heads, (0, 7), strict=True):
                printed[head, cells[start]] = [arrows[c] for c in cells[start + 1 : start + 7]]
    assert len(printed) == 56
    for row in table.itertuples(index=False):
        assert printed[row[0], row[1]] == list(row[2:])

    latex = (folder / "verdicts.tex").read_text(encoding="utf-8")
    body = [line for line in latex.splitlines() if line.endswith(r"\\")]
    assert len(body) == 4 * 8
    assert {line.count("&") for line in body} == {13}
    counts = table[list(COMPARED)].stack().value_counts()
    assert latex.count(r"\uparrow") == counts["better"]


def test_page_of_the_comparison(written):
    folder, _, _ = written
    text = (folder / "paper_comparison.md").read_text(encoding="utf-8")
    for claim in CLAIMS:
        assert claim.text in text
    assert "Wilcoxon signed-rank test, two-sided, exact distribution" in text
    assert not list(folder.glob("*.part"))


def test_parts_of_the_comparison(written):
    folder, _, tests = written
    parts = ("basis", "ranks", "rankings", "verdicts", "claims")
    tables = {part: pd.read_csv(folder / f"paper_{part}.csv") for part in parts}
    assert {part: len(table) for part, table in tables.items()} == {
        "basis": tables["basis"]["sentence"].nunique(),
        "ranks": 48,
        "rankings": 6,
        "verdicts": 168,
        "claims": len(CLAIMS),
    }
    paper = average_ranks_of_the_paper().stack()
    assert tables["ranks"].set_index(["metric", "method"])["paper"].to_dict() == paper.to_dict()
    ranks = tables["ranks"]
    for row in tables["rankings"].itertuples():
        own = ranks[ranks["metric"] == row.metric]
        assert row.kendall == pytest.approx(kendalltau(own["paper"], own["ours"]).statistic)
    words = {1: "better", -1: "worse", 0: "-"}
    for row in tables["verdicts"].itertuples():
        assert row.ours == words[tests.verdicts(row.metric).loc[row.first, row.second]]
        assert row.agreement == (
            "agree"
            if row.paper == row.ours
            else "differ only in significance"
            if "-" in (row.paper, row.ours)
            else "contradict"
        )
    assert set(tables["claims"]["ours"]) <= {"yes", "no", "not decidable"}
    assert any("cal500" in sentence for sentence in tables["basis"]["sentence"])


def test_tex_escapes():
    assert tex("a_b & 5 %") == r"a\_b \& 5 \%"
