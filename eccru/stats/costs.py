"""The estimated beside the measured training times."""

from pathlib import Path

import pandas as pd

from eccru.files import read_json
from eccru.study.costs import estimated_seconds


def costs_frame(runs, prepared_folder):
    """Set the estimated beside the measured training time.

    Parameters
    ----------
    runs : DataFrame
        What `eccru.study.frames.runs_frame` returned.
    prepared_folder : path-like
        Where the statistics of the prepared datasets lie.

    Returns
    -------
    DataFrame
        Columns dataset, method, estimated and measured (mean over the folds), in CPU seconds. Runs
        that were stopped are left out.
    """
    rows = []
    for (dataset, method), folds in runs[runs["stopped"].isna()].groupby(
        ["dataset", "method"], sort=False
    ):
        statistics = read_json(Path(prepared_folder) / f"{dataset}.json")
        parameters = folds.iloc[0].dropna().to_dict()
        estimated = estimated_seconds(parameters["algorithm"], parameters, statistics)
        rows.append((dataset, method, estimated, folds["training_time"].mean()))
    return pd.DataFrame(rows, columns=["dataset", "method", "estimated", "measured"])
