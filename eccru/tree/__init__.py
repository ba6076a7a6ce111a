"""A decision tree that decides exactly as Weka's J48 does."""

from eccru.tree.kept import FOLDER, check_kept

if FOLDER is not None:
    check_kept(FOLDER)  # before any kernel is loaded

from eccru.tree.columns import Columns
from eccru.tree.j48 import J48Tree
from eccru.tree.labels import ChainLabels
from eccru.tree.sampled import Sample, SampledColumns
from eccru.tree.storage import Rows
from eccru.tree.train import Targets, grow_forest, grow_tree
from eccru.tree.tree import Forest, Tree

__all__ = [
    "ChainLabels",
    "Columns",
    "Forest",
    "J48Tree",
    "Rows",
    "Sample",
    "SampledColumns",
    "Targets",
    "Tree",
    "grow_forest",
    "grow_tree",
]
