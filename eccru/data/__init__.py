"""From the files of a multi-label dataset to features and labels.

Names are imported on first use: a training job loads a prepared `Dataset` and nothing else.
"""

from importlib import import_module

_WHERE = {
    "Dataset": "dataset",
    "DataError": "errors",
    "DataNotFound": "errors",
    "read_mulan": "mulan",
    "fetch": "sources",
    "prepare": "preparation",
}

__all__ = sorted(_WHERE)


def __getattr__(name):
    """Import the module of a public name when the name is first asked for."""
    if name not in _WHERE:
        raise AttributeError(f"module 'eccru.data' has no attribute {name!r}")
    return getattr(import_module(f"eccru.data.{_WHERE[name]}"), name)


def __dir__():
    return [*globals(), *__all__]
