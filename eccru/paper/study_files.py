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

# Per file the heading it stands under, which is one of the page's, and what it holds: briefly,
# since Snakemake's report leaves what room is left to the file itself.
SHOWN = {
    "paper_ranks.csv": ("Verdict", "Average ranks in the paper and here"),
    "paper_rankings.csv": ("Verdict", "How alike the two rankings are"),
    "paper_verdicts.csv": ("Verdict", "Significant differences in the paper and here"),
    "paper_claims.csv": ("Verdict", "The paper’s statements, and whether they hold"),
    "ranks.csv": ("Ranks", "Average ranks, as in the paper’s Table 2"),
    "verdicts.csv": ("Tests", "Significant differences, as in the paper’s Table 3"),
    **{
        f"{measure}.csv": ("Metric by metric", f"{TITLES[measure]}: means and average ranks")
        for measure in MEASURES
    },
}
