"""The methods' help: every parameter is described, and no part of it is missing."""

import inspect
import pydoc
import re

import pytest

from eccru.methods import KNOWN


def described(method, section) -> dict[str, str]:
    """Return the types of the parameters or attributes in a section of numpydoc."""
    _, _, text = inspect.getdoc(method).partition(f"{section}\n{'-' * len(section)}\n")
    return dict(re.findall(r"^(\w+) : (.+)$", re.split(r"\n\n\w+\n-+\n", text)[0], re.MULTILINE))


@pytest.mark.parametrize("method", KNOWN.values(), ids=KNOWN)
def test_help_describes_every_parameter_with_its_default(method):
    parameters = inspect.signature(method).parameters
    types = described(method, "Parameters")
    assert list(types) == list(parameters)
    for name, parameter in parameters.items():
        default = types[name].partition("default=")[2]
        assert default == repr(parameter.default).replace("'", '"')


@pytest.mark.parametrize("method", KNOWN.values(), ids=KNOWN)
def test_help_has_all_of_its_parts(method):
    text = pydoc.render_doc(method, renderer=pydoc.plaintext)
    assert "%(" not in text
    assert {"n_classifiers_", "node_count_", "thresholds_"} <= set(described(method, "Attributes"))
