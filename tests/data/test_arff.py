"""The ARFF reader, against other readers and against damaged files."""

import io
from xml.sax.saxutils import quoteattr

import arff as liac
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.io.arff import loadarff
from scipy.sparse import coo_array
from sklearn.datasets import load_svmlight_file

from eccru.data.arff import read_arff
from eccru.data.dataset import Dataset
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


def test_real_dense_files_as_scipy_reads_them(mirror):
    for name in ("yeast/yeast", "flags/flags", "cal500/cal500"):
        path = mirror / "data/multi-label" / f"{name}.arff"
        table = read_arff([path])
        rows, meta = loadarff(path)
        assert [attribute.name for attribute in table.attributes] == meta.names()
        for j, (column, values) in enumerate(table.attributes):
            kind, declared = meta[column]
            assert (kind == "numeric", declared) == (values is None, values)
            found = rows[column]
            codes = found if values is None else [values.index(v.decode()) for v in found]
            np.testing.assert_array_equal(table.codes[:, [j]].toarray().ravel(), codes)


@pytest.mark.parametrize("name", ["enron/enron", "rcv1/rcv1subset1", "yahoo/Arts1"])
def test_real_sparse_file_as_scikit_learn_reads_it(mirror, name):
    """Its format is nearly the same: `1:0.5 7:1`, with a target before it."""
    path = mirror / "data/multi-label" / f"{name}.arff"
    rows = [line for line in path.read_text().splitlines() if line.startswith("{")]
    entries = ["0 " + row.strip("{} ").replace(" ", ":").replace(",", " ") for row in rows]
    file = io.BytesIO("\n".join(entries).encode())
    codes = read_arff([path]).codes
    expected, _ = load_svmlight_file(file, n_features=codes.shape[1], zero_based=True)
    assert (codes != expected).nnz == 0


# Characters that cannot stand in a line as they are.
ESCAPES = {"\\": r"\\", "'": r"\'", "\n": r"\n", "\r": r"\r"}


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=9), min_size=2, unique=True))
def test_names_and_values_of_any_characters(tmp_path_factory, names):
    quoted = ["'" + "".join(ESCAPES.get(c, c) for c in name) + "'" for name in names]
    lines = [f"@attribute {name} {{{','.join(quoted)}}}" for name in quoted]
    text = "\n".join([*lines, "@data", ",".join(quoted)])
    table = read_arff([write(tmp_path_factory.mktemp("any"), "a.arff", text)])
    assert table.attributes == [(name, tuple(names)) for name in names]
    assert table.codes.toarray().tolist() == [list(range(len(names)))]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
@example([0.5, 5.0, 1000.0, -0.01])
def test_numbers_as_python_writes_them(tmp_path_factory, numbers):
    folder = tmp_path_factory.mktemp("any")
    for style in (repr, "{:+.17E}".format, lambda number: repr(number).removesuffix("0")):
        rows = list(map(style, numbers))
        path = write(folder, "a.arff", "\n".join(["@attribute a real", "@data", *rows]))
        assert read_arff([path]).codes.toarray().tolist() == [[float(row)] for row in rows]


@pytest.mark.parametrize("name", ["naïve", "日本語", "no\xa0break\u3000\u2028", "😀", "ע\u200f%}"])
def test_labels_of_any_script_need_no_quotes(tmp_path, name):
    arff = write(tmp_path, "a.arff", SMALL.replace("l1", name).replace("x num", f"x{name} num"))
    xml = write(tmp_path, "a.xml", XML.replace('"l1"', quoteattr(name)))
    read_mulan(arff, xml).save(tmp_path / "a.npz")
    dataset = Dataset.load(tmp_path / "a.npz")
    assert dataset.label_names == [name, "l2"]
    assert dataset.feature_names == [f"x{name}", "y"]


def test_what_is_read_other_than_by_liac_arff(tmp_path):
    """Weka reads such headers too: tabs, no blank before a brace, but one before a comma."""
    text = """@attribute\ta\tinteger
@attribute b{'x' , 'y'}
@attribute '"c"' {1,0}
@attribute '\\'d' {a, 'one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,\
one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one,one, of many'}
@data
2.7,y,0,a
"""
    table = read_arff([write(tmp_path, "a.arff", text)])
    assert [name for name, _ in table.attributes] == ["a", "b", '"c"', "'d"]
    # liac-arff would make 2 of 2.7, and take minutes for the value with many commas.
    assert table.codes.toarray().tolist() == [[2.7, 1, 1, 0]]


def test_quoted_values_are_as_weka_takes_them(tmp_path):
    text = """@attribute n numeric
@attribute v {'it\\'s', "?", 'a\\\\b'}
@data
'1.5', "it's"
2, '?'
3, 'a\\\\b'
"""
    table = read_arff([write(tmp_path, "a.arff", text)])
    assert table.attributes[1].values == ("it's", "?", "a\\b")
    assert table.codes.toarray().tolist() == [[1.5, 0], [2, 1], [3, 2]]


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
        (SMALL.replace("2.5", "1e999"), r"line 8: '1e999' is not a number"),
        (SMALL.replace("2.5", "1_0"), r"line 8: '1_0' is not a number, as 'x' must be"),
        (SMALL.replace("2.5", "٣"), r"line 8: '٣' is not a number, as 'x' must be"),
        (SMALL.replace("2.5", ""), r"line 8: the value of 'x' is missing"),
        (SMALL.replace("2.5", "2 5"), r"line 8: '2 5,1,1,1' is not a row .* needs quotes"),
        (SMALL.replace("2.5", "{0 1}"), r"line 8: dense and sparse rows are mixed"),
        (SMALL.replace("2.5", "'\\q'"), r"line 8: Unsupported escape sequence: \\q"),
        (SMALL.replace("2.5", "2" * 999), r"line 8: '2{40}' is not a number"),
        (SPARSE.replace("1 yes,2 1", "1 yes,٢ 1"), r"line 9: '٢ 1' is not a column and its value"),
        (SPARSE.replace("1 yes,2 1", "1,2 1"), r"line 9: '{1,2 1}' is not a row of ARFF"),
        (SPARSE.replace("1 yes", f"{'1' * 5000} yes"), r"line 9: '1+' is not a column"),
        (SPARSE.replace("b {no, yes}", "b string"), r"line 9: a sparse row cannot hold a string"),
        (SMALL.replace("2.5,1,1", "2.5,1,2"), r"line 8: '2' is not one of the values of 'l2'"),
        (SMALL.replace("{0,1}", "{0,1,2}").replace("5,1,1,1", "5,1,2,1"), r"'l2' is 2, but labels"),
        (SMALL.replace("l1 {0,1}", "l1 numeric").replace("1,1,1", "1,1,.5"), r"line 8: .* is 0.5"),
        (SMALL.replace("x numeric", "x date"), r"line 2: .* does not declare a numeric, nominal"),
        (SMALL.replace("x numeric", "y numeric"), r"line 3: a second attribute 'y'"),
        (SMALL.replace("x numeric", "x {'a, b}"), r"line 2: .* does not declare"),
        (SMALL.replace("x numeric", "'x numeric"), r"line 2: .* does not declare"),
        (SMALL.replace("x numeric", "x {dark blue, a}"), r"line 2: .* does not declare"),
        (
            SMALL.replace("x numeric", r"'C:\d' numeric"),
            r"line 2: Unsupported escape .*: \\d",
        ),
        (SMALL.replace("1.5", "'1.5"), r"line 7: a quote is not closed"),
        (SMALL.replace("l2", "l3"), r"a\.xml names the label 'l2', which .*a\.arff has not"),
    ],
)
def test_damaged_arff_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(DataError, match=message) as error:
        read_mulan([write(tmp_path, "a.arff", text)], write(tmp_path, "a.xml", XML))
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    xml = write(tmp_path, "a.xml", XML)
    with pytest.raises(DataError, match=r"none\.arff cannot be read: No such file"):
        read_mulan(tmp_path / "none.arff", xml)
