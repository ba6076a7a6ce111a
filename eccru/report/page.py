"""The page: everything put together into one file."""

import base64
import gzip
import json
from pathlib import Path

import pandas as pd
from jinja2 import Environment, PackageLoader, StrictUndefined

from eccru.files import write_text
from eccru.names import COMPARED, TITLES
from eccru.plots.gallery import in_words, read_tables
from eccru.plots.registry import FIGURES
from eccru.report import summary
from eccru.report.svg import read_picture, share_styles
from eccru.report.tables import pair_table, plain, rank_table, score_table, verdict_table

EMBEDDED = 2_000_000


def write_report(
    path, tables_folder, figures_folder, config: dict, unavailable: dict, embedded: int = EMBEDDED
) -> None:
    """Write the report of a study as one HTML file.

    Parameters
    ----------
    path : path-like
        The file to write.
    tables_folder : path-like
        Holds the csv files of the study.
    figures_folder : path-like
        Holds the SVG files of the study; a figure that is lacking is left out of the page.
    config : dict
        The configuration of the study.
    unavailable : dict of str to str
        Datasets that no source has, and why.
    embedded : int
        How many bytes of compressed tables the page may hold, the smallest first.
    """
    tables = read_tables(tables_folder)
    environment = Environment(
        loader=PackageLoader("eccru.report", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    files, left_out = _embed(Path(tables_folder), embedded)
    paths = {name: Path(figures_folder) / f"{name}.svg" for name in FIGURES}
    drawn = {
        name: read_picture(path, f"f{number}")
        for number, (name, path) in enumerate(paths.items())
        if path.exists()
    }
    pictures, styles = share_styles(drawn)
    page = environment.get_template("page.html.j2").render(
        config=config,
        unavailable=unavailable,
        figures=list(FIGURES.values()),
        pictures=pictures,
        styles=styles,
        alternatives={name: in_words(name, tables) for name in pictures},
        sizes={name: f"{len(table):,}" for name, table in tables.items()},
        files=json.dumps(files),
        left_out=left_out,
        **_words(tables, config),
        **_tables(tables, config, unavailable),
    )
    write_text(Path(path), page)


def _words(tables, config):
    runs = tables["summary"].drop_duplicates(["dataset", "method"])["expected"].sum()
    return {
        "headline": summary.headline(tables),
        "basis": summary.basis(tables),
        "facts": summary.facts(tables, config),
        "expected_runs": runs,
        "missing_runs": len(tables["missing"]),
        "titles": {metric: TITLES[metric] for metric in COMPARED},
    }


def _tables(tables, config, unavailable):
    return {
        "overview": summary.verdict_overview(tables),
        "claims": summary.claim_table(tables),
        "missing": summary.missing_table(tables, config["results"]),
        "datasets": summary.dataset_table(tables, config, unavailable),
        "methods": summary.method_table(tables, config),
        "ranks": rank_table(tables),
        "verdicts": verdict_table(tables),
        "friedman": _friedman(tables["friedman"]),
        "intervals": _intervals(tables["interval_ranks"]),
        "shares": _shares(tables["interval_labels"]),
        "scores": {metric: score_table(tables, metric) for metric in COMPARED},
        "prediction": score_table(tables, "prediction_time"),
        "pairs": {metric: pair_table(tables, metric) for metric in COMPARED},
    }


def _friedman(table):
    forms = {"n_datasets": "{:.0f}", "n_methods": "{:.0f}", "chi_square": "{:.3f}", "p": "{:.3g}"}
    forms |= {"iman_davenport": "{:.3f}", "iman_davenport_p": "{:.3g}"}
    heads = {
        "n_datasets": "datasets",
        "n_methods": "methods",
        "chi_square": "Friedman’s chi-square",
        "iman_davenport": "Iman and Davenport’s F",
        "iman_davenport_p": "p of F",
    }
    caption = "Whether the methods differ at all: Friedman’s test"
    return plain("friedman", caption, table, forms, heads)


def _intervals(table):
    forms = {"datasets": "{:.0f}"} | dict.fromkeys(table.columns[3:], "{:.2f}")
    caption = "Average rank per interval of the imbalance ratio"
    return plain("interval_ranks", caption, table, forms, {"interval": "ImR"})


def _shares(table):
    forms = {"labels": "{:,.0f}", "percent": "{:.1f}"}
    caption = "Labels per interval of the imbalance ratio"
    return plain("interval_labels", caption, table, forms, {"interval": "ImR"})


def _embed(folder: Path, embedded: int) -> tuple[dict[str, str], list[str]]:
    """Return the csv files, compressed, and the names of those that are too large for the page."""
    packed = {
        path.stem: base64.b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode()
        for path in sorted(folder.glob("*.csv"))
    }
    sizes = pd.Series({name: len(content) for name, content in packed.items()}).sort_values()
    fits = set(sizes.index[sizes.cumsum() <= embedded])
    return (
        {name: content for name, content in packed.items() if name in fits},
        [name for name in packed if name not in fits],
    )
