"""The check of a configuration beyond its schema: each error is one sentence that names the key."""

import math
from contextlib import suppress
from pathlib import PurePosixPath

import yaml

from eccru.errors import ConfigError
from eccru.names import METHODS, PARAMETERS

# Folders of the project, which results must not be mixed with.
TAKEN = ("benchmarks", "config", "data", "docs", "eccru", "envs", "mlartifacts", "plugins")
TAKEN += ("profiles", "report", "reproduction", "rules", "tests", "workflow_scripts")
# What is no text; on the command line Snakemake leaves much as text that is none.
NOT_TEXT = ("reduction", "c", "couples", "theta_max", "theta_min", "alpha", "rope", "partial")


def read_values(config) -> None:
    """Turn numbers, truth values and nothing that were given as text into what they are."""
    for entry in config if isinstance(config, list) else [config]:
        for key, value in entry.items() if isinstance(entry, dict) else ():
            if key in NOT_TEXT and isinstance(value, str):
                with suppress(yaml.YAMLError, ValueError):  # the schema refuses it as text
                    entry[key] = yaml.safe_load(value)
            read_values(value)


def check(config: dict) -> None:
    """Raise a `ConfigError` if a configuration that fits the schema makes no sense.

    Parameters
    ----------
    config : dict
        The configuration.
    """
    _check_numbers(config, "$")
    for key in ("seed", "repeats", "folds"):
        if not isinstance(config[key], int) or isinstance(config[key], bool):
            raise ConfigError(f"$.{key} is {config[key]!r}, but must be a whole number.")
    _check_name("$.study", config["study"])
    _check_folder(config["results"])
    for list_name in ("datasets", "methods"):
        names = [entry["name"] for entry in config[list_name]]
        for place, name in enumerate(names):
            _check_name(f"$.{list_name}[{place}].name", name)
            if names.index(name) < place:
                raise ConfigError(
                    f"$.{list_name}[{place}].name: {name} is given twice; two settings of one "
                    "method need two names, such as {name: ECCRU-30, method: ECCRU, c: 30}."
                    if list_name == "methods"
                    else f"$.{list_name}[{place}].name: {name} is given twice; leave one out."
                )
    for place, entry in enumerate(config["methods"]):
        _check_method(f"$.methods[{place}]", entry)


def _check_numbers(value, place):
    if isinstance(value, dict):
        for key, item in value.items():
            _check_numbers(item, f"{place}.{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            _check_numbers(item, f"{place}[{number}]")
    elif isinstance(value, float) and not math.isfinite(value):
        raise ConfigError(f"{place} is {value}, but must be a finite number.")


def _check_name(place, name):
    """Names become folders: they stay in their place, and are one line."""
    if name in (".", "..") or name.startswith(("-", ".")) or name != name.strip():
        raise ConfigError(
            f"{place} is {name!r}, but a name begins with a letter or digit and has no line break."
        )


def _check_folder(results):
    path = PurePosixPath(results)
    if path.is_absolute() or ".." in path.parts or not path.parts or results != results.strip():
        raise ConfigError(
            f"$.results is {results!r}, but must be a folder below the working folder, such as "
            "results/mine; snakemake --directory chooses the working folder."
        )
    if path.parts[0] in TAKEN or path.parts[0].startswith("."):
        raise ConfigError(
            f"$.results is {results!r}, but {path.parts[0]} is a folder of the project; choose "
            "another, such as results/mine."
        )


def _check_method(place, entry):
    algorithm = entry.get("method", entry["name"])
    if algorithm not in METHODS:
        raise ConfigError(
            f"{place}.name: {algorithm} is none of {', '.join(METHODS)}; a method by another name "
            "says which one it is, such as {name: ECCRU-30, method: ECCRU, c: 30}."
        )
    known = PARAMETERS[algorithm]
    for key in entry:
        if key not in (*known, "name", "method"):
            has = f"it has {', '.join(known)}" if known else "it has none"
            raise ConfigError(f"{place}.{key} is no parameter of {algorithm}; {has}.")
    if algorithm == "ECCRU3" and entry.get("theta_min", 0.5) * entry.get("c", 10) < 1:
        raise ConfigError(f"{place}.theta_min times c is below 1; give a larger theta_min or c.")
