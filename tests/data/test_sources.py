"""The sources of a dataset: their order, what they give, and what is said when all fail."""

import io
import json
import os
import zipfile

import pytest

from eccru.data import archives, availability, download, sources
from eccru.data.availability import fetch_or_note, list_available
from eccru.data.preparation import prepare
from eccru.data.sources import fetch
from eccru.errors import DataError, DataNotFound
from eccru.files import PART
from tests.data.test_arff import SMALL, XML
from tests.data.test_download import Answer, serving

ALL = ["mirror", "mulan", "scikit-multilearn", "url"]
FLAGS = "/data/multi-label/flags/"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(download, "WAITS", (0.01,))


def zipped(**members) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file.getvalue()


def files_of(mirror, folder):
    return {
        f"/data/multi-label/{folder}/{path.name}": [Answer(body=path.read_bytes())]
        for path in (mirror / "data/multi-label" / folder).iterdir()
    }


def test_mirror_comes_first_and_is_recorded(mirror, tmp_path):
    record = fetch("flags", {}, tmp_path / "flags", ALL, mirror=mirror)
    assert record["source"] == "mirror"
    assert record["arff"] == ["flags.arff"]
    assert record["xml"] == "flags.xml"
    assert record == json.loads((tmp_path / "flags" / "source.json").read_text())
    assert {p.name for p in (tmp_path / "flags").iterdir()} == {*record["sha256"], "source.json"}
    for name in record["sha256"]:
        copy = (tmp_path / "flags" / name).read_bytes()
        assert copy == (mirror / "data/multi-label/flags" / name).read_bytes()
    # Nothing in the record depends on when, or on where the mirror is.
    first = (tmp_path / "flags" / "source.json").read_bytes()
    os.symlink(mirror, tmp_path / "elsewhere")
    fetch("flags", {}, tmp_path / "flags", ALL, mirror=tmp_path / "elsewhere")
    assert (tmp_path / "flags" / "source.json").read_bytes() == first


def test_mulan_repository_comes_next(mirror, tmp_path, monkeypatch):
    with serving(files_of(mirror, "flags")) as (url, _):
        monkeypatch.setattr(sources, "MULAN", url)
        record = fetch("flags", {}, tmp_path, ALL)
    assert record["source"] == "mulan"
    assert prepare("flags", tmp_path)[1]["source"] == record


def test_a_damaged_mirror_is_passed_over(mirror, tmp_path, monkeypatch):
    bad = tmp_path / "bad" / FLAGS.strip("/")
    bad.mkdir(parents=True)
    for name in ("flags.arff", "flags.xml"):
        text = (mirror / FLAGS.strip("/") / name).read_bytes()
        (bad / name).write_bytes(text[:-1] if name == "flags.xml" else text)
    with serving(files_of(mirror, "flags")) as (url, _):
        monkeypatch.setattr(sources, "MULAN", url)
        record = fetch("flags", {}, tmp_path / "flags", ALL, mirror=tmp_path / "bad")
    assert record["source"] == "mulan"
    with pytest.raises(DataNotFound, match=r"mirror: flags\.xml has the wrong checksum"):
        fetch("flags", {}, tmp_path / "flags2", ["mirror"], mirror=tmp_path / "bad")
    assert list((tmp_path / "flags2").iterdir()) == []


def test_when_no_source_has_it_each_is_named_with_its_reason(tmp_path):
    with serving({}) as (url, _):
        entry = {"url": f"{url}/Eurlex-sm_Mulan.zip"}
        with pytest.raises(DataNotFound) as error:
            fetch("eurlex-sm", entry, tmp_path / "e", ALL, mirror=tmp_path)
    first, mirror, mulan, package, address, advice = str(error.value).splitlines()
    assert first == "No source has the dataset eurlex-sm."
    assert mirror.startswith("  mirror: ")
    assert mirror.endswith("eurlex-sm.arff: No such file or directory")
    assert mulan == "  mulan: the Mulan repository does not hold it"
    assert package.startswith("  scikit-multilearn: ")
    assert address == f"  url: {url}/Eurlex-sm_Mulan.zip answers 404 Not Found"
    assert "ECCRU_MIRROR" in advice
    assert "url:" in advice
    assert not (tmp_path / "e" / "source.json").exists()


def test_an_unknown_dataset_without_files_is_told_so(tmp_path):
    with pytest.raises(DataNotFound, match="No source has the dataset mine") as error:
        fetch("mine", {}, tmp_path, ["mirror", "url"], mirror=tmp_path)
    assert "it is not one of the datasets that are known by name" in str(error.value)
    assert "names no arff and xml files" in str(error.value)


@pytest.mark.parametrize("kind", ["paths", "urls", "folder"])
def test_files_of_ones_own(tmp_path, kind):
    (tmp_path / "a.arff").write_text(SMALL)
    (tmp_path / "a.xml").write_text(XML)
    pages = {"/x/a.arff": [Answer(body=SMALL.encode())], "/x/a.xml": [Answer(body=XML.encode())]}
    with serving(pages) as (url, _):
        entry = {
            "paths": {"arff": [str(tmp_path / "a.arff")], "xml": str(tmp_path / "a.xml")},
            "urls": {"arff": [f"{url}/x/a.arff"], "xml": f"{url}/x/a.xml"},
            "folder": {"url": f"{url}/x/", "arff": ["a.arff"], "xml": "a.xml"},
        }[kind]
        # A name of the catalogue does not matter: the files are what the user says.
        record = fetch("yeast", entry, tmp_path / "raw", ALL)
    assert record["source"] == "url"
    dataset, stats = prepare("mine", tmp_path / "raw")
    assert dataset.name == "mine"
    assert dataset.X.tolist() == [[1.5, 0], [2.5, 1], [3.5, 1]]
    assert (stats["n"], stats["d"], stats["q"]) == (3, 2, 2)


def test_checksums_of_ones_own(tmp_path):
    (tmp_path / "a.arff").write_text(SMALL)
    (tmp_path / "a.xml").write_text(XML)
    entry = {"arff": [str(tmp_path / "a.arff")], "xml": str(tmp_path / "a.xml")}
    with pytest.raises(DataNotFound, match=r"a\.xml has the wrong checksum"):
        fetch("mine", {**entry, "sha256": {"a.xml": "0" * 64}}, tmp_path / "raw", ["url"])
    assert list((tmp_path / "raw").iterdir()) == []


@pytest.mark.parametrize(
    "entry", [{}, {"arff": ["eurlex-sm.arff"], "xml": "EURLEX-sm.xml"}, {"arff": ["other.arff"]}]
)
def test_zip(tmp_path, entry):
    body = zipped(**{"Eurlex-sm/Eurlex-sm.arff": SMALL, "Eurlex-sm/Eurlex-sm.xml": XML})
    with serving({"/e.zip": [Answer(body=body)]}) as (url, _):
        record = fetch("mine", {**entry, "url": f"{url}/e.zip"}, tmp_path, ALL)
    assert record["arff"] == ["Eurlex-sm.arff"]
    assert {p.name for p in tmp_path.iterdir()} == {
        "Eurlex-sm.arff",
        "Eurlex-sm.xml",
        "source.json",
    }
    assert prepare("mine", tmp_path)[0].Y.shape == (3, 2)


def test_parts_are_taken_out_of_a_zip_by_name(tmp_path):
    body = zipped(**{"a-test.arff": SMALL, "a-train.arff": SMALL, "a.arff": "", "a.xml": XML})
    entry = {"arff": ["a-train.arff", "a-test.arff"], "xml": "a.xml"}
    with serving({"/e.zip": [Answer(body=body)]}) as (url, _):
        fetch("mine", {**entry, "url": f"{url}/e.zip"}, tmp_path, ["url"])
    assert prepare("mine", tmp_path)[1]["n"] == 6


GOOD = zipped(**{"a.arff": SMALL * 100, "a.xml": XML})


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (zipped(**{"a.arff": SMALL, "../a.xml": XML}), r"refused: its member '\.\./a\.xml' leaves"),
        (zipped(**{"a.arff": SMALL, "/a.xml": XML}), r"refused: its member '/a\.xml' leaves"),
        (zipped(**{"a.arff": SMALL, "..\\a.xml": XML}), r"refused: its member '.*a\.xml' leaves"),
        (zipped(**{"a.arff": SMALL, "b.arff": SMALL, "a.xml": XML}), r"has 2 \.arff files"),
        (zipped(**{"a.arff": SMALL}), r"has 0 \.xml files"),
        (zipped(**{"a.arff": b"0" * 20_000, "a.xml": XML}), r"unpacks to more than 10000 bytes"),
        (GOOD[:100] + b"damage" + GOOD[106:], r"e\.zip is not a whole zip file"),
        (b"not a zip", r"e\.zip is not a whole zip file"),
    ],
)
def test_a_bad_zip_is_refused_and_leaves_nothing(tmp_path, monkeypatch, body, message):
    monkeypatch.setattr(archives, "LARGEST", 10_000)
    with (
        serving({"/e.zip": [Answer(body=body)]}) as (url, _),
        pytest.raises(DataNotFound, match=message),
    ):
        fetch("mine", {"url": f"{url}/e.zip"}, tmp_path / "raw", ["url"])
    assert list((tmp_path / "raw").iterdir()) == []
    assert list(tmp_path.iterdir()) == [tmp_path / "raw"]


def test_a_full_disk_is_not_taken_for_a_missing_dataset(mirror, tmp_path, monkeypatch):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this system")
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / f".flags.xml.{os.getpid()}{PART}").symlink_to("/dev/full")
    monkeypatch.setattr(sources, "remove_parts", lambda _: None)  # it would remove that
    with pytest.raises(DataError, match=r"flags\.xml cannot be written: No space") as error:
        fetch("flags", {}, raw, ALL, mirror=mirror)
    assert not isinstance(error.value, DataNotFound)
    assert not (raw / "source.json").exists()


def test_leftovers_of_a_killed_process_are_removed(mirror, tmp_path):
    (tmp_path / f".flags.arff.1{PART}").write_text("half")
    fetch("flags", {}, tmp_path, ["mirror"], mirror=mirror)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"source": "mirror", "sha256": {}}'])
def test_a_damaged_record_is_named(tmp_path, content):
    (tmp_path / "source.json").write_text(content)
    for read in (lambda: prepare("flags", tmp_path), lambda: list_available([tmp_path])):
        with pytest.raises(DataError, match=r"source\.json is damaged: ") as error:
            read()
        assert str(tmp_path) in str(error.value)


def test_what_was_asked_is_recorded_in_the_one_write(mirror, tmp_path, monkeypatch):
    written = []
    for module in (sources, availability):
        monkeypatch.setattr(module, "write_json", lambda *call: written.append(call))
    asked = {"sources": ["mirror"], "mirror": str(mirror), "missing_data": "skip"}
    fetch_or_note("flags", {}, tmp_path, asked)
    ((path, record),) = written
    assert path == tmp_path / "source.json"
    assert record["asked"] == asked
    assert record["sha256"].keys() == {"flags.arff", "flags.xml"}


def test_files_that_changed_after_fetching_are_refused(mirror, tmp_path):
    with pytest.raises(DataError, match=r"source\.json cannot be read: No such file"):
        prepare("flags", tmp_path)
    fetch("flags", {}, tmp_path, ["mirror"], mirror=mirror)
    with (tmp_path / "flags.arff").open("a") as file:
        file.write("\n")
    with pytest.raises(DataError, match=r"flags\.arff has changed since it was fetched"):
        prepare("flags", tmp_path)
