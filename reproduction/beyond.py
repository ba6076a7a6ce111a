"""The studies beyond the paper: their tables, in the pages that show them.

    python -m reproduction.beyond

A page has the place of a table between comments: <!-- ranks --> and <!-- end of ranks -->.
"""

import re
from pathlib import Path

import pandas as pd

from eccru.files import write_text
from eccru.names import COMPARED, METRICS, TITLES
from eccru.stats.intervals import EDGES, INTERVALS
from eccru.stats.layout import markdown
from eccru.stats.ranks import rank
from reproduction.pages import FOLDER, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CHOSEN_ON = ("emotions", "enron", "medical", "scene", "yeast")  # what the best member was chosen on
MODERATE = INTERVALS[: EDGES.index(50)]  # ImR below 50, and the others


def parts(record: Path) -> dict[str, str]:
    """Lay out what pages show of the studies that are recorded, by the name of its place."""
    found = {}
    if (record / "modern").exists():
        found |= _parts_of_modern(record / "modern")
    if (record / "realigned").exists():
        found["realigned"] = _realigned(pd.read_csv(record / "realigned" / "summary.csv"))
    return found


def filled(page: str, parts: dict[str, str]) -> str:
    """Return the text of a page with the parts in their places."""
    for name, part in parts.items():
        place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        page = place.sub(lambda found, part=part: f"{found[1]}\n{part}\n{found[2]}", page)
    return page


def write_tables(record: Path, pages: list[Path]) -> None:
    """Write the parts of all recorded studies into the pages."""
    made = parts(record)
    for page in pages:
        write_text(page, filled(page.read_text(encoding="utf-8"), made))


def _parts_of_modern(tables):
    ranks, summary = pd.read_csv(tables / "ranks.csv"), pd.read_csv(tables / "summary.csv")
    intervals = pd.read_csv(tables / "interval_ranks.csv")
    return {
        "ranks": _table(ranks.set_index("metric").loc[list(COMPARED)], "{:.1f}", smallest=True),
        "unseen": _table(_ranks_elsewhere(summary), "{:.1f}", smallest=True),
        "means": _means(summary),
        "moderate": _levels(intervals, MODERATE),
        "extreme": _levels(intervals, INTERVALS[len(MODERATE) :]),
        "missing": _missing(pd.read_csv(tables / "missing.csv")),
    }


def _ranks_elsewhere(summary):
    """Average the ranks over the datasets that no choice was made on."""
    own = summary[~summary["dataset"].isin(CHOSEN_ON)]
    ranks = {}
    for metric, of_metric in own.groupby("metric", sort=False):
        wide = of_metric.pivot(index="dataset", columns="method", values="mean").dropna()
        ranks[metric] = rank(wide[of_metric["method"].unique()], metric).mean()
    return pd.DataFrame(ranks).T.loc[list(COMPARED)]


def _realigned(summary):
    """Lay out the mean scores on the damaged datasets and on the same set right."""
    rows = []
    for metric in METRICS:
        own = summary[summary["metric"] == metric]
        wide = own.pivot(index="dataset", columns="method", values="mean")[own["method"].unique()]
        for number, dataset in enumerate(sorted(wide.index)):
            title = TITLES[metric] if number == 0 else ""
            rows.append([title, dataset, *_cells(wide.loc[dataset], "{:.3f}")])
    return markdown(["", "", *wide.columns], rows, "ll" + "r" * len(wide.columns))


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
    return _table(means.reindex(list(METRICS)), "{:.1f}", smallest=True)


def _table(values, form, smallest=False):
    """Lay out a row per metric and a column per method, the best in bold."""
    rows = [[TITLES[metric], *_cells(row, form, smallest)] for metric, row in values.iterrows()]
    return markdown(["", *values.columns], rows, "l" + "r" * len(values.columns))


def _cells(values, form, smallest=False):
    """Write the values of a row, the best in bold."""
    best = values.min() if smallest else values.max()
    return [f"**{form.format(v)}**" if v == best else form.format(v) for v in values]


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
    write_tables(FOLDER, PAGES)
