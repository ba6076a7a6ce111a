"""Inputs that are not what they should be: small valid files, changed at random."""

import signal
from collections.abc import Callable
from pathlib import Path

import numpy as np
import yaml
from jsonschema import Draft202012Validator, ValidationError

from eccru.data.labels import read_label_names
from eccru.data.mulan import read_mulan
from eccru.errors import ConfigError, DataError
from eccru.study.configuration import check, read_values
from eccru.tracking.store import TrackingError, check_configured_uri
from tests.mulan import write_mulan
from tests.stress.arena import Arena
from tests.stress.outcome import Outcome
from tests.workflow.call import ROOT

SECONDS = 5  # that one input may take
# What has a meaning in one of the formats.
TOKENS = (
    *(b"{", b"}", b"'", b'"', b"\\", b"%", b"?", b",", b"\n", b"\r", b"\t", b"\0", b" ", b"\xff"),
    *(b"@data", b"@attribute", b"@relation r", b"numeric", b"{0,1}", b"string", b"0 1", b"-1"),
    *(b"1e999", b"nan", b"1_0", b"\xc3\xa9", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xd9\xa3"),
    *(b"<", b">", b"&", b"</label>", b"<label>", b"<!DOCTYPE a>", b"&lt;", b"&#0;", b"]]>"),
    *(b'<!DOCTYPE a [<!ENTITY b "c">]>', b"<?xml version='1.0' encoding='utf-7'?>", b"<!--"),
    *(b"[", b"]", b":", b": ", b"- ", b"!!binary ", b"*a", b"&a ", b"null", b"true", b".inf"),
    *(b"2001-01-01", b"0x10", b"~", b"|", b"..", b"/", b"#", b"name: BR", b"c: 1e9", b"!!set "),
)
VALUES = (
    *(b"", b"''", b"'{'", b"'*a'", b"'!!set'", b'"a\\nb"', b"' x'", b"'-x'", b"'..'", b"x", b"'5'"),
    *(b"0", b"-1", b"1", b"1.0", b"0.5", b"1e400", b".nan", b"99999999999999999999", b"true", b"~"),
    *(
        b"[]",
        b"{}",
        b"[1]",
        b"[[]]",
        b"{a: 1}",
        b"[{}]",
        b"[{name: BR}, {name: BR}]",
        b"2001-01-01",
    ),
    *(b"&a [*a]", b"!!binary aGk=", b"!!set {a, b}", b"? a", b"/tmp", b"BR", b"ECCRU3", b"exact"),
    *(b"sqlite:///a", b"http://a:b@c", b"'http://['", b"'//[::1'", b'"\\0"', b'"\\ud800"'),
)


def mutate_inputs(arena: Arena) -> Outcome:
    """Give many changed files to the readers of ARFF and XML, and to the check of a configuration.

    Each is read, or refused with one sentence, in bounded time.
    """
    outcome, rng, folder = Outcome(), arena.random("inputs"), arena.folder / "inputs"
    for name, is_sparse in (("dense", False), ("sparse", True)):
        write_mulan(folder, name, seed=3, rows=8, sparse=is_sparse)
    files = {name: folder / "data/multi-label" / name / name for name in ("dense", "sparse")}
    configuration = _write_configuration(folder)
    readers = [
        (25_000, files["dense"].with_suffix(".arff"), _read_arff, mutate),
        (25_000, files["sparse"].with_suffix(".arff"), _read_arff, mutate),
        (30_000, files["dense"].with_suffix(".xml"), read_label_names, mutate),
        (10_000, configuration, _read_configuration, mutate),
        (10_000, configuration, _read_configuration, replace_value),
    ]
    signal.signal(signal.SIGALRM, _too_long)
    for number, path, read, change in readers:
        valid = path.read_bytes()
        read(path)  # it is valid
        for _ in range(number):
            path.unlink()  # ext4 waits for the disk where a file is overwritten
            path.write_bytes(change(valid, rng))
            outcome.tried += 1
            _give(outcome, path, read)
        path.write_bytes(valid)
    return outcome


def mutate(content: bytes, rng: np.random.Generator) -> bytes:
    """Change a few places of a file."""
    for _ in range(rng.integers(1, 4)):
        begin, end = sorted(rng.integers(len(content) + 1, size=2))
        match rng.integers(6):
            case 0:  # flip a bit
                flipped = bytes(
                    byte ^ (1 << rng.integers(8)) for byte in content[begin : begin + 1]
                )
                content = content[:begin] + flipped + content[begin + 1 :]
            case 1:  # cut the end off
                content = content[:end]
            case 2:  # leave something out
                content = content[:begin] + content[min(end, begin + 40) :]
            case 3:  # repeat something
                content = content[:end] + content[begin:end] + content[end:]
            case _:  # put something in, twice as often
                content = content[:begin] + TOKENS[rng.integers(len(TOKENS))] + content[begin:]
    return content


def replace_value(content: bytes, rng: np.random.Generator) -> bytes:
    """Change a few values of a configuration into others that are YAML as well."""
    lines = content.splitlines()
    for place in rng.integers(len(lines), size=rng.integers(1, 4)):
        key, colon, _ = lines[place].partition(b":")
        lines[place] = key + colon + b" " + VALUES[rng.integers(len(VALUES))]
    return b"\n".join(lines)


def _give(outcome, path, read: Callable[[Path], object]) -> None:
    signal.alarm(SECONDS)
    try:
        read(path)
    except (DataError, ConfigError, TrackingError) as error:
        text = str(error)
        if "\n" in text or not text.endswith("."):
            outcome.count("unsaid", f"no sentence: {text!r} of {path.read_bytes()!r}")
    except Exception as error:
        outcome.count("unsaid", f"{type(error).__name__}: {error} of {path.read_bytes()!r}")
    finally:
        signal.alarm(0)


def _too_long(*_):
    raise TimeoutError(f"it takes more than {SECONDS} s")


def _read_arff(path) -> None:
    read_mulan(path, path.with_suffix(".xml"))


def _write_configuration(folder) -> Path:
    """Write the project's configuration without its comments."""
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump(yaml.safe_load((ROOT / "config.yaml").read_text())))
    return path


_SCHEMA = Draft202012Validator(yaml.safe_load((ROOT / "config/schema.yaml").read_text()))


def _read_configuration(path) -> None:
    """Read a configuration as rules/configuration.smk does.

    What is no YAML, or no mapping, is refused by Snakemake itself.
    """
    try:
        config = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, TypeError):
        return
    if not isinstance(config, dict):
        return
    read_values(config)
    try:
        _SCHEMA.validate(config)
    except ValidationError as error:
        raise ConfigError(f"{error.json_path}: {error.message!r}.") from None
    check(config)
    check_configured_uri(config["tracking_uri"])
