"""Whether a file is what the configuration asks for, by the key that is in it.

The key of a step is a hash of all that decides its result: its settings, the seed, the code, and
the keys of what it was made from. A file holds its key; where a step writes many files, a manifest
does.
"""

from pathlib import Path

from eccru.errors import DataError
from eccru.files import KEY, other_key, read_arrays, read_json, sha256, write_json
from eccru.study.records import Record


def write_manifest(path, key: str, files) -> None:
    """Put down what the files of a step are a result of, and their checksums."""
    write_json(path, {KEY: key, "files": {str(file): sha256(file) for file in files}})


def why_stale(path, key: str) -> str | None:
    """Say why a file that exists is not what is asked for; None if it is.

    Parameters
    ----------
    path : path-like
        A record of a run, a manifest, another JSON file or an .npz file.
    key : str
        The key that is asked for.
    """
    path = Path(path)
    try:
        if path.suffix == ".npz":
            read_arrays(path, key)
            return None
        if "runs" in path.parts:
            found = Record.read(path).key
        else:
            content = read_json(path)
            found = content.get(KEY)
            for file, checksum in content.get("files", {}).items():
                if Path(file).exists() and sha256(file) != checksum:
                    return f"{file} was changed after it was made."
    except DataError as error:
        return str(error)
    return None if found == key else other_key(path)
