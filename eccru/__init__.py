"""Classifier chains resilient to class imbalance.

Public names are imported on first use, so that a training job pays only for what it needs.
"""

from importlib import import_module

_WHERE = {
    **dict.fromkeys(
        ("BR", "BRUS", "EBRUS", "ECC", "ECCRU", "ECCRU2", "ECCRU3", "COCOA", "make_method"),
        "eccru.methods",
    ),
    "J48Tree": "eccru.tree",
    "Dataset": "eccru.data",
    "read_mulan": "eccru.data",
}

__all__ = sorted(_WHERE)
__version__ = "0.1.0"


def __getattr__(name):
    """Import the module of a public name when the name is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'eccru' has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__():
    return [*globals(), *__all__]
