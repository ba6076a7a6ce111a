"""Trained models in files."""

from pathlib import Path

from eccru.errors import DataError
from eccru.extras import require
from eccru.files import atomic_write

# The types of this package that trained models consist of, for ``trusted=`` of skops.
TRUSTED = [
    *(f"eccru.methods.relevance.{name}" for name in ("BR", "BRUS", "EBRUS")),
    *(f"eccru.methods.ensembles.{name}" for name in ("ECC", "ECCRU", "ECCRU2", "ECCRU3")),
    "eccru.methods.chain.Chain",
    "eccru.methods.cocoa.COCOA",
    "eccru.methods.forest.ForestRU",
    "eccru.methods.learners.TreeLearner",
    "eccru.methods.select.ECCRUSelect",
    *(f"eccru.methods.sklearn_learner.{name}" for name in ("SklearnLearner", "SklearnModel")),
    "eccru.tree.j48.J48Tree",
    *(f"eccru.tree.tree.{name}" for name in ("Forest", "Nodes", "Tree")),
]


def save_model(model, path) -> None:
    """Write a trained model to a file, whole or not at all.

    Parameters
    ----------
    model : estimator
        A method of this package, or a tree.
    path : path-like
        The file. One that ends in ``.skops`` is written by skops and is safe to load whoever made
        it; any other is written by joblib.
    """
    if _is_skops(path):
        from skops.io import dump
    else:
        from joblib import dump
    with atomic_write(path) as file:
        dump(model, file)


def load_model(path):
    """Read a model that `save_model` wrote.

    A file that does not end in ``.skops`` may run any code when it is loaded: load those that you
    made yourself.

    Parameters
    ----------
    path : path-like
        The file.

    Returns
    -------
    estimator
        The model.

    Raises
    ------
    DataError
        If the file is no model, or a ``.skops`` file has types in it that are not known to be safe.
    """
    is_skops = _is_skops(path)
    try:
        if is_skops:
            from skops.io import load

            return load(path, trusted=TRUSTED)
        from joblib import load

        return load(path)
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.") from None
    except Exception as error:  # a file that is no pickle can raise nearly anything
        raise DataError(f"{path} is no model that can be loaded: {error}") from error


def _is_skops(path) -> bool:
    if Path(path).suffix != ".skops":
        return False
    require("A .skops file", "skops", extra="skops")
    return True
