"""Estimators that a configuration names: what is built of it, and the versions that count."""

import importlib
import sys
from importlib.metadata import version

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import Pipeline

from eccru.study.classes import build, package_versions

FOREST = "sklearn.ensemble.RandomForestClassifier"
LINEAR = "sklearn.linear_model.LogisticRegression"
NESTED = {
    "class": "sklearn.pipeline.Pipeline",
    "parameters": {
        "steps": [
            ["scale", {"class": "sklearn.preprocessing.MaxAbsScaler"}],
            [
                "chain",
                {
                    "class": "sklearn.multioutput.ClassifierChain",
                    "parameters": {"estimator": {"class": LINEAR, "parameters": {"C": 2.0}}},
                },
            ],
        ]
    },
}


def test_class_is_built_with_its_parameters():
    forest = build({"class": FOREST, "parameters": {"n_estimators": 7, "class_weight": {0: 1}}})
    assert isinstance(forest, RandomForestClassifier)
    assert forest.n_estimators == 7
    assert forest.class_weight == {0: 1}


def test_estimators_among_the_parameters_are_built_too():
    pipeline = build(NESTED)
    assert isinstance(pipeline, Pipeline)
    assert pipeline.get_params()["chain__estimator__C"] == 2.0


def test_versions_are_those_of_the_packages_of_all_classes_and_their_bases():
    scikit_learn = {"sklearn": version("scikit-learn")}
    assert package_versions({"class": FOREST}) == package_versions(NESTED) == scikit_learn
    pytest.importorskip("imblearn", reason="needs imbalanced-learn")
    balanced = {"class": "imblearn.ensemble.BalancedRandomForestClassifier"}
    assert package_versions(balanced) == {"imblearn": version("imbalanced-learn"), **scikit_learn}


def test_module_that_is_not_installed_is_known_by_its_content(tmp_path, monkeypatch):
    versions = set()
    for number, line in enumerate(("A = 1", "A = 1", "A = 2")):
        folder = tmp_path / str(number)
        folder.mkdir()
        name = f"own_methods_{number}"
        (folder / f"{name}.py").write_text(f"class Mine: pass\n{line}\n")
        monkeypatch.syspath_prepend(folder)
        importlib.invalidate_caches()
        versions.add(package_versions({"class": f"{name}.Mine"})[name])
        monkeypatch.delitem(sys.modules, name)
    assert len(versions) == 2
