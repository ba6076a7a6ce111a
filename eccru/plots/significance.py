"""Which pairs of methods differ significantly: the paper's Table 3 as a picture."""

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from eccru.names import COMPARED, TITLES
from eccru.plots.style import INK, nothing, panels, show_value, styled

DECADES = 3  # p-values of 0.001 and less have the full colour


@styled
def significance(pairs: pd.DataFrame):
    """Draw a matrix of all pairs per metric.

    The colour is the corrected p-value and which method is ahead; an arrow stands for a
    significant difference.

    Parameters
    ----------
    pairs : DataFrame
        A row per metric and pair: first, second, adjusted, verdict, median_difference.
    """
    if not len(pairs):
        return nothing("No pair of methods to compare.")
    methods = list(dict.fromkeys([*pairs["first"], *pairs["second"]]))
    size = (0.7 + 0.26 * len(methods), 1 + 0.26 * len(methods))
    figure, axes = panels(len(COMPARED), 3, size, sharex=True, sharey=True)
    norm, colours = Normalize(-DECADES, DECADES), colormaps["PuOr"]
    for ax, metric in zip(axes, COMPARED, strict=True):
        ax.set_title(TITLES[metric])
        for row in pairs[pairs["metric"] == metric].itertuples():
            ahead = np.sign(row.verdict or row.median_difference)
            strength = -ahead * np.log10(max(row.adjusted, 1e-12))
            cells = ((row.first, row.second, 1), (row.second, row.first, -1))
            for method, other, sign in cells:
                x, y = methods.index(other), methods.index(method)
                colour = colours(norm(-sign * strength))
                cell = _draw_cell(ax, x, y, colour, sign * row.verdict, sign * strength)
                words = {1: "better than", 0: "no different from", -1: "worse than"}
                verdict = f"{method} {words[sign * row.verdict]} {other}"
                show_value(cell, f"{verdict}, corrected p = {row.adjusted:.3g}")
        ax.set_xticks(range(len(methods)), methods, rotation=90)
        ax.set_yticks(range(len(methods)), methods)
        ax.set_xlim(-0.5, len(methods) - 0.5)
        ax.set_ylim(len(methods) - 0.5, -0.5)
        ax.set_aspect("equal")
        ax.spines[:].set_visible(False)
        ax.tick_params(length=0)
    bar = figure.colorbar(
        ScalarMappable(Normalize(-DECADES, DECADES), colours.reversed()),
        ax=axes,
        location="bottom",
        shrink=0.7,
        aspect=50,
        ticks=range(-DECADES, DECADES + 1),
    )
    bar.set_ticklabels([f"{10 ** -abs(decade):g}" for decade in range(-DECADES, DECADES + 1)])
    bar.set_label("corrected p-value; left: the row's method is worse, right: better")
    return figure


def _draw_cell(ax, x, y, colour, verdict, strength):
    ink = "white" if abs(strength) > 0.7 * DECADES else INK
    arrow = {1: "↑", -1: "↓", 0: "·"}[verdict]
    ax.text(x, y, arrow, ha="center", va="center", color=ink, fontsize=9)
    cell = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white")
    return ax.add_artist(cell)  # add_patch would look for limits of the axes, which are set
