"""Taking files out of a zip that may be anything."""

import zipfile
import zlib
from pathlib import Path, PurePosixPath

from eccru.data.download import store
from eccru.data.limits import LARGEST, RATIO
from eccru.errors import SourceFailed

_PIECE = 1 << 20


def unzip_mulan(zip_path, folder, arff=(), xml=None, sha256=None) -> tuple[dict, list[str], str]:
    """Take the files of a dataset out of a zip.

    Parameters
    ----------
    zip_path, folder : path-like
        The zip, and where to put the files.
    arff, xml : list of str and str, optional
        Names of the files, whatever folder of the zip they are in, upper and lower case being the
        same. If it has none of that name, its only ARFF and its only XML file are taken.
    sha256 : dict, optional
        Checksums of the files, by name.

    Returns
    -------
    checksums, arff, xml
        The checksum of each file taken, and the names of the files.

    Raises
    ------
    SourceFailed
        If the zip is damaged or unsafe, or does not have the files.
    """
    zip_name = Path(zip_path).name
    try:
        with zipfile.ZipFile(zip_path) as archive:
            members = _safe_members(zip_name, archive)
            arff_members = _choose(zip_name, members, arff, ".arff")
            (xml_member,) = _choose(zip_name, members, [xml] if xml else [], ".xml")
            left = min(LARGEST, max(_PIECE, RATIO * Path(zip_path).stat().st_size))
            checksums = {}
            for member in [*arff_members, xml_member]:
                name = PurePosixPath(member).name
                with archive.open(member) as file:
                    pieces = _bounded(file, left, zip_name)
                    checksums[name] = store(Path(folder, name), pieces, (sha256 or {}).get(name))
                left -= Path(folder, name).stat().st_size
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise SourceFailed(f"{zip_name} is not a whole zip file: {error}") from error
    names = list(checksums)
    return checksums, names[:-1], names[-1]


def _safe_members(zip_name, archive) -> list[str]:
    for member in archive.namelist():
        path = PurePosixPath(member.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts:
            raise SourceFailed(f"{zip_name} is refused: its member {member!r} leaves the folder")
    return archive.namelist()


def _choose(zip_name, members, names, suffix) -> list[str]:
    by_name = {PurePosixPath(member).name.lower(): member for member in members}
    if names and all(name.lower() in by_name for name in names):
        return [by_name[name.lower()] for name in names]
    found = [member for member in members if member.lower().endswith(suffix)]
    if len(found) != 1:
        raise SourceFailed(f"{zip_name} has {len(found)} {suffix} files, and none is named")
    return found


def _bounded(file, limit, zip_name):
    """Yield the content of a member; its declared size may be a lie, so what comes is counted."""
    while piece := file.read(_PIECE):
        limit -= len(piece)
        if limit < 0:
            raise SourceFailed(
                f"{zip_name} is refused: it unpacks to more than {LARGEST} bytes, or {RATIO} times "
                "its size"
            )
        yield piece
