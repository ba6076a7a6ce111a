"""The paper's tables and claims, and the comparison with them."""

import numpy as np
import pandas as pd
import pytest

from eccru.names import COMPARED, METRICS, TIMES
from eccru.paper import results as paper
from eccru.paper.claims import CLAIMS, answer
from eccru.paper.evidence import Evidence
from eccru.paper.table1 import labels_above, labels_below, paper_table
from eccru.stats.intervals import INTERVALS
from tests.invented import METHODS, invented_labels, invented_scores, run_study
from tests.workflow.call import ROOT

pytestmark = pytest.mark.filterwarnings("error")


def scores_of(ranks, datasets):
    """Return scores whose average ranks order the methods as the given ones do."""
    rng = np.random.default_rng(1)
    rows = [
        (dataset, method, repeat, fold, metric, rank / 100 if metric in TIMES else 1 - rank / 100)
        for dataset in datasets
        for metric in [*METRICS, *TIMES]
        for method, rank in ranks.loc[metric if metric in ranks.index else "training_time"].items()
        for repeat in range(2)
        for fold in range(2)
    ]
    scores = pd.DataFrame(rows, columns=["dataset", "method", "repeat", "fold", "metric", "value"])
    scores["value"] += rng.normal(0, 1e-5, len(scores))
    return scores


def test_table_2_is_a_table_of_average_ranks():
    ranks = paper.average_ranks()
    assert list(ranks.columns) == METHODS
    assert list(ranks.index) == list(COMPARED)
    np.testing.assert_allclose(ranks.sum(axis=1), 36, atol=0.03)
    # sixteen datasets and mid-ranks: multiples of 1/32, printed with two digits
    assert (abs(ranks - (ranks * 32).round() / 32) <= 0.00501).all(axis=None)
    assert len(paper_table()) == 16


def test_table_3_is_antisymmetric():
    verdicts = paper.verdicts()
    assert list(verdicts) == list(COMPARED)
    for matrix in verdicts.values():
        assert list(matrix.index) == METHODS
        assert (matrix == -matrix.T).all(axis=None)
    significant = [int((matrix == 1).sum(axis=None)) for matrix in verdicts.values()]
    assert significant == [10, 20, 21, 24, 23, 21]


def test_no_significant_difference_contradicts_the_average_ranks():
    ranks = paper.average_ranks()
    for metric, matrix in paper.verdicts().items():
        for method in METHODS:
            for other in METHODS:
                if matrix.loc[method, other] == 1:
                    assert ranks.loc[metric, method] < ranks.loc[metric, other]


def test_the_papers_tables_bear_out_its_claims():
    evidence = Evidence(paper.average_ranks(), paper.verdicts())
    answers = {claim.text: answer(claim, evidence) for claim in CLAIMS}
    assert len(answers) == len(CLAIMS)
    decided = {text: reply for text, (reply, _) in answers.items() if "ImR" not in text}
    assert set(decided.values()) == {"yes"}
    assert len(decided) == 30
    assert {reply for text, (reply, _) in answers.items() if "ImR" in text} == {"not decidable"}


def test_claims_turn_to_no():
    opposite = Evidence(
        9 - paper.average_ranks(),
        {metric: -matrix for metric, matrix in paper.verdicts().items()},
        pd.Series(10, index=INTERVALS),
        9 - levels_as_claimed(),
    )
    replies = [answer(claim, opposite)[0] for claim in CLAIMS]
    assert set(replies) == {"no"}


def levels_as_claimed():
    """Return ranks per interval as the paper's text describes them."""
    best = ["ECCRU", "ECCRU3", "ECC", "BRUS", "COCOA", "EBRUS", "ECCRU2", "BR"]
    rows = {}
    for metric in METRICS:
        for interval in INTERVALS:
            order = best
            if metric in ("auc_roc", "auc_pr"):
                order = ["ECCRU", "ECCRU3", "ECC", "EBRUS", "ECCRU2", "BRUS", "COCOA", "BR"]
            elif interval in INTERVALS[:3]:
                order = ["ECC", "COCOA", "BRUS", "ECCRU", "ECCRU3", "ECCRU2", "EBRUS", "BR"]
            rows[metric, interval] = {method: place for place, method in enumerate(order, start=1)}
    table = pd.DataFrame(rows).T
    table.index.names = ["metric", "interval"]
    return table


def test_claims_about_imbalance_turn_to_yes():
    labels = pd.Series([60, 50, 50, 80, 110, 140, 510], index=INTERVALS)
    evidence = Evidence(paper.average_ranks(), paper.verdicts(), labels, levels_as_claimed())
    assert {answer(claim, evidence)[0] for claim in CLAIMS} == {"yes"}


def test_a_lacking_method_makes_claims_undecidable():
    evidence = Evidence(
        paper.average_ranks().drop(columns="COCOA"),
        {m: v.drop(index="COCOA", columns="COCOA") for m, v in paper.verdicts().items()},
        None,
        levels_as_claimed().drop(columns="COCOA"),
    )
    replies = [answer(claim, evidence) for claim in CLAIMS]
    assert {reply for reply, _ in replies} == {"not decidable"}
    assert sum("COCOA" in reason for _, reason in replies) == len(CLAIMS) - 2


def lacking_one(ranks, labels=None):
    """Return evidence of fifteen datasets in which eurlex-sm is lacking."""
    n = pd.Series(15, index=COMPARED)
    levels = levels_as_claimed().assign(datasets=15)
    return Evidence(ranks, paper.verdicts(), labels, levels, n, ("eurlex-sm",))


@pytest.mark.parametrize(
    ("gap", "reply", "doubt"),
    [(-0.5, "yes", False), (-0.4, "yes", True), (0.4, "not decidable", True), (0.5, "no", False)],
)
def test_a_lacking_dataset_can_turn_what_its_ranks_can(gap, reply, doubt):
    """One dataset moves a difference of two average ranks over fifteen by 7/15 = 0.47 at most."""
    ranks = paper.average_ranks()
    ranks.loc["auc_pr"] = [6, 3, 6, 6, 6, 6, 6, 3 + gap]
    claim = next(claim for claim in CLAIMS if claim.text.endswith("best average rank in AUC-PR"))
    said, numbers = answer(claim, lacking_one(ranks))
    assert said == reply
    assert ("eurlex-sm can turn it" in numbers) == doubt


def test_shares_of_labels_are_judged_with_what_table_1_says_of_a_lacking_dataset():
    above, below = (claim for claim in CLAIMS if "of the labels have ImR" in claim.text)

    def replies(labels):
        evidence = lacking_one(paper.average_ranks(), pd.Series(labels, index=INTERVALS))
        return answer(above, evidence)[0], answer(below, evidence)[0]

    # eurlex-sm has 201 labels: 34 of them or more have ImR >= 100, 35 or fewer ImR < 15
    assert replies([209, 10, 0, 100, 150, 193, 578]) == ("not decidable", "not decidable")
    assert replies([0, 0, 0, 300, 150, 0, 790]) == ("yes", "no")
    assert replies([230, 40, 0, 300, 150, 20, 500]) == ("no", "no")


@pytest.mark.parametrize("dataset", sorted(set(paper_table()) - {"eurlex-sm"}))
def test_bounds_of_labels_hold_where_the_labels_are_known(dataset):
    means = pd.read_csv(ROOT / "reproduction" / "tables" / "interval_scores.csv")
    own = means[(means["dataset"] == dataset) & (means["metric"] == "f_measure")]
    labels = own.set_index("interval")["labels"].reindex(INTERVALS, fill_value=0)
    for known, (least, most, all_labels) in (
        (labels[:3].sum(), labels_below(dataset, 15)),
        (labels[6:].sum(), labels_above(dataset, 100)),
    ):
        assert least <= known <= most
        assert all_labels == labels.sum()


def test_a_study_like_the_paper_agrees_with_it():
    datasets = list(paper_table())
    comparison = run_study(datasets, scores_of(paper.average_ranks(), datasets)).comparison
    assert "16 of the paper's 16" in comparison.basis[0]
    assert not any("Not part of it" in sentence for sentence in comparison.basis)
    assert (comparison.rankings[["kendall", "spearman"]] > 0.97).all(axis=None)
    agreement = comparison.agreement()
    assert agreement["pairs"].tolist() == [28] * 6
    assert agreement["contradict"].sum() == 0
    np.testing.assert_allclose(
        comparison.ranks["difference"], comparison.ranks["ours"] - comparison.ranks["paper"]
    )
    replies = comparison.claims.set_index("claim")["ours"]
    assert replies["ECCRU3 has the best average rank in AUC-ROC"] == "yes"
    assert replies["ECC is the slowest to train"] == "yes"


def test_a_study_against_the_paper_contradicts_it():
    datasets = list(paper_table())
    comparison = run_study(datasets, scores_of(9 - paper.average_ranks(), datasets)).comparison
    agreement = comparison.agreement().set_index("metric")
    # every pair differs in this study, so those significant in the paper contradict it
    for metric, matrix in paper.verdicts().items():
        significant = (matrix == 1).sum(axis=None)
        assert agreement.loc[metric, "contradict"] == significant
    assert (comparison.rankings["kendall"] < -0.9).all()


def test_few_datasets_are_said_and_significance_is_not_decidable():
    datasets = ["flags", "scene", "emotions"]
    comparison = run_study(datasets, invented_scores(datasets)).comparison
    basis = " ".join(comparison.basis)
    assert "Rests on 2 of the paper's 16 datasets: flags, scene." in basis
    assert "mediamill" in basis
    assert "not in the paper: emotions" in basis
    assert "Too few datasets" in basis
    replies = comparison.claims.set_index("claim")["ours"]
    assert replies.str.contains("not decidable").sum() == 18  # 16 of significance, 2 of labels
    assert replies["BRUS is the fastest to train"] in ("yes", "no")


@pytest.mark.parametrize("methods", [["BR"], ["BR", "ECC"], ["ECC", "BR", "Other"]])
def test_few_methods(methods, tmp_path):
    datasets = ["flags", "scene", "yeast"]
    labels = invented_labels(datasets, [2, 200], methods)
    found = run_study(datasets, invented_scores(datasets, methods), methods, labels)
    assert "average ranks are among" in " ".join(found.comparison.basis).lower()
    found.write(tmp_path)
    ranks = pd.read_csv(tmp_path / "paper_ranks.csv")
    assert set(ranks["method"]) == set(methods) - {"Other"}


def test_nothing_was_run(tmp_path):
    scores = invented_scores(["flags"])[:0]
    labels = invented_labels(["flags"], [2])[:0]
    found = run_study(["flags"], scores, labels=labels)
    assert "none" in found.comparison.basis[0]
    assert found.comparison.rankings["kendall"].isna().all()
    found.write(tmp_path)
    assert "Partial: 32 of 32" in (tmp_path / "g_mean.md").read_text(encoding="utf-8")


def test_methods_of_the_claims_are_those_of_the_paper():
    assert set(METHODS) == set(paper.average_ranks().columns)
