"""The check of a configuration beyond its schema: each error is one sentence that names the key."""

import math
from contextlib import suppress
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import yaml

from eccru.data.formats import NAMES_ITS_LABELS, format_of
from eccru.errors import ConfigError, DataError
from eccru.names import KNOWN, PARAMETERS, THRESHOLD_PARAMETERS
from eccru.study.classes import check_estimator

# Folders of the project, which results must not be mixed with.
TAKEN = ("benchmarks", "config", "container", "data", "docs", "eccru", "envs", "mlartifacts")
TAKEN += ("plugins", "profiles", "report", "reproduction", "rules", "tests", "workflow_scripts")
# What is no text; on the command line Snakemake leaves much as text that is none.
NOT_TEXT = ("reduction", "labels", "openml", "c", "couples", "theta_max", "theta_min", "alpha")
NOT_TEXT += ("limit", "ratio", "max_features", "chained", "bootstrap", "per_label", "time_limit")
NOT_TEXT += ("rope", "partial")


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
    for place, entry in enumerate(config["datasets"]):
        _check_dataset(f"$.datasets[{place}]", entry)
    for place, entry in enumerate(config["methods"]):
        if "class" in entry:
            _check_class(f"$.methods[{place}]", entry, config["thresholds"])
        else:
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


def _check_dataset(place, entry):
    """Its files are named in one way only, and it is known what they are."""
    ways = [key for key in ("file", "openml", "arff", "url") if key in entry]
    if len(ways) > 1 and ways != ["arff", "url"]:
        raise ConfigError(f"{place} has both {ways[0]} and {ways[1]}; leave one out.")
    for key, needed in (("labels", ("file", "openml")), ("format", ("file",))):
        if key in entry and not any(way in entry for way in needed):
            raise ConfigError(f"{place}.{key} is of use only with {' or '.join(needed)}.")
    if "openml" in entry and "sha256" in entry:
        raise ConfigError(f"{place}.sha256 is not for openml, which has checksums of its own.")
    if "file" in entry:
        files = [entry["file"]] if isinstance(entry["file"], str) else entry["file"]
        try:
            names = [urlsplit(file).path if "://" in file else file for file in files]
            formats = {format_of(name, entry.get("format")) for name in names}
        except DataError as error:
            raise ConfigError(f"{place}.file: {error}") from None
        if len(formats) > 1:
            raise ConfigError(f"{place}.file: files of several formats cannot be joined.")
        if "labels" not in entry and not formats.issubset(NAMES_ITS_LABELS):
            raise ConfigError(
                f"{place} needs labels: the names of its label columns, a pattern such as "
                "label_*, or their number."
            )


def _check_method(place, entry):
    algorithm = entry.get("method", entry["name"])
    if algorithm not in KNOWN:
        raise ConfigError(
            f"{place}.name: {algorithm} is none of {', '.join(KNOWN)}; a method by another name "
            "says which one it is, such as {name: ECCRU-30, method: ECCRU, c: 30}, or has a class."
        )
    known = (*PARAMETERS[algorithm], *THRESHOLD_PARAMETERS)
    for key in entry:
        if key not in (*known, "name", "method"):
            has = f"it has {', '.join(known)}"
            raise ConfigError(f"{place}.{key} is no parameter of {algorithm}; {has}.")


def _check_class(place, entry, thresholds):
    """A method of another package can be built, and asked for probabilities."""
    known = ("class", "parameters", "per_label", *THRESHOLD_PARAMETERS)
    for key in entry:
        if key not in (*known, "name"):
            has = f"it has {', '.join(known)}"
            raise ConfigError(f"{place}.{key} is nothing that a method with a class has; {has}.")
    if entry["name"] in KNOWN:
        raise ConfigError(
            f"{place}.name: {entry['name']} is a method of the package; call the class otherwise."
        )
    if entry.get("thresholds", thresholds) == "oob":
        raise ConfigError(
            f"{place}.thresholds is oob, but {entry['class']} has no bags that are known; take cv."
        )
    try:
        check_estimator(entry)
    except ConfigError as error:
        raise ConfigError(f"{place}.class: {error}") from None
