"""From the files of a dataset to the dataset that is trained on."""

from pathlib import Path

from eccru.data.catalogue import RECORD
from eccru.data.dataset import Dataset
from eccru.data.dumps import read_dumps
from eccru.data.encode import encode
from eccru.data.imbalance import statistics
from eccru.data.mulan import read_table
from eccru.data.reading import read_files
from eccru.data.realign import realign
from eccru.data.reduce import reduce_features
from eccru.errors import DataError
from eccru.files import read_json, sha256
from eccru.sparse import CSR


def prepare(name, raw_folder, reduction=None, labels=None, format=None) -> tuple[Dataset, dict]:
    """Read the files that `fetch` put into a folder, and reduce the features.

    Parameters
    ----------
    name : str
        Name of the dataset.
    raw_folder : path-like
        The folder that `fetch` wrote to.
    reduction : float, optional
        The fraction of features to keep; all by default.
    labels, format : optional
        As `eccru.data.reading.read_dataset` takes them, for files of one's own.

    Returns
    -------
    dataset : Dataset
        The prepared dataset.
    stats : dict
        The figures of Table 1 (see `eccru.data.imbalance.statistics`), the number of ``columns``
        and of stored ``entries`` of `dataset.X`, and ``source``, what `fetch` recorded.

    Raises
    ------
    DataError
        If a file cannot be used.
    """
    folder = Path(raw_folder)
    record = _read_record(folder)
    if "dumps" in record:
        table, label_names = read_dumps([folder / file for file in record["dumps"]])
    elif "files" in record:
        paths = [folder / file for file in record["files"]]
        labels = record.get("labels") if labels is None else labels
        table, label_names = read_files(paths, labels, format)
    else:
        arff_paths = [folder / file for file in record["arff"]]
        table, label_names = read_table(arff_paths, folder / record["xml"])
    if "shifted" in record:
        table = realign(table, label_names, **record["shifted"])
    dataset = encode(name, table, label_names)
    n_attributes = len(table.attributes) - len(label_names)
    if reduction is not None:
        dataset = reduce_features(dataset, reduction)
        n_attributes = dataset.features.shape[1]
    stats = statistics(dataset, n_attributes)
    features = dataset.features
    entries = len(features.data) if isinstance(features, CSR) else features.size
    sizes = {"columns": features.shape[1], "entries": entries}
    return dataset, {**stats, **sizes, "source": record}


def _read_record(folder) -> dict:
    """Return what `fetch` recorded, after a look at the files: a disk can fail, a user can edit."""
    record = read_json(folder / RECORD)
    try:
        for file, expected in record["sha256"].items():
            if sha256(folder / file) != expected:
                raise DataError(
                    f"{folder / file} has changed since it was fetched; fetch it again."
                )
    except OSError as error:
        raise DataError(f"{error.filename} cannot be read: {error.strerror}.") from error
    return record
