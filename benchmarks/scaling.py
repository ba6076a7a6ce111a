"""How time and memory of the methods grow with rows, features, labels, classifiers and threads.

    python -m benchmarks.scaling [--series NAME ...] [--methods NAME ...]

Every point is a process of its own, on made-up data, so that its peak memory is its own. It may
take so many CPU seconds; one that takes longer is reported as such, and larger ones of its line are
not tried. The figures go to ``results/benchmarks/scaling.json``, to which a call adds; ``--report``
writes the plots into ``docs/figures`` and prints tables, with the exponents of lines fitted on
log-log axes.
"""

import argparse
import json
import resource
import signal
import sys
import time
from multiprocessing import Pipe, get_context
from typing import NamedTuple

import numpy as np

from benchmarks.halves import FIGURES, ROOT
from eccru import make_imbalanced_multilabel, make_method
from eccru.names import METHODS, PARAMETERS
from eccru.plots.style import legend, line, log_axis, panels, save, styled

OUT = FIGURES / "scaling.json"
CPU_LIMIT = 90  # seconds
NOISE = {"fit": 0.02, "memory": 20}  # CPU seconds and megabytes below which a point says nothing


class Series(NamedTuple):
    """Points that differ in one size; ``fixed`` has the others."""

    title: str
    size: str
    values: tuple
    fixed: dict
    methods: tuple = METHODS


SERIES = {
    "rows": Series("rows", "n", (10**3, 10**4, 10**5, 10**6), {"d": 10, "q": 3}),
    "labels": Series("labels", "q", (10, 10**2, 10**3, 10**4), {"n": 1000, "d": 20}),
    "features": Series("features", "d", (10, 10**2, 10**3, 10**4), {"n": 1000, "q": 3}),
    "sparse": Series(
        "features, 1 % of them not 0",
        "d",
        (10**2, 10**3, 10**4),
        {"n": 2000, "q": 3, "density": 0.01},
    ),
    "classifiers": Series(
        "chains, members or couples",
        "c",
        (5, 10, 20, 40, 80),
        {"n": 1000, "d": 20, "q": 100},
        tuple(method for method in METHODS if method not in ("BR", "BRUS")),
    ),
    "threads": Series("threads", "threads", (1, 2), {"n": 20_000, "d": 20, "q": 10}),
    "large": Series("rows by 100 features", "n", (10**6,), {"d": 100, "q": 2}),
}


def megabytes(key: str) -> float:
    """Return what the system says of this process's memory: VmRSS now, VmHWM at its peak."""
    with open("/proc/self/status") as file:
        return int(next(row for row in file if row.startswith(key)).split()[1]) / 1024


def measure(method: str, n, d, q, c=2, threads=1, density=1.0) -> dict:
    """Train a method on made-up data and predict the same rows; return time and memory."""
    number = {"c": c, "couples": c}
    parameters = {key: number[key] for key in PARAMETERS[method] if key in number}
    model = make_method(method, thresholds="train", random_state=0, n_jobs=threads, **parameters)
    data = {"density": density, "least_frequent": 0.005, "random_state": 0}
    empty = megabytes("VmRSS")
    X, Y = make_imbalanced_multilabel(n, d, q, **data)
    before = megabytes("VmRSS")
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the peak begins anew
    wall, cpu = time.perf_counter(), time.process_time()
    model.fit(X, Y)
    taken = {"fit": time.process_time() - cpu, "fit_wall": time.perf_counter() - wall}
    peak, cpu = megabytes("VmHWM"), time.process_time()
    model.predict_proba(X)
    return taken | {
        "predict": time.process_time() - cpu,
        "memory": megabytes("VmHWM") - empty,  # with the data
        "process": megabytes("VmHWM"),
        "bytes_per_entry": (peak - before) * 2**20 / (X.nnz if density < 1 else n * d),
        "trees": int(model.n_classifiers_.sum()),
        "nodes": int(model.node_count_),
    }


def measure_apart(point: dict) -> dict:
    """Measure a point in a process of its own, for a limited time."""

    def answer():
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
        there.send(measure(**point))

    here, there = Pipe(duplex=False)
    process = get_context("fork").Process(target=answer)  # which need not import everything anew
    process.start()
    there.close()
    try:
        return here.recv()
    except EOFError:
        process.join()
        limited = process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL)
        return {"failed": f"over {CPU_LIMIT} s" if limited else f"ended with {process.exitcode}"}
    finally:
        process.join()


def measure_series(names, methods):
    """Measure the points of some series, and keep what is measured so far."""
    OUT.parent.mkdir(parents=True, exist_ok=True)
    for method in methods:  # loads the kernels, which all processes then share
        measure(method, n=200, d=5, q=3)
    measure("BR", n=200, d=5, q=3, density=0.1)
    for name in names:
        series = SERIES[name]
        for method in (method for method in series.methods if method in methods):
            failed = False
            for value in series.values:
                point = {"method": method, **series.fixed, series.size: value}
                figures = {"failed": "not tried"} if failed else measure_apart(point)
                failed = "failed" in figures
                print(name, value, method, json.dumps(figures), file=sys.stderr, flush=True)
                kept = read()
                kept.setdefault(name, {}).setdefault(method, {})[str(value)] = figures
                OUT.write_text(json.dumps(kept, indent=1) + "\n")


def read() -> dict:
    """Return the figures that are measured: by series, method and size."""
    return json.loads(OUT.read_text()) if OUT.exists() else {}


def curve(points: dict, key: str):
    """Return the sizes and figures of a line, without those that failed."""
    known = {int(size): point[key] for size, point in points.items() if "failed" not in point}
    return np.array(list(known)), np.array(list(known.values()))


def exponents(points: dict, key: str, least=0.0) -> tuple[float, float]:
    """Return the exponent of the whole line, and of its last step.

    Parameters
    ----------
    points : dict
        Figures by size.
    key : str
        Which figure.
    least : float
        The smallest figure that counts.
    """
    sizes, figures = curve(points, key)
    sizes, figures = np.log(sizes[figures > least]), np.log(figures[figures > least])
    if len(sizes) < 2:
        return np.nan, np.nan
    return np.polyfit(sizes, figures, 1)[0], np.diff(figures)[-1] / np.diff(sizes)[-1]


@styled
def draw(series: Series, of_methods: dict):
    """Draw time and memory against the size."""
    figure, axes = panels(2, 2, (4, 3.2))
    for ax, key, label in zip(
        axes, ("fit", "memory"), ("training (CPU s)", "peak memory (MB)"), strict=True
    ):
        for method, points in of_methods.items():
            ax.plot(*curve(points, key), **line(method, markersize=5))
        for name in "xy":
            log_axis(ax, name)
        ax.set_xlabel(series.title)
        ax.set_ylabel(label)
    legend(figure, of_methods, 4, line)
    return figure


def tables(name: str, of_methods: dict) -> str:
    """Return the figures of a series as a Markdown table, with exponents."""
    series = SERIES[name]
    fixed = ", ".join(f"{size} = {value:,}" for size, value in series.fixed.items())
    sizes = " | ".join(f"{value:,}" for value in series.values)
    lines = [f"### {series.title.capitalize()}", f"{fixed}; CPU s / MB", ""]
    lines += [f"| method | {sizes} | time ~ | last step | memory ~ | last step |"]
    lines += ["|---|" + "--:|" * (len(series.values) + 4)]
    for method, points in of_methods.items():
        cells = [
            point.get("failed") or f"{point['fit']:.2f} / {point['memory']:.0f}"
            for point in points.values()
        ]
        powers = [power for key in NOISE for power in exponents(points, key, NOISE[key])]
        cells += ["" if np.isnan(power) else f"{power:.2f}" for power in powers]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def single_table(points: dict) -> str:
    """Return the figures of the largest data as a Markdown table."""
    lines = ["| method | trees | training s | prediction s | process GB | bytes an entry |"]
    lines += ["|---|" + "--:|" * 5]
    for method, of_sizes in points.items():
        (point,) = of_sizes.values()
        lines.append(
            f"| {method} | {point['failed']} | | | | |"
            if "failed" in point
            else f"| {method} | {point['trees']} | {point['fit']:.0f} | {point['predict']:.0f} "
            f"| {point['process'] / 1024:.1f} | {point['bytes_per_entry']:.0f} |"
        )
    return "\n".join(lines)


def thread_table(points: dict) -> str:
    """Return how much faster two threads are."""
    lines = ["| method | s by the clock, 1 thread | 2 threads | ratio | CPU s | 2 threads |"]
    lines += ["|---|" + "--:|" * 5]
    for method, of_sizes in points.items():
        one, two = of_sizes.values()
        lines.append(
            f"| {method} | {one['fit_wall']:.2f} | {two['fit_wall']:.2f} "
            f"| {one['fit_wall'] / two['fit_wall']:.2f} | {one['fit']:.2f} | {two['fit']:.2f} |"
        )
    return "\n".join(lines)


def report():
    """Write the plots and print the tables."""
    figures = read()
    for name, of_methods in figures.items():
        if name == "large":
            print(single_table(of_methods), end="\n\n")
        elif name == "threads":
            print(thread_table(of_methods), end="\n\n")
        else:
            print(tables(name, of_methods), end="\n\n")
            path = ROOT / "docs" / "figures" / f"scaling-{name}.svg"
            path.parent.mkdir(exist_ok=True)
            save(draw(SERIES[name], of_methods), path)


def main():
    """Measure, or report what is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--series", nargs="+", choices=SERIES, default=list(SERIES))
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--report", action="store_true", help="only of what was measured before")
    options = parser.parse_args()
    if not options.report:
        measure_series(options.series, options.methods)
    report()


if __name__ == "__main__":
    main()
