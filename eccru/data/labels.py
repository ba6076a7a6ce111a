"""The names of the labels, from the XML file that Mulan puts beside the ARFF file."""

from collections import Counter
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from eccru.data import limits
from eccru.errors import DataError


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
