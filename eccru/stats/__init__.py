"""From the scores of the folds to ranks, tests and the verdict against the paper.

Public names are imported on first use: scipy and pandas are not needed to import the package.
"""

from importlib import import_module

_WHERE = {
    "Options": "pairwise",
    "aggregate": "aggregation",
    "bergmann_hommel": "corrections",
    "by_imbalance": "intervals",
    "compare_methods": "pairwise",
    "compare_with_paper": "verdict",
    "write_comparison": "comparison_files",
    "write_tables": "tables",
}

__all__ = sorted(_WHERE)


def __getattr__(name):
    """Import the module of a public name when the name is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'eccru.stats' has no attribute {name!r}")
    return getattr(import_module(f"eccru.stats.{_WHERE[name]}"), name)


def __dir__():
    return [*globals(), *__all__]
