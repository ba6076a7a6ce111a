"""The study beside the paper: average ranks, significant differences, and the paper's claims."""

from itertools import combinations
from typing import NamedTuple

import pandas as pd
from scipy import stats

from eccru.names import COMPARED, TITLES
from eccru.paper import results
from eccru.paper.claims import CLAIMS, answer
from eccru.paper.evidence import Evidence
from eccru.paper.table1 import paper_table
from eccru.stats.aggregation import Study, notes
from eccru.stats.intervals import Intervals
from eccru.stats.pairwise import Tests, smallest_adjusted_p
from eccru.stats.ranks import average_ranks

AGREEMENT = ("agree", "differ only in significance", "contradict")


class Comparison(NamedTuple):
    """The study beside the paper.

    Attributes
    ----------
    basis : list of str
        What the comparison rests on, in sentences.
    ranks : DataFrame
        metric, method, paper, ours, difference (ours minus the paper's).
    rankings : DataFrame
        metric, difference (mean of the absolute ones), kendall, spearman: how alike the two
        rankings are.
    verdicts : DataFrame
        metric, first, second, paper, ours (1, 0 or -1) and whether they agree.
    claims : DataFrame
        claim, paper (answer by the paper's own tables), ours, numbers.
    """

    basis: list[str]
    ranks: pd.DataFrame
    rankings: pd.DataFrame
    verdicts: pd.DataFrame
    claims: pd.DataFrame

    def agreement(self) -> pd.DataFrame:
        """Count, per metric, the pairs that agree, differ in significance or contradict."""
        counts = self.verdicts.groupby(["metric", "agreement"]).size().unstack(fill_value=0)
        counts = counts.reindex(index=COMPARED, columns=AGREEMENT, fill_value=0)
        counts.insert(0, "pairs", counts.sum(axis=1))
        return counts.rename_axis(columns=None).reset_index()


def compare_with_paper(study: Study, tests: Tests, intervals: Intervals) -> Comparison:
    """Set the study beside the paper's Tables 2 and 3 and its claims.

    Nothing is computed for a dataset of the paper that the study lacks; `basis` names it.
    """
    ranks = compare_ranks(study)
    verdicts = {metric: _verdicts_or_reason(study, tests, metric) for metric in COMPARED}
    complete = study.complete_datasets()
    evidence = Evidence(
        average_ranks(study, COMPARED),
        verdicts,
        intervals.labels.set_index("interval")["labels"],
        intervals.ranks.set_index(["metric", "interval"]),
        pd.Series({metric: len(study.complete(metric)) for metric in COMPARED}),
        tuple(dataset for dataset in paper_table() if dataset not in complete),
    )
    by_the_paper = Evidence(results.average_ranks(), results.verdicts())
    claims = []
    for claim in CLAIMS:
        in_paper, _ = answer(claim, by_the_paper)
        in_study, numbers = answer(claim, evidence)
        claims.append(
            {"claim": claim.text, "paper": in_paper, "ours": in_study, "numbers": numbers}
        )
    undecidable = [metric for metric in COMPARED if isinstance(verdicts[metric], str)]
    return Comparison(
        _basis(study, tests, undecidable),
        ranks,
        compare_rankings(ranks),
        compare_verdicts(tests),
        pd.DataFrame(claims),
    )


def compare_ranks(study: Study) -> pd.DataFrame:
    """Set the average ranks beside the paper's: `ranks` of `Comparison`."""
    theirs, ours = results.average_ranks(), average_ranks(study, COMPARED)
    ranks = pd.DataFrame(
        [
            (metric, method, theirs.loc[metric, method], ours.loc[metric, method])
            for metric in COMPARED
            for method in _known(study.methods)
        ],
        columns=["metric", "method", "paper", "ours"],
    )
    ranks["difference"] = ranks["ours"] - ranks["paper"]
    return ranks


def compare_rankings(ranks: pd.DataFrame) -> pd.DataFrame:
    """Say how alike the rankings are: `rankings` of `Comparison` from its `ranks`."""
    rows = [
        {"metric": metric, "difference": own["difference"].abs().mean(), **_rank_correlation(own)}
        for metric, own in ranks.groupby("metric", sort=False)
    ]
    return pd.DataFrame(rows, columns=["metric", "difference", "kendall", "spearman"])


def _known(methods):
    """Return those of the paper's methods that are among some, in the paper's order."""
    return [method for method in results.average_ranks().columns if method in methods]


def _rank_correlation(ranks):
    """Correlate two rankings; NaN where one of them ranks all methods alike."""
    if ranks["ours"].nunique() < 2 or ranks["paper"].nunique() < 2 or ranks["ours"].isna().any():
        return {"kendall": float("nan"), "spearman": float("nan")}
    return {
        "kendall": float(stats.kendalltau(ranks["paper"], ranks["ours"]).statistic),
        "spearman": float(stats.spearmanr(ranks["paper"], ranks["ours"]).statistic),
    }


def _verdicts_or_reason(study, tests, metric):
    n = len(study.complete(metric))
    least = smallest_adjusted_p(n, len(study.methods), tests.options)
    if least > tests.options.alpha:
        return f"with {n} datasets no adjusted p-value can fall below {least:.3f}"
    return tests.verdicts(metric)


def compare_verdicts(tests: Tests) -> pd.DataFrame:
    """Set the verdicts on all pairs beside the paper's: `verdicts` of `Comparison`."""
    theirs, rows = results.verdicts(), []
    for metric in COMPARED:
        ours = tests.verdicts(metric)
        for first, second in combinations(_known(tests.methods), 2):
            a, b = int(theirs[metric].loc[first, second]), int(ours.loc[first, second])
            agreement = AGREEMENT[abs(a - b)]
            rows.append((metric, first, second, a, b, agreement))
    columns = ["metric", "first", "second", "paper", "ours", "agreement"]
    return pd.DataFrame(rows, columns=columns)


def _basis(study, tests, undecidable):
    """Say which datasets and methods the comparison rests on, and how it was tested."""
    used = {metric: list(study.complete(metric).index) for metric in COMPARED}
    in_the_paper = list(paper_table())
    everywhere = [d for d in study.datasets if all(d in used[metric] for metric in COMPARED)]
    in_paper = [dataset for dataset in everywhere if dataset in in_the_paper]
    sentences = [
        f"Rests on {len(in_paper)} of the paper's {len(in_the_paper)} datasets: "
        f"{', '.join(in_paper) or 'none'}."
    ]
    lacking = [dataset for dataset in in_the_paper if dataset not in everywhere]
    if lacking:
        sentences.append(
            f"Not part of it: {', '.join(lacking)}. Nothing was computed or assumed for them, "
            "while the paper's numbers include them."
        )
    others = [dataset for dataset in everywhere if dataset not in in_the_paper]
    if others:
        sentences.append(f"Part of it though not in the paper: {', '.join(others)}.")
    for metric in COMPARED:
        extra = [dataset for dataset in used[metric] if dataset not in everywhere]
        if extra:
            sentences.append(f"{TITLES[metric]} also rests on {', '.join(extra)}.")
    if set(study.methods) != set(results.average_ranks().columns):
        compared = ", ".join(_known(study.methods)) or "no method"
        sentences.append(
            f"Compares {compared}. Average ranks are among the "
            f"{len(study.methods)} methods of the study, the paper's among its 8."
        )
    sentences.append(f"{tests.options}.")
    if undecidable:
        sentences.append(
            f"Too few datasets for any pair to differ significantly in "
            f"{', '.join(TITLES[metric] for metric in undecidable)}: every pair counts as no "
            "difference there, and claims of significance are not decidable."
        )
    return [*sentences, *notes(study), *tests.notes]
