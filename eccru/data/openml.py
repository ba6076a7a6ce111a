"""Datasets of OpenML, through scikit-learn."""

import tempfile
from pathlib import Path

import numpy as np
from sklearn.datasets import fetch_openml

from eccru.data import limits
from eccru.errors import SourceFailed
from eccru.files import atomic_write, sha256


def take_openml(number: int, folder) -> dict:
    """Get a dataset of OpenML and keep what scikit-learn makes of it.

    Parameters
    ----------
    number : int
        Its number on OpenML.
    folder : path-like
        Where to put the file: Parquet, or .npz for sparse rows.

    Returns
    -------
    dict
        The ``files`` and their ``sha256``, and the ``labels``, OpenML's targets.

    Raises
    ------
    SourceFailed
        If it is not to be had, or scikit-learn cannot read it.
    """
    try:
        with tempfile.TemporaryDirectory() as cache:  # where scikit-learn unpacks it
            # Its other parser fails on values TRUE and FALSE, which OpenML's labels have.
            bunch = fetch_openml(data_id=number, data_home=cache, parser="liac-arff")
    except Exception as error:  # what is read may be anything, and scikit-learn's errors too
        raise SourceFailed(f"OpenML's dataset {number}: {error}") from error
    if bunch.data.shape[0] * len(bunch.target_names) > limits.LARGEST_ARRAY:
        raise SourceFailed(f"OpenML's dataset {number} is refused: it has too many labels")
    is_sparse = hasattr(bunch.data, "tocsr")
    path = Path(folder, f"openml-{number}.{'npz' if is_sparse else 'parquet'}")
    with atomic_write(path) as file:
        if is_sparse:
            np.savez(file, **_arrays(number, bunch))
        else:
            bunch.frame.to_parquet(file)
    return {
        "files": [path.name],
        "labels": list(bunch.target_names),
        "sha256": {path.name: sha256(path)},
    }


def _arrays(number, bunch) -> dict:
    """Return sparse rows as `eccru.data.npz.read_npz` takes them."""
    X, categories = bunch.data.tocsr(), bunch.categories or {}
    nominal = [categories.get(name) == ["0", "1"] for name in bunch.feature_names]
    if sum(nominal) < len(set(categories).intersection(bunch.feature_names)):
        raise SourceFailed(
            f"OpenML's dataset {number} has sparse rows and nominal features other than {{0,1}}, "
            "which scikit-learn turns into numbers; read its ARFF file with file: instead"
        )
    Y = np.asarray(bunch.target, dtype=str).reshape(X.shape[0], -1)
    Y = np.char.lower(Y)
    if not np.isin(Y, ("0", "1", "0.0", "1.0", "false", "true")).all():
        raise SourceFailed(f"OpenML's dataset {number} has targets other than 0 and 1")
    return {
        "X_data": X.data,
        "X_indices": X.indices,
        "X_indptr": X.indptr,
        "X_shape": np.array(X.shape),
        "Y": np.isin(Y, ("1", "1.0", "true")),
        "nominal": np.array(nominal),
        "feature_names": np.array(bunch.feature_names, dtype=str),
        "label_names": np.array(bunch.target_names, dtype=str),
    }
