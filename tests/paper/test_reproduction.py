"""The committed record: tables are what its scores give, and pages what its tables give."""

import json
import re

import numpy as np
import pandas as pd
import pytest
import yaml

from eccru.files import write_json
from eccru.names import COMPARED
from eccru.paper import results
from eccru.paper.claims import CLAIMS
from eccru.paper.power import DRAWS, verdicts_of_draws
from eccru.paper.studies import (
    agreement_spread,
    beside_the_paper,
    conventions_table,
    rank_spread,
    study_of,
    to_wide,
)
from eccru.paper.study_tables import Design, findings_of_record
from eccru.paper.times import time_ranks
from eccru.stats.pairwise import Options
from eccru.stats.ranks import average_ranks
from reproduction.beyond import PAGES, filled, parts
from reproduction.pages import render, with_result
from reproduction.record import clock_seconds, main
from tests.invented import study_tables
from tests.workflow.call import ROOT

RECORD = ROOT / "reproduction"
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text())
METHODS = [entry["name"] for entry in CONFIG["methods"]]
# Made from more than the scores: sizes of the datasets, estimates of the costs.
NOT_FROM_SCORES = {"datasets.csv", "datasets.md", "costs.csv"}
LARGEST = 1_500_000  # bytes of a file


def read(path):
    if not path.exists():
        pytest.skip(f"{path.relative_to(RECORD)} is not recorded")
    return pd.read_csv(path, keep_default_na=False, na_values=[""])


def remake(scores, tables, folder, config=CONFIG):
    """Write every table anew, from the scores and the means per interval."""
    datasets, methods = ([entry["name"] for entry in config[of]] for of in ("datasets", "methods"))
    options = Options(**config["statistics"])
    design = Design(
        datasets, methods, config["repeats"], config["folds"], options, seed=config["seed"]
    )
    labels, means = (read(tables / f"interval_{of}.csv") for of in ("labels", "scores"))
    findings_of_record(read(scores), labels, means, design).write(folder)


def assert_same(ours, theirs):
    for path in theirs:
        if path.suffix == ".csv":
            made, committed = read_plain(ours / path.name), read_plain(path)
            pd.testing.assert_frame_equal(made, committed, rtol=1e-9, atol=1e-12, obj=path.name)
        else:
            assert (ours / path.name).read_text() == path.read_text(), path.name


def read_plain(path):
    return pd.read_csv(path, keep_default_na=False, na_values=[""])


def test_committed_tables_are_what_the_scores_give(tmp_path):
    remake(RECORD / "scores.csv", RECORD / "tables", tmp_path)
    committed = [p for p in (RECORD / "tables").iterdir() if p.name not in NOT_FROM_SCORES]
    made = {path.name for path in tmp_path.iterdir()} - {"scores.csv", "scores.parquet"}
    assert {path.name for path in committed} == made
    assert_same(tmp_path, committed)


def test_tables_of_the_other_reading_are_what_its_scores_give(tmp_path):
    folder = RECORD / "votes"
    remake(folder / "scores.csv", folder, tmp_path)
    committed = [path for path in folder.iterdir() if path.name != "scores.csv"]
    assert {"paper_claims.csv", "paper_comparison.md"} <= {path.name for path in committed}
    assert_same(tmp_path, committed)


@pytest.mark.parametrize("name", ["modern", "realigned"])
def test_tables_beyond_the_paper_are_what_their_scores_give(name, tmp_path):
    own = yaml.safe_load((ROOT / "config" / f"{name}.yaml").read_text())
    statistics = CONFIG["statistics"] | own.pop("statistics")
    folder = RECORD / name
    config = {**CONFIG, **own, "statistics": statistics}
    remake(folder / "scores.csv", folder, tmp_path, config)
    committed = [path for path in folder.iterdir() if path.name != "scores.csv"]
    assert {"ranks.csv", "summary.csv", "missing.csv"} <= {path.name for path in committed}
    assert_same(tmp_path, committed)


def test_pages_show_what_the_studies_beyond_the_paper_give():
    made, shown = parts(RECORD), set()
    for page in PAGES:
        text = page.read_text()
        assert filled(text, made) == text, page
        shown |= {name for name in made if f"<!-- {name} -->" in text}
    assert shown == set(made)


def test_table_of_conventions_is_what_their_scores_give():
    committed = read(RECORD / "conventions" / "table.csv")
    made = conventions_table(read(RECORD / "conventions" / "scores.csv"))
    pd.testing.assert_frame_equal(made, committed, rtol=1e-6, check_dtype=False)


def test_spread_over_the_seeds_is_what_their_scores_give():
    beside = beside_the_paper(read(RECORD / "seeds" / "scores.csv"))
    for name, made in (
        ("ranks", rank_spread(beside, results.average_ranks())),
        ("agreement", agreement_spread(beside)),
    ):
        committed = read(RECORD / "seeds" / f"{name}.csv")
        pd.testing.assert_frame_equal(made, committed, rtol=1e-6, atol=1e-9, check_dtype=False)


def test_power_is_what_the_scores_give():
    power = read(RECORD / "power.csv")
    power = power[power["metric"] == "auc_roc"]
    study = study_of(to_wide(read(RECORD / "scores.csv")))
    rng = np.random.default_rng([1, 15, COMPARED.index("auc_roc")])
    found = verdicts_of_draws(study.complete("auc_roc").to_numpy(), 15, DRAWS, rng)
    theirs = results.verdicts()["auc_roc"].to_numpy()[np.triu_indices(8, 1)]
    np.testing.assert_allclose((found == theirs).mean(axis=0)[theirs != 0], power["power_15"])


def test_ranks_of_training_times_are_what_the_times_give():
    committed = read(RECORD / "time_ranks.csv")
    study = study_of(to_wide(read(RECORD / "scores.csv")))
    ranks = average_ranks(study, ["training_time"]).loc["training_time"]
    made = time_ranks(read(RECORD / "java_times.csv"), ranks, len(study.datasets))
    pd.testing.assert_frame_equal(made, committed, rtol=1e-9)


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


def test_pages_are_what_the_tables_give():
    assert (RECORD / "README.md").read_text() == render("README.md.j2", RECORD)
    readme = (ROOT / "README.md").read_text()
    assert with_result(readme, RECORD) == readme


def test_page_answers_every_claim_and_names_what_it_was_made_with():
    text, runs = (RECORD / "README.md").read_text(), read(RECORD / "runs.csv")
    claims = read(RECORD / "tables" / "paper_claims.csv")
    assert len(claims) == len(CLAIMS)
    for row in claims.itertuples():
        assert f"\n| {row.claim} | {row.ours} |" in text
    for column in ("commit", "machine_cpu", "version_python", "version_numpy", "version_numba"):
        (value,) = runs[column].unique()
        assert str(value) in text


def test_no_measured_number_is_typed_into_the_templates():
    """Decimals come from tables; those left are of conventions, Weka's versions and its epsilon."""
    for path in RECORD.glob("*.j2"):
        prose = re.sub(r"\{[{%].*?[%}]\}|`[^`]*`|```.*?```", "", path.read_text(), flags=re.DOTALL)
        assert re.findall(r"\d+\.\d+", prose) in ([], ["3.9", "3.7"])


def test_record_keeps_the_figures_that_a_page_shows():
    pages = [ROOT / "README.md", *RECORD.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    shown = {
        (page.parent / link).resolve()
        for page in pages
        for link in re.findall(r"!\[[^]]*\]\(([^)]+\.svg)\)", page.read_text())
    }
    figures = set((RECORD / "figures").iterdir())
    assert {path for path in shown if RECORD in path.parents} == figures


def test_files_stay_small():
    large = {path.name for path in RECORD.rglob("*") if path.stat().st_size > LARGEST}
    assert not large


def test_time_by_the_clock_counts_what_runs_share_once():
    runs = pd.DataFrame(
        {
            "started": [f"2026-11-18T05:00:{second}+00:00" for second in ("00", "05", "07", "30")],
            "training_time_wall": [4.0, 2.0, 0.5, 1.0],
            "tuning_time_wall": [4.0, 2.0, 0.5, 1.0],
            "prediction_time_wall": 1.0,
        }
    )
    # 0 to 9, of which the second shares 5 to 9 and ends at 10; the third is within; then 30 to 33
    assert clock_seconds(runs) == pytest.approx(13)


def test_record_is_what_its_script_makes_of_studies(tmp_path, monkeypatch):
    """Invented studies in the place of real ones: every part is recorded, and a page made of it."""
    monkeypatch.setattr("eccru.paper.__main__.DRAWS", 1)
    monkeypatch.setattr("reproduction.record.write_pages", lambda *_: None)
    monkeypatch.setattr("reproduction.record.write_tables", lambda *_: None)
    results_folder, record = tmp_path / "results", tmp_path / "record"
    studies = ("votes", "conventions/paper", "conventions/votes", "seeds/2", "modern", "realigned")
    for name in ("", *studies):
        study_tables(results_folder / name, ["flags", "scene"])
    (results_folder / "figures").mkdir()
    (results_folder / "figures" / "paper_ranks.svg").write_text(
        (RECORD / "figures" / "paper_ranks.svg").read_text()
    )
    write_json(results_folder / "available.json", {"available": ["scene"], "missing": {}})
    peer = {name: dict.fromkeys(("java", "eccru"), dict.fromkeys(METHODS, 1.0)) for name in "ab"}
    (results_folder / "benchmarks").mkdir()
    (results_folder / "benchmarks" / "peer.json").write_text(json.dumps(peer))
    main(results_folder, record)
    page = render("README.md.j2", record)
    assert "| conventions/votes | 32 | 2, 1x2 | 1 |" in page
    assert "With votes and bags" in page
    assert "**Other seeds.**" in page
    assert "the authors' code (Weka's J48)" in page
    assert parts(record)["ranks"].count("\n") == len(COMPARED) + 2
    assert "| scene |" in parts(record)["realigned"]
    made = {path.relative_to(record).as_posix() for path in record.rglob("*") if path.is_file()}
    committed = {p.relative_to(RECORD).as_posix() for p in RECORD.rglob("*") if p.is_file()}
    own = {"account.csv", "README.md", "README.md.j2", "result.md.j2", "pages.py"}
    own |= {"beyond.py", "record.py"}
    assert {name for name in committed if "__pycache__" not in name} - own <= made
