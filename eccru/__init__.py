"""Classifier chains resilient to class imbalance.

Public names are imported on first use, so that a training job pays only for what it needs.
"""

from eccru.lazy import lazy_names

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        **dict.fromkeys(
            ("BR", "BRUS", "EBRUS", "ECC", "ECCRU", "ECCRU2", "ECCRU3", "COCOA", "make_method"),
            "methods",
        ),
        "J48Tree": "tree",
        "Dataset": "data",
        "read_mulan": "data",
    },
)
