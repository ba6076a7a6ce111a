"""The eight multi-label methods of the study."""

from eccru.methods.cocoa import COCOA
from eccru.methods.ensembles import ECC, ECCRU, ECCRU2, ECCRU3
from eccru.methods.relevance import BR, BRUS, EBRUS

METHODS = {
    method.__name__: method for method in (BR, ECC, BRUS, EBRUS, COCOA, ECCRU, ECCRU2, ECCRU3)
}

__all__ = [*METHODS, "METHODS", "make_method"]


def make_method(name, **params):
    """Return a method by its name in the paper.

    Parameters
    ----------
    name : {"BR", "ECC", "BRUS", "EBRUS", "COCOA", "ECCRU", "ECCRU2", "ECCRU3"}
        Name of the class.
    **params
        Parameters of the class.

    Returns
    -------
    estimator
        An unfitted estimator.

    Examples
    --------
    >>> from eccru import make_method
    >>> make_method("ECCRU3", c=5)
    ECCRU3(c=5)

    """
    if name not in METHODS:
        raise ValueError(f"name must be one of {tuple(METHODS)}, got {name!r}.")
    return METHODS[name](**params)
