"""Estimators of other packages that a configuration names: found, built, and their versions."""

import importlib
import sys
from functools import cache
from importlib.metadata import packages_distributions, version
from pathlib import Path

from eccru.errors import ConfigError
from eccru.files import sha256

NEEDED = ("fit", "get_params", "predict_proba")


def build(entry: dict):
    """Build an estimator.

    Parameters
    ----------
    entry : dict
        `class`, its import path, and `parameters`, where there are any. A parameter, or an item of
        a list among them, may be another such entry.

    Raises
    ------
    ConfigError
        If there is no such class, or if it does not take the parameters.
    """
    found = find_class(entry["class"])
    parameters = {name: _built(value) for name, value in entry.get("parameters", {}).items()}
    try:
        return found(**parameters)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"{entry['class']} does not take its parameters: {error}.") from None


def _built(value):
    if isinstance(value, list):
        return [_built(item) for item in value]
    return build(value) if _is_entry(value) else value


def _is_entry(value):
    return isinstance(value, dict) and "class" in value


def find_class(path: str):
    """Import a class by its path, such as sklearn.ensemble.RandomForestClassifier."""
    module, _, name = path.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever the code of a module that is imported raises
        raise ConfigError(f"{path} cannot be imported: {str(error).rstrip('.')}.") from None
    if not isinstance(found, type):
        raise ConfigError(f"{path} is no class.")
    return found


def check_estimator(entry: dict) -> None:
    """Raise a `ConfigError` unless an entry is an estimator that gives probabilities."""
    estimator = build(entry)
    for name in NEEDED:
        if not hasattr(estimator, name):
            raise ConfigError(f"{entry['class']} with its parameters has no {name}.")


def package_versions(entry: dict) -> dict[str, str]:
    """Return the versions of the packages that an entry's classes and their bases are from.

    A module of no package that is installed is known by its content.
    """
    names = {
        base.__module__.partition(".")[0]
        for path in _paths(entry)
        for base in find_class(path).__mro__
    }
    return {name: _version(name) for name in sorted(names - sys.stdlib_module_names)}


def _paths(value):
    """List the classes that are named in an entry, also those of its parameters."""
    if isinstance(value, list):
        return [path for item in value for path in _paths(item)]
    if not _is_entry(value):
        return []
    return [value["class"], *_paths(list(value.get("parameters", {}).values()))]


@cache
def _version(package):
    distributions = packages_distributions().get(package)
    if distributions:
        return version(distributions[0])
    return sha256(Path(sys.modules[package].__file__))[:16]
