"""A look into fitted methods: trees, what features contribute, which label is in which chain."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression

from eccru import BR, COCOA, EBRUS, ECC, ECCRU3, J48Tree, make_imbalanced_multilabel

NAMES = ["sad", "calm", "happy", "angry", "quiet"]


@pytest.fixture(scope="module")
def data():
    X, Y = make_imbalanced_multilabel(300, 6, 5, dependence=0.9, random_state=0)
    return X, pd.DataFrame(Y, columns=NAMES)


def attributes(text) -> set[str]:
    """Return what the nodes of a tree test."""
    return set(re.findall(r"^(?:\|   )*(.+?) (?:<=|>|=) ", text, re.MULTILINE))


@pytest.mark.parametrize("params", [{}, {"unpruned": True}])
@pytest.mark.parametrize("weight", [None, 0.5], ids=["plain", "weights"])
def test_trees_of_binary_relevance_are_those_of_the_classifier_alone(data, params, weight):
    X, Y = data
    weight = weight and np.where(Y["angry"], 3.0, weight)
    model = BR(estimator=J48Tree(**params)).fit(X, Y, sample_weight=weight)
    importances = np.zeros(X.shape[1])
    for number, name in enumerate(NAMES):
        alone = J48Tree(**params).fit(X, Y[name], sample_weight=weight)
        assert model.export_text(name) == model.export_text(number) == alone.export_text()
        assert model.export_graphviz(name) == alone.export_graphviz()
        importances += alone.feature_importances_
    np.testing.assert_allclose(model.feature_importances_, importances / importances.sum())


def test_names_of_features_and_classes_are_the_users(data):
    X, Y = data
    frame = pd.DataFrame(X, columns=[f"x{number}" for number in range(6)])
    mood = np.where(Y["sad"], "sad", "not sad")
    text = BR().fit(frame, mood).export_text(0)
    assert text == J48Tree().fit(frame, mood).export_text()
    assert attributes(text) <= set(frame.columns)


@pytest.mark.parametrize("method", [ECC, ECCRU3])
def test_attributes_of_a_chain_are_also_the_earlier_labels(data, method):
    X, Y = data
    model = method(c=4, random_state=0).fit(X, Y).set_output(transform="pandas")
    table, seen = model.chain_table(), set()
    for name in NAMES:
        chains = table[table[name] >= 0]
        assert len(chains) == model.n_classifiers_[NAMES.index(name)]
        for number, (_, places) in enumerate(chains.iterrows()):
            labels = attributes(model.export_text(name, number)) & set(NAMES)
            assert labels <= {one for one in NAMES if 0 <= places[one] < places[name]}
            seen |= labels
    assert seen
    assert model.feature_importances_.shape == (6,)
    assert model.feature_importances_.sum() == pytest.approx(1)


def test_chain_table_has_the_order_of_every_chain(data):
    model = ECCRU3(c=4, random_state=0).fit(*data)
    table = model.chain_table()
    assert table.shape == (len(model.chains_), 5)
    for row, chain in zip(table, model.chains_, strict=True):
        members = np.flatnonzero(row >= 0)
        assert members[np.argsort(row[members])].tolist() == chain.order.tolist()


def test_every_member_of_an_ensemble_has_its_tree(data):
    model = EBRUS(c=3, random_state=0).fit(*data)
    assert len({model.export_text("quiet", number) for number in range(3)}) > 1


def test_classes_of_coupled_classifiers_are_named_after_their_partners():
    Y = np.random.default_rng(0).integers(2, size=(500, 4))
    model = COCOA(couples=2, random_state=0).fit(Y * 2.0, Y, label_names=NAMES[:4])
    for number, name in enumerate(NAMES[:4]):
        assert attributes(model.export_text(name, 0)) == {f"feature {number}"}
        for classifier in (1, 2):  # features are labels: a tree tests its own and its partner's
            text = model.export_text(name, classifier)
            (partner,) = set(re.findall(r": 0, (\w+) [01] ", text))
            tested = {f"feature {number}", f"feature {NAMES.index(partner)}"}
            assert attributes(text) == tested


def test_drawing_has_a_line_to_every_node_but_the_root(data):
    model = BR().fit(*data)
    lines = sum(model.export_graphviz(name).count(" -> ") for name in NAMES)
    assert lines == model.node_count_ - len(NAMES)


def test_other_classifiers_have_no_trees_to_show(data):
    model = BR(estimator=LogisticRegression()).fit(*data)
    assert not hasattr(model, "feature_importances_")
    with pytest.raises(AttributeError, match="LogisticRegression has no tree"):
        model.export_text("sad")


def test_a_label_with_one_class_has_no_tree_of_an_estimator(data):
    X, Y = data
    model = BR(estimator=J48Tree(confidence=0.1)).fit(X, Y.assign(calm=0))
    assert model.feature_importances_.sum() == pytest.approx(1)
    with pytest.raises(ValueError, match="'calm' has one class only"):
        model.export_text("calm")


@pytest.mark.parametrize(
    ("label", "number", "message"),
    [
        ("glad", 0, "label must be a name in label_names_ or a number below 5, got 'glad'"),
        (5, 0, "label must be"),
        ("sad", 1, "number must be between 0 and 0, since the label 'sad' has 1 classifiers"),
    ],
)
def test_what_is_not_there_is_named(data, label, number, message):
    model = BR().fit(*data)
    with pytest.raises(ValueError, match=message):
        model.export_text(label, number)


def test_unfitted_methods_show_nothing():
    with pytest.raises(NotFittedError):
        ECC().export_text(0)
    with pytest.raises(NotFittedError):
        ECC().chain_table()
    assert not hasattr(ECC(), "feature_importances_")
