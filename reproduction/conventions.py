"""Measure what the paper leaves open: the average ranks under other conventions than ours.

    python reproduction/conventions.py results reproduction/conventions.csv

It takes the prepared data and the folds of a finished study and trains every method on the two
folds of the first repeat, of all datasets but mediamill, which takes longer than all others.
"""

import json
import sys
from itertools import product
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import pandas as pd
import yaml

from eccru.data.dataset import Dataset
from eccru.methods import EBRUS, make_method
from eccru.methods.sampling import whole
from eccru.methods.thresholds import tune_thresholds
from eccru.metrics import METRICS, OF_CONFUSION, confusion, label_metrics, macro_average
from eccru.paper import results as paper
from eccru.stats.layout import write_csv
from eccru.stats.ranks import rank
from eccru.study.folds import train_rows
from eccru.study.run import run_seed, take_rows
from eccru.tree import Columns, Rows

CONFIG = yaml.safe_load((Path(__file__).parents[1] / "config.yaml").read_text())
METHODS = [entry["name"] for entry in CONFIG["methods"]]
# Per variant: what the chains are scored by, which of equally good thresholds is taken, and
# whether the members of EBRUS are trained on bags.
VARIANTS = {
    "as in the study": ("votes", "lowest", True),
    "chains scored by probabilities": ("confidence", "lowest", True),
    "EBRUS without bags": ("votes", "lowest", False),
    "both": ("confidence", "lowest", False),
    "highest of equally good thresholds": ("votes", "highest", True),
    "all three": ("confidence", "highest", False),
}


class EBRUSWithoutBags(EBRUS):
    """Members differ in the majority examples they draw, not in a bootstrap sample."""

    def _bags(self, learner, columns, q):
        everyone = whole(columns.n_rows)
        return [bag._replace(sample=everyone) for bag in super()._bags(learner, columns, q)]


def highest_thresholds(Y, scores):
    """Return the highest of the equally good thresholds of each metric and label."""
    steps = np.arange(21) / 20
    counts = [confusion(Y, scores >= step) for step in steps]
    thresholds = {}
    for metric, function in OF_CONFUSION.items():
        values = np.stack([function(count) for count in counts])
        is_best = values >= values.max(axis=0) - 1e-12
        thresholds[metric] = steps[len(steps) - 1 - np.argmax(is_best[::-1], axis=0)]
    return thresholds


def scores_of(results, dataset, fold):
    """Train every method on a fold; return its macro-averaged metrics under each convention."""
    data = Dataset.load(results.parent / "data" / "prepared" / f"{dataset}.npz")
    with np.load(results / "folds" / f"{dataset}.npz") as folds:
        test_rows = folds[f"0-{fold}"]
    training = train_rows(test_rows, len(data.Y))
    Y_train, Y_test = data.Y[training], data.Y[test_rows]
    columns = Columns(take_rows(data.features, training), data.nominal)
    rows = Rows(take_rows(data.features, test_rows), data.nominal)
    seed = run_seed(CONFIG["seed"], dataset, 0, fold)
    found = []
    for entry in CONFIG["methods"]:
        method, parameters = entry["name"], {k: v for k, v in entry.items() if k != "name"}
        models = {True: make_method(method, **parameters, random_state=seed)}
        models[False] = models[True]
        if method == "EBRUS":
            models[False] = EBRUSWithoutBags(**parameters, random_state=seed)
        for model in set(models.values()):
            model.fit_prepared(columns, Y_train)
        for score, bagged in product(("votes", "confidence"), (True, False)):
            model = models[bagged]
            if "score" in vars(model):  # the ensembles of chains
                model.score = score
            on_train, on_test = model.score_prepared(columns.rows), model.score_prepared(rows)
            for tie, tune in (("lowest", tune_thresholds), ("highest", highest_thresholds)):
                values = label_metrics(Y_test, on_test, tune(Y_train, on_train))
                found += [
                    (dataset, fold, method, (score, tie, bagged), metric, value)
                    for metric, value in macro_average(values).items()
                    if metric in METRICS
                ]
    return found


def main(results, path):
    """Write the average ranks under every variant, and Kendall's tau with the paper's ranks."""
    available = json.loads((results / "available.json").read_text())["available"]
    runs = [(results, name, fold) for name in available if name != "mediamill" for fold in (0, 1)]
    with Pool() as pool:
        found = [row for rows in pool.starmap(scores_of, runs, chunksize=1) for row in rows]
    scores = pd.DataFrame(
        found, columns=["dataset", "fold", "method", "conventions", "metric", "value"]
    )
    theirs, lines = paper.average_ranks(), []
    for (variant, conventions), metric in product(VARIANTS.items(), METRICS):
        own = scores[(scores["conventions"] == conventions) & (scores["metric"] == metric)]
        means = own.pivot_table(index="dataset", columns="method", values="value")[METHODS]
        ranks = rank(means, metric).mean()
        tau = ranks.corr(theirs.loc[metric, METHODS], method="kendall")
        lines.append({"variant": variant, "metric": metric, "kendall": tau, **ranks.round(4)})
    write_csv(path, pd.DataFrame(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
