"""From the scores of the folds to ranks, tests and the verdict against the paper.

Public names are imported on first use: scipy and pandas are not needed to import the package.
"""

from eccru.lazy import lazy_names

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "Options": "pairwise",
        "aggregate": "aggregation",
        "bergmann_hommel": "corrections",
        "by_imbalance": "intervals",
        "compare_methods": "pairwise",
        "compare_with_paper": "verdict",
        "write_comparison": "comparison_files",
        "write_tables": "tables",
    },
)
