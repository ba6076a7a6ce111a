"""The names of the methods and metrics are the same wherever they are listed."""

import yaml

from eccru import methods, names
from eccru.plots.style import LOOKS
from tests.workflow.call import ROOT


def test_methods_are_those_of_the_classes_in_the_order_of_the_paper():
    assert tuple(methods.METHODS) == names.METHODS
    assert tuple(methods.KNOWN) == names.KNOWN == names.METHODS + names.FURTHER
    assert all(method.__name__ == name for name, method in methods.KNOWN.items())


def test_configuration_takes_every_method_and_its_parameters():
    schema = yaml.safe_load((ROOT / "config/schema.yaml").read_text())
    keys = schema["$defs"]["method"]["properties"]
    (listed,) = [key["enum"] for key in keys.values() if "BR" in key.get("enum", ())]
    assert tuple(listed) == names.KNOWN
    parameters = set().union(*(made().get_params() for made in methods.KNOWN.values()))
    everywhere = set.intersection(*(set(made().get_params()) for made in methods.KNOWN.values()))
    thresholds = set(names.THRESHOLD_PARAMETERS)
    foreign = {"class", "parameters", "per_label"}
    assert set(keys) - {"name", "method"} - foreign == parameters - everywhere | thresholds


def test_configuration_of_the_paper_has_every_method():
    study = yaml.safe_load((ROOT / "config.yaml").read_text())
    assert tuple(method["name"] for method in study["methods"]) == names.METHODS


def test_figures_have_a_look_of_its_own_for_every_method():
    assert tuple(LOOKS) == names.METHODS
    assert len({look.colour for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.marker for look in LOOKS.values()}) == len(LOOKS)


def test_every_measure_has_a_title():
    assert tuple(names.TITLES) == names.MEASURES
    assert set(names.COMPARED) <= set(names.MEASURES)
