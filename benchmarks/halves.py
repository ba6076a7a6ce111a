"""What the benchmarks train on: one half of each dataset, read from a mirror of the Mulan data."""

import os
from pathlib import Path

import yaml

from eccru.data.catalogue import catalogue
from eccru.data.mulan import read_mulan
from eccru.data.reduce import reduce_features
from eccru.study.folds import train_rows
from eccru.study.run import take_rows
from eccru.study.stratification import make_folds

ROOT = Path(__file__).resolve().parent.parent
MIRROR = Path(os.environ.get("ECCRU_MIRROR") or ROOT.parent / "shared" / "mulan")
FIGURES = ROOT / "results" / "benchmarks"
ENTRIES = {
    entry["name"]: entry for entry in yaml.safe_load((ROOT / "config.yaml").read_text())["datasets"]
}


def available() -> list[str]:
    """Return the datasets of the paper that the mirror has."""
    return [name for name in ENTRIES if _folder(name).is_dir()]


def read(name: str, reduction: float | None):
    """Return a dataset, with a share of its features."""
    known, folder = catalogue()[name], _folder(name)
    dataset = read_mulan([folder / file for file in known["arff"]], folder / known["xml"])
    return dataset if reduction is None else reduce_features(dataset, reduction)


def training_half(name: str):
    """Return features, nominal and labels of the training rows of a dataset's first fold."""
    dataset = read(name, ENTRIES[name].get("reduction"))
    rows = train_rows(make_folds(dataset.Y, repeats=1, folds=2, seed=1)["0-0"], len(dataset.Y))
    return take_rows(dataset.features, rows), dataset.nominal, dataset.Y[rows]


def _folder(name):
    return MIRROR / "data" / "multi-label" / catalogue()[name]["folder"]
