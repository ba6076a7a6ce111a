"""Several studies beside the paper: what changes with the conventions, and with the seed.

A study is given by its scores alone, a row per run (`to_wide`), so that a record of many studies
stays small and everything here can be computed from it again.
"""

from pathlib import Path

import numpy as np
import pandas as pd

from eccru.errors import DataError
from eccru.names import COMPARED, METHODS, METRICS
from eccru.paper.comparison import AGREEMENT, compare_rankings, compare_ranks, compare_verdicts
from eccru.stats.aggregation import RUN, Study, aggregate
from eccru.stats.pairwise import Options, compare_methods

# In the order of the page: the paper's study, then the other readings.
CONVENTIONS = {
    "paper": "as in the paper's study",
    "votes": "chains scored by votes",
    "bags": "EBRUS trained on bags",
    "as-written": "votes and bags",
    "highest": "the highest of equally good thresholds",
    "no-ends": "thresholds without 0 and 1",
    "absent-labels": "absent labels count as 0 in AUC-PR",
    "untuned": "BR, BRUS and ECC at 0.5",
}
_OPTIONS = Options(rope=None)


def to_wide(scores: pd.DataFrame) -> pd.DataFrame:
    """Lay out scores with a row per run and a column per metric of Tables 2 and 3."""
    wide = scores.pivot(index=RUN, columns="metric", values="value")
    return wide.reindex(columns=list(COMPARED)).rename_axis(columns=None).reset_index()


def study_of(wide: pd.DataFrame) -> Study:
    """Aggregate the scores of a study, which is what its runs are."""
    scores = wide.melt(RUN, list(COMPARED), "metric", "value")
    repeats, folds = (int(wide[column].max()) + 1 for column in ("repeat", "fold"))
    methods = [method for method in METHODS if method in set(wide["method"])]
    return aggregate(scores, sorted(wide["dataset"].unique()), methods, repeats, folds)


def read_studies(folder) -> pd.DataFrame:
    """Read the scores of all studies below a folder, each in a folder of its name.

    Returns
    -------
    DataFrame
        study, and the columns of `to_wide`.
    """
    paths = sorted(Path(folder).glob("*/tables/scores.csv"))
    if not paths:
        raise DataError(f"{folder} has no */tables/scores.csv: run the studies first.")
    tables = {path.parts[-3]: to_wide(pd.read_csv(path)) for path in paths}
    return pd.concat(tables, names=["study"]).reset_index(level=0).reset_index(drop=True)


def beside_the_paper(studies: pd.DataFrame) -> pd.DataFrame:
    """Compare each of some studies with the paper.

    Parameters
    ----------
    studies : DataFrame
        What `read_studies` returned.

    Returns
    -------
    DataFrame
        A row per study and metric: datasets, difference (mean of the absolute differences of the
        average ranks), kendall, the three counts of verdicts, and the average rank of each method.
    """
    rows = []
    for name, own in studies.groupby("study", sort=False):
        study = study_of(own)
        ranks = compare_ranks(study)
        tests = compare_methods(study, _OPTIONS, np.random.default_rng(0))
        verdicts = compare_verdicts(tests).groupby("metric")["agreement"].value_counts()
        wide = ranks.pivot(index="metric", columns="method", values="ours")
        for row in compare_rankings(ranks).itertuples():
            rows.append(
                {
                    "study": name,
                    "metric": row.metric,
                    "datasets": len(study.complete(row.metric)),
                    "difference": row.difference,
                    "kendall": row.kendall,
                    **{word: verdicts.get((row.metric, word), 0) for word in AGREEMENT},
                    **wide.loc[row.metric, list(METHODS)],
                }
            )
    return pd.DataFrame(rows)


def conventions_table(studies: pd.DataFrame) -> pd.DataFrame:
    """Compare studies under other conventions with the paper, by the metrics that these change."""
    table = beside_the_paper(studies)
    place = {name: number for number, name in enumerate(CONVENTIONS)}
    table = table[table["metric"].isin(METRICS)]
    order = table["study"].map(place).fillna(len(place))
    return table.iloc[order.argsort(kind="stable")].reset_index(drop=True)


def rank_spread(beside: pd.DataFrame, paper: pd.DataFrame) -> pd.DataFrame:
    """Say how far the average ranks of studies with other seeds lie apart.

    Parameters
    ----------
    beside : DataFrame
        What `beside_the_paper` returned of the studies.
    paper : DataFrame
        The paper's average ranks, a row per metric and a column per method.

    Returns
    -------
    DataFrame
        metric, method, paper, min, max, mean, sd, and whether the paper's rank lies within.
    """
    ranks = beside.melt(["study", "metric"], list(METHODS), "method", "rank")
    spread = _spread(ranks, ["metric", "method"], "rank")
    keys = zip(spread["metric"], spread["method"], strict=True)
    spread.insert(2, "paper", [paper.loc[metric, method] for metric, method in keys])
    # printed with two digits
    spread["within"] = spread["paper"].between(spread["min"] - 0.005, spread["max"] + 0.005)
    return spread


def agreement_spread(beside: pd.DataFrame) -> pd.DataFrame:
    """Say how far tau, the differences of ranks and the counts of verdicts lie apart.

    Returns
    -------
    DataFrame
        metric, of (which quantity), min, max, mean, sd. The counts of verdicts on all five metrics
        together are those of the metric ``scores``.
    """
    counts = list(AGREEMENT)
    scores = beside[beside["metric"].isin(METRICS)].groupby("study", sort=False)[counts].sum()
    beside = pd.concat([beside, scores.reset_index().assign(metric="scores")])
    values = beside.melt(["study", "metric"], ["difference", "kendall", *counts], "of").dropna()
    return _spread(values, ["metric", "of"], "value")


def _spread(table, keys, column):
    groups = table.groupby(keys, sort=False)[column]
    return groups.agg(["min", "max", "mean", "std"]).rename(columns={"std": "sd"}).reset_index()
