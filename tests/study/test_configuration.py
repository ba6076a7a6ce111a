"""Configurations that make no sense: each is refused in one sentence that names the key."""

import copy
import inspect

import jsonschema
import pytest
import yaml

from eccru.errors import ConfigError
from eccru.methods import KNOWN
from eccru.names import PARAMETERS, THRESHOLD_PARAMETERS
from eccru.paper.studies import CONVENTIONS
from eccru.sources import ROOT
from eccru.study.configuration import TAKEN, check, read_values

CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text())
FOLDER = ROOT / "config"
CONFIGURATIONS = ["config.yaml"]
CONFIGURATIONS += [str(p.relative_to(ROOT)) for p in FOLDER.rglob("*.yaml") if p.stem != "schema"]
FOREST = "sklearn.ensemble.RandomForestClassifier"
CHAIN = "sklearn.multioutput.ClassifierChain"


def changed(**changes) -> dict:
    return {**copy.deepcopy(CONFIG), **changes}


def dataset(**entry) -> dict:
    return {"datasets": [{"name": "mine", **entry}]}


@pytest.mark.parametrize("path", CONFIGURATIONS)
def test_the_project_s_own_configurations_pass(path):
    settings = yaml.safe_load((ROOT / path).read_text())
    statistics = {**CONFIG["statistics"], **settings.pop("statistics", {})}
    config = changed(**settings, statistics=statistics)
    schema = yaml.safe_load((ROOT / "config" / "schema.yaml").read_text())
    jsonschema.validate(config, schema)
    check(config)


def test_a_study_of_conventions_differs_in_one_thing_and_writes_where_it_is_looked_for():
    paths = {path.stem: path for path in (ROOT / "config" / "conventions").glob("*.yaml")}
    assert set(paths) == set(CONVENTIONS)
    for name, path in paths.items():
        settings = yaml.safe_load(path.read_text())
        assert settings.pop("results") == f"results/conventions/{name}"
        assert settings.pop("study") == f"conventions-{name}"
        assert settings.pop("repeats") >= 2
        assert len(settings) == (name != "paper")
        assert all(CONFIG[key] != value for key, value in settings.items())


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
        (dataset(file="a.csv"), r"\$\.datasets\[0\] needs labels: the names of its label columns"),
        (dataset(file="a.txt"), r"\$\.datasets\[0\]\.file: a\.txt: its ending does not tell"),
        (dataset(file=["a.csv", "b.svm"], labels=1), r"\.file: files of several formats cannot"),
        (dataset(file="a.svm", arff=["a.arff"]), r"has both file and arff; leave one out"),
        (dataset(openml=3, url="http://a/b.zip"), r"has both openml and url; leave one out"),
        (dataset(labels="l*"), r"\.labels is of use only with file or openml"),
        (dataset(openml=3, format="csv"), r"\.format is of use only with file"),
        (dataset(openml=3, sha256={}), r"\.sha256 is not for openml"),
        ({"methods": [{"name": "BR"}, {"name": "BR"}]}, r"two settings of one method need two"),
        ({"methods": [{"name": "CC"}]}, r"CC is none of BR, ECC"),
        (
            {"methods": [{"name": "BR", "theta_min": 1}]},
            "theta_min is no parameter of BR; it has thresholds, threshold_grid, threshold_ties",
        ),
        (
            {"methods": [{"name": "ECCRU", "couples": 1}]},
            "no parameter of ECCRU; it has c, ",
        ),
        (
            {"methods": [{"name": "A", "class": "nowhere.A"}]},
            r"methods\[0\]\.class: nowhere\.A cannot be imported: No module named 'nowhere'\.$",
        ),
        (
            {"methods": [{"name": "A", "class": "sklearn.ensemble.A"}]},
            r"sklearn\.ensemble\.A cannot be imported: module 'sklearn\.ensemble' has no attribute",
        ),
        ({"methods": [{"name": "A", "class": "sklearn.clone"}]}, r"sklearn\.clone is no class\."),
        (
            {"methods": [{"name": "A", "class": FOREST, "parameters": {"trees": 3}}]},
            r"does not take its parameters: .* unexpected keyword argument 'trees'\.",
        ),
        (
            {"methods": [{"name": "A", "class": "sklearn.svm.SVC", "per_label": True}]},
            r"methods\[0\]\.class: sklearn\.svm\.SVC with its parameters has no predict_proba\.",
        ),
        (
            {
                "methods": [
                    {"name": "A", "class": CHAIN, "parameters": {"estimator": {"class": "b.B"}}}
                ]
            },
            r"methods\[0\]\.class: b\.B cannot be imported",
        ),
        (
            {"methods": [{"name": "A", "class": FOREST, "thresholds": "oob"}]},
            "thresholds is oob, but",
        ),
        (
            {"methods": [{"name": "A", "class": FOREST}], "thresholds": "oob"},
            "thresholds is oob, but",
        ),
        (
            {"methods": [{"name": "A", "class": FOREST, "c": 3}]},
            r"\.c is nothing that a method with",
        ),
        ({"methods": [{"name": "ECC", "class": FOREST}]}, "ECC is a method of the package"),
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
    common = {"estimator", "threshold_metric", "n_jobs", "random_state", "verbose"}
    common |= set(THRESHOLD_PARAMETERS)
    for name, method in KNOWN.items():
        assert set(PARAMETERS[name]) == set(inspect.signature(method).parameters) - common
    assert list(PARAMETERS) == list(KNOWN)


def test_every_folder_of_the_project_is_taken():
    tracked = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."}
    assert tracked - {"results"} <= set(TAKEN)
