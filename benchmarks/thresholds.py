"""Where thresholds should come from: the training set, cross-validation, bags, or nowhere.

All eight methods on the datasets of the quick study, 3x2 folds. For every way the macro F-measure,
G-mean and balanced accuracy on the test rows with the thresholds of that metric, the share of
labels that are predicted for every test row, and CPU seconds of training and tuning. Run with

    ECCRU_MIRROR=... python -m benchmarks.thresholds

Figures go to ``thresholds.json`` in ``results/benchmarks``; the tables are printed.
"""

import json
import time
from itertools import product

import numpy as np

from benchmarks.halves import FIGURES, read
from eccru.methods import METHODS, make_method
from eccru.metrics import label_metrics, macro_average
from eccru.names import THRESHOLD_METRICS, TITLES
from eccru.study.folds import train_rows
from eccru.study.run import run_seed, take_rows
from eccru.study.stratification import make_folds
from eccru.tree import Columns, Rows

DATASETS = {"scene": None, "yeast": None, "enron": 0.1, "medical": 0.1, "emotions": None}
REPEATS, FOLDS, SEED = 3, 2, 1
WAYS = ("train", "cv", "oob", 0.5)


def ways_of(name):
    """Return the parameters of a method for each way; EBRUS has rows out of bags with bags only."""
    for way in WAYS:
        params = {"thresholds": way}
        if way == "train":
            params["threshold_ties"] = "lowest"  # as in the paper's study
        if way == "oob" and name in ("BR", "BRUS", "COCOA"):
            continue
        if way == "oob" and name == "EBRUS":
            params["bootstrap"] = True
        yield way, params
    if name == "EBRUS":
        yield "0.5, bags", {"thresholds": 0.5, "bootstrap": True}


def measure(dataset, test_rows, name, params, seed):
    """Return the scores of one way on one fold."""
    training = train_rows(test_rows, len(dataset.Y))
    features, Y = dataset.features, dataset.Y
    started = time.process_time()
    columns = Columns(take_rows(features, training), dataset.nominal)
    model = make_method(name, random_state=seed, **params)
    model.fit_prepared(columns, Y[training]).tune_prepared(columns, Y[training])
    seconds = time.process_time() - started
    scores = model.score_prepared(Rows(take_rows(features, test_rows), dataset.nominal))
    means = macro_average(label_metrics(Y[test_rows], scores, model.thresholds_))
    everything = (scores >= model.thresholds_["f_measure"]).all(axis=0)
    return {metric: means[metric] for metric in THRESHOLD_METRICS} | {
        "predicted for all rows": float(everything.mean()),
        "seconds": seconds,
    }


def main():
    """Measure and report."""
    results = {}
    for name, reduction in DATASETS.items():
        dataset = read(name, reduction)
        folds = make_folds(dataset.Y, REPEATS, FOLDS, SEED)
        for method, (repeat, fold) in product(METHODS, product(range(REPEATS), range(FOLDS))):
            seed = run_seed(SEED, name, repeat, fold)
            for way, params in ways_of(method):
                values = measure(dataset, folds[f"{repeat}-{fold}"], method, params, seed)
                for key, value in values.items():
                    at = results.setdefault(key, {}).setdefault(method, {})
                    at.setdefault(str(way), {}).setdefault(name, []).append(value)
        print(name, "done", flush=True)
    FIGURES.mkdir(parents=True, exist_ok=True)
    (FIGURES / "thresholds.json").write_text(json.dumps(results, indent=1) + "\n")
    ways = [*map(str, WAYS), "0.5, bags"]
    for key, by_method in results.items():
        print(f"\n{TITLES.get(key, key)}\n")
        print(f"| method | {' | '.join(ways)} |\n|---|{'--:|' * len(ways)}")
        for method, by_way in by_method.items():
            cells = (
                f"{np.mean([np.mean(v) for v in by_way[way].values()]):.3f}"
                if way in by_way
                else ""
                for way in ways
            )
            print(f"| {method} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
