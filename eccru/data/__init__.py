"""From the files of a multi-label dataset to features and labels.

Names are imported on first use: a training job loads a prepared `Dataset` and nothing else.
"""

from eccru.lazy import lazy_names

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "Dataset": "dataset",
        "DataError": "errors",
        "DataNotFound": "errors",
        "read_mulan": "mulan",
        "fetch": "sources",
        "prepare": "preparation",
    },
)
