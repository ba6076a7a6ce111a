"""How much faster the tree trains than scikit-learn's.

CPU time in one process, both sides in the same run. The same work on both sides: trees for up to 30
labels on the training half of the first fold, over all rows (``DecisionTreeClassifier`` with
``criterion="entropy"``; ours with its pruning on top) and over undersampled rows. What a side
prepares once per fold (``Columns`` here, a float32 or a CSC matrix there, whichever is
faster) is not in the times of its trees; building ``Columns`` is reported. Run with

    python -m benchmarks.tree [--out FILE] [dataset ...]

Prints a table and writes the figures as JSON.
"""

import argparse
import json
import os
import subprocess
import time
from pathlib import Path

import numpy as np
from scipy.sparse import csc_matrix, csr_array
from sklearn.tree import DecisionTreeClassifier

from benchmarks.halves import FIGURES, training_half
from eccru.methods.sampling import undersample, whole
from eccru.sparse import CSR
from eccru.study.run import take_rows
from eccru.tree import Columns, J48Tree, Sample, grow_tree
from eccru.tree.warm import warm

DATASETS = ["bibtex", "corel5k", "enron", "medical", "tmc2007-500"]
DATASETS += ["yeast", "scene", "cal500", "mediamill"]
MAX_LABELS, FITTED_LABELS = 30, 5
ENOUGH_SECONDS, MOST_REPEATS = 1.0, 7


def cpu_seconds(action):
    """Return the CPU time of an action."""
    started = time.process_time()
    action()
    return time.process_time() - started


def best_seconds(*actions):
    """Return the least CPU time of each action; they take turns until the time is enough."""
    times = []
    while len(times) < MOST_REPEATS and np.sum(times) < ENOUGH_SECONDS * len(actions):
        times.append([cpu_seconds(action) for action in actions])
    return np.min(times, axis=0)


def sklearn_fit(X, y):
    """Train scikit-learn's tree."""
    DecisionTreeClassifier(criterion="entropy", random_state=0).fit(X, y)


def sklearn_matrix(features, y):
    """Return the layout on which scikit-learn's tree is faster."""
    dense = (features.toarray() if isinstance(features, CSR) else features).astype(np.float32)
    if np.mean(dense != 0) > 0.5:
        return dense
    sparse = csc_matrix(dense)
    times = best_seconds(lambda: sklearn_fit(dense, y), lambda: sklearn_fit(sparse, y))
    return dense if times[0] <= times[1] else sparse


def compare_all_rows(columns, X, Y):
    """Return the CPU seconds of scikit-learn's trees and of ours over all rows."""
    sample = whole(np.arange(columns.n_rows, dtype=np.int32))

    def ours():
        bag = columns.restrict(sample)
        for y in Y:
            grow_tree(bag, y, sample)

    return best_seconds(lambda: [sklearn_fit(X, y) for y in Y], ours)


def compare_undersampled(columns, X, Y, rng):
    """Return the CPU seconds of both sides' undersampled trees, and the mean number of rows."""
    everyone = whole(np.arange(columns.n_rows, dtype=np.int32))
    samples = [undersample(y, everyone, rng) for y in Y]
    rows = X.tocsr() if hasattr(X, "tocsr") else X
    theirs = [(rows[sample.rows], y[sample.rows]) for sample, y in zip(samples, Y, strict=True)]
    if hasattr(X, "tocsr"):
        theirs = [(part.tocsc(), y) for part, y in theirs]
    seconds = best_seconds(
        lambda: [sklearn_fit(part, y) for part, y in theirs],
        lambda: [grow_tree(columns, y, s) for y, s in zip(Y, samples, strict=True)],
    )
    return seconds, float(np.mean([len(sample.rows) for sample in samples]))


def compare_estimators(features, nominal, X, Y):
    """Return the CPU seconds of ``fit`` of both sides' estimators, preparation and checks included.

    ``X`` is the layout that suits scikit-learn; ours gets rows as they are, sparse or dense.
    """
    ours = csr_array(features[:3], features.shape) if isinstance(features, CSR) else features
    return best_seconds(
        lambda: [sklearn_fit(X, y) for y in Y],
        lambda: [J48Tree().fit(ours, y, nominal=nominal) for y in Y],
    )


def growth_with_n(features, nominal, Y, rng):
    """Return by how much a tree of 20 rows is slower among all rows than among a tenth of them.

    The rows are ten of each class of the most balanced label, so that there is something to split.
    """
    tenth = np.arange(features.shape[0] // 10)
    ones = Y[:, tenth].sum(axis=1, dtype=int)
    y = Y[np.argmax(np.minimum(ones, len(tenth) - ones))]
    of_class = [np.flatnonzero(y[tenth] == code) for code in (0, 1)]
    samples = [
        np.sort(np.concatenate([rng.choice(rows, 10, replace=False) for rows in of_class]))
        for _ in range(50)
    ]
    weight = np.ones(20, dtype=np.int32)

    def grow_from(X):
        columns, codes = Columns(X, nominal), y[: X.shape[0]]
        return lambda: [
            grow_tree(columns, codes, Sample(rows.astype(np.int32), weight)) for rows in samples
        ]

    some = take_rows(features, tenth)
    few, many = best_seconds(*(grow_from(X) for X in (some, features)))
    return many / few


def measure(name):
    """Return the figures of one dataset."""
    features, nominal, Y = training_half(name)
    Y = np.ascontiguousarray(Y.T[:MAX_LABELS])
    Y = Y[(Y.min(axis=1) == 0) & (Y.max(axis=1) == 1)]
    columns = Columns(features, nominal)
    build = best_seconds(lambda: Columns(features, nominal))[0]
    X = sklearn_matrix(features, Y[0])
    theirs, ours = compare_all_rows(columns, X, Y)
    rng = np.random.default_rng(0)
    (under_theirs, under_ours), under_rows = compare_undersampled(columns, X, Y, rng)
    fit_theirs, fit_ours = compare_estimators(features, nominal, X, Y[:FITTED_LABELS])
    figures = {
        "rows": columns.n_rows,
        "features": columns.n_features,
        "trees": len(Y),
        "sklearn_layout": "dense" if isinstance(X, np.ndarray) else "sparse",
        "columns_ms": 1e3 * build,
        "sklearn_ms": 1e3 * theirs / len(Y),
        "ours_ms": 1e3 * ours / len(Y),
        "ratio": theirs / ours,
        "under_rows": under_rows,
        "under_sklearn_ms": 1e3 * under_theirs / len(Y),
        "under_ours_ms": 1e3 * under_ours / len(Y),
        "under_ratio": under_theirs / under_ours,
        "fit_ratio": fit_theirs / fit_ours,
    }
    if columns.n_rows > 1000:
        figures["growth_with_10n"] = growth_with_n(features, nominal, Y, rng)
    return figures


def machine():
    """Return the processor's name and number of cores."""
    lines = subprocess.run(["lscpu"], capture_output=True, text=True, check=False).stdout
    model = [line.split(":")[1].strip() for line in lines.splitlines() if "Model name" in line]
    return f"{model[0] if model else 'unknown processor'}, {os.cpu_count()} cores"


def geometric_mean(figures, key):
    """Return the geometric mean of one figure over the datasets."""
    return float(np.exp(np.mean([np.log(row[key]) for row in figures.values()])))


def table(report):
    """Return the figures as a Markdown table."""
    lines = [
        "| dataset | rows | features | Columns ms | scikit-learn ms | ours ms | ratio "
        "| undersampled rows | scikit-learn ms | ours ms | ratio | `fit` ratio | 20 rows, 10 n |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, row in report["datasets"].items():
        growth = f"{row['growth_with_10n']:.2f}" if "growth_with_10n" in row else ""
        lines.append(
            f"| {name} | {row['rows']} | {row['features']} | {row['columns_ms']:.1f} "
            f"| {row['sklearn_ms']:.2f} | {row['ours_ms']:.3f} | {row['ratio']:.1f} "
            f"| {row['under_rows']:.0f} | {row['under_sklearn_ms']:.3f} "
            f"| {row['under_ours_ms']:.3f} | {row['under_ratio']:.1f} | {row['fit_ratio']:.1f} "
            f"| {growth} |"
        )
    lines.append(
        f"| geometric mean | | | | | | {report['ratio']:.1f} "
        f"| | | | {report['under_ratio']:.1f} | {report['fit_ratio']:.1f} | |"
    )
    return "\n".join(lines)


def main():
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=FIGURES / "tree.json")
    parser.add_argument("datasets", nargs="*", default=DATASETS)
    arguments = parser.parse_args()
    warm()
    figures = {}
    for name in arguments.datasets:
        figures[name] = measure(name)
        print(name, {key: value for key, value in figures[name].items() if "ratio" in key})
    report = {
        "machine": machine(),
        "ratio": geometric_mean(figures, "ratio"),
        "under_ratio": geometric_mean(figures, "under_ratio"),
        "fit_ratio": geometric_mean(figures, "fit_ratio"),
        "datasets": figures,
    }
    print(report["machine"])
    print(table(report))
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
