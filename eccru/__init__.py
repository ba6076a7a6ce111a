"""Classifier chains resilient to class imbalance.

Public names are imported on first use, so that a training job pays only for what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eccru.data.dataset import Dataset
    from eccru.data.generator import make_imbalanced_multilabel
    from eccru.data.known import fetch_dataset
    from eccru.data.mulan import read_mulan
    from eccru.data.reading import read_dataset
    from eccru.methods import (
        BR,
        BRUS,
        COCOA,
        EBRUS,
        ECC,
        ECCRU,
        ECCRU2,
        ECCRU3,
        ECCRUSelect,
        ForestRU,
        make_method,
    )
    from eccru.tree.j48 import J48Tree

__version__ = "0.3.0"
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
    "ECCRUSelect",
    "ForestRU",
    "J48Tree",
    "fetch_dataset",
    "make_imbalanced_multilabel",
    "make_method",
    "read_dataset",
    "read_mulan",
]

_ELSEWHERE = {
    "Dataset": "eccru.data.dataset",
    "J48Tree": "eccru.tree.j48",
    "fetch_dataset": "eccru.data.known",
    "make_imbalanced_multilabel": "eccru.data.generator",
    "read_dataset": "eccru.data.reading",
    "read_mulan": "eccru.data.mulan",
}


def __getattr__(name):
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ELSEWHERE.get(name, "eccru.methods")), name)


def __dir__():
    return __all__
