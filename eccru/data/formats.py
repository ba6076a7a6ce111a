"""The formats of files that a dataset may be in."""

from pathlib import Path

from eccru.errors import DataError

ENDINGS = {
    ".arff": "arff",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".libsvm": "libsvm",
    ".svm": "libsvm",
    ".npz": "npz",
}
NAMES_ITS_LABELS = ("arff", "libsvm", "npz")  # in ARFF files, the relation may


def format_of(name, format=None) -> str:
    """Return the format of a file, which its ending tells where it is not given."""
    format = format or ENDINGS.get(Path(name).suffix.lower())
    if format is None:
        known = ", ".join(dict.fromkeys(ENDINGS.values()))
        raise DataError(f"{name}: its ending does not tell its format; name it (format: {known}).")
    return format
