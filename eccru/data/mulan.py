"""Datasets in the format of Mulan: one or more ARFF files and an XML file that names the labels."""

from pathlib import Path

from eccru.data.arff import read_arff
from eccru.data.dataset import Dataset
from eccru.data.encode import encode
from eccru.data.labels import read_label_names
from eccru.data.table import Table
from eccru.errors import DataError


def read_mulan(arff_paths, xml_path) -> Dataset:
    """Read a multi-label dataset in the format of Mulan.

    Parameters
    ----------
    arff_paths : path-like or list of path-like
        The ARFF file, dense or sparse, or several parts of it (train and test), which are joined.
    xml_path : path-like
        The XML file with the names of the labels. The columns of `Y` have its order.

    Returns
    -------
    Dataset
        Named like the XML file. How attributes become features is told at
        `eccru.data.encode.encode`.

    Raises
    ------
    DataError
        If a file cannot be used; the message names it, and the line where there is one.
    """
    if isinstance(arff_paths, (str, Path)):
        arff_paths = [arff_paths]
    return encode(Path(xml_path).stem, *read_table(arff_paths, xml_path))


def read_table(arff_paths, xml_path) -> tuple[Table, list[str]]:
    """Read the files of a dataset: the table of all attributes, and which of them are labels."""
    label_names = read_label_names(xml_path)
    table = read_arff(arff_paths)
    attributes = {attribute.name for attribute in table.attributes}
    for label in label_names:
        if label not in attributes:
            raise DataError(f"{xml_path} names the label {label!r}, which {arff_paths[0]} has not.")
    return table, label_names
