"""Datasets that are known by name, for whoever wants one of them and no study."""

import os
from pathlib import Path

from eccru.data.catalogue import RECORD, catalogue
from eccru.data.dataset import Dataset
from eccru.data.preparation import prepare
from eccru.extras import require

SOURCES = ("mirror", "mulan", "scikit-multilearn", "url")


def fetch_dataset(name, *, reduction=None, data_home=None) -> Dataset:
    """Return a dataset of the paper by its name; get its files if they are not there yet.

    They come from the first that has them: the folder that the variable ``ECCRU_MIRROR`` names,
    the Mulan repository on GitHub, the source package scikit-multilearn 0.0.1 on the package index
    that pip uses, the dataset's own address.

    Parameters
    ----------
    name : str
        Name of the dataset, such as "yeast", "emotions", "enron", "medical" or "scene".
    reduction : float, default=None
        The fraction of features to keep, the most frequent first; all by default.
    data_home : path-like, default=None
        Folder to keep the files in; ``eccru_data`` in the home folder by default.

    Returns
    -------
    Dataset
        Features, labels and their names.

    Raises
    ------
    DataNotFound
        If no source has the dataset.
    ValueError
        If it is not known.

    Examples
    --------
    >>> from eccru import fetch_dataset
    >>> yeast = fetch_dataset("yeast")  # doctest: +SKIP
    >>> yeast.X.shape, yeast.Y.shape  # doctest: +SKIP
    ((2417, 103), (2417, 14))

    """
    require("Fetching datasets", "requests", "arff", "defusedxml", "pypi_simple")
    from eccru.data.sources import fetch

    if name not in catalogue():
        raise ValueError(f"name must be one of {tuple(catalogue())}, got {name!r}.")
    folder = Path(data_home or Path.home() / "eccru_data") / name
    if not (folder / RECORD).exists():
        fetch(name, {}, folder, SOURCES, os.environ.get("ECCRU_MIRROR"))
    return prepare(name, folder, reduction)[0]
