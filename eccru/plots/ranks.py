"""Average ranks: critical-difference diagrams, and the paper's ranks beside ours."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from scikit_posthocs import critical_difference_diagram

from eccru.names import COMPARED, TITLES
from eccru.plots.style import FAINT, INK, look_of, mark, nothing, panels, show_value, styled


@styled
def critical_difference(ranks: pd.DataFrame, pairs: pd.DataFrame, metric: str):
    """Draw the average ranks on a line, with bars over methods that do not differ significantly.

    A bar has a dot on each of its methods: what it merely passes over is not part of it, since
    Wilcoxon's test, unlike Nemenyi's, does not go by the distance of average ranks.

    Parameters
    ----------
    ranks : DataFrame
        Columns metric and one per method.
    pairs : DataFrame
        A row per metric and pair: first, second, verdict (0 if the corrected p-value is too large).
    metric : str
        Of which metric.
    """
    own = ranks.set_index("metric").loc[metric].astype(float)
    if own.isna().any() or len(own) < 2:
        return nothing(f"{TITLES[metric]}: no average ranks of two methods or more to compare.")
    alike = _alike(pairs[pairs["metric"] == metric], list(own.index))
    figure = Figure(figsize=(7, 2.6), layout="constrained")
    ax = figure.subplots()
    drawn = critical_difference_diagram(
        own,
        alike,
        ax=ax,
        label_fmt_left="{label}  {rank:.2f}",
        label_fmt_right="{rank:.2f}  {label}",
        color_palette={method: look_of(method).colour for method in own.index},
        marker_props={"s": 0},
        crossbar_props={"color": INK, "marker": "o", "markersize": 3.5},
        text_h_margin=0.12,
    )
    for label in drawn["labels"]:
        label.set_color(INK)
        gap = 0.06 if label.get_ha() == "left" else -0.06
        label.set_x(label.get_position()[0] + gap)
    for (bar,) in drawn["crossbars"]:
        bar.set_xdata(sorted(bar.get_xdata()))  # else in another order each time
    for elbow in drawn["elbows"]:
        elbow.set_clip_on(False)  # that of a method with rank 1 begins left of the axis
    for method, rank in own.items():
        (point,) = ax.plot(rank, 0, **mark(method, zorder=4, clip_on=False))
        show_value(point, f"{method}: average rank {rank:.2f}")
    ax.spines["top"].set_visible(True)
    ax.set_xlim(1, len(own))
    ax.set_xticks(range(1, len(own) + 1))
    ax.set_title(f"{TITLES[metric]}: average rank, 1 is best", loc="left", pad=16)
    return figure


def ranks_in_words(ranks: pd.DataFrame, pairs: pd.DataFrame, metric: str) -> str:
    """List the average ranks, the best first, and count the significant differences."""
    ordered = ranks.set_index("metric").loc[metric].astype(float).sort_values(kind="stable")
    named = ", ".join(f"{method} {rank:.2f}" for method, rank in ordered.dropna().items())
    verdicts = pairs.loc[pairs["metric"] == metric, "verdict"]
    return f"{named or 'none'}; {(verdicts != 0).sum()} of {len(verdicts)} pairs differ"


def _alike(pairs, methods):
    """Return a matrix for scikit-posthocs: 0 where a pair differs significantly, else 1.

    The verdicts are given rather than p-values, so that a p-value equal to the level of
    significance counts here as it does in the tables.
    """
    matrix = pd.DataFrame(1.0, index=methods, columns=methods)
    for row in pairs[pairs["verdict"] != 0].itertuples():
        matrix.loc[row.first, row.second] = matrix.loc[row.second, row.first] = 0.0
    return matrix


@styled
def paper_ranks(ranks: pd.DataFrame):
    """Draw the paper's average rank of every method and ours on one line, a panel per metric.

    Parameters
    ----------
    ranks : DataFrame
        metric, method, paper, ours.
    """
    if ranks["ours"].isna().all():
        return nothing("No average ranks to set beside the paper's.")
    methods = list(ranks["method"].unique())
    size = (3, 0.8 + 0.24 * len(methods))
    figure, axes = panels(len(COMPARED), 3, size, sharex=True, sharey=True)
    for ax, metric in zip(axes, COMPARED, strict=True):
        ax.set_title(TITLES[metric])
        for row in ranks[ranks["metric"] == metric].itertuples():
            above, below = methods.index(row.method) + np.array([-0.17, 0.17])
            ax.plot([row.paper, row.ours], [above, below], color=FAINT, linewidth=2, zorder=1)
            size = 0.8 * mark(row.method)["markersize"]
            ax.plot(row.paper, above, **mark(row.method, markerfacecolor="white", markersize=size))
            (point,) = ax.plot(row.ours, below, **mark(row.method, markersize=size))
            show_value(point, f"{row.method}: {row.ours:.2f} here, {row.paper:.2f} in the paper")
        ax.set_yticks(range(len(methods)), methods)
        ax.set_ylim(len(methods) - 0.4, -0.6)
        ax.set_xlim(0.7, 8.3)
        ax.set_xticks(range(1, 9))
        ax.grid(color="#eeeeee")
    for ax in axes[3:]:
        ax.set_xlabel("average rank, 1 is best")
    shape = {"marker": "o", "markeredgecolor": INK, "linestyle": "none"}
    handles = [
        Line2D([], [], label="paper (above)", markerfacecolor="white", **shape),
        Line2D([], [], label="this study (below)", markerfacecolor="#777777", **shape),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=2)
    return figure
