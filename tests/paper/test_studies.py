"""Several studies beside the paper, the power of their tests, and training times."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from eccru.errors import DataError
from eccru.names import COMPARED, METRICS
from eccru.paper import results
from eccru.paper.__main__ import conventions, seeds
from eccru.paper.power import exact_p, power_table, signed_rank_tests, verdicts_of_draws
from eccru.paper.studies import (
    agreement_spread,
    beside_the_paper,
    rank_spread,
    read_studies,
    study_of,
    to_wide,
)
from eccru.paper.table1 import paper_table
from eccru.paper.times import read_times, time_ranks
from tests.invented import METHODS, invented_scores, run_study

DATASETS = sorted(set(paper_table()) - {"mediamill"})[:12]


def write_studies(folder, names):
    """Write the scores of invented studies as the workflow does, and return them by name."""
    scores = {name: invented_scores(DATASETS, seed=number) for number, name in enumerate(names)}
    for name, table in scores.items():
        (folder / name / "tables").mkdir(parents=True)
        table.to_csv(folder / name / "tables" / "scores.csv", index=False)
    return scores


def test_a_study_beside_the_paper_is_what_its_whole_comparison_says(tmp_path):
    scores = write_studies(tmp_path, ["one", "two"])
    table = beside_the_paper(read_studies(tmp_path)).set_index(["study", "metric"])
    for name in scores:
        whole = run_study(DATASETS, scores[name]).comparison
        alike, agreement = (
            part.set_index("metric") for part in (whole.rankings, whole.agreement())
        )
        for metric in COMPARED:
            row = table.loc[name, metric]
            assert row["datasets"] == len(DATASETS)
            assert row["kendall"] == pytest.approx(alike.loc[metric, "kendall"])
            assert row["difference"] == pytest.approx(alike.loc[metric, "difference"])
            assert (row[agreement.columns[1:]] == agreement.loc[metric][1:]).all()
        ours = whole.ranks.pivot(index="metric", columns="method", values="ours")
        found = table.loc[name][METHODS].astype(float)
        pd.testing.assert_frame_equal(found, ours.loc[found.index, METHODS], check_names=False)


def test_tables_of_conventions_have_the_studies_in_order(tmp_path):
    write_studies(tmp_path / "studies", ["highest", "own", "paper", "votes"])
    conventions(tmp_path / "studies", tmp_path / "tables")
    table = pd.read_csv(tmp_path / "tables" / "table.csv")
    assert list(table["study"].unique()) == ["paper", "votes", "highest", "own"]
    assert set(table["metric"]) == set(METRICS)
    page = (tmp_path / "tables" / "table.md").read_text(encoding="utf-8")
    assert page.count("chains scored by votes") == len(METRICS)
    again = beside_the_paper(pd.read_csv(tmp_path / "tables" / "scores.csv"))
    again = table[["study", "metric"]].merge(again)
    np.testing.assert_allclose(again[METHODS], table[METHODS])


def test_a_folder_without_studies_is_named(tmp_path):
    with pytest.raises(DataError, match="run the studies first"):
        read_studies(tmp_path)


def test_seeds_count_the_study_itself_on_the_datasets_of_the_others(tmp_path):
    write_studies(tmp_path / "seeds", ["2", "3"])
    own = tmp_path / "own" / "tables"
    own.mkdir(parents=True)
    scores = invented_scores([*DATASETS, "mediamill"], seed=9)
    scores.to_csv(own / "scores.csv", index=False)
    pd.DataFrame({"seed": [1, 1]}).to_csv(own / "runs.csv", index=False)
    seeds(own, tmp_path / "seeds", tmp_path)
    recorded = pd.read_csv(tmp_path / "scores.csv")
    assert list(recorded["study"].unique()) == [1, 2, 3]
    assert set(recorded["dataset"]) == set(DATASETS)
    spread = pd.read_csv(tmp_path / "ranks.csv")
    assert len(spread) == len(COMPARED) * len(METHODS)
    assert (spread["min"] < spread["max"]).any()


def test_studies_recorded_before_stay_unless_they_are_made_anew(tmp_path):
    first = write_studies(tmp_path / "first", ["bags", "votes"])
    write_studies(tmp_path / "second", ["paper", "votes"])
    conventions(tmp_path / "first", tmp_path)
    conventions(tmp_path / "second", tmp_path)
    recorded = pd.read_csv(tmp_path / "scores.csv")
    assert list(recorded["study"].unique()) == ["bags", "paper", "votes"]
    for name, expected in (("bags", first["bags"]), ("votes", invented_scores(DATASETS, seed=1))):
        own = recorded[recorded["study"] == name].drop(columns="study").reset_index(drop=True)
        pd.testing.assert_frame_equal(own, to_wide(expected), check_dtype=False)


def test_spread_is_over_the_studies():
    paper = results.average_ranks()
    beside = pd.DataFrame(
        [
            {
                "study": number,
                "metric": metric,
                "difference": 0.1 * number,
                "kendall": 0.9,
                "agree": 20 + number,
                "differ only in significance": 8 - number,
                "contradict": 0,
                **(paper.loc[metric] + number),
            }
            for number in (1, 2, 3)
            for metric in COMPARED
        ]
    )
    beside.loc[:, "BR"] -= 2  # so that the paper's lie in the middle
    ranks = rank_spread(beside, paper).set_index(["metric", "method"])
    assert set(ranks[ranks["within"]].index.get_level_values("method")) == {"BR"}
    row = ranks.loc["auc_pr", "ECC"]
    printed = paper.loc["auc_pr", "ECC"]
    assert row[["min", "max", "mean", "sd"]].tolist() == pytest.approx(
        [printed + 1, printed + 3, printed + 2, 1]
    )
    agreement = agreement_spread(beside).set_index(["metric", "of"])
    assert agreement.loc[("scores", "agree"), ["min", "max"]].tolist() == [105, 115]
    assert agreement.loc[("g_mean", "difference"), "mean"] == pytest.approx(0.2)


@pytest.mark.parametrize("n", [1, 5, 15, 16])
def test_exact_p_values_equal_scipys(n):
    rng = np.random.default_rng(n)
    differences = rng.normal(0.4, 1, (20, n))
    p, sign = signed_rank_tests(differences)
    for row in range(20):
        result = stats.wilcoxon(differences[row], method="exact")
        assert p[row] == pytest.approx(result.pvalue)
        ranks = np.sign(differences[row]) * stats.rankdata(np.abs(differences[row]))
        assert sign[row] == np.sign(ranks.sum())
    assert exact_p(n)[0] == pytest.approx(min(1, 2 / 2**n))


def test_zero_differences_are_dropped():
    p, sign = signed_rank_tests(np.array([[0, 0, 1, -2, 3, 4, 5.0], [0] * 7]))
    expected = stats.wilcoxon([1, -2, 3, 4, 5.0], method="exact").pvalue
    assert p.tolist() == pytest.approx([expected, 1])
    assert sign.tolist() == [1, 0]


def test_power_of_a_pair_is_what_can_be_computed_by_hand():
    """Of six differences only six of one sign are significant: 2 / 2^6 < 5 % < 4 / 2^6."""
    scores = np.zeros((15, 2))
    scores[:, 0] = np.r_[np.arange(1, 13), -np.arange(1, 4)]  # twelve of fifteen in favour
    found = verdicts_of_draws(scores, 6, 20_000, np.random.default_rng(0))[:, 0]
    assert (found == 1).mean() == pytest.approx((12 / 15) ** 6, abs=0.015)
    assert (found == -1).mean() == pytest.approx((3 / 15) ** 6, abs=0.001)


def test_power_is_one_where_every_dataset_agrees_with_the_paper():
    """On every dataset the methods stand in the order of the paper's ranks, clearly apart."""
    ranks, datasets = results.average_ranks(), sorted(paper_table())
    rng = np.random.default_rng(0)
    rows = [
        (dataset, method, 0, 0, metric, sign * rank + rng.uniform(0, 0.001))
        for dataset in datasets
        for metric in COMPARED
        for sign in [1 if metric == "training_time" else -1]
        for method, rank in ranks.loc[metric].items()
    ]
    columns = ["dataset", "method", "repeat", "fold", "metric", "value"]
    study = study_of(to_wide(pd.DataFrame(rows, columns=columns)))
    power = power_table(study, [15], seed=1, draws=5)
    assert len(power) == 119  # significant in the paper's Table 3
    assert (power["power_15"] == 1).all()


def test_ranks_of_training_times_are_set_beside_the_papers(tmp_path):
    theirs = results.average_ranks().loc["training_time"]
    figures = {
        name: {"java": (number * theirs).to_dict(), "eccru": (number / theirs).to_dict()}
        for number, name in enumerate(("yeast", "scene"), start=1)
    }
    figures["flags"] = {"java": {"BR": 1.0}, "eccru": {"BR": 1.0}}  # measured in part: not ranked
    path = tmp_path / "peer.json"
    path.write_text(json.dumps(figures))
    times = read_times(path)
    assert len(times) == 17
    table = time_ranks(times, theirs, 15).set_index("source")
    assert table["kendall"].to_dict() == pytest.approx(
        {"paper": 1, "java": 1, "eccru": -1, "study": 1}
    )
    assert table["datasets"].tolist() == [16, 2, 2, 15]
    assert table.loc["java", METHODS].astype(float).tolist() == theirs.rank()[METHODS].tolist()
