"""The datasets that are known by name: which files they have and where those are to be had."""

import json
from functools import cache
from importlib.resources import files

RECORD = "source.json"  # beside the files of a dataset: where they are from


@cache
def catalogue() -> dict[str, dict]:
    """Return what is known of each dataset.

    ``folder``, ``arff`` and ``xml`` say where its files lie in the Mulan repository or a mirror of
    it; ``in_mulan_repository`` whether they really are in the repository, and ``sha256`` their
    checksums there; ``scikit_multilearn`` its name in that package; ``url`` where else it is;
    ``shifted`` what is to be set right in its rows (`eccru.data.realign`).
    """
    return json.loads(files("eccru.data").joinpath("catalogue.json").read_text(encoding="utf-8"))


def resolve(entry: dict) -> dict:
    """Complete an entry of the configuration's ``datasets`` with what is known of its dataset.

    An entry that names files of its own is another dataset, whatever it is called: nothing is
    added to it. Any other key of the entry takes the place of the known one.
    """
    if entry.keys() & {"arff", "file", "openml"}:
        return entry
    return {**catalogue().get(entry["name"], {}), **entry}
