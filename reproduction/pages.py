"""The pages that tell of the record, made of its tables: no number in them is typed by hand.

    python -m reproduction.pages

`README.md.j2` here becomes the page of the record, `result.md.j2` the part of the project's README
between its two marks.
"""

import re
from pathlib import Path

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from eccru.files import write_text
from eccru.names import COMPARED, METHODS, METRICS, TITLES
from eccru.paper.studies import CONVENTIONS
from eccru.paper.table1 import paper_table
from eccru.paper.times import SIDES
from eccru.stats.layout import markdown

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
MARKS = "<!-- result: written by reproduction/pages.py -->", "<!-- end of the result -->"
ANSWERS = ("yes", "no", "not decidable")
AGREEMENT = ("agree", "differ only in significance", "contradict")


class Beside:
    """A recorded study beside the paper.

    Attributes
    ----------
    ranks, rankings, verdicts, claims : DataFrame
        The parts of the comparison, as its tables have them.
    answers : dict of str to int
        How many statements have each answer.
    """

    def __init__(self, folder):
        parts = ("ranks", "rankings", "verdicts", "claims")
        tables = (pd.read_csv(Path(folder) / f"paper_{part}.csv") for part in parts)
        self.ranks, self.rankings, self.verdicts, self.claims = tables
        self.answers = self.claims["ours"].value_counts().reindex(ANSWERS, fill_value=0).to_dict()

    def agreement(self, metrics=METRICS) -> dict[str, int]:
        """Count the verdicts of some metrics that agree with the paper's, or do not."""
        own = self.verdicts.loc[self.verdicts["metric"].isin(metrics), "agreement"]
        counts = own.value_counts().reindex(AGREEMENT, fill_value=0)
        return {"pairs": len(own), **counts.to_dict()}

    def contradictions(self) -> list[str]:
        """Name the pairs that are better in one and worse in the other."""
        own = self.verdicts[self.verdicts["agreement"] == "contradict"]
        return [
            f"{row.first} against {row.second} in {TITLES[row.metric]} ({row.paper} in the paper, "
            f"{row.ours} here)"
            for row in own.itertuples()
        ]

    def span(self, column: str, metrics=METRICS) -> str:
        """Return the least and the largest value of tau or of the mean difference, in words."""
        values = self.rankings.set_index("metric").loc[list(metrics), column]
        return f"{values.min():.2f} to {values.max():.2f}"

    def farthest(self) -> pd.Series:
        """Return the row of the average rank that differs most, of those in scores."""
        own = of_scores(self.ranks)
        return own.loc[own["difference"].abs().idxmax()]

    def rank_table(self) -> str:
        """Lay out the average ranks beside the paper's, the paper's Table 2."""
        rows = []
        for metric in COMPARED:
            own = self.ranks[self.ranks["metric"] == metric].set_index("method")
            for side in ("paper", "ours"):
                cells = (f"{own.loc[method, side]:.2f}" for method in METHODS)
                rows.append([TITLES[metric] if side == "paper" else "", side, *cells])
        return markdown(["", "", *METHODS], rows, "ll" + "r" * len(METHODS))

    def likeness_table(self) -> str:
        """Lay out how alike ranks and verdicts are."""
        rows = []
        for row in self.rankings.itertuples():
            counts = self.agreement([row.metric])
            numbers = (f"{value:.2f}" for value in (row.difference, row.kendall, row.spearman))
            rows.append([TITLES[row.metric], *numbers, *map(str, counts.values())])
        for name, metrics in (("the five metrics", METRICS), ("all", COMPARED)):
            rows.append([name, "", "", "", *map(str, self.agreement(metrics).values())])
        heads = ["", "mean difference of ranks", "Kendall's tau", "Spearman's rho"]
        return markdown([*heads, "pairs", *AGREEMENT], rows, "lrrrrrrr")


def claims_table(ours: Beside, votes: Beside | None) -> str:
    """Lay out every statement of the paper with its answers."""
    heads = ["statement", "holds", "the study's numbers"]
    rows = ours.claims[["claim", "ours", "numbers"]].fillna("").to_numpy().tolist()
    if votes:
        heads.insert(2, "with votes and bags")
        said = votes.claims.set_index("claim")["ours"]
        rows = [[claim, answer, said[claim], numbers] for claim, answer, numbers in rows]
    return markdown(heads, rows, "l" * len(heads))


def conventions_table(table: pd.DataFrame) -> str:
    """Lay out ranks, mean difference and tau under each convention."""
    rows = []
    for row in table.to_dict("records"):
        name = CONVENTIONS.get(row["study"], str(row["study"]))
        numbers = (f"{row[key]:.2f}" for key in (*METHODS, "difference", "kendall"))
        verdicts = " / ".join(str(row[word]) for word in AGREEMENT)
        rows.append([name, TITLES[row["metric"]], *numbers, verdicts])
    heads = ["convention", "metric", *METHODS, "mean difference", "tau", "verdicts"]
    return markdown(heads, rows, "ll" + "r" * (len(heads) - 2))


def spread_table(ranks: pd.DataFrame) -> str:
    """Lay out the spread of each average rank over the seeds; bold where the paper's is outside."""
    rows = []
    for metric in COMPARED:
        own = ranks[ranks["metric"] == metric].set_index("method")
        cells = []
        for method in METHODS:
            row = own.loc[method]
            cell = f"{row['min']:.2f} to {row['max']:.2f}"
            cells.append(cell if row["within"] else f"**{cell}**")
        rows.append([TITLES[metric], *cells])
    return markdown(["", *METHODS], rows, "l" + "r" * len(METHODS))


def of_scores(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the five metrics: not of training time."""
    return table[table["metric"].isin(METRICS)]


def outside(ranks: pd.DataFrame) -> pd.DataFrame:
    """Return the ranks in scores of which the paper's lie outside the spread over the seeds."""
    return of_scores(ranks[~ranks["within"]])


def agreement_table(spread: pd.DataFrame) -> str:
    """Lay out the spread of tau, mean difference and counts of verdicts over the seeds."""
    columns = {"difference": "mean difference", "kendall": "tau"}
    columns |= {word: word for word in AGREEMENT}
    rows = []
    for metric, own in spread.groupby("metric", sort=False):
        own, cells = own.set_index("of"), []
        for name in columns:
            if name not in own.index:
                cells.append("")
                continue
            row, digits = own.loc[name], 0 if name in AGREEMENT else 2
            low, high = (f"{row[end]:.{digits}f}" for end in ("min", "max"))
            cells.append(f"{low} to {high} ({row['mean']:.{max(digits, 1)}f} ± {row['sd']:.2f})")
        rows.append([TITLES.get(metric, "the five metrics"), *cells])
    return markdown(["", *columns.values()], rows, "l" + "r" * len(columns))


def power_table(power: pd.DataFrame, ours: Beside) -> str:
    """Lay out how many of the paper's significant verdicts were shown, and could be expected."""
    verdicts, rows = ours.verdicts, []
    for names in (*([metric] for metric in COMPARED), METRICS, COMPARED):
        own = power[power["metric"].isin(names)]
        here = verdicts[verdicts["metric"].isin(names) & (verdicts["paper"] != "-")]
        shown = (here["agreement"] == "agree").sum()
        title = {len(METRICS): "the five metrics", len(COMPARED): "all"}.get(len(names))
        cells = [str(len(own)), str(shown), f"{own['power_15'].sum():.1f}"]
        cells += [f"{own['power_16'].sum():.1f}", str((own["power_15"] >= 0.5).sum())]
        rows.append([title or TITLES[names[0]], *cells])
    heads = ["", "significant in the paper", "of these here", "expected of 15 datasets"]
    heads += ["expected of 16", "more likely than not of 15"]
    return markdown(heads, rows, "lrrrrr")


def times_table(ranks: pd.DataFrame) -> str:
    """Lay out the average ranks in training time by source."""
    names = {"paper": "the paper", **SIDES, "study": "this package, in the study"}
    rows = [
        [names[row["source"]], str(row["datasets"]), *(f"{row[m]:.2f}" for m in METHODS), tau]
        for row in ranks.to_dict("records")
        for tau in ["" if row["source"] == "paper" else f"{row['kendall']:.2f}"]
    ]
    heads = ["", "datasets", *METHODS, "Kendall's tau"]
    return markdown(heads, rows, "l" + "r" * (len(heads) - 1))


def studies_table(studies: pd.DataFrame) -> str:
    """Lay out size and times of every study."""
    phases = ("training", "tuning", "prediction")
    rows = [
        [
            row["study"],
            f"{row['runs']:,}",
            f"{row['datasets']}, {row['repeats']}x{row['folds']}",
            str(row["seed"]),
            str(row["commit"])[:12],
            minutes(row["clock"]),
            *(minutes(row[phase]) for phase in phases),
            f"{row['peak_memory_mb']:,.0f} MB",
        ]
        for row in studies.to_dict("records")
    ]
    heads = ["study", "runs", "datasets, folds", "seed", "commit", "by the clock"]
    heads += [f"CPU: {phase}" for phase in phases]
    return markdown([*heads, "memory of a run"], rows, "lrrrlrrrrr")


def minutes(seconds: float) -> str:
    """Write a time as minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


def read(path: Path) -> pd.DataFrame | None:
    """Read a recorded table; None if it is not recorded."""
    return pd.read_csv(path) if path.exists() else None


def context(record: Path) -> dict:
    """Return what the templates take their numbers from."""
    votes = record / "votes"
    return {
        "ours": Beside(record / "tables"),
        "votes": Beside(votes) if votes.exists() else None,
        "scores": pd.read_csv(record / "scores.csv"),
        "runs": pd.read_csv(record / "runs.csv", low_memory=False),
        "conventions": read(record / "conventions" / "table.csv"),
        "seed_scores": read(record / "seeds" / "scores.csv"),
        "seed_ranks": read(record / "seeds" / "ranks.csv"),
        "seed_agreement": read(record / "seeds" / "agreement.csv"),
        "power": read(record / "power.csv"),
        "java_times": read(record / "java_times.csv"),
        "time_ranks": read(record / "time_ranks.csv"),
        "studies": read(record / "studies.csv"),
        "account": read(record / "account.csv"),
        "table1": paper_table(),
        "titles": TITLES,
        "metrics": METRICS,
        "compared": COMPARED,
        **{
            function.__name__: function
            for function in (
                *(claims_table, conventions_table, spread_table, agreement_table, power_table),
                *(times_table, studies_table, of_scores, outside),
            )
        },
    }


def render(template: str, record: Path) -> str:
    """Fill a template with the numbers of the record."""
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    page = environment.get_template(template).render(context(record))
    return re.sub(r"\n{3,}", "\n\n", page)


def with_result(readme: str, record: Path) -> str:
    """Put the result into the text of the project's README, between its marks."""
    before, rest = readme.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    return f"{before}{MARKS[0]}\n{render('result.md.j2', record)}{MARKS[1]}{after}"


def write_pages(record: Path, readme: Path) -> None:
    """Write the page of the record, and the result into the project's README."""
    write_text(record / "README.md", render("README.md.j2", record))
    write_text(readme, with_result(readme.read_text(encoding="utf-8"), record))


if __name__ == "__main__":
    write_pages(FOLDER, ROOT / "README.md")
