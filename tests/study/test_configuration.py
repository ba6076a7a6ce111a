"""Configurations that make no sense: each is refused in one sentence that names the key."""

import copy
import inspect

import pytest
import yaml

from eccru.errors import ConfigError
from eccru.methods import METHODS
from eccru.names import PARAMETERS
from eccru.sources import ROOT
from eccru.study.configuration import TAKEN, check, read_values

CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text())


def changed(**changes) -> dict:
    return {**copy.deepcopy(CONFIG), **changes}


@pytest.mark.parametrize("path", ["config.yaml", "config/quick.yaml"])
def test_the_project_s_own_configurations_pass(path):
    check(changed(**yaml.safe_load((ROOT / path).read_text())))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seed": 1.0}, r"\$\.seed is 1\.0, but must be a whole number\."),
        ({"repeats": True}, r"\$\.repeats is True"),
        ({"study": ".."}, r"\$\.study is '\.\.'"),
        ({"study": "a\n"}, r"\$\.study is 'a\\n'"),
        ({"results": "data"}, r"\$\.results is 'data', but data is a folder of the project"),
        ({"results": "data/x"}, "folder of the project"),
        ({"results": ".snakemake"}, "folder of the project"),
        ({"results": "../x"}, "must be a folder below the working folder"),
        ({"results": "/x"}, "must be a folder below the working folder"),
        ({"results": "."}, "must be a folder below the working folder"),
        ({"results": "r\n"}, "must be a folder below the working folder"),
        ({"datasets": [{"name": ".."}]}, r"\$\.datasets\[0\]\.name is '\.\.'"),
        ({"datasets": [{"name": "."}]}, r"\$\.datasets\[0\]\.name is '\.'"),
        ({"datasets": [{"name": "yeast\n"}]}, r"has no line break"),
        ({"datasets": [{"name": "a"}, {"name": "a"}]}, r"datasets\[1\]\.name: a is given twice"),
        ({"methods": [{"name": "BR"}, {"name": "BR"}]}, r"two settings of one method need two"),
        ({"methods": [{"name": "CC"}]}, r"CC is none of BR, ECC"),
        (
            {"methods": [{"name": "BR", "theta_min": 1}]},
            "theta_min is no parameter of BR; it has none",
        ),
        ({"methods": [{"name": "ECCRU", "couples": 1}]}, "no parameter of ECCRU; it has c, score"),
        ({"methods": [{"name": "ECCRU3", "c": 1}]}, r"theta_min times c is below 1"),
        (
            {"datasets": [{"name": "a", "reduction": float("nan")}]},
            r"reduction is nan, but",
        ),
        (
            {"statistics": {**CONFIG["statistics"], "alpha": float("nan")}},
            r"\$\.statistics\.alpha is",
        ),
        (
            {"statistics": {**CONFIG["statistics"], "rope": float("inf")}},
            r"rope is inf, but must be",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(changes, sentence):
    with pytest.raises(ConfigError, match=sentence):
        check(changed(**changes))


def test_one_method_may_have_two_settings_under_two_names():
    methods = [{"name": "ECCRU", "c": 3}, {"name": "ECCRU-30", "method": "ECCRU", "c": 30}]
    check(changed(methods=methods))


def test_values_given_as_text_are_read_and_names_are_left_alone():
    config = {
        "study": "1",
        "datasets": [{"name": "123", "reduction": "0.1"}],
        "methods": [{"name": "ECC", "c": "3"}, {"name": "COCOA", "couples": "many"}],
        "statistics": {"rope": "null", "alpha": "0.01"},
        "partial": "true",
    }
    read_values(config)
    assert config == {
        "study": "1",
        "datasets": [{"name": "123", "reduction": 0.1}],
        "methods": [{"name": "ECC", "c": 3}, {"name": "COCOA", "couples": "many"}],
        "statistics": {"rope": None, "alpha": 0.01},
        "partial": True,
    }


@pytest.mark.parametrize("text", ["{", "*a", "!!set", "2001-99-99", "\0"])
def test_text_that_is_no_yaml_stays_text_for_the_schema_to_refuse(text):
    config = {"partial": text}
    read_values(config)
    assert config == {"partial": text}


def test_parameters_are_those_of_the_classes():
    common = {"base_estimator", "threshold_metric", "grid", "n_jobs", "random_state"}
    for name, method in METHODS.items():
        assert set(PARAMETERS[name]) == set(inspect.signature(method).parameters) - common
    assert list(PARAMETERS) == list(METHODS)


def test_every_folder_of_the_project_is_taken():
    tracked = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."}
    assert tracked - {"results"} <= set(TAKEN)
