"""Which columns are labels: as Mulan's XML file says, or as the user does."""

from collections import Counter
from fnmatch import fnmatchcase
from xml.etree.ElementTree import ParseError

from eccru.data import limits
from eccru.data.table import Table
from eccru.errors import DataError
from eccru.extras import require


def read_label_names(path) -> list[str]:
    """Return the names of the labels, in the order of the file.

    Labels may lie within each other (a hierarchy): a label then comes before those within it.

    Parameters
    ----------
    path : path-like
        The XML file. One that declares entities is refused, and one that is too large.

    Raises
    ------
    DataError
        If the file is not XML, or names no labels, or one twice.
    """
    require("Reading XML files", "defusedxml")
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        with open(path, "rb") as file:
            content = file.read(limits.LARGEST_XML + 1)
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > limits.LARGEST_XML:
        raise DataError(f"{path} is refused: it has more than {limits.LARGEST_XML} bytes.")
    try:
        root = fromstring(content)
    except ParseError as error:
        line, _ = error.position
        reason = str(error).split(":")[0]
        raise DataError(f"{path}, line {line}: this is not XML ({reason}).") from error
    except DefusedXmlException as error:
        raise DataError(f"{path} declares entities, which is refused as unsafe.") from error
    except (LookupError, ValueError) as error:  # an encoding that Python or the parser has not
        raise DataError(f"{path} cannot be read: {error}; save it as UTF-8.") from error
    # Mulan's files have a namespace, which others leave out.
    names = [e.get("name") for e in root.iter() if e.tag.rsplit("}", 1)[-1] == "label"]
    if not names or None in names:
        raise DataError(f"{path} has no <label name=...> elements, or one without a name.")
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise DataError(f"{path} names the label {name!r} twice.")
    return names


def choose_labels(table: Table, labels) -> list[str]:
    """Return the names of the columns that are labels.

    Parameters
    ----------
    table : Table
        All columns.
    labels : int, str or list of str
        How many of the first columns (of the last ones, if negative), a pattern such as
        ``"label_*"``, or several names or patterns, whose order counts.

    Raises
    ------
    DataError
        If there are no such columns, or if no feature is left.
    """
    path, names = table.where[0][0], [attribute.name for attribute in table.attributes]
    if isinstance(labels, int):
        if not 0 < abs(labels) < len(names):
            raise DataError(f"{path} has {len(names)} columns, of which {labels} are to be labels.")
        return names[labels:] if labels < 0 else names[:labels]
    chosen, known = {}, set(names)
    for pattern in [labels] if isinstance(labels, str) else labels:
        found = [pattern] if pattern in known else [n for n in names if fnmatchcase(n, pattern)]
        if not found:
            shown = ", ".join(names[:5] + ["..."] * (len(names) > 5))
            raise DataError(f"{path} has no column {pattern!r}, a label; it has {shown[:200]}.")
        chosen |= dict.fromkeys(found)
    if len(chosen) == len(names):
        raise DataError(f"{path} has no features: all of its columns are labels.")
    return list(chosen)
