"""What the figures show, in words, for readers who do not see them."""

import numpy as np
import pandas as pd

from eccru.names import COMPARED, METRICS, TITLES
from eccru.plots.cost import pareto_table

STANDING = {
    "exploitation": "Line of Equation 1 and dots of the simulation over the imbalance ratio: both "
    "fall from 1 at an imbalance ratio of 1.5 to below 0.5 above 15 and 0.2 at 49.",
    "intervals": "Bars with the percentage of labels per interval of the imbalance ratio, and for "
    "five metrics a line per method with its average rank per interval; the table below has the "
    "numbers.",
    "significance": "Six matrices of all pairs of methods, coloured by corrected p-value, with an "
    "arrow for each significant difference; the table below has the verdicts.",
    "paper_ranks": "For each metric and method the average rank in the paper and in this study; "
    "the comparison table has the numbers.",
    "growth": "A panel per method: training time over the number of instances times labels, with a "
    "fitted straight line on logarithmic axes.",
    "thresholds": "For each metric and method the distribution of the chosen thresholds between 0 "
    "and 1, with the median.",
    "estimates": "Measured over estimated training time of every dataset and method, with the line "
    "on which both are equal.",
}


def alternatives(tables: dict[str, pd.DataFrame]) -> dict[str, str]:
    """Return a text per figure that says what it shows."""
    said = dict(STANDING)
    if "labels" in tables and len(tables["labels"]):
        imr = tables["labels"].drop_duplicates(["dataset", "label"])["imr"]
        low, middle, high = np.percentile(imr, [25, 50, 75])
        said["imbalance"] = (
            f"Density and box plot of the imbalance ratios of {len(imr):,} labels: median "
            f"{middle:.1f}, quartiles {low:.1f} and {high:.1f}, largest {imr.max():,.0f}."
        )
    else:
        said["imbalance"] = "No labels yet."
    ranks = tables["ranks"].set_index("metric")
    for metric in COMPARED:
        ordered = ranks.loc[metric].astype(float).sort_values(kind="stable").dropna()
        named = ", ".join(f"{method} {rank:.2f}" for method, rank in ordered.items())
        said[f"cd_{metric}"] = (
            f"Average ranks in {TITLES[metric]}, with bars that join methods without a significant "
            f"difference: {named or 'none'}."
        )
        said[f"scores_{metric}"] = (
            f"A panel per dataset: {TITLES[metric]} of every method, mean, standard deviation and "
            "single runs; the table has the numbers."
        )
    for metric in METRICS:
        table = pareto_table(tables["summary"], metric)
        front = table[table["front"]].sort_values("time").index
        said[f"pareto_{metric}"] = (
            f"Mean {TITLES[metric]} over training time. On the Pareto front, from the fastest to "
            f"the best: {', '.join(front)}."
        )
    return said
