"""ARFF files: the header is read here, the rows by liac-arff (`eccru.data.arff_rows`).

liac-arff reads headers too, but not as Weka does: it leaves the backslashes in names, takes off all
quotes at their ends, wants a blank and no tab after ``@attribute``, and passes over lines that it
does not know. And its pattern for nominal values takes twice as long with each further comma in a
quoted value (0.5 s with 20 of them).
"""

import re
from pathlib import Path

from eccru.data import limits
from eccru.data.table import Attribute, Table
from eccru.errors import DataError
from eccru.extras import require

_NUMERIC = {"numeric", "real", "integer"}
_QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
# Only what Weka takes for white space ends a name: others may be part of it.
_ATTRIBUTE = re.compile(
    rf"""@attribute[\0- ]+({_QUOTED}|[^\0- '"{{][^\0- {{]*)[\0- ]*(.*)""", re.IGNORECASE
)
_VALUE = re.compile(rf"""\s*({_QUOTED}|[^\s,'"{{}}]+)\s*(?:,|$)""")


def read_arff(paths) -> Table:
    """Read an ARFF file, dense or sparse, or several with the same attributes as one.

    Parameters
    ----------
    paths : list of path-like
        The files, in UTF-8 or, failing that, Latin-1. Their rows are joined in this order.

    Returns
    -------
    Table
        Attributes and rows. What a sparse row leaves out is 0, or the first value of a nominal
        attribute.

    Raises
    ------
    DataError
        If a file is not whole or not ARFF or too large (`eccru.data.limits`), or if a value is
        missing (``?``).
    """
    require("Reading ARFF files", "arff")
    from eccru.data.arff_rows import RowReader

    reader = None
    for path in map(Path, paths):
        try:
            if path.stat().st_size > limits.LARGEST:
                raise DataError(f"{path} is refused: it has more than {limits.LARGEST} bytes.")
            with open(path, encoding=encoding_of(path)) as file:
                lines = _numbered_lines(path, file)
                attributes = _read_header(path, lines)
                reader = reader or RowReader(attributes)
                if attributes != reader.attributes:
                    raise DataError(
                        f"{path} cannot be joined to {paths[0]}: their attributes differ."
                    )
                reader.read(path, lines)
        except OSError as error:
            raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    return reader.table()


def read_relation(path) -> str:
    """Return the line of an ARFF file that names the relation; nothing where there is none."""
    with open(path, encoding=encoding_of(path)) as file:
        for _, line in _numbered_lines(path, file):
            if line.lower().startswith("@relation"):
                return line
            if line.lower().startswith("@data"):
                break
    return ""


def encoding_of(path) -> str:
    """Return the encoding of a text file: UTF-8 or, failing that, Latin-1."""
    try:
        with open(path, encoding="utf-8") as file:
            while file.read(1 << 20):
                pass
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig"


def _numbered_lines(path, file):
    """Yield the number and text of each line, blank lines and comments left out."""
    lines = iter(lambda: file.readline(limits.LONGEST_LINE), "")
    for number, line in enumerate(lines, 1):
        if number > limits.MOST_LINES:
            raise DataError(f"{path} is refused: it has more than {limits.MOST_LINES} lines.")
        if len(line) == limits.LONGEST_LINE:
            raise DataError(
                f"{path}, line {number}: a line of {limits.LONGEST_LINE} characters or more is "
                "refused."
            )
        line = line.strip()
        if line and line[0] != "%":
            yield number, line


def _read_header(path, lines) -> list[Attribute]:
    """Read up to ``@data``."""
    attributes, n_names = {}, 0
    for number, line in lines:
        keyword = line[:10].split(maxsplit=1)[0].lower()
        if keyword == "@data":
            if not attributes:
                raise DataError(f"{path} has no @attribute before @data.")
            return list(attributes.values())
        if keyword == "@attribute":
            try:
                attribute = _read_attribute(line)
            except ValueError as error:
                raise DataError(f"{path}, line {number}: {error}.") from None
            if attribute.name in attributes:
                raise DataError(f"{path}, line {number}: a second attribute {attribute.name!r}.")
            attributes[attribute.name] = attribute
            n_names += 1 + len(attribute.values or ())
            if n_names > limits.MOST_NAMES:
                raise DataError(
                    f"{path} is refused: it declares more than {limits.MOST_NAMES} attributes and "
                    "values."
                )
        elif keyword != "@relation":
            raise DataError(f"{path}, line {number}: {line[:30]!r} is not part of an ARFF header.")
    raise DataError(f"{path} has no @data line; it is no ARFF file, or cut off.")


def _read_attribute(line) -> Attribute:
    match = _ATTRIBUTE.fullmatch(line)
    name, kind = (_unquote(match[1]), match[2]) if match else ("", "")
    if len(name) > limits.LONGEST_NAME:
        raise ValueError(f"a name of more than {limits.LONGEST_NAME} characters is refused")
    if kind.lower() in _NUMERIC:
        return Attribute(name)
    if kind.lower() == "string":
        return Attribute(name, ())
    if kind.startswith("{") and kind.endswith("}"):
        values = _read_values(kind[1:-1].strip())
        if values and len(set(values)) == len(values):
            return Attribute(name, tuple(values))
    raise ValueError(f"{line[:60]!r} does not declare a numeric, nominal or string attribute")


def _read_values(text) -> list[str]:
    """Return the values between the braces; none if they are not as they should be."""
    values, position = [], 0
    while position < len(text):
        match = _VALUE.match(text, position)
        if match is None:
            return []
        values.append(_unquote(match[1]))
        position = match.end()
    return values


def _unquote(text) -> str:
    """Remove the quotes around a name or value, and the backslashes within, as in the rows."""
    if text[0] not in "'\"":
        return text
    import arff

    return arff.loads(f"@relation r\n@attribute a string\n@data\n{text}")["data"][0][0]
