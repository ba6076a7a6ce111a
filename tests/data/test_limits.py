"""Files that are too large, or made to fill the memory: refused in one sentence."""

import bz2
import csv
import time
import tracemalloc

import pytest

from eccru.data import dumps, limits
from eccru.data.archives import unzip_mulan
from eccru.data.arff import read_arff
from eccru.data.dumps import read_dumps
from eccru.data.mulan import read_mulan
from eccru.errors import DataError, SourceFailed
from tests.data.test_arff import SMALL, SPARSE, XML, write
from tests.data.test_sources import zipped


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\n" * (64 << 20), r"a\.arff is refused: it has more than \d+ lines"),
        (b"@data" + b" " * (64 << 20), r"a\.arff, line 1: a line of \d+ characters or more"),
        (b"\xff" * (64 << 20), r"a\.arff, line 1: a line of \d+ characters or more"),
    ],
)
def test_a_file_of_nothing_does_not_fill_the_memory(tmp_path, content, message):
    path = tmp_path / "a.arff"
    path.write_bytes(content)
    tracemalloc.start()
    with pytest.raises(DataError, match=message) as error:
        read_arff([path])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100 << 20
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("limit", "value", "text", "message"),
    [
        ("LARGEST", 100, SMALL, r"a\.arff is refused: it has more than 100 bytes"),
        ("MOST_LINES", 8, SMALL, r"a\.arff is refused: it has more than 8 lines"),
        ("MOST_NAMES", 9, SMALL, r"a\.arff is refused: it declares more than 9 attributes and"),
        ("MOST_ENTRIES", 5, SMALL, r"a\.arff, line 8: more than 5 values are not zero"),
        ("LONGEST_NAME", 1, SMALL, r"a\.arff, line 4: a name of more than 1 characters"),
        ("LARGEST_ARRAY", 5, SMALL, r"a is refused: 2 labels of 3 instances are too many"),
        ("LARGEST_ARRAY", 7, SMALL, r"a is refused: the names of its features are too long"),
        ("LARGEST_XML", 100, SMALL, r"a\.xml is refused: it has more than 100 bytes"),
    ],
)
def test_what_is_too_large_is_refused(tmp_path, monkeypatch, limit, value, text, message):
    arff, xml = write(tmp_path, "a.arff", text), write(tmp_path, "a.xml", XML)
    read_mulan(write(tmp_path, "b.arff", SMALL), xml)
    monkeypatch.setattr(limits, limit, value)
    with pytest.raises(DataError, match=message):
        read_mulan(arff, xml)


def test_a_value_that_is_too_long_for_liac_arff_is_refused(tmp_path):
    path = write(tmp_path, "a.arff", "@attribute s string\n@data\nshort\nlong" + "g" * 2000)
    before = csv.field_size_limit(1000)  # other libraries may have raised it
    try:
        with pytest.raises(DataError, match=r"a\.arff, line 4: field larger than field limit"):
            read_arff([path])
    finally:
        csv.field_size_limit(before)


def test_values_of_string_attributes_are_counted(tmp_path, monkeypatch):
    rows = "".join(f"s{i}\n" for i in range(5))
    path = write(tmp_path, "a.arff", f"@attribute s string\n@data\n{rows}")
    assert len(read_arff([path]).attributes[0].values) == 5
    monkeypatch.setattr(limits, "MOST_NAMES", 4)
    with pytest.raises(DataError, match=r"a\.arff, line 7: string attributes have more than 4"):
        read_arff([path])


def test_a_real_file_that_shrinks_much_is_unpacked(tmp_path, mirror):
    """No real file shrinks as much as that of genbase: nearly all of its values are NO."""
    arff = (mirror / "data/multi-label/genbase/genbase.arff").read_bytes()
    (tmp_path / "g.zip").write_bytes(zipped(**{"genbase.arff": arff, "genbase.xml": XML}))
    unzip_mulan(tmp_path / "g.zip", tmp_path)
    assert (tmp_path / "genbase.arff").read_bytes() == arff


def test_a_zip_that_unpacks_to_much_more_than_itself_is_refused(tmp_path):
    (tmp_path / "a.zip").write_bytes(zipped(**{"a.arff": b"\n" * (32 << 20), "a.xml": XML}))
    with pytest.raises(SourceFailed, match=r"a\.zip is refused: it unpacks to more than \d+ bytes"):
        unzip_mulan(tmp_path / "a.zip", tmp_path / "raw")
    assert list((tmp_path / "raw").iterdir()) == []


def test_a_dump_is_not_unpacked_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(dumps, "LARGEST_DUMP", 1 << 20)
    (tmp_path / "a.dump.bz2").write_bytes(bz2.compress(bytes(50 << 20)))
    tracemalloc.start()
    with pytest.raises(DataError, match=r"a\.dump\.bz2 is not .*: it unpacks to more than 1048576"):
        read_dumps([tmp_path / "a.dump.bz2"])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 << 20


@pytest.mark.parametrize(
    "row",
    [
        "'" + r"\'" * 100_000,
        '"' + "\\" * 100_000,
        "'a'" * 50_000,
        "," * 100_000,
        "a" + " " * 100_000 + '"',
        "{" + "1 " * 50_000 + "}",
        "{1 " + r"'\'" * 50_000 + "}",
        "{1" + " " * 100_000 + "}",
    ],
)
def test_a_bad_row_is_refused_at_once(tmp_path, row):
    sample = SPARSE if row[0] == "{" else SMALL
    head = sample[: sample.lower().index("@data") + 6]
    start = time.process_time()
    with pytest.raises(DataError, match=r"a\.arff, line \d+: ") as error:
        read_arff([write(tmp_path, "a.arff", f"{head}{row}\n")])
    assert time.process_time() - start < 1
    assert len(str(error.value)) < 300 + len(str(tmp_path))


@pytest.mark.parametrize(
    "declaration",
    [
        "{" + "a," * 100_000,
        "{ok,'" + "a," * 100_000 + " b c",
        "{" + ",".join(map(str, range(10_000))) + " b c}",
        "'" + r"\'" * 100_000,
        "{'" + r"\'" * 100_000 + "}",
    ],
)
def test_a_bad_declaration_is_refused_at_once(tmp_path, declaration):
    start = time.process_time()
    with pytest.raises(DataError, match=r"a\.arff, line 1: .* does not declare") as error:
        read_arff([write(tmp_path, "a.arff", f"@attribute a {declaration}\n@data\n1\n")])
    assert time.process_time() - start < 1
    assert len(str(error.value)) < 300 + len(str(tmp_path))
