"""The committed record of the study: its pages are what its scores give, and the READMEs say so."""

import re
import subprocess
import sys

import pandas as pd
import pytest
import yaml

from eccru.names import COMPARED, TITLES
from eccru.paper.claims import CLAIMS
from eccru.paper.study_tables import Design, findings_of_record
from eccru.stats.pairwise import Options
from tests.invented import study_tables
from tests.workflow.call import ROOT

RECORD = ROOT / "reproduction"
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text())
METHODS = [entry["name"] for entry in CONFIG["methods"]]
# Made from more than the scores: sizes of the datasets, estimates of the costs.
NOT_FROM_SCORES = {"datasets.csv", "datasets.md", "costs.csv"}


def read(path):
    return pd.read_csv(path, keep_default_na=False, na_values=[""])


@pytest.fixture(scope="module")
def recomputed(tmp_path_factory):
    """Return a folder with every table made anew from the scores and the means per interval."""
    datasets = [entry["name"] for entry in CONFIG["datasets"]]
    options = Options(**CONFIG["statistics"])
    design = Design(
        datasets, METHODS, CONFIG["repeats"], CONFIG["folds"], options, seed=CONFIG["seed"]
    )
    labels, means = (read(RECORD / "tables" / f"interval_{of}.csv") for of in ("labels", "scores"))
    folder = tmp_path_factory.mktemp("record")
    findings_of_record(read(RECORD / "scores.csv"), labels, means, design).write(folder)
    return folder


def test_committed_tables_are_what_the_scores_give(recomputed):
    committed = {path.name for path in (RECORD / "tables").iterdir()} - NOT_FROM_SCORES
    made = {path.name for path in recomputed.iterdir()} - {"scores.csv", "scores.parquet"}
    assert committed == made
    for name in sorted(committed):
        ours, theirs = recomputed / name, RECORD / "tables" / name
        if name.endswith(".csv"):
            pd.testing.assert_frame_equal(read(ours), read(theirs), rtol=1e-9, atol=1e-12, obj=name)
        else:
            assert ours.read_text() == theirs.read_text(), name


def test_study_is_complete_but_for_the_dataset_that_is_not_to_be_had():
    runs = read(RECORD / "scores.csv").groupby(["dataset", "method"]).size().unstack()
    expected = {entry["name"] for entry in CONFIG["datasets"]} - {"eurlex-sm"}
    assert set(runs.index) == expected
    assert set(runs.columns) == set(METHODS)
    metrics_and_times = 7
    assert (runs == CONFIG["repeats"] * CONFIG["folds"] * metrics_and_times).all(axis=None)


def test_scores_are_those_of_the_runs():
    scores, runs = read(RECORD / "scores.csv"), read(RECORD / "runs.csv")
    key = ["dataset", "method", "repeat", "fold"]
    wide = scores.pivot(index=key, columns="metric", values="value")
    same = runs.set_index(key).loc[wide.index, wide.columns] == wide
    assert same.all(axis=None)
    assert runs["seed"].unique().tolist() == [CONFIG["seed"]]


def readme_lines(folder):
    return (folder / "README.md").read_text().splitlines()


@pytest.mark.parametrize("folder", [ROOT, RECORD], ids=["project", "record"])
def test_readme_shows_the_ranks_beside_the_paper_s(folder):
    page = (RECORD / "tables" / "paper_comparison.md").read_text().splitlines()
    rows = [line for line in page if re.match(r"\|[^|]*\| (paper|ours) \|", line)]
    assert len(rows) == 2 * len(COMPARED)
    lines = readme_lines(folder)
    first = lines.index(rows[0])
    assert lines[first : first + len(rows)] == rows


def test_record_answers_every_claim_and_counts_the_verdicts():
    lines = readme_lines(RECORD)
    claims = read(RECORD / "tables" / "paper_claims.csv")
    assert len(claims) == len(CLAIMS)
    for row in claims.itertuples():
        assert any(line.startswith(f"| {row.claim} | {row.ours} |") for line in lines), row.claim
    page = (RECORD / "tables" / "paper_comparison.md").read_text()
    counts = page.split("## Significant differences")[1].split("## ")[0]
    for line in counts.splitlines():
        assert not line.startswith("|") or line in lines


def test_record_names_what_it_was_made_with():
    text, runs = (RECORD / "README.md").read_text(), read(RECORD / "runs.csv")
    said = ["commit", "machine_cpu", "version_python", "version_numpy", "version_numba"]
    for column in said:
        (value,) = runs[column].unique()
        assert str(value) in text


def test_record_shows_the_ranks_under_other_conventions():
    lines = readme_lines(RECORD)
    for row in read(RECORD / "conventions.csv").itertuples(index=False):
        ranks = " | ".join(f"{value:.2f}" for value in row[3:])
        line = f"| {row.variant} | {TITLES[row.metric]} | {ranks} | {row.kendall:.2f} |"
        assert line in lines


def test_record_keeps_the_figures_that_a_page_shows():
    pages = [ROOT / "README.md", *RECORD.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    shown = {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^]]*\]\(([^)]+\.svg)\)", page.read_text())
    }
    assert shown == set((RECORD / "figures").iterdir())


def test_record_is_what_its_script_makes_of_a_study(tmp_path):
    study_tables(tmp_path, ["scene", "yeast"])
    (tmp_path / "figures").mkdir()
    for name in ("paper_ranks.svg", "paper_ranks.png", "imbalance.svg"):
        (tmp_path / "figures" / name).touch()
    (tmp_path / "report.html").touch()
    record = tmp_path / "record"
    subprocess.run([sys.executable, RECORD / "record.py", tmp_path, record], check=True)
    made, committed = (
        {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        for folder in (record, RECORD)
    )
    by_hand = {"README.md", "conventions.csv", "conventions.py", "record.py"}
    assert made == {name for name in committed if "__pycache__" not in name} - by_hand
