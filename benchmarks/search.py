"""The search for ForestRU: members of its family beside other forests, on five datasets.

Two folds, a seed that no study has. Macro-averaged metrics with the thresholds of each, tuned out
of bag where there are bags and by cross-validation elsewhere; CPU seconds of training without that
cross-validation, and of prediction. It needs imbalanced-learn:

    ECCRU_MIRROR=... python -m benchmarks.search [dataset ...]

The tables are printed, and then the means over the datasets with the sum of the CPU seconds.
"""

import sys
import time
import warnings

import numpy as np
from imblearn.ensemble import BalancedRandomForestClassifier
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier

from benchmarks.halves import read
from eccru.methods import BR, EBRUS, ECC, ECCRU, ECCRU3, ForestRU
from eccru.methods.foreign import Foreign
from eccru.methods.learners import make_learner
from eccru.metrics import label_metrics, macro_average
from eccru.model_selection import IterativeStratifiedKFold
from eccru.names import METRICS, TITLES
from eccru.study.run import take_rows
from eccru.tree import J48Tree

DATASETS = {"emotions": None, "enron": 0.1, "medical": 0.1, "scene": None, "yeast": None}
SEED = 7
RANDOM_TREE = J48Tree(max_features="sqrt", unpruned=True, collapse=False)
WHOLE = 1e9  # a ratio at which nothing is left out


def family(**params):
    """Return a member of the family, thresholds of which are 0.05 apart as those of others."""
    return ForestRU(threshold_grid=0.05, **params)


CANDIDATES = {
    "ECCRU3, the paper's": ECCRU3(),
    "EBRUS with bags, c=50": EBRUS(c=50, bootstrap=True),
    "EBRUS with bags, c=50, sqrt": EBRUS(c=50, bootstrap=True, estimator=RANDOM_TREE),
    "ECC, c=50, sqrt": ECC(c=50, estimator=RANDOM_TREE),
    "ECCRU, c=50, sqrt": ECCRU(c=50, estimator=RANDOM_TREE),
    "alone, ratio 1, c=50": family(c=50, chained=False, ratio=1),
    "alone, ratio 2, c=50": family(c=50, chained=False, ratio=2),
    "alone, ratio 4, c=50": family(c=50, chained=False, ratio=4),
    "alone, whole bags, c=50": family(c=50, chained=False, ratio=WHOLE),
    "alone, ratio 3, c=100": family(c=100, chained=False),
    "the same, pruned": family(c=100, chained=False, estimator=J48Tree(max_features="sqrt")),
    "the same, log2": family(c=100, chained=False, max_features="log2"),
    "the same, one attribute": family(c=100, chained=False, max_features=1),
    "the same, 20 % of them": family(c=100, chained=False, max_features=0.2),
    "the same, 40 % of them": family(c=100, chained=False, max_features=0.4),
    "alone, ratio 6, c=100": family(c=100, chained=False, ratio=6),
    "chains, ratio 1, c=50": family(c=50, ratio=1),
    "chains, ratio 3, c=50": family(c=50),
    "chains, ratio 3, c=75": family(c=75),
    "chains, ratio 5, c=75": family(c=75, ratio=5),
    "chains, ratio 3, c=100": family(c=100),
    "ForestRU: chains, ratio 3, c=70, thresholds 0.01 apart": ForestRU(),
    "RandomForest": Foreign(estimator=RandomForestClassifier()),
    "ExtraTrees": Foreign(estimator=ExtraTreesClassifier()),
    "BalancedForest per label": BR(estimator=BalancedRandomForestClassifier()),
}


def measure(dataset, train, test, model):
    """Return the five metrics of a model, and its CPU seconds."""
    model = model.set_params(random_state=3)
    started = time.process_time()
    learner = make_learner(model.estimator)
    columns = learner.columns(take_rows(dataset.features, train), dataset.nominal)
    model.fit_prepared(columns, dataset.Y[train])
    seconds = time.process_time() - started
    model.tune_prepared(columns, dataset.Y[train])
    started = time.process_time()
    rows = learner.rows(take_rows(dataset.features, test), dataset.nominal)
    scores = model.score_prepared(rows)
    seconds += time.process_time() - started
    means = macro_average(label_metrics(dataset.Y[test], scores, model.thresholds_))
    return [*(means[metric] for metric in METRICS), seconds]


def report(title, rows):
    """Print a table."""
    print(f"\n{title}\n\n| | {' | '.join(TITLES[metric] for metric in METRICS)} | CPU s |")
    print("|---|" + "---|" * 6)
    for name, values in rows.items():
        print(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")


def main(names):
    """Measure and report."""
    warnings.simplefilter("ignore")
    results = {candidate: [] for candidate in CANDIDATES}
    for name in names:
        dataset = read(name, DATASETS[name])
        folds = list(IterativeStratifiedKFold(2, random_state=SEED).split(dataset.Y, dataset.Y))
        measure(dataset, *folds[0], ForestRU(c=1))  # the kernels are loaded, and not timed
        for candidate, model in CANDIDATES.items():
            values = [measure(dataset, *fold, model) for fold in folds]
            results[candidate].append(np.mean(values, axis=0))
        report(name, {candidate: values[-1] for candidate, values in results.items()})
    if len(names) > 1:
        means = {
            candidate: [*np.mean(each, axis=0)[:-1], np.sum(each, axis=0)[-1]]
            for candidate, each in results.items()
        }
        report("mean metrics, sum of CPU seconds", means)


if __name__ == "__main__":
    main(sys.argv[1:] or list(DATASETS))
