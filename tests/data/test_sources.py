"""The sources of a dataset: their order, what they give, and what is said when all fail."""

import io
import os
import zipfile

import pytest

from eccru.data import archives, availability, download, sources
from eccru.data.availability import fetch_or_note, list_available
from eccru.data.catalogue import catalogue
from eccru.data.preparation import prepare
from eccru.data.sources import fetch
from eccru.errors import DataError, DataNotFound
from eccru.files import PART, read_json
from tests.data.test_arff import SMALL, XML
from tests.data.test_download import Answer, serving
from tests.mulan import write_mulan

ALL = ["mirror", "mulan", "scikit-multilearn", "url"]
STONES = "data/multi-label/stones"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(download, "WAITS", (0.01,))


def zipped(**members) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file.getvalue()


@pytest.fixture
def stones(tmp_path, monkeypatch):
    """A mirror with one dataset, stones, that the catalogue knows as if it were Mulan's."""
    folder = tmp_path / "mirror"
    monkeypatch.setitem(catalogue(), "stones", write_mulan(folder, "stones", seed=1, rows=60))
    return folder


@pytest.fixture
def served(stones, monkeypatch):
    """The same as the Mulan repository on a web server."""
    files = (stones / STONES).iterdir()
    pages = {f"/{STONES}/{path.name}": [Answer(body=path.read_bytes())] for path in files}
    with serving(pages) as (url, _):
        monkeypatch.setattr(sources, "MULAN", url)
        yield


def test_mirror_comes_first_and_is_recorded(stones, served, tmp_path):
    raw = tmp_path / "raw"
    record = fetch("stones", {}, raw, ALL, mirror=stones)
    assert record["source"] == "mirror"
    assert record["arff"] == ["stones.arff"]
    assert record["xml"] == "stones.xml"
    assert record == read_json(raw / "source.json")
    assert {p.name for p in raw.iterdir()} == {*record["sha256"], "source.json"}
    for name in record["sha256"]:
        assert (raw / name).read_bytes() == (stones / STONES / name).read_bytes()
    # Nothing in the record depends on when, or on where the mirror is.
    first = (raw / "source.json").read_bytes()
    os.symlink(stones, tmp_path / "elsewhere")
    fetch("stones", {}, raw, ALL, mirror=tmp_path / "elsewhere")
    assert (raw / "source.json").read_bytes() == first


def test_mulan_repository_comes_next(served, tmp_path):
    record = fetch("stones", {}, tmp_path / "raw", ALL)
    assert record["source"] == "mulan"
    assert prepare("stones", tmp_path / "raw")[1]["source"] == record


def test_a_damaged_mirror_is_passed_over(stones, served, tmp_path):
    damaged = stones / STONES / "stones.xml"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    assert fetch("stones", {}, tmp_path / "raw", ALL, mirror=stones)["source"] == "mulan"
    with pytest.raises(DataNotFound, match=r"mirror: stones\.xml has the wrong checksum"):
        fetch("stones", {}, tmp_path / "raw2", ["mirror"], mirror=stones)
    assert list((tmp_path / "raw2").iterdir()) == []


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
    assert "names no files (file, or arff and xml)" in str(error.value)


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


def test_a_full_disk_is_not_taken_for_a_missing_dataset(stones, tmp_path, monkeypatch):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full on this system")
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / f".stones.xml.{os.getpid()}{PART}").symlink_to("/dev/full")
    monkeypatch.setattr(sources, "remove_parts", lambda _: None)  # it would remove that
    with pytest.raises(DataError, match=r"stones\.xml cannot be written: No space") as error:
        fetch("stones", {}, raw, ALL, mirror=stones)
    assert not isinstance(error.value, DataNotFound)
    assert not (raw / "source.json").exists()


def test_leftovers_of_a_killed_process_are_removed(stones, tmp_path):
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / f".stones.arff.1{PART}").write_text("half")
    fetch("stones", {}, tmp_path / "raw", ["mirror"], mirror=stones)
    assert not list((tmp_path / "raw").glob(".*"))


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"source": "mirror", "sha256": {}}'])
def test_a_damaged_record_is_named(tmp_path, content):
    (tmp_path / "source.json").write_text(content)
    for read in (lambda: prepare("stones", tmp_path), lambda: list_available([tmp_path])):
        with pytest.raises(DataError, match=r"source\.json is damaged: ") as error:
            read()
        assert str(tmp_path) in str(error.value)


def test_what_was_asked_is_recorded_in_the_one_write(stones, tmp_path, monkeypatch):
    written = []
    for module in (sources, availability):
        monkeypatch.setattr(module, "write_json", lambda *call: written.append(call))
    asked = {"sources": ["mirror"], "mirror": str(stones), "missing_data": "skip"}
    fetch_or_note("stones", {}, tmp_path / "raw", asked, "key")
    ((path, record),) = written
    assert path == tmp_path / "raw" / "source.json"
    assert record["asked"] == asked
    assert record["key"] == "key"
    assert record["sha256"].keys() == {"stones.arff", "stones.xml"}


def test_files_that_changed_after_fetching_are_refused(stones, tmp_path):
    with pytest.raises(DataError, match=r"source\.json cannot be read: No such file"):
        prepare("stones", tmp_path)
    fetch("stones", {}, tmp_path, ["mirror"], mirror=stones)
    with (tmp_path / "stones.arff").open("a") as file:
        file.write("\n")
    with pytest.raises(DataError, match=r"stones\.arff has changed since it was fetched"):
        prepare("stones", tmp_path)
