"""Which datasets were to be had."""

import logging
from pathlib import Path

from eccru.data.catalogue import RECORD
from eccru.data.sources import find
from eccru.errors import DataNotFound
from eccru.files import read_json, write_json

log = logging.getLogger(__name__)


def fetch_or_note(name, entry, folder, asked: dict, key: str) -> None:
    """Get the files of a dataset, or put down why they are not to be had if that may be.

    Parameters
    ----------
    name, entry, folder
        As `eccru.data.sources.fetch` takes them.
    asked : dict
        Where to look: `sources`, `mirror` and `missing_data`; with "skip" a dataset that no source
        has is not an error. What was asked is kept in the record beside the files.
    key : str
        What was asked for, as a hash that the record keeps.
    """
    try:
        record = find(name, entry, folder, asked["sources"], asked["mirror"])
    except DataNotFound as error:
        if asked["missing_data"] == "fail":
            raise
        log.warning("%s", error)
        record = {"source": None, "why": str(error)}
    write_json(Path(folder) / RECORD, {**record, "asked": asked, "key": key})


def list_available(folders) -> dict:
    """Tell the datasets that were to be had from those that were not, and why.

    Parameters
    ----------
    folders : list of path-like
        What `fetch_or_note` wrote for each dataset, in folders named after them.

    Returns
    -------
    dict
        ``available``, a list of names, and ``missing``, the reasons by name.
    """
    records = {Path(folder).name: read_json(Path(folder) / RECORD) for folder in folders}
    missing = {name: record["why"] for name, record in records.items() if not record["source"]}
    if len(missing) == len(records):
        raise DataNotFound("\n".join(["No dataset is to be had.", *missing.values()]))
    return {"available": [name for name in records if name not in missing], "missing": missing}


def missing_datasets(path) -> dict[str, str]:
    """Return the datasets that were not to be had, and why; none where no list was made."""
    return read_json(path)["missing"] if path else {}
