"""Datasets in Mulan's format, as liac-arff reads them."""

from pathlib import Path

import arff
import numpy as np
import pytest

from eccru.data.mulan import read_mulan
from eccru.sparse import CSR
from tests.mulan import LABELS, write_mulan


@pytest.mark.parametrize(("sparse", "layout"), [(False, np.ndarray), (True, CSR)])
def test_features_and_labels_are_those_of_liac_arff(tmp_path, sparse, layout):
    write_mulan(tmp_path, "stones", seed=1, rows=100, sparse=sparse)
    file = tmp_path / "data/multi-label/stones/stones"
    dataset = read_mulan(f"{file}.arff", f"{file}.xml")
    kind = arff.LOD if sparse else arff.DENSE
    read = arff.loads(Path(f"{file}.arff").read_text(), return_type=kind)
    attributes = dict(read["attributes"])
    rows = read["data"]
    if sparse:
        first = [0 if isinstance(values, str) else values[0] for values in attributes.values()]
        rows = [[row.get(j, value) for j, value in enumerate(first)] for row in rows]
    columns = dict(zip(attributes, zip(*rows, strict=True), strict=True))

    assert isinstance(dataset.features, layout)
    assert dataset.label_names == list(LABELS)
    for j, label in enumerate(LABELS):
        assert dataset.Y[:, j].tolist() == [int(value) for value in columns[label]]
    X = dataset.X.toarray() if sparse else dataset.X
    for j, name in enumerate(dataset.feature_names):
        attribute, _, value = name.partition("=")
        expected = [v == value for v in columns[attribute]] if value else columns[attribute]
        assert X[:, j].tolist() == [float(v) for v in expected]
