"""Tables of the page: cells with the text that is shown and the number that sorts them."""

import math
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd

from eccru.names import COMPARED, TITLES, smaller_is_better

ARROWS = {"better": "↑", "worse": "↓", "-": "–"}


class Cell(NamedTuple):
    """What a cell shows, by what it is sorted, whether it is the best, and what hovering tells."""

    text: str
    order: float | str = ""
    best: bool = False
    hint: str = ""


@dataclass
class Table:
    """A table of the page; `name` is the csv file that holds its numbers."""

    name: str
    caption: str
    head: list[str]
    rows: list[list[Cell]]
    foot: list[list[Cell]] = field(default_factory=list)


def number(value, form="{:.2f}", **more) -> Cell:
    """Return the cell of a number; an empty one, sorted last, for none."""
    if pd.isna(value):
        return Cell("", "", hint="no value")
    return Cell(
        form.format(value).replace("-", "−") if math.isfinite(value) else "∞", value, **more
    )


def text(value) -> Cell:
    """Return the cell of a text; an empty one for none."""
    value = "" if pd.isna(value) else str(value)
    return Cell(value, value.lower())


def title(metric) -> Cell:
    """Return the cell of a metric's name."""
    return text(TITLES[metric])


def plain(name: str, caption: str, table: pd.DataFrame, forms: dict[str, str], heads=None) -> Table:
    """Lay out a table as it is, with a format for each column of numbers.

    Parameters
    ----------
    name, caption : str
        Of the table.
    table : DataFrame
        Its columns `metric` are shown by title.
    forms : dict of str to str
        Format of each column of numbers; other columns are text.
    heads : dict of str to str, optional
        Headings of columns whose names do not explain themselves.
    """
    rows = [
        [
            title(value)
            if column == "metric"
            else number(value, forms[column])
            if column in forms
            else text(value)
            for column, value in row.items()
        ]
        for row in table.to_dict("records")
    ]
    heads = heads or {}
    return Table(name, caption, [heads.get(c, c.replace("_", " ")) for c in table.columns], rows)


def score_table(tables: dict[str, pd.DataFrame], metric: str) -> Table:
    """Lay out datasets by methods: mean ± standard deviation, average ranks at the foot."""
    summary = tables["summary"]
    summary = summary[summary["metric"] == metric]
    methods = list(summary["method"].unique())
    sign = -1 if smaller_is_better(metric) else 1
    rows = []
    for dataset, own in summary.groupby("dataset", sort=False):
        best = (sign * own["mean"]).max()
        rows.append([text(dataset), *(_score(row, sign, best) for row in own.itertuples())])
    ranks = tables[metric].iloc[-1]
    foot = [
        Cell("average rank"),
        *(number(ranks[m], best=ranks[m] == ranks[methods].min()) for m in methods),
    ]
    caption = f"{TITLES[metric]}: mean ± standard deviation over the runs; the best in bold"
    return Table(metric, caption, ["dataset", *methods], rows, [foot])


def _score(row, sign, best):
    if pd.isna(row.mean):
        return Cell("", "", hint=f"{row.runs} of {row.expected} runs have a value")
    digits = 3 if row.mean < 10 else 1 if row.mean < 1000 else 0  # large ones are seconds
    spread = "" if pd.isna(row.std) else f" ± {row.std:,.{digits}f}"
    hint = f"{row.dataset}, {row.method}: {row.mean:,.{digits + 2}f}{spread}, {row.runs} runs"
    return Cell(f"{row.mean:,.{digits}f}{spread}", row.mean, sign * row.mean == best, hint)


def rank_table(tables: dict[str, pd.DataFrame]) -> Table:
    """Lay out the average ranks of all metrics, the paper's Table 2, with the paper's as hints."""
    ranks = tables["ranks"].set_index("metric")
    theirs = tables["paper_ranks"].set_index(["metric", "method"])["paper"]
    rows = []
    for metric, own in ranks.iterrows():
        cells = []
        for method, rank in own.items():
            paper = theirs.get((metric, method))
            hint = f"{TITLES[metric]}, {method}: {rank:.2f} here" if pd.notna(rank) else "no value"
            hint += f", {paper:.2f} in the paper" if paper is not None else ""
            cells.append(number(rank)._replace(best=rank == own.min(), hint=hint))
        rows.append([title(metric), *cells])
    caption = "Average rank over the datasets, 1 is best; the best in bold"
    return Table("ranks", caption, ["metric", *ranks.columns], rows)


def verdict_table(tables: dict[str, pd.DataFrame]) -> Table:
    """Lay out the significant differences of all pairs, the paper's Table 3."""
    rows = [
        [
            text(row["method"]),
            text(row["versus"]),
            *(Cell(ARROWS[row[metric]], row[metric]) for metric in COMPARED),
        ]
        for row in tables["verdicts"].to_dict("records")
    ]
    caption = "↑: the first method is significantly better than the second; ↓: worse; –: neither"
    heads = ["method", "versus", *(TITLES[metric] for metric in COMPARED)]
    return Table("verdicts", caption, heads, rows)


def pair_table(tables: dict[str, pd.DataFrame], metric: str) -> Table:
    """Lay out the tests and effect sizes of all pairs in a metric."""
    pairs = tables["pairs"]
    pairs = pairs[pairs["metric"] == metric].drop(columns=["metric", "statistic"])
    pairs = pairs.dropna(axis=1, how="all")
    forms = {"n_datasets": "{:.0f}", "p": "{:.3g}", "adjusted": "{:.3g}", "verdict": "{:+.0f}"}
    forms |= dict.fromkeys(("wins", "ties", "losses"), "{:.0f}")
    forms |= {"median_difference": "{:+.3g}"}
    forms |= dict.fromkeys(("p_first", "p_equivalent", "p_second"), "{:.3f}")
    heads = {
        "n_datasets": "datasets",
        "adjusted": "corrected p",
        "verdict": "verdict (+1: first better)",
        "median_difference": "median difference",
        "p_first": "P(first better)",
        "p_equivalent": "P(equal in practice)",
        "p_second": "P(second better)",
    }
    caption = f"{TITLES[metric]}: Wilcoxon's signed-rank test of every pair"
    return plain("pairs", caption, pairs, forms, heads)
