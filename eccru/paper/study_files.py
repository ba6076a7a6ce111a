"""The files that the statistics write: the workflow promises them, Snakemake's report shows some.

The workflow reads this on every call, so nothing here imports pandas.
"""

from eccru.names import MEASURES, TITLES

_LAID_OUT = (*MEASURES, "ranks", "verdicts")
_NUMBERS = (
    *("scores", "summary", "missing", "runs", "labels", "thresholds", "costs"),
    *("friedman", "pairs", "interval_labels", "interval_scores", "interval_ranks"),
    *("paper_basis", "paper_ranks", "paper_rankings", "paper_verdicts", "paper_claims"),
)
FILES = (
    *(f"{table}.csv" for table in (*_LAID_OUT, *_NUMBERS)),
    *(f"{table}.{suffix}" for table in _LAID_OUT for suffix in ("md", "tex")),
    "scores.parquet",
    "paper_comparison.md",
)

# Per file the heading it stands under, which is one of the page's, and what it holds.
SHOWN = {
    "paper_ranks.csv": ("Verdict", "The average ranks of the paper's Table 2 and of this study."),
    "paper_rankings.csv": ("Verdict", "How alike the order of the methods is here and there."),
    "paper_verdicts.csv": ("Verdict", "Every pair of methods: its verdict in the paper and here."),
    "paper_claims.csv": ("Verdict", "The paper's statements, and whether they hold here."),
    "ranks.csv": ("Ranks", "The average rank of each method, as in the paper's Table 2."),
    "verdicts.csv": (
        "Tests",
        "Significant differences between all pairs of methods, as in the paper's Table 3.",
    ),
    **{
        f"{measure}.csv": (
            "Metric by metric",
            f"{TITLES[measure]}: means over the folds, datasets by methods; average ranks last.",
        )
        for measure in MEASURES
    },
}
