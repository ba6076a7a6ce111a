"""Every figure of a study, by the name of its file."""

from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from eccru.names import COMPARED, METRICS
from eccru.plots.cost import estimates, growth, growth_table, pareto
from eccru.plots.exploitation import exploitation, simulate_exploitation
from eccru.plots.imbalance import imbalance, intervals
from eccru.plots.ranks import critical_difference, paper_ranks
from eccru.plots.scores import dataset_scores
from eccru.plots.significance import significance
from eccru.plots.style import nothing
from eccru.plots.thresholds import thresholds

# Per figure the tables it needs and what draws it from them.
FIGURES = {
    "imbalance": (["labels"], lambda labels: imbalance(labels, np.random.default_rng(1))),
    "exploitation": (
        [],
        lambda: exploitation(simulate_exploitation(np.random.default_rng(1))),
    ),
    "intervals": (["interval_labels", "interval_ranks"], intervals),
    "significance": (["pairs"], significance),
    "paper_ranks": (["paper_comparison"], paper_ranks),
    "growth": (["summary", "datasets"], lambda *tables: growth(growth_table(*tables))),
    "thresholds": (["thresholds"], thresholds),
    "estimates": (["costs"], estimates),
    **{
        f"cd_{metric}": (["ranks", "pairs"], partial(critical_difference, metric=metric))
        for metric in COMPARED
    },
    **{
        f"scores_{metric}": (["scores", "summary"], partial(dataset_scores, metric=metric))
        for metric in COMPARED
    },
    **{f"pareto_{metric}": (["summary"], partial(pareto, metric=metric)) for metric in METRICS},
}


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
    needed, plot = FIGURES[name]
    lacking = [table for table in needed if table not in tables or not len(tables[table])]
    if lacking:
        return nothing(f"Nothing to draw: {lacking[0]}.csv is empty or was not written.")
    return plot(*(tables[table] for table in needed))
