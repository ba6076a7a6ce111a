"""The scores of every dataset, with the spread over the folds."""

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from eccru.names import TITLES, smaller_is_better
from eccru.plots.style import FAINT, log_axis, mark, panels, show_value, styled


@styled
def dataset_scores(scores: pd.DataFrame, summary: pd.DataFrame, metric: str):
    """Draw a panel per dataset: the folds as dots, mean and standard deviation on top.

    Parameters
    ----------
    scores : DataFrame
        A row per run and metric: dataset, method, repeat, fold, metric, value.
    summary : DataFrame
        A row per dataset, method and metric, as in `eccru.stats.aggregation.Study`. A mean that is
        NaN, since runs are missing, is not drawn.
    metric : str
        Of which metric.
    """
    scores = scores[scores["metric"] == metric]
    summary = summary[summary["metric"] == metric]
    datasets, methods = summary["dataset"].unique(), list(summary["method"].unique())
    figure, axes = panels(
        len(datasets), 4, (2.5, 0.75 + 0.17 * len(methods)), sharey=True, sharex=False
    )
    for ax, dataset in zip(axes, datasets, strict=True):
        ax.set_title(dataset)
        folds = scores[scores["dataset"] == dataset]
        _draw_folds(ax, folds["value"], folds["method"].map(methods.index))
        for row in summary[summary["dataset"] == dataset].dropna(subset="mean").itertuples():
            looks, y = mark(row.method), methods.index(row.method)
            if pd.notna(row.std):
                ends = [row.mean - row.std, row.mean + row.std]
                ax.plot(ends, [y, y], color=looks["color"])
            (point,) = ax.plot(row.mean, y, **looks)
            show_value(point, _in_words(row))
        ax.set_yticks(range(len(methods)), methods)
        ax.set_ylim(len(methods) - 0.4, -0.6)
        ax.grid(axis="y", color="#eeeeee")
        if not len(folds):
            ax.set_xticks([])
            ax.text(0.5, 0.5, "no runs", ha="center", transform=ax.transAxes)
        elif smaller_is_better(metric):
            log_axis(ax, "x")
        else:
            ax.xaxis.set_major_locator(MaxNLocator(3))
    figure.supxlabel(TITLES[metric] + (" (CPU seconds, log)" if smaller_is_better(metric) else ""))
    return figure


def _draw_folds(ax, values, positions):
    """Draw a tick per fold, all as one line with gaps: the file is a quarter as large."""
    x = np.repeat(values.to_numpy(), 3)
    y = np.repeat(positions.to_numpy(dtype=float), 3) + np.tile([-0.32, 0.32, np.nan], len(values))
    ax.plot(x, y, color=FAINT, linewidth=0.8, zorder=1)


def _in_words(row):
    spread = "" if pd.isna(row.std) else f" ± {row.std:.3g}"
    return f"{row.dataset}, {row.method}: {row.mean:.4g}{spread} ({row.runs} runs)"
