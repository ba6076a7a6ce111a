"""Trees as text and drawings, and the importance of features."""

import numpy as np
import pytest
from scipy.stats import entropy
from sklearn.datasets import load_iris

from eccru.tree import ChainLabels, Columns, J48Tree, Sample, grow_tree
from eccru.tree.export import export_graphviz, export_text, feature_importances

X = np.array([[0, 0.0], [0, 1], [1, 0], [1, 1], [1, 5], [2, 0], [2, 0], [2, 9]])
Y = np.array([0, 0, 0, 1, 1, 2, 2, 2])


def test_nominal_values_and_classes_of_names():
    tree = J48Tree().fit(X, np.array(["low", "middle", "high"])[Y], nominal=[0])
    assert tree.export_text(["kind", "size"]).splitlines() == [
        "kind = 0: low (2)",
        "kind = 1: middle (3/1)",
        "kind = 2: high (3)",
    ]
    tree = J48Tree(binary_splits=True).fit(X, Y, nominal=[0])
    assert tree.export_text().splitlines() == [
        "feature 0 = 2: 2 (3)",
        "feature 0 != 2",
        "|   feature 0 = 0: 0 (2)",
        "|   feature 0 != 0: 1 (3/1)",
    ]


def test_graphviz():
    tree = J48Tree().fit(X, Y, nominal=[0])
    assert tree.export_graphviz(['a "kind"', "size"]).splitlines() == [
        "digraph J48 {",
        '    node [shape=ellipse, fontname="sans-serif"];',
        '    edge [fontname="sans-serif"];',
        r'    0 [label="a \"kind\""];',
        '    0 -> 1 [label="= 0"];',
        '    0 -> 2 [label="= 1"];',
        '    0 -> 3 [label="= 2"];',
        '    1 [label="0 (2)", shape=box];',
        '    2 [label="1 (3/1)", shape=box];',
        '    3 [label="2 (3)", shape=box];',
        "}",
    ]


def test_a_leaf_without_rows_says_what_it_answers():
    """No row of the node has the value 1; the node's own answer is the last class."""
    features = np.array([[0.0], [0], [2], [2], [2]])
    tree = J48Tree().fit(features, [0, 0, 1, 1, 1], nominal=[0])
    assert tree.export_text().splitlines()[1] == "feature 0 = 1: 1 (0)"
    assert tree.predict([[1.0]]).tolist() == [1]


def test_trees_of_a_chain_name_labels_after_features():
    columns, labels = Columns(np.zeros((8, 1)), [False]), ChainLabels(8, 1)
    labels.append(Y > 0)
    sample = Sample(np.arange(8), np.ones(8, dtype=np.int32))
    tree = grow_tree(columns, Y > 0, sample, labels=labels)
    names, nominal = ["size", "label a"], [False, True]
    text = export_text(tree, names, ["no", "yes"], nominal)
    assert text.splitlines() == ["label a = 0: no (3)", "label a = 1: yes (5)"]
    assert '[label="label a"]' in export_graphviz(tree, names, ["no", "yes"], nominal)
    assert feature_importances(tree, 2).tolist() == [0, 1]


@pytest.mark.parametrize("parameters", [{}, {"confidence": 0.24}])
def test_importances_are_shares_of_the_decrease_of_entropy(parameters):
    features, y = load_iris(return_X_y=True)
    tree = J48Tree(**parameters).fit(features, y)
    # Petal width splits 150 rows into 50 and 100, the 100 into 54 and 46, and six of the 54.
    decrease = {
        "width": 150 * entropy([50, 50, 50], base=2)
        - 54 * entropy([49, 5], base=2)
        - 46 * entropy([1, 45], base=2)
        + 6 * entropy([2, 4], base=2)
        - 3 * entropy([2, 1], base=2),
        "length": 54 * entropy([49, 5], base=2)
        - 48 * entropy([47, 1], base=2)
        - 6 * entropy([2, 4], base=2),
    }
    expected = [0, 0, decrease["length"], decrease["width"]] / sum(decrease.values())
    np.testing.assert_allclose(tree.feature_importances_, expected)


def test_a_leaf_gives_nothing_importance():
    assert J48Tree().fit(X, np.zeros(8)).feature_importances_.tolist() == [0, 0]
