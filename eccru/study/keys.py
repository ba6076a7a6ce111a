"""Whether a file is what the configuration asks for, by the key that is in it.

The key of a step is a hash of all that decides its result: its settings, the seed, the code, and
the keys of what it was made from. A file holds its key; where a step writes many files, a manifest
does.
"""

from pathlib import Path

from eccru.errors import DataError
from eccru.files import KEY, hash_of, other_key, read_arrays, read_json, sha256, write_json
from eccru.study.records import Record


def write_manifest(path, key: str, files) -> None:
    """Put down what the files of a step are a result of, and their checksums."""
    write_json(path, {KEY: key, "files": {str(file): sha256(file) for file in files}})


def key_of_runs(settings: str, run_keys) -> str:
    """Return the key of what is made from all of some runs; their order does not count."""
    return hash_of([settings, sorted(run_keys)])


def check_runs(records: list[Record], settings: str, key: str) -> None:
    """Raise a `DataError` unless runs are those that a step is to be made from.

    Parameters
    ----------
    records : list of Record
        The runs.
    settings, key : str
        What else decides the step, and its key, as hashes.
    """
    if key_of_runs(settings, [record.key for record in records]) != key:
        raise DataError("Some runs are not those that are asked for: call the workflow again.")


def why_stale(path, key: str | None, time_limit: int | None = None) -> str | None:
    """Say why a file that exists is not what is asked for; None if it is.

    Parameters
    ----------
    path : path-like
        A record of a run, a manifest, another JSON file or an .npz file.
    key : str or None
        The key that is asked for; None if it is not known, and whole files will do.
    time_limit : int or None
        CPU seconds that a run may take: one that was stopped earlier is not what is asked for.
    """
    path = Path(path)
    try:
        if path.suffix == ".npz":
            read_arrays(path, key)
            return None
        if "runs" in path.parts:
            record = Record.read(path)
            found, stopped = record.key, record.stopped
            if stopped is not None and (time_limit is None or time_limit > stopped):
                return f"{path} is of a run that was stopped after {stopped} s."
        else:
            content = read_json(path)
            found = content.get(KEY)
            for file, checksum in content.get("files", {}).items():
                if Path(file).exists() and sha256(file) != checksum:
                    return f"{file} was changed after it was made."
    except DataError as error:
        return str(error)
    return None if key in (None, found) else other_key(path)
