"""How imbalanced the labels are, and how the methods rank at each level: Figures 1 and 3."""

import numpy as np
import pandas as pd
from scipy.stats import gaussian_kde

from eccru.names import METRICS, TITLES
from eccru.plots.style import INK, legend, line, nothing, panels, show_value, styled


@styled
def imbalance(labels: pd.DataFrame, rng: np.random.Generator):
    """Draw the density and the box plot of the imbalance ratios of all labels (Figure 1).

    Parameters
    ----------
    labels : DataFrame
        Columns dataset, label and imr; a label may have several rows.
    rng : numpy.random.Generator
        Spreads the dots of the box plot.
    """
    imr = _ratios(labels)
    log = np.log10(imr[np.isfinite(imr)].to_numpy(dtype=float))
    if len(np.unique(log)) < 2:
        return nothing("Fewer than two labels with different imbalance ratios: no density.")
    figure, (density, box) = panels(2, 2, (4.2, 3))
    decades = range(int(log.max()) + 1)
    names = [f"{10**decade:,}" for decade in decades]

    grid = np.linspace(0, log.max() + 0.3, 300)
    curve = gaussian_kde(log)(grid)
    density.plot(grid, curve, color=INK)
    density.fill_between(grid, curve, color="#0072b2", alpha=0.35, linewidth=0)
    density.set_xticks(decades, names)
    density.set_xlim(0, log.max() + 0.3)
    density.set_ylim(0)
    density.set_xlabel("imbalance ratio ImR (log axis)")
    density.set_ylabel("density per decade")
    density.set_title("(a) Gaussian kernel density")

    spread = rng.uniform(-0.3, 0.3, len(log))
    box.plot(spread, log, ".", color="#0072b2", markersize=3, alpha=0.45, markeredgewidth=0)
    box.boxplot(
        log,
        positions=[0],
        widths=0.75,
        showfliers=False,
        medianprops={"color": "#d55e00", "linewidth": 2},
    )
    box.set_yticks(decades, names)
    box.set_xticks([])
    box.set_ylim(-0.03, log.max() + 0.3)
    box.set_ylabel("imbalance ratio ImR (log axis)")
    box.set_title(f"(b) {len(log):,} labels, median {10 ** np.median(log):.1f}")
    return figure


def imbalance_in_words(labels: pd.DataFrame) -> str:
    """Count the labels and tell the quartiles of their imbalance ratios."""
    imr = _ratios(labels)
    low, middle, high = np.percentile(imr, [25, 50, 75])
    return (
        f"{len(imr):,} labels: median {middle:.1f}, quartiles {low:.1f} and {high:.1f}, largest "
        f"{imr.max():,.0f}"
    )


def _ratios(labels):
    return labels.drop_duplicates(["dataset", "label"])["imr"]


@styled
def intervals(interval_labels: pd.DataFrame, interval_ranks: pd.DataFrame):
    """Draw the share of labels per imbalance interval and the average ranks there (Figure 3).

    Parameters
    ----------
    interval_labels : DataFrame
        interval, labels, percent.
    interval_ranks : DataFrame
        metric, interval, datasets and a column per method.
    """
    names = list(interval_labels["interval"])
    shown = [name.replace("inf", "∞") for name in names]
    methods = list(interval_ranks.columns[3:])
    figure, axes = panels(6, 3, (3.2, 2.7))
    share, *rest = axes
    bars = share.bar(range(len(names)), interval_labels["percent"], color="#777777")
    for bar, row in zip(bars, interval_labels.itertuples(), strict=True):
        show_value(bar, f"ImR in {row.interval}: {row.labels} labels, {row.percent:.1f} %")
        share.text(
            bar.get_x() + bar.get_width() / 2,
            row.percent,
            f"{row.percent:.0f}",
            ha="center",
            va="bottom",
        )
    share.set_title("(a) labels per interval (%)")
    for letter, ax, metric in zip("bcdef", rest, METRICS, strict=True):
        own = interval_ranks[interval_ranks["metric"] == metric].set_index("interval").loc[names]
        for method in methods:
            ax.plot(range(len(names)), own[method], **line(method, markersize=5.5))
            for x, name in enumerate(names):
                if pd.notna(own.loc[name, method]):
                    (point,) = ax.plot(x, own.loc[name, method], "o", alpha=0, markersize=9)
                    rank, count = own.loc[name, method], own.loc[name, "datasets"]
                    text = f"{method}, ImR in {name}: average rank {rank:.2f} of {count} datasets"
                    show_value(point, text)
        ax.set_ylim(len(methods) + 0.3, 0.7)
        ax.set_yticks(range(1, len(methods) + 1))
        ax.set_title(f"({letter}) {TITLES[metric]}: average rank")
        ax.grid(axis="y", color="#eeeeee")
    for ax in axes:
        ax.set_xticks(range(len(names)), shown, rotation=45, ha="right", rotation_mode="anchor")
    legend(figure, methods, 8, line)
    return figure
