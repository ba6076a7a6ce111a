"""What the page says in sentences: the verdict, what is missing, what was run."""

from itertools import chain

import pandas as pd

from eccru.names import COMPARED, METRICS, PARAMETERS, PHASES, TITLES
from eccru.report.tables import Cell, Table, number, plain, text, title


def in_list(items) -> str:
    """Join names as in a sentence."""
    *front, last = map(str, items)
    return f"{', '.join(front)} and {last}" if front else last


def duration(seconds: float) -> str:
    """Write a time as people say it."""
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60:,} h {minutes % 60} min"


def headline(tables: dict[str, pd.DataFrame]) -> list[str]:
    """Return the verdict of the study in a few sentences, the most important first."""
    ranks = tables["ranks"].set_index("metric").loc[list(METRICS)].dropna()
    if ranks.empty:
        return ["No verdict: there is no dataset on which every method has a score."]
    first = ranks.idxmin(axis=1)
    sentences = [
        "Best average rank: "
        + "; ".join(
            f"{method} in {in_list(TITLES[metric] for metric in own.index)}"
            for method, own in sorted(first.groupby(first), key=lambda group: -len(group[1]))
        )
        + "."
    ]
    alike = tables["paper_rankings"].set_index("metric").reindex(METRICS).dropna()
    if len(alike):
        spans = {
            column: f"{alike[column].min():.2f} to {alike[column].max():.2f}"
            for column in ("difference", "kendall")
        }
        sentences.append(
            f"In the five metrics the average ranks differ from the paper’s by "
            f"{spans['difference']} in the mean, and Kendall’s tau is {spans['kendall']}."
        )
    claims = tables["paper_claims"]["ours"].value_counts()
    yes, no, open_ = (claims.get(answer, 0) for answer in ("yes", "no", "not decidable"))
    sentences.append(
        f"Of {claims.sum()} statements in the paper {yes} hold here, {no} do not, and "
        f"{open_} cannot be decided by this study."
    )
    verdicts = tables["paper_verdicts"]["agreement"].value_counts()
    if not tables["pairs"]["verdict"].any():
        sentences.append("No two methods differ significantly in this study.")
    elif len(verdicts):
        same, partly, against = (
            verdicts.get(answer, 0)
            for answer in ("agree", "differ only in significance", "contradict")
        )
        sentences.append(
            f"Of {verdicts.sum()} comparisons of two methods {same} come out as in the paper, "
            f"{partly} are significant in one and not in the other, and {against} contradict it."
        )
    return sentences


def basis(tables: dict[str, pd.DataFrame]) -> list[str]:
    """Return what the comparison with the paper rests on, in sentences."""
    return list(tables["paper_basis"]["sentence"])


def verdict_overview(tables: dict[str, pd.DataFrame]) -> Table:
    """Set the leaders of this study and of the paper side by side, per metric."""
    ours = tables["ranks"].set_index("metric")
    theirs = tables["paper_ranks"]
    alike = tables["paper_rankings"].set_index("metric")
    verdicts = tables["paper_verdicts"]
    rows = []
    for metric in COMPARED:
        own = ours.loc[metric].astype(float)
        printed = theirs[theirs["metric"] == metric].set_index("method")["paper"]
        results = verdicts.loc[verdicts["metric"] == metric, "agreement"]
        agree, against = ((results == word).sum() for word in ("agree", "contradict"))
        rows.append(
            [
                title(metric),
                _leader(own),
                _leader(printed),
                *(number(alike[column].get(metric)) for column in ("difference", "kendall")),
                Cell(f"{agree} of {len(results)}", float(agree)),
                Cell(str(against), float(against)),
            ]
        )
    caption = "First by average rank here and in the paper, and how alike the two are"
    heads = ["metric", "first here", "first in the paper", "mean difference of ranks"]
    heads += ["Kendall’s tau", "same verdict on pairs", "opposite verdict"]
    return Table("paper_ranks", caption, heads, rows)


def _leader(ranks):
    if ranks.isna().all():
        return text("no dataset with all scores")
    return text(f"{in_list(ranks[ranks == ranks.min()].index)} ({ranks.min():.2f})")


def claim_table(tables: dict[str, pd.DataFrame]) -> Table:
    """Lay out the paper's statements with the answers of its own tables and of the study."""
    heads = {
        "claim": "the paper says",
        "paper": "by its own tables",
        "ours": "by this study",
        "numbers": "the study’s numbers",
    }
    caption = "Statements of the paper, and whether they hold"
    return plain("paper_claims", caption, tables["paper_claims"], {}, heads)


def missing_table(tables: dict[str, pd.DataFrame], results: str) -> Table:
    """Lay out the runs without a result, and where their logs are."""
    rows = []
    groups = tables["missing"].groupby(["dataset", "method"], sort=False)
    for (dataset, method), own in groups:
        names = [f"{row.repeat}-{row.fold}{_stopped(row)}" for row in own.itertuples()]
        log = f"{results}/logs/train/{dataset}/{method}/"
        rows.append([text(dataset), text(method), Cell(", ".join(names), len(names)), text(log)])
    heads = ["dataset", "method", "runs without a result (repeat-fold)", "logs, if it was started"]
    return Table("missing", "Failed or missing runs", heads, rows)


def _stopped(run):
    return "" if pd.isna(run.stopped) else f" stopped at the time limit of {run.stopped:g} s"


def facts(tables: dict[str, pd.DataFrame], config: dict) -> list[tuple[str, str]]:
    """Return what was run, as pairs of a term and its value."""
    runs = tables.get("runs", pd.DataFrame())
    folds = f"{config['repeats']} × {config['folds']}-fold cross-validation"
    stated = [
        ("Study", config["study"]),
        ("Folds", folds),
    ]
    if runs.empty:
        return [*stated, ("Runs", "none has a result")]
    spent = {phase: runs[f"{phase}_time"].sum() for phase in PHASES}
    wall = sum(runs[f"{phase}_time_wall"].sum() for phase in PHASES)
    shares = ", ".join(f"{phase} {duration(seconds)}" for phase, seconds in spent.items())
    stated += [
        ("Seed", _values(runs, "seed")),
        ("Thresholds", in_list(map(_grid, runs["threshold_grid"].unique()))),
        ("Runs", f"{runs['stopped'].isna().sum():,} with a result"),
        ("Total time", f"{duration(sum(spent.values()))} of processor time ({shares})"),
        ("Time by the clock", f"{duration(wall)}, the runs one after the other"),
        ("Peak memory", f"{runs['peak_memory_mb'].max():,.0f} MB in one run"),
        ("Started", f"{runs['started'].min()} (first run) to {runs['started'].max()} (last run)"),
        ("Commit", _values(runs, "commit", "not in a git checkout")),
    ]
    versions = [c for c in runs if c.startswith("version_")]
    named = (f"{c.removeprefix('version_')} {_values(runs, c)}" for c in versions)
    stated.append(("Versions", ", ".join(named)))
    machine = [c for c in runs if c.startswith("machine_")]
    stated += [(f"Machine: {c.removeprefix('machine_')}", _values(runs, c)) for c in machine]
    return stated


def _grid(grid):
    if grid == "exact":
        return "every distinct score"
    return grid if isinstance(grid, str) else f"multiples of {grid} between 0 and 1"


def _values(runs, column, otherwise="unknown"):
    """Name the values of a column, and how many runs have each if there are several."""
    values = runs[column].astype(object).fillna(otherwise)
    counts = values.map(lambda v: f"{v:g}" if isinstance(v, float) else str(v)).value_counts()
    if len(counts) == 1:
        return counts.index[0]
    return "; ".join(f"{value} ({count:,} runs)" for value, count in counts.items())


def dataset_table(tables: dict[str, pd.DataFrame], config: dict, unavailable: dict) -> Table:
    """Lay out Table 1, with a row for datasets that were not to be had."""
    rows = {
        row["dataset"]: row for row in tables.get("datasets", pd.DataFrame()).to_dict("records")
    }
    numbers = {"n": "{:,.0f}", "d": "{:,.0f}", "q": "{:.0f}"}
    numbers |= dict.fromkeys(("LC", "MeanImR", "MaxImR", "CVImR"), "{:,.3f}")
    nothing = float("nan")
    body = []
    for entry in config["datasets"]:
        name, row = entry["name"], rows.get(entry["name"], {})
        reduction = entry.get("reduction")
        kept = "all" if reduction is None else f"{100 * reduction:g} %"
        misprint = row.get("misprint")
        note = f"the paper prints {misprint}" if pd.notna(misprint) and misprint else ""
        note = "missing: no source has it" if name in unavailable else note
        body.append(
            [
                text(name),
                *(number(row.get(column, nothing), form) for column, form in numbers.items()),
                Cell(kept, reduction or 1),
                text(row.get("source")),
                text(note),
            ]
        )
    caption = "The datasets, as in the paper’s Table 1, computed from the files"
    heads = ["dataset", *numbers, "features kept", "source", "note"]
    return Table("datasets", caption, heads, body)


def method_table(tables: dict[str, pd.DataFrame], config: dict) -> Table:
    """Lay out the methods and the parameters that their runs had."""
    runs = tables.get("runs", pd.DataFrame({"method": []}))
    named = dict.fromkeys([*chain(*PARAMETERS.values()), "per_label", "parameters"])
    known = [key for key in named if key in runs]
    rows = []
    for name in (entry["name"] for entry in config["methods"]):
        own = runs[runs["method"] == name]
        set_ones = [key for key in known if own[key].notna().any()]
        said = ", ".join(f"{key} = {_values(own, key)}" for key in set_ones) or "none"
        algorithm = in_list(own["algorithm"].unique()) if len(own) else "no run has a result"
        rows.append([text(name), text(algorithm), text(said if len(own) else "")])
    heads = ["name", "method", "parameters"]
    return Table("", "The methods and the parameters of their runs", heads, rows)
