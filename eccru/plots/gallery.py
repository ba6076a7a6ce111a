"""Any figure of the registry, drawn or told from the tables of a study."""

from pathlib import Path
from pkgutil import resolve_name

import numpy as np
import pandas as pd

from eccru.plots.registry import FIGURES
from eccru.plots.style import nothing


def read_tables(folder) -> dict[str, pd.DataFrame]:
    """Read every csv file of a folder, by its name without the ending."""
    return {
        path.stem: pd.read_csv(path, keep_default_na=False, na_values=[""])
        for path in sorted(Path(folder).glob("*.csv"))
    }


def draw(name: str, tables: dict[str, pd.DataFrame]):
    """Draw a figure; where a table for it is lacking or empty, one that says so.

    Parameters
    ----------
    name : str
        A key of `FIGURES`.
    tables : dict of str to DataFrame
        What `read_tables` returned.
    """
    entry = FIGURES[name]
    rng = {} if entry.seed is None else {"rng": np.random.default_rng(entry.seed)}
    lacking = _lacking(entry, tables)
    return nothing(lacking) if lacking else _call(entry.draw, entry, tables, **rng)


def in_words(name: str, tables: dict[str, pd.DataFrame]) -> str:
    """Say what a figure shows, for readers who do not see it; parameters as for `draw`."""
    entry = FIGURES[name]
    lacking = _lacking(entry, tables)
    if lacking or not entry.numbers:
        return lacking or entry.alternative
    return entry.alternative.format(numbers=_call(entry.numbers, entry, tables))


def _lacking(entry, tables):
    """Return a sentence on the first table that is lacking or empty; an empty one if none is."""
    names = (name for name in entry.tables if name not in tables or not len(tables[name]))
    return next((f"Nothing to draw: {name}.csv is empty or was not written." for name in names), "")


def _call(function, entry, tables, **more):
    metric = {"metric": entry.metric} if entry.metric else {}
    return resolve_name(function)(*(tables[name] for name in entry.tables), **metric, **more)
