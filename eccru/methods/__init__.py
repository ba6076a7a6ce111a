"""The eight multi-label methods of the study, and further ones."""

from eccru.methods.cocoa import COCOA
from eccru.methods.ensembles import ECC, ECCRU, ECCRU2, ECCRU3
from eccru.methods.forest import ForestRU
from eccru.methods.relevance import BR, BRUS, EBRUS
from eccru.methods.select import ECCRUSelect

METHODS = {
    method.__name__: method for method in (BR, ECC, BRUS, EBRUS, COCOA, ECCRU, ECCRU2, ECCRU3)
}

KNOWN = METHODS | {method.__name__: method for method in (ECCRUSelect, ForestRU)}

__all__ = [*KNOWN, "KNOWN", "METHODS", "make_method"]


def make_method(name, **params):
    """Return a method by its name.

    Parameters
    ----------
    name : str
        Name of the class: "BR", "ECC", "BRUS", "EBRUS", "COCOA", "ECCRU", "ECCRU2", "ECCRU3" or one
        that is not of the paper, "ECCRUSelect" or "ForestRU".
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
    if name not in KNOWN:
        raise ValueError(f"name must be one of {tuple(KNOWN)}, got {name!r}.")
    return KNOWN[name](**params)
