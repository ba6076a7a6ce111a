"""Write the tables of the study of config/modern.yaml into the pages that show them.

    python reproduction/modern.py results/modern/tables docs/modern.md README.md

A page has the place of a table between comments: <!-- ranks --> and <!-- end of ranks -->.
"""

import re
import sys
from pathlib import Path

import pandas as pd

from eccru.files import write_text
from eccru.names import COMPARED, METRICS, TITLES
from eccru.stats.intervals import EDGES, INTERVALS
from eccru.stats.layout import markdown

MODERATE = INTERVALS[: EDGES.index(50)]  # ImR below 50, and the others


def main(tables: Path, pages: list[Path]) -> None:
    """Replace what stands between the comments of each page."""
    ranks, summary = pd.read_csv(tables / "ranks.csv"), pd.read_csv(tables / "summary.csv")
    intervals = pd.read_csv(tables / "interval_ranks.csv")
    parts = {
        "ranks": _table(ranks.set_index("metric").loc[list(COMPARED)], "{:.1f}", smallest=True),
        "means": _means(summary),
        "moderate": _levels(intervals, MODERATE),
        "extreme": _levels(intervals, INTERVALS[len(MODERATE) :]),
        "missing": _missing(pd.read_csv(tables / "missing.csv")),
    }
    for page in pages:
        text = page.read_text()
        for name, part in parts.items():
            place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
            text = place.sub(lambda found, part=part: f"{found[1]}\n{part}\n{found[2]}", text)
        write_text(page, text)


def _means(summary):
    """Lay out the mean scores and the CPU seconds over the datasets that all methods have."""
    rows = {}
    for metric in (*METRICS, "training_time", "prediction_time"):
        own = summary[summary["metric"] == metric]
        wide = own.pivot(index="dataset", columns="method", values="mean").dropna()
        rows[metric] = wide[own["method"].unique()].mean()
    scores = pd.DataFrame(rows).T
    times = ("training_time", "prediction_time")
    return (
        _table(scores.loc[list(METRICS)], "{:.3f}")
        + "\n"
        + _table(scores.loc[list(times)], "{:.1f}", smallest=True)
    )


def _levels(ranks, intervals):
    """Lay out the average ranks over some intervals of the imbalance ratio."""
    own = ranks[ranks["interval"].isin(intervals) & (ranks["datasets"] > 0)]
    means = own.drop(columns=["interval", "datasets"]).groupby("metric", sort=False).mean()
    return _table(means.loc[list(METRICS)], "{:.1f}", smallest=True)


def _table(values, form, smallest=False):
    """Lay out a row per metric and a column per method, the best in bold."""
    rows = []
    for metric, row in values.iterrows():
        best = row.min() if smallest else row.max()
        cells = [f"**{form.format(v)}**" if v == best else form.format(v) for v in row]
        rows.append([TITLES[metric], *cells])
    return markdown(["", *values.columns], rows, "l" + "r" * len(values.columns))


def _missing(missing):
    """Say which runs have no score."""
    if not len(missing):
        return "All runs came to their end.\n"
    pairs = missing.groupby(["method", "dataset"], sort=False)["stopped"].max()
    named = "; ".join(
        f"{method} on {dataset}"
        + ("" if pd.isna(limit) else f" (stopped after {limit:g} s of CPU time)")
        for (method, dataset), limit in pairs.items()
    )
    return f"Without a score, and their datasets left out of all ranks: {named}.\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(page) for page in sys.argv[2:]])
