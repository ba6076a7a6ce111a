"""What the methods cost: time against score, against the size of the data, and as estimated."""

import numpy as np
import pandas as pd

from eccru.names import TITLES
from eccru.plots.style import (
    FAINT,
    INK,
    legend,
    log_axis,
    look_of,
    mark,
    nothing,
    panels,
    show_value,
    styled,
)


def pareto_table(summary: pd.DataFrame, metric: str) -> pd.DataFrame:
    """Return each method's mean score and training time, and whether a better one costs less.

    Parameters
    ----------
    summary : DataFrame
        A row per dataset, method and metric with the mean; datasets on which a method lacks a mean
        are left out.
    metric : str
        Of which metric the score is.

    Returns
    -------
    DataFrame
        A row per method: score (mean over the datasets), time (geometric mean in CPU seconds) and
        front: False if another method is better and as fast, or faster and as good. The number of
        datasets is in ``attrs["datasets"]``.
    """
    wide = {
        key: summary[summary["metric"] == key].pivot(
            index="dataset", columns="method", values="mean"
        )
        for key in (metric, "training_time")
    }
    complete = pd.concat(wide, axis=1).dropna()
    methods = summary["method"].unique()
    table = pd.DataFrame(
        {
            "score": complete[metric].mean(),
            "time": np.exp(np.log(complete["training_time"]).mean()),
        }
    ).reindex(methods)
    table["front"] = [
        not (
            ((table["time"] < row.time) & (table["score"] >= row.score))
            | ((table["time"] <= row.time) & (table["score"] > row.score))
        ).any()
        for row in table.itertuples()
    ]
    table.attrs["datasets"] = len(complete)
    return table


@styled
def pareto(summary: pd.DataFrame, metric: str):
    """Draw the score against the training time, with the Pareto front; see `pareto_table`."""
    table = pareto_table(summary, metric)
    if not table.attrs["datasets"]:
        return nothing(f"{TITLES[metric]}: no dataset on which every method has a score.")
    figure, (ax,) = panels(1, 1, (6, 3.6))
    front = table[table["front"]].sort_values("time")
    ax.step(front["time"], front["score"], where="post", color=INK, linewidth=1, zorder=1)
    for method, row in table.iterrows():
        bigger = 1.5 * mark(method)["markersize"]
        (point,) = ax.plot(row["time"], row["score"], **mark(method, markersize=bigger))
        place = ", on the front" if row["front"] else ""
        show_value(point, f"{method}: {row['score']:.4f} in {row['time']:.3g} s{place}")
    ax.margins(0.1)
    log_axis(ax, "x")
    ax.set_xlabel("training time (CPU seconds, geometric mean of the datasets, log axis)")
    ax.set_ylabel(f"{TITLES[metric]}, mean")
    legend(figure, table.index, 4)
    return figure


def front_in_words(summary: pd.DataFrame, metric: str) -> str:
    """Name the methods on the Pareto front, from the fastest to the best."""
    table = pareto_table(summary, metric)
    return ", ".join(table[table["front"]].sort_values("time").index)


def growth_table(summary: pd.DataFrame, datasets: pd.DataFrame) -> pd.DataFrame:
    """Return the training time of each dataset and method beside its size n·q.

    Parameters
    ----------
    summary : DataFrame
        A row per dataset, method and metric with the mean.
    datasets : DataFrame
        Columns dataset, n and q.
    """
    size = datasets.set_index("dataset").eval("n * q")
    times = summary[summary["metric"] == "training_time"].dropna(subset="mean")
    times = times[times["dataset"].isin(size.index)]
    return pd.DataFrame(
        {
            "dataset": times["dataset"],
            "method": times["method"],
            "size": times["dataset"].map(size),
            "time": times["mean"],
        }
    )


@styled
def growth(summary: pd.DataFrame, datasets: pd.DataFrame):
    """Draw the training time against n·q, a panel per method, with the exponent of its growth.

    The parameters are those of `growth_table`.
    """
    table = growth_table(summary, datasets)
    if not len(table):
        return nothing("No training times yet.")
    methods = list(table["method"].unique())
    figure, axes = panels(len(methods), 4, (2.5, 2.2), sharex=True, sharey=True)
    for ax, method in zip(axes, methods, strict=True):
        ax.plot(table["size"], table["time"], ".", color=FAINT, markersize=4, zorder=1)
        own = table[table["method"] == method]
        for row in own.itertuples():
            (point,) = ax.plot(row.size, row.time, **mark(method))
            show_value(point, f"{row.dataset}, {method}: n·q = {row.size:,}, {row.time:.3g} s")
        title = method
        if own["size"].nunique() > 2:
            slope, start = np.polyfit(np.log(own["size"]), np.log(own["time"]), 1)
            ends = np.array([own["size"].min(), own["size"].max()])
            ax.plot(ends, np.exp(start) * ends**slope, color=look_of(method).colour, zorder=2)
            title += f": grows as (n·q)^{slope:.2f}"
        ax.set_title(title)
    log_axis(axes[0], "x")
    log_axis(axes[0], "y")
    figure.supxlabel("instances × labels, n·q (log axis)")
    figure.supylabel("training time (CPU seconds, log axis)")
    return figure


@styled
def estimates(costs: pd.DataFrame):
    """Draw the measured training time against the one estimated before the study.

    Parameters
    ----------
    costs : DataFrame
        dataset, method, estimated, measured (CPU seconds).
    """
    figure, (ax,) = panels(1, 1, (6, 4))
    both = costs[["estimated", "measured"]].to_numpy()
    ax.plot([both.min(), both.max()], [both.min(), both.max()], color=INK, linewidth=0.8, zorder=1)
    for row in costs.itertuples():
        (point,) = ax.plot(row.estimated, row.measured, **mark(row.method, alpha=0.8))
        text = f"{row.dataset}, {row.method}: {row.measured:.3g} s, estimated {row.estimated:.3g} s"
        show_value(point, text)
    log_axis(ax, "x")
    log_axis(ax, "y")
    ax.set_xlabel("estimated training time (CPU seconds, log axis)")
    ax.set_ylabel("measured (log axis)")
    legend(figure, costs["method"].unique(), 4)
    return figure
