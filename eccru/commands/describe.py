"""The figures of a dataset in the terminal."""

import sys

import numpy as np

from eccru.commands.reading import read_data
from eccru.data.imbalance import imbalance_ratios, statistics

WIDTH = 40  # of the longest bar
SHOWN = 20  # labels, unless all are asked for
LONGEST = 30  # name of a label


def describe(arguments) -> None:
    """Print the figures of Table 1, and the imbalance ratio of each label as a bar."""
    dataset, n_attributes = read_data(arguments)
    print(dataset.name)
    for name, value in statistics(dataset, n_attributes).items():
        print(f"{name:>8}  {value:.3f}" if isinstance(value, float) else f"{name:>8}  {value}")
    print("\nImR of the labels; the bars are logarithmic")
    ratios = imbalance_ratios(dataset.Y)
    order = np.argsort(-ratios, kind="stable")
    names = [_shortened(dataset.label_names[label]) for label in order]
    lines = draw_bars(names, ratios[order])
    n_between = len(lines) - SHOWN
    if n_between > 0 and not arguments.all:
        half = SHOWN // 2
        lines[half:-half] = [f"... {n_between} labels between (--all)"]
    print("\n".join(lines))


def draw_bars(names, ratios) -> list[str]:
    """Return a line per label; labels that all rows have, or none, get no bar.

    Parameters
    ----------
    names : list of str
        Names of the labels.
    ratios : array of float
        Their imbalance ratios, 1 or more.
    """
    longest = np.log(ratios[np.isfinite(ratios)].max()) or 1
    block = "█" if "utf" in (sys.stdout.encoding or "").lower() else "#"
    width = max(map(len, names))
    lines = []
    for name, ratio in zip(names, ratios, strict=True):
        if np.isinf(ratio):
            lines.append(f"{name:{width}}  one class only")
            continue
        bar = block * round(1 + (WIDTH - 1) * np.log(ratio) / longest)
        lines.append(f"{name:{width}}  {ratio:8.2f}  {bar}")
    return lines


def _shortened(name) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 3] + "..."
