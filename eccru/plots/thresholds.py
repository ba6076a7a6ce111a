"""Which thresholds the methods chose."""

import numpy as np
import pandas as pd
from matplotlib.patches import Rectangle

from eccru.names import TITLES
from eccru.plots.style import panels, show_value, styled

BINS = 20


@styled
def thresholds(table: pd.DataFrame):
    """Draw the distribution of the thresholds of all labels and folds, a row per method.

    The darker a cell, the more thresholds; a line marks the median.

    Parameters
    ----------
    table : DataFrame
        dataset, method, metric, threshold and count (of labels and folds).
    """
    metrics, methods = table["metric"].unique(), list(table["method"].unique())
    size = (3.1, 0.9 + 0.22 * len(methods))
    figure, axes = panels(len(metrics), 3, size, sharex=True, sharey=True)
    for ax, metric in zip(axes, metrics, strict=True):
        ax.set_title(f"maximising {TITLES[metric]}")
        for y, method in enumerate(methods):
            own = table[(table["metric"] == metric) & (table["method"] == method)]
            _draw_row(ax, y, method, own)
        ax.set_yticks(range(len(methods)), methods)
        ax.set_ylim(len(methods) - 0.4, -0.6)
        ax.set_xlim(-0.5 / BINS, 1 + 0.5 / BINS)
        ax.tick_params(axis="y", length=0)
    figure.supxlabel("threshold")
    return figure


def _draw_row(ax, y, method, own):
    """Draw the shares of the thresholds around each multiple of 1 / BINS."""
    nearest = np.clip(np.rint(own["threshold"] * BINS), 0, BINS).astype(int)
    counts = np.bincount(nearest, weights=own["count"], minlength=BINS + 1)
    if not counts.sum():
        return
    shares = counts / counts.sum()
    for number, share in enumerate(shares):
        shade = 1 - share / shares.max() * 0.85
        cell = Rectangle(
            ((number - 0.5) / BINS, y - 0.4), 1 / BINS, 0.8, facecolor=str(shade), edgecolor="none"
        )
        ax.add_artist(cell)  # add_patch would look for limits of the axes, which are set
        show_value(cell, f"{method}: {100 * share:.1f} % near {number / BINS:.2f}")
    ordered = own.sort_values("threshold")
    middle = ordered["count"].cumsum().searchsorted(own["count"].sum() / 2)
    median = ordered["threshold"].iloc[middle]
    ax.plot([median] * 2, [y - 0.4, y + 0.4], color="#d55e00", linewidth=2.5)
