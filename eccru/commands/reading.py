"""The data that a command is given."""

from pathlib import Path

from eccru.data.encode import encode
from eccru.data.reading import find_labels, read_files


def read_data(arguments) -> tuple:
    """Return the dataset, and the number of attributes that its file has besides the labels."""
    paths, labels = [Path(path) for path in arguments.data], arguments.labels
    if labels is not None and labels.removeprefix("-").isdigit():
        labels = int(labels)
    table, label_names = read_files(paths, find_labels(paths[0], labels))
    n_attributes = len(table.attributes) - len(label_names)
    return encode(paths[0].stem, table, label_names), n_attributes
