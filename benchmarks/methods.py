"""How long the methods train, and how much faster they are than on scikit-learn's tree.

One process and one thread; times are CPU seconds of training on the first 5x2 fold. Both sides of a
ratio are the same method with the same chain code, on this package's tree and on
``sklearn.tree.DecisionTreeClassifier``, measured one after the other. Run with

    ECCRU_MIRROR=... python -m benchmarks.methods

where the mirror is a folder laid out like the Mulan repository. Figures go to ``methods.json`` in
``results/benchmarks``; ``--table`` prints them as Markdown.
"""

import argparse
import json
import resource
import subprocess
import sys
import time

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks import halves
from eccru.methods import METHODS, make_method
from eccru.methods.learners import make_learner
from eccru.sparse import CSR
from eccru.study.run import take_rows

FIGURES = halves.FIGURES / "methods.json"

# Both sides of a ratio are measured on at most so many labels and rows: scikit-learn's takes long.
MAX_LABELS, MAX_ROWS = 15, 3000


def train(name, features, nominal, Y, estimator=None, **params):
    """Return the CPU seconds of preparing and training, and the model."""
    model = make_method(name, estimator=estimator, random_state=0, **params)
    start = time.process_time()
    columns = make_learner(estimator).columns(features, nominal)
    model.fit_prepared(columns, Y)
    return time.process_time() - start, model


def best_time(*arguments, **params):
    """Return the CPU seconds of training; the best of three where one is short and so noisy."""
    seconds, _ = train(*arguments, **params)
    if seconds > 1:
        return seconds
    return min(seconds, *(train(*arguments, **params)[0] for _ in range(2)))


def training(*arguments):
    """Return the CPU seconds of training and the number of trees."""
    seconds, model = train(*arguments)
    return {"seconds": seconds, "trees": int(model.n_classifiers_.sum())}


def compare(features, nominal, Y):
    """Measure every method on both trees, on at most MAX_LABELS labels and MAX_ROWS rows."""
    n, q = min(len(Y), MAX_ROWS), min(Y.shape[1], MAX_LABELS)
    rows = np.sort(np.random.default_rng(0).permutation(len(Y))[:n])
    labels = np.linspace(0, Y.shape[1] - 1, q).astype(int)
    features, Y = take_rows(features, rows), Y[rows][:, labels]
    dense = features.toarray() if isinstance(features, CSR) else features  # its faster format
    figures = {"rows": n, "labels": q, "eccru": {}, "sklearn": {}}
    for name in METHODS:
        figures["eccru"][name] = best_time(name, features, nominal, Y)
        figures["sklearn"][name] = best_time(name, dense, nominal, Y, DecisionTreeClassifier())
    return figures


def synthetic(q, n=2000, d=100):
    """Return sparse 0/1 features and q labels whose frequencies follow a power law."""
    rng = np.random.default_rng(q)
    X = (rng.random((n, d)) < 0.1).astype(float)
    frequency = np.maximum(0.3 / (1 + np.arange(q)) ** 0.7, 0.01)
    relevance = X @ rng.normal(size=(d, q)) + rng.normal(size=(n, q))
    cut = np.sort(relevance, axis=0)[(n * (1 - frequency)).astype(int), np.arange(q)]
    return X, np.ones(d, dtype=bool), (relevance >= cut).astype(np.uint8)


def scaling():
    """Measure ECCRU3 for growing numbers of chains and of labels."""
    by_labels, by_chains = [], []
    for q in (50, 100, 200, 400, 800):
        seconds, model = train("ECCRU3", *synthetic(q))
        by_labels.append({"q": q, "trees": int(model.n_classifiers_.sum()), "seconds": seconds})
    data = synthetic(100)
    for c in (5, 10, 20, 40, 80):
        seconds, model = train("ECCRU3", *data, c=c)
        by_chains.append({"c": c, "trees": int(model.n_classifiers_.sum()), "seconds": seconds})
    return {"labels": by_labels, "chains": by_chains}


def peak_memory():
    """Measure the peak memory (MB) of ECCRU3 on mediamill, in a new process."""
    command = [sys.executable, "-m", "benchmarks.methods", "--memory"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, cwd=halves.ROOT)
    return float(answer.stdout)


def measure_memory():
    """Read mediamill, train ECCRU3 on it and predict; return the peak memory in MB."""
    features, nominal, Y = halves.training_half("mediamill")
    _, model = train("ECCRU3", features, nominal, Y)
    model.score_prepared(make_learner(None).rows(features, nominal))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def warm_up():
    """Compile every kernel before anything is measured."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(900, 4))
    X[:, 2:] = X[:, 2:] > 0
    Y = (rng.random((900, 3)) < [0.5, 0.1, 0.01]).astype(np.uint8)
    nominal = np.array([False, False, True, True])
    for columns in (slice(0, 2), slice(2, 4), slice(0, 4)):
        for name in METHODS:
            train(name, X[:, columns], nominal[columns], Y)


def measure():
    """Measure everything, and keep what is measured so far."""
    warm_up()
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    figures = {"datasets": {}}
    for name in halves.available():
        features, nominal, Y = halves.training_half(name)
        entry = {"n": len(Y), "d": features.shape[1], "q": Y.shape[1]}
        entry["ratio"] = compare(features, nominal, Y)
        entry["training"] = {method: training(method, features, nominal, Y) for method in METHODS}
        figures["datasets"][name] = entry
        print(name, json.dumps(entry), file=sys.stderr, flush=True)
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    figures["scaling"] = scaling()
    figures["mediamill_peak_mb"] = peak_memory()
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")


def table(figures):
    """Return the figures as Markdown."""
    heading = " | ".join(METHODS)
    lines = []
    for unit, cell in (
        ("seconds", lambda entry: f"{entry['seconds']:.2f}"),
        ("µs a tree", lambda entry: f"{1e6 * entry['seconds'] / entry['trees']:.0f}"),
    ):
        lines += [f"| {unit} | {heading} |", "|---|" + "--:|" * len(METHODS)]
        for name, entry in figures["datasets"].items():
            cells = " | ".join(cell(entry["training"][method]) for method in METHODS)
            lines.append(f"| {name} | {cells} |")
        lines.append("")
    lines += [f"| dataset | rows | labels | {heading} |", "|---|" + "--:|" * (2 + len(METHODS))]
    ratios = []
    for name, entry in figures["datasets"].items():
        both = entry["ratio"]
        ratios.append([both["sklearn"][method] / both["eccru"][method] for method in METHODS])
        cells = " | ".join(f"{ratio:.1f}" for ratio in ratios[-1])
        lines.append(f"| {name} | {both['rows']} | {both['labels']} | {cells} |")
    means = " | ".join(f"**{mean:.1f}**" for mean in np.exp(np.log(ratios).mean(axis=0)))
    lines.append(f"| geometric mean | | | {means} |")
    for what, rows in figures["scaling"].items():
        key = next(iter(rows[0]))
        lines += ["", f"| {key} ({what}) | trees | seconds |", "|--:|--:|--:|"]
        lines += [f"| {row[key]} | {row['trees']} | {row['seconds']:.2f} |" for row in rows]
    lines += ["", f"Peak memory of ECCRU3 on mediamill: {figures['mediamill_peak_mb']:.0f} MB."]
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memory", action="store_true", help="only print the peak memory")
    parser.add_argument("--table", action="store_true", help="only print what was measured before")
    arguments = parser.parse_args()
    if arguments.memory:
        print(measure_memory())
    else:
        if not arguments.table:
            measure()
        print(table(json.loads(FIGURES.read_text())))
