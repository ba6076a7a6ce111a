"""Mean and standard deviation over the folds, and what is missing for them."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from eccru.names import MEASURES, STOPPED, TITLES

RUN = ["dataset", "method", "repeat", "fold"]


class Study(NamedTuple):
    """The scores of a study per dataset and method.

    Attributes
    ----------
    summary : DataFrame
        Columns dataset, method, metric, mean, std, runs (with a value) and expected (runs). The
        mean and the standard deviation (divisor n - 1) are NaN unless every expected run has a
        value.
    missing : DataFrame
        The expected runs without any result: dataset, method, repeat, fold, and stopped, the time
        limit in seconds at which a run was stopped; NaN if nothing is known of it.
    datasets, methods : list of str
        What was expected, in the order of the tables.
    """

    summary: pd.DataFrame
    missing: pd.DataFrame
    datasets: list[str]
    methods: list[str]

    def means(self, metric: str) -> pd.DataFrame:
        """Return the mean scores, a row per dataset and a column per method."""
        return self._wide(metric, "mean")

    def deviations(self, metric: str) -> pd.DataFrame:
        """Return the standard deviations, a row per dataset and a column per method."""
        return self._wide(metric, "std")

    def complete(self, metric: str) -> pd.DataFrame:
        """Return the mean scores of the datasets on which every method has one."""
        return self.means(metric).dropna()

    def complete_datasets(self) -> list[str]:
        """Return the datasets of which no run is missing."""
        missing = set(self.missing["dataset"])
        return [dataset for dataset in self.datasets if dataset not in missing]

    def only(self, methods) -> "Study":
        """Return the study of some of its methods."""
        return Study(
            self.summary[self.summary["method"].isin(methods)],
            self.missing[self.missing["method"].isin(methods)],
            self.datasets,
            [method for method in self.methods if method in methods],
        )

    def _wide(self, metric, column):
        rows = self.summary[self.summary["metric"] == metric]
        return rows.pivot(index="dataset", columns="method", values=column).reindex(
            index=self.datasets, columns=self.methods
        )


def aggregate(
    scores: pd.DataFrame,
    datasets: Sequence[str],
    methods: Sequence[str],
    repeats: int,
    folds: int,
) -> Study:
    """Average the scores of the folds, and find out which expected runs are missing.

    Parameters
    ----------
    scores : DataFrame
        Columns dataset, method, repeat, fold, metric and value; a row per run and metric, or the
        row `stopped` of a run that has no metrics. Runs of other datasets, methods or folds than
        the expected ones are left out.
    datasets, methods : sequence of str
        What the study consists of, in the order of the tables.
    repeats, folds : int
        Expected are the runs of repeats 0 to repeats - 1 and of folds 0 to folds - 1.

    Returns
    -------
    Study
    """
    datasets, methods = list(datasets), list(methods)
    expected = pd.MultiIndex.from_product(
        [datasets, methods, range(repeats), range(folds)], names=RUN
    )
    scores = scores[pd.MultiIndex.from_frame(scores[RUN]).isin(expected)]
    twice = scores[scores.duplicated([*RUN, "metric"])]
    if len(twice):
        raise ValueError(f"two values for the same run and metric: {twice.iloc[0].to_dict()}")

    is_stopped = scores["metric"] == STOPPED
    stopped, scores = scores[is_stopped].set_index(RUN)["value"], scores[~is_stopped]
    present = pd.MultiIndex.from_frame(scores[RUN])
    missing = expected[~expected.isin(present)]
    missing = missing.to_frame(index=False).assign(stopped=stopped.reindex(missing).to_numpy())
    # sorted, so that methods with equal scores in every fold get means equal to the last bit
    groups = scores.sort_values(RUN).groupby(["dataset", "method", "metric"], sort=False)["value"]
    cells = pd.MultiIndex.from_product(
        [datasets, methods, list(MEASURES)], names=["dataset", "method", "metric"]
    )
    summary = groups.agg(["mean", "std", "count"]).reindex(cells).rename(columns={"count": "runs"})
    summary["runs"] = summary["runs"].fillna(0).astype(int)
    summary["expected"] = repeats * folds
    summary.loc[summary["runs"] < summary["expected"], ["mean", "std"]] = float("nan")
    return Study(summary.reset_index(), missing, datasets, methods)


def notes(study: Study) -> list[str]:
    """Say in sentences which runs are missing and which values are undefined."""
    sentences = []
    total = int(study.summary.groupby(["dataset", "method"])["expected"].first().sum())
    missing = study.missing[study.missing[STOPPED].isna()]
    if len(missing):
        named = _name_runs(missing, study, total)
        sentences.append(f"Partial: {len(missing)} of {total} runs are missing ({named}).")
    for limit, runs in study.missing.groupby(STOPPED):
        sentences.append(
            f"{len(runs)} of {total} runs were stopped at the time limit of {limit:g} s and have "
            f"no score ({_name_runs(runs, study, total)})."
        )
    has_run = ~study.summary.set_index(["dataset", "method"]).index.isin(
        pd.MultiIndex.from_frame(study.missing[["dataset", "method"]])
    )
    undefined = study.summary[has_run & (study.summary["runs"] < study.summary["expected"])]
    for metric, rows in undefined.groupby("metric", sort=False):
        named = ", ".join(f"{row.dataset} {row.method}" for row in rows.itertuples())
        sentences.append(f"{TITLES[metric]} has no value in some runs of: {named}.")
    return sentences


def _name_runs(runs, study, total):
    per_method = total // (len(study.datasets) * len(study.methods))
    return "; ".join(
        f"{dataset}: {_name_methods(own, study, per_method)}"
        for dataset, own in runs.groupby("dataset", sort=False)
    )


def _name_methods(runs, study, per_method):
    if len(runs) == per_method * len(study.methods):
        return "all"
    return ", ".join(
        method
        if len(own) == per_method
        else f"{method} " + " ".join(f"{r}-{f}" for r, f in zip(own.repeat, own.fold, strict=True))
        for method, own in runs.groupby("method", sort=False)
    )
