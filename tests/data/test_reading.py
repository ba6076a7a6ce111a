"""One dataset in every format, and what is said of files that cannot be used."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_svmlight_file

import eccru
from eccru.data import limits
from eccru.data.reading import read_dataset
from eccru.errors import DataError
from tests.data.test_arff import SMALL, XML, write
from tests.formats import as_frame, write_all
from tests.mulan import LABELS


@pytest.fixture(scope="module")
def entries(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("formats"))


def read(entry):
    return read_dataset(entry["file"], entry.get("labels"))


@pytest.fixture(scope="module")
def mulan(entries):
    return eccru.read_mulan(entries["mulan"]["arff"], entries["mulan"]["xml"])


@pytest.mark.parametrize("format", ["meka", "csv", "tsv", "parquet"])
def test_all_columns_are_those_of_the_mulan_file(entries, mulan, format):
    dataset = read(entries[format])
    assert dataset.label_names == mulan.label_names == list(LABELS)
    np.testing.assert_array_equal(dataset.Y, mulan.Y)
    # A text has its values in the order in which they occur; else the order is that of the file.
    assert sorted(dataset.feature_names) == sorted(mulan.feature_names)
    columns = [dataset.feature_names.index(name) for name in mulan.feature_names]
    np.testing.assert_allclose(dataset.X[:, columns], mulan.X, rtol=0, atol=0)
    np.testing.assert_array_equal(dataset.nominal[columns], mulan.nominal)


@pytest.mark.parametrize("format", ["libsvm", "npz"])
def test_numbers_are_those_of_the_mulan_file(entries, mulan, format):
    dataset = read(entries[format])
    np.testing.assert_array_equal(dataset.Y, mulan.Y)
    np.testing.assert_array_equal(dataset.X, mulan.X[:, :10])
    assert not dataset.nominal.any()
    assert dataset.feature_names[:2] == ["Att1", "Att2"]
    first = {"libsvm": "Label0", "npz": "common"}[format]
    assert dataset.label_names[0] == first


def test_an_arff_file_with_an_xml_file_beside_it(tmp_path):
    arff = write(tmp_path, "a.arff", SMALL)
    other = write(tmp_path, "b.xml", XML)
    with pytest.raises(DataError, match=r"a\.arff does not say which columns are labels; name"):
        read_dataset(arff)
    assert read_dataset(arff, other).label_names == ["l1", "l2"]
    write(tmp_path, "a.xml", XML)
    assert read_dataset(arff).label_names == ["l1", "l2"]
    assert read_dataset(arff, "l?").label_names == ["l2", "l1"]  # in the order of the file


@pytest.mark.parametrize(
    ("relation", "names"),
    [
        ("'stones: -C 2'", ["x", "y"]),
        ("'stones: -C -1 -split-percent 60'", ["l1"]),
        ('"my -C 3 stones : -split-number 3 -C 1"', ["x"]),
    ],
)
def test_labels_in_the_relation(tmp_path, relation, names):
    rows = "@data\n1,0,1,0\n0,1,1,1\n1,1,0,1\n"
    text = SMALL.replace("@relation r", f"@relation {relation}").split("@data")[0] + rows
    assert f"@relation {relation}" in text
    assert read_dataset(write(tmp_path, "a.arff", text)).label_names == names


def test_a_prepared_dataset_is_read_again(tmp_path, mirror):
    folder = mirror / "data/multi-label/medical"
    before = eccru.read_mulan(folder / "medical.arff", folder / "medical.xml")
    before.save(tmp_path / "medical.npz")
    after = read_dataset(tmp_path / "medical.npz")
    assert (after.X != before.X).nnz == 0
    for field in ("Y", "nominal", "feature_names", "label_names"):
        np.testing.assert_array_equal(getattr(after, field), getattr(before, field))


def test_libsvm_as_scikit_learn_reads_it(tmp_path):
    text = "2,7 1:0.5 3:1\n\n# nothing\n 2:4\n7 3:-2 # the last\n"
    path = write(tmp_path, "a.svm", text)
    dataset = read_dataset(path)
    X, _ = load_svmlight_file(str(path), multilabel=True)
    np.testing.assert_array_equal(dataset.X, X.toarray())
    assert dataset.label_names == ["Label2", "Label7"]
    assert dataset.Y.tolist() == [[1, 1], [0, 0], [0, 1]]
    from_zero = read_dataset(write(tmp_path, "b.svm", text.replace("2:4", "0:4")))
    assert from_zero.feature_names == ["Att0", "Att1", "Att2", "Att3"]


CSV = "a,b,l1,l2\n1.5,red,1,0\n2,blue,0,1\n3,red,1,1\n"


@pytest.mark.parametrize(
    ("text", "labels", "message"),
    [
        (CSV.replace("2,blue", ",blue"), "l?", r"a\.csv, row 2: the value of 'a' is missing; fill"),
        (CSV.replace("2,blue", "?,blue"), "l?", r"row 2: the value of 'a' is missing"),
        (CSV.replace("2,blue", "inf,blue"), "l?", r"row 2: the value of 'a' is not finite"),
        (CSV.replace("2,blue", "two,blue"), "l?", r"row 2: 'two' is not a number, as most values"),
        (CSV.replace("2,blue,0", "2,blue,2"), "l?", r"row 2: the label 'l1' is 2, but labels"),
        (CSV.replace("2,blue", "2,blue,7"), "l?", r"a\.csv is not a CSV file: .* line 3, saw 5"),
        ("a,l1\n1,0,1\n2,1,0\n", "l1", r"the rows have more values than the header has names"),
        (CSV.replace("a,b", ",b"), "l?", r"a\.csv: column 1 has no name; .* numbers the rows"),
        (CSV.replace("a,b", "b,b"), "l?", r"a\.csv: a second column 'b'"),
        (CSV, "label_*", r"a\.csv has no column 'label_\*', a label; it has a, b, l1, l2"),
        (CSV, ["l1", "l3"], r"a\.csv has no column 'l3', a label"),
        (CSV, "*", r"a\.csv has no features: all of its columns are labels"),
        (CSV, 4, r"a\.csv has 4 columns, of which 4 are to be labels"),
        (CSV, 0, r"a\.csv has 4 columns, of which 0 are to be labels"),
        (CSV, None, r"a\.csv does not say which columns are labels"),
        (CSV.splitlines()[0], "l?", r"a\.csv has no rows"),
        ("", "l?", r"a\.csv is not a CSV file: No columns to parse"),
    ],
)
def test_a_csv_file_that_cannot_be_used(tmp_path, text, labels, message):
    with pytest.raises(DataError, match=message) as error:
        read_dataset(write(tmp_path, "a.csv", text), labels)
    assert "\n" not in str(error.value)


def test_truth_values_of_labels_may_be_words(tmp_path):
    frame = pd.DataFrame({"a": [1.5, 2, 3], "b": ["red", "blue", "red"]})
    frame["l1"], frame["l2"] = ["TRUE", "false", "True"], ["0", "1", "1"]
    frame.to_parquet(tmp_path / "a.parquet")
    dataset = read_dataset(tmp_path / "a.parquet", "l?")
    assert dataset.Y.tolist() == [[1, 0], [0, 1], [1, 1]]
    assert dataset.feature_names == ["a", "b=blue"]


def test_parts_need_the_same_columns(tmp_path):
    paths = [write(tmp_path, "a.csv", CSV), write(tmp_path, "b.csv", CSV.replace("a,b", "b,a"))]
    with pytest.raises(DataError, match=r"b\.csv cannot be joined to .*a\.csv: their columns"):
        read_dataset(paths, "l?")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1:2\n1 2:x\n", r"a\.svm, line 2: b'1 2:x.*' is not a row such as '1,3 2:0\.5 7:1'"),
        ("1 1:2\n\n1 2:1 1:3\n", r"a\.svm, line 3: .* should be sorted and unique"),
        ("3 2 5\n1 1:2\n", r"a\.svm, line 1: "),
        ("1 1:2\n\n1 1:nan\n", r"a\.svm, line 3: a value is not a finite number"),
        ("1 1:2\n1.5 1:2\n", r"a\.svm, line 2: the label 1\.5 is not a whole number"),
        ("1 4000000000:2\n", r"a\.svm, line 1: .* \(value too large"),
        ("1 2000000000:2\n", r"a\.svm is refused: it has more than 1048576 features"),
        ("# nothing\n", r"a\.svm has no rows"),
    ],
)
def test_a_libsvm_file_that_cannot_be_used(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read_dataset(write(tmp_path, "a.svm", text))


X, Y = np.eye(3), np.array([[1, 0], [0, 1], [1, 1]])


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"X": X}, r"a\.npz is not a dataset: it has no array 'y'"),
        ({"X": X, "y": Y[:2]}, r"X has the shape \(3, 3\), and Y \(2, 2\)"),
        ({"X": X, "Y": 2 * Y}, r"a\.npz, row 1: the label 'Label1' is 2, but labels must be"),
        ({"X": X * np.nan, "Y": Y}, r"a value is missing or not finite"),
        ({"X": X, "Y": Y, "label_names": ["a"]}, r"label_names has 1 names for 2 columns"),
        ({"X": X, "Y": Y, "label_names": ["a", "Att1"]}, r"two columns have the same name"),
        ({"X": 3 * X, "Y": Y, "nominal": [True] * 3}, r"a nominal feature has other values"),
        ({"X": X.astype(object), "Y": Y}, r"a\.npz is not a dataset: Object arrays cannot"),
        ({"X": X[0], "Y": Y}, r"X has the shape \(3,\), not"),
    ],
)
def test_an_npz_file_that_cannot_be_used(tmp_path, arrays, message):
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(DataError, match=message):
        read_dataset(tmp_path / "a.npz")


def test_damaged_files_are_named(tmp_path, entries):
    for format, name in (("parquet", "a Parquet file"), ("npz", "a dataset")):
        path = tmp_path / f"a.{format}"
        with open(entries[format]["file"], "rb") as file:
            path.write_bytes(file.read()[:900])
        with pytest.raises(DataError, match=rf"a\.{format} is not {name}"):
            read_dataset(path, "l*")
    with pytest.raises(DataError, match=r"none\.csv cannot be read: No such file"):
        read_dataset(tmp_path / "none.csv", "l*")
    with pytest.raises(DataError, match=r"a\.txt: its ending does not tell its format; name it"):
        read_dataset(write(tmp_path, "a.txt", CSV), "l*")
    assert read_dataset(tmp_path / "a.txt", "l*", format="csv").Y.shape == (3, 2)


def test_a_column_of_another_kind_is_named(tmp_path):
    frame = as_frame().assign(when=pd.Timestamp(0))
    frame.to_parquet(tmp_path / "a.parquet")
    with pytest.raises(DataError, match=r"a\.parquet: the column 'when' \(datetime.*\) is neither"):
        read_dataset(tmp_path / "a.parquet", list(LABELS))


@pytest.mark.parametrize(
    ("format", "limit", "value"),
    [
        ("csv", "LARGEST", 100),
        ("csv", "MOST_NAMES", 10),
        ("csv", "LONGEST_NAME", 4),
        ("parquet", "MOST_ENTRIES", 1000),
        ("libsvm", "MOST_NAMES", 8),
        ("npz", "LARGEST", 8000),
    ],
)
def test_what_is_too_large_is_refused(entries, monkeypatch, format, limit, value):
    monkeypatch.setattr(limits, limit, value)
    with pytest.raises(DataError, match=rf"refused|more than {value} bytes"):
        read(entries[format])
