"""Training times with the authors' Java code and with this package, beside the paper's Table 2."""

import json

import pandas as pd

from eccru.files import read_bytes
from eccru.names import METHODS
from eccru.paper import results
from eccru.stats.ranks import rank

SIDES = {"java": "the authors' code (Weka's J48)", "eccru": "this package"}


def read_times(path) -> pd.DataFrame:
    """Read the figures that ``python -m benchmarks.peer`` wrote.

    Returns
    -------
    DataFrame
        dataset, method, java, eccru: CPU seconds to train on one half of the dataset.
    """
    rows = [
        (dataset, method, *(sides[side][method] for side in SIDES))
        for dataset, sides in json.loads(read_bytes(path)).items()
        for method in METHODS
        if method in sides["java"]
    ]
    return pd.DataFrame(rows, columns=["dataset", "method", *SIDES])


def time_ranks(times: pd.DataFrame, studied: pd.Series, n_studied: int) -> pd.DataFrame:
    """Rank the methods by training time with either code, beside the paper's ranks.

    Parameters
    ----------
    times : DataFrame
        What `read_times` returned; only datasets with a time of every method count.
    studied : Series
        Average ranks of the methods in training time by the study.
    n_studied : int
        How many datasets these rest on.

    Returns
    -------
    DataFrame
        A row per source: source, datasets, kendall (with the paper's ranks), and the average rank
        of each method.
    """
    theirs = results.average_ranks().loc["training_time"]
    rows = [("paper", 16, theirs)]
    for side in SIDES:
        wide = times.pivot(index="dataset", columns="method", values=side)
        wide = wide.reindex(columns=list(METHODS)).dropna()
        rows.append((side, len(wide), rank(wide, "training_time").mean()))
    rows.append(("study", n_studied, studied))
    return pd.DataFrame(
        [
            {
                "source": source,
                "datasets": datasets,
                "kendall": ranks[list(METHODS)].corr(theirs[list(METHODS)], method="kendall"),
                **ranks[list(METHODS)],
            }
            for source, datasets, ranks in rows
        ]
    )
