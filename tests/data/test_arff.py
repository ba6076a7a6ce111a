"""The ARFF and XML readers, against liac-arff and against damaged files."""

import arff as liac
import numpy as np
import pytest
from scipy.sparse import coo_array

from eccru.data.arff import read_arff
from eccru.data.arff_rows import read_carefully
from eccru.data.labels import read_label_names
from eccru.data.mulan import read_mulan
from eccru.errors import DataError

DENSE = r"""% a comment
@RELATION 'some thing'

@attribute plain numeric
@ATTRIBUTE 'two words' REAL
@attribute "it's" {0,1}
@attribute 'a \'quoted\' one' {red, 'dark blue', "50%, about"}
@attribute brace {YES, NO}
@attribute count	integer

@data
1, 2.5, 0, red, YES, 3
% another comment
-1e-3,0,1,'dark blue',NO,4

7,.5,1,"50%, about",  NO , 5
"""

SPARSE = """@relation r
@attribute a numeric
@attribute b {no, yes}
@attribute 'c d' {0,1}
@attribute e {x, 'y z'}
@DATA
{0 1.5, 3 'y z'}
{}
{1 yes,2 1}
{ 0 -2 , 1 'yes' , 2 1 , 3 x }
"""

XML = """<?xml version="1.0" encoding="utf-8"?>
<labels xmlns="http://mulan.sourceforge.net/labels">
<label name="l1"></label>
<label name="l2"></label>
</labels>
"""

SMALL = """@relation r
@attribute x numeric
@attribute y {0,1}
@attribute l2 {0,1}
@attribute l1 {0,1}
@data
1.5,0,0,1
2.5,1,1,1
3.5,1,1,0
"""

REAL = {
    "yeast": "yeast/yeast",
    "flags": "flags/flags",
    "genbase": "genbase/genbase",
    "enron": "enron/enron",
    "medical": "medical/medical",
    "cal500": "cal500/cal500",
}


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def by_liac(text, sparse):
    """Names and codes as liac-arff reads them."""
    kind = liac.COO if sparse else liac.DENSE
    table = liac.loads(text, encode_nominal=True, return_type=kind)
    names = [name for name, _ in table["attributes"]]
    if not sparse:
        return names, np.array(table["data"], dtype=float)
    values, rows, columns = table["data"]
    n = text.lower().split("@data")[1].count("{")
    return names, coo_array((values, (rows, columns)), shape=(n, len(names))).toarray()


@pytest.mark.parametrize(("text", "sparse"), [(DENSE, False), (SPARSE, True)])
def test_small_file_as_liac_arff_reads_it(tmp_path, text, sparse):
    table = read_arff([write(tmp_path, "a.arff", text)])
    names, codes = by_liac(text, sparse)
    # liac-arff leaves the backslashes of an escaped quote in the name; Weka takes them out.
    assert [a.name for a in table.attributes] == [name.replace("\\", "") for name in names]
    np.testing.assert_array_equal(table.codes.toarray(), codes)


def test_quotes_are_taken_off_values(tmp_path):
    table = read_arff([write(tmp_path, "a.arff", DENSE)])
    assert table.attributes[3] == ("a 'quoted' one", ("red", "dark blue", "50%, about"))
    assert [line for _, line in table.where] == [12, 14, 16]


@pytest.mark.parametrize("name", REAL)
def test_real_file_as_liac_arff_reads_it(mirror, name):
    path = mirror / "data/multi-label" / f"{REAL[name]}.arff"
    table = read_arff([path])
    text = path.read_text()
    names, codes = by_liac(text, sparse="{" in text.lower().split("@data")[1])
    assert [attribute.name for attribute in table.attributes] == names
    np.testing.assert_array_equal(table.codes.toarray(), codes)


@pytest.mark.parametrize("path", ["yeast/yeast.arff", "enron/enron.arff", "yahoo/Arts1.arff"])
def test_the_two_readers_of_rows_agree(mirror, path):
    path = mirror / "data/multi-label" / path
    table = read_arff([path])
    text = path.read_text().splitlines()
    rows = [text[line - 1].strip() for _, line in table.where]
    attributes, codes = read_carefully(rows, table.where, table.attributes)
    assert attributes == table.attributes
    assert (codes != table.codes).nnz == 0


def test_windows_line_ends_byte_order_mark_and_latin_1(tmp_path):
    path = tmp_path / "a.arff"
    path.write_bytes(b"\xef\xbb\xbf" + DENSE.replace("\n", "\r\n").encode())
    expected = read_arff([write(tmp_path, "b.arff", DENSE)])
    found = read_arff([path])
    assert found.attributes == expected.attributes
    assert (found.codes != expected.codes).nnz == 0
    path.write_bytes("@attribute Größe numeric\n@data\n1\n".encode("latin-1"))
    assert read_arff([path]).attributes[0].name == "Größe"


def test_labels_have_the_order_of_the_xml(tmp_path):
    dataset = read_mulan(write(tmp_path, "a.arff", SMALL), write(tmp_path, "a.xml", XML))
    assert dataset.label_names == ["l1", "l2"]
    assert dataset.Y.tolist() == [[1, 0], [1, 1], [0, 1]]
    assert dataset.Y.dtype == np.uint8
    assert dataset.feature_names == ["x", "y"]
    assert dataset.X.tolist() == [[1.5, 0], [2.5, 1], [3.5, 1]]
    assert dataset.nominal.tolist() == [False, True]


def test_parts_are_joined_in_order(tmp_path):
    head, rows = SMALL.split("@data\n")
    first, *others = rows.splitlines()
    parts = [
        write(tmp_path, "a-train.arff", f"{head}@data\n{first}\n"),
        write(tmp_path, "a-test.arff", f"{head}@data\n" + "\n".join(others)),
    ]
    xml = write(tmp_path, "a.xml", XML)
    joined, whole = read_mulan(parts, xml), read_mulan(write(tmp_path, "a.arff", SMALL), xml)
    np.testing.assert_array_equal(joined.X, whole.X)
    np.testing.assert_array_equal(joined.Y, whole.Y)
    parts[1] = write(tmp_path, "b.arff", SMALL.replace("x numeric", "z numeric"))
    with pytest.raises(DataError, match=r"b\.arff cannot be joined to .*a-train\.arff"):
        read_mulan(parts, xml)


def test_nested_labels_come_in_document_order(tmp_path):
    xml = '<labels><label name="a"><label name="b"/></label><label name="c"/></labels>'
    assert read_label_names(write(tmp_path, "a.xml", xml)) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL[:-6], r"a\.arff, line 9: 2 values where 4 are needed; .* cut off"),
        (SMALL[: SMALL.index("@data")], r"a\.arff has no @data line"),
        (SMALL[: SMALL.index("1.5")], r"a\.arff has no rows after @data"),
        (SMALL[: SMALL.index("l1") - 3], r"a\.arff, line 5: '@attribu' is not part of"),
        (SPARSE[:-12], r"a\.arff, line 10: the sparse row has no closing brace"),
        (SPARSE.replace("3 'y z'", "4 1"), r"line 7: there is no column 4"),
        (SPARSE.replace("1 yes,2 1", "2 1,1 yes"), r"line 9: column 1 comes after column 2"),
        (SPARSE.replace("1 yes,2 1", "2 1,2 1"), r"line 9: column 2 comes after column 2"),
        (SPARSE.replace("1 yes", "1 maybe"), r"line 9: 'maybe' is not one of the values of 'b'"),
        (SPARSE.replace("1 yes", "1yes"), r"line 9: '1yes,2 1' is not a column and its value"),
        (SMALL.replace("2.5", "?"), r"line 8: the value of 'x' is missing .* leave the row out"),
        (SMALL.replace("2.5", "two"), r"line 8: 'two' is not a number, as 'x' must be"),
        (SMALL.replace("2.5", "nan"), r"line 8: 'nan' is not a number"),
        (SMALL.replace("2.5,1,1", "2.5,1,2"), r"line 8: '2' is not one of the values of 'l2'"),
        (SMALL.replace("{0,1}", "{0,1,2}").replace("5,1,1,1", "5,1,2,1"), r"'l2' is 2, but labels"),
        (SMALL.replace("l1 {0,1}", "l1 numeric").replace("1,1,1", "1,1,.5"), r"line 8: .* is 0.5"),
        (SMALL.replace("x numeric", "x date"), r"line 2: .* does not declare a numeric, nominal"),
        (SMALL.replace("x numeric", "y numeric"), r"line 3: a second attribute 'y'"),
        (SMALL.replace("x numeric", "x {'a, b}"), r"line 2: .* does not declare"),
        (SMALL.replace("1.5", "'1.5"), r"line 7: a quote is not closed"),
        (SMALL.replace("l2", "l3"), r"a\.xml names the label 'l2', which .*a\.arff has not"),
    ],
)
def test_damaged_arff_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(DataError, match=message) as error:
        read_mulan([write(tmp_path, "a.arff", text)], write(tmp_path, "a.xml", XML))
    assert "\n" not in str(error.value)


BOMB = """<!DOCTYPE labels [
<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
]><labels><label name="&b;"/></labels>"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, r"a\.xml declares entities, which is refused"),
        (XML[:-12], r"a\.xml, line 4: this is not XML"),
        ("<labels></labels>", r"a\.xml has no <label name=...> elements"),
        (XML.replace("l2", "l1"), r"a\.xml names the label 'l1' twice"),
    ],
)
def test_damaged_xml_is_named(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read_mulan([write(tmp_path, "a.arff", SMALL)], write(tmp_path, "a.xml", text))


def test_a_file_that_is_not_there_is_named(tmp_path):
    xml = write(tmp_path, "a.xml", XML)
    with pytest.raises(DataError, match=r"none\.arff cannot be read: No such file"):
        read_mulan(tmp_path / "none.arff", xml)
    with pytest.raises(DataError, match=r"none\.xml cannot be read: No such file"):
        read_mulan(tmp_path / "a.arff", tmp_path / "none.xml")
