"""Classifier chains resilient to class imbalance.

Public names are imported on first use, so that a training job pays only for what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eccru.data.dataset import Dataset
    from eccru.data.mulan import read_mulan
    from eccru.methods import BR, BRUS, COCOA, EBRUS, ECC, ECCRU, ECCRU2, ECCRU3, make_method
    from eccru.tree.j48 import J48Tree

__version__ = "0.2.0"
__all__ = [
    "BR",
    "BRUS",
    "COCOA",
    "EBRUS",
    "ECC",
    "ECCRU",
    "ECCRU2",
    "ECCRU3",
    "Dataset",
    "J48Tree",
    "make_method",
    "read_mulan",
]

_ELSEWHERE = {
    "Dataset": "eccru.data.dataset",
    "J48Tree": "eccru.tree.j48",
    "read_mulan": "eccru.data.mulan",
}


def __getattr__(name):
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ELSEWHERE.get(name, "eccru.methods")), name)


def __dir__():
    return __all__
