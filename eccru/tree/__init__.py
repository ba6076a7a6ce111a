"""A decision tree that decides exactly as Weka's J48 does."""

from eccru.tree.kept import delete_damaged

delete_damaged()  # before any kernel is loaded

# ruff: noqa: E402

from eccru.tree.columns import Columns
from eccru.tree.j48 import J48Tree
from eccru.tree.labels import ChainLabels
from eccru.tree.sampled import Sample, SampledColumns
from eccru.tree.storage import Rows
from eccru.tree.tree import Tree, grow_tree

__all__ = [
    "ChainLabels",
    "Columns",
    "J48Tree",
    "Rows",
    "Sample",
    "SampledColumns",
    "Tree",
    "grow_tree",
]
