"""The comparison with the paper as files."""

from pathlib import Path

import pandas as pd

from eccru.files import write_text
from eccru.names import COMPARED, TITLES
from eccru.paper.comparison import Comparison
from eccru.stats.layout import markdown, write_csv
from eccru.stats.tables import WORDS


def write_comparison(folder, comparison: Comparison) -> None:
    """Write each part of the comparison as paper_{part}.csv, and paper_comparison.md to read."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tables = comparison._asdict()
    tables["basis"] = pd.DataFrame({"sentence": comparison.basis})
    verdicts = comparison.verdicts
    words = {side: verdicts[side].map(WORDS) for side in ("paper", "ours")}
    tables["verdicts"] = verdicts.assign(**words)
    for part, table in tables.items():
        write_csv(folder / f"paper_{part}.csv", table)
    write_text(folder / "paper_comparison.md", _page(comparison))


def _page(comparison):
    parts = ["# The study beside the paper", *comparison.basis]
    parts += ["## Average ranks", _ranks(comparison)]
    parts += ["## How alike the rankings are", _rankings(comparison)]
    parts += ["## Significant differences", _agreement(comparison), _contradictions(comparison)]
    parts += ["## What the paper says", _claims(comparison)]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _ranks(comparison):
    rows = []
    for metric in COMPARED:
        own = comparison.ranks[comparison.ranks["metric"] == metric]
        rows.append([TITLES[metric], "paper", *own["paper"].map("{:.2f}".format)])
        rows.append(["", "ours", *own["ours"].map(_number)])
        rows.append(["", "difference", *own["difference"].map(lambda d: _number(d, "{:+.2f}"))])
    methods = comparison.ranks["method"].drop_duplicates()
    return markdown(["", "", *methods], rows, "ll" + "r" * len(methods))


def _number(value, form="{:.2f}"):
    return "" if pd.isna(value) else form.format(value)


def _rankings(comparison):
    return markdown(
        ["", "mean difference of ranks", "Kendall's tau", "Spearman's rho"],
        [[TITLES[row.metric], *map(_number, row[2:])] for row in comparison.rankings.itertuples()],
        "lrrr",
    )


def _agreement(comparison):
    counts = comparison.agreement()
    rows = [[TITLES[row[0]], *map(str, row[1:])] for row in counts.itertuples(index=False)]
    rows.append(["all", *(str(counts[column].sum()) for column in counts.columns[1:])])
    return markdown(["", *counts.columns[1:]], rows, "lrrrr")


def _contradictions(comparison):
    pairs = comparison.verdicts[comparison.verdicts["agreement"] == "contradict"]
    if not len(pairs):
        return "No pair is better in one and worse in the other."
    return "Better in one and worse in the other:\n\n" + "\n".join(
        f"- {TITLES[row.metric]}: {row.first} against {row.second}, {WORDS[row.paper]} in the "
        f"paper and {WORDS[row.ours]} here"
        for row in pairs.itertuples()
    )


def _claims(comparison):
    counts = comparison.claims["ours"].value_counts()
    summary = ", ".join(f"{counts.get(word, 0)} {word}" for word in ("yes", "no", "not decidable"))
    table = markdown(
        ["claim", "by the paper's tables", "by this study", "the study's numbers"],
        comparison.claims.to_numpy().tolist(),
        "llll",
    )
    return f"Of {len(comparison.claims)} claims: {summary}.\n\n{table}"
