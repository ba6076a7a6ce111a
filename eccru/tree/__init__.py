"""A decision tree that decides exactly as Weka's J48 does."""

from eccru.tree.bag import Bag, Sample
from eccru.tree.columns import Columns
from eccru.tree.labels import ChainLabels
from eccru.tree.storage import Rows
from eccru.tree.tree import Tree, grow_tree

__all__ = ["Bag", "ChainLabels", "Columns", "J48Tree", "Rows", "Sample", "Tree", "grow_tree"]


def __getattr__(name):
    if name == "J48Tree":
        from eccru.tree.j48 import J48Tree

        return J48Tree
    raise AttributeError(f"module 'eccru.tree' has no attribute {name!r}")
