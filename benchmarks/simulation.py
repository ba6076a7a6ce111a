"""How long a study takes on more cores: wall time, utilisation and critical path, simulated.

    python -m benchmarks.simulation LOG [LOG ...] [--runs runs.csv] [--study 100 20 10]

The first log is Snakemake's own (``.snakemake/log``), and says what the jobs are, what they wait
for and how long they take. For every log the wall time is printed beside the simulated one.
``--runs`` takes the training jobs from a recorded study instead, ``--study`` makes up one of so
many datasets, methods and folds from them. The last table is that of 1 to 1,000 cores.

A job starts when its inputs are there, a core is free and no job of higher priority waits; each
start takes Snakemake, which is one process, a moment, so that starts follow each other.
"""

import argparse
import heapq
import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from eccru.names import PHASES
from eccru.plots.style import log_axis, panels, save, styled

CORES = (1, 2, 4, 8, 16, 40, 100, 200, 400, 1000)
# CPU seconds of Snakemake itself: what it takes to start, and for each job before the first starts
# and when it starts (`snakemake --dry-run` with 103 to 4,811 jobs; benchmarks/README.md).
START, PLAN, EACH = 1.8, 0.0024, 0.0075
AROUND = 0.15  # seconds of a training job that its record does not tell: its process, files
STAMP = r"\[(\w{3} \w{3} +\d+ [\d:]{8} \d{4})\]\n"
BEGIN = STAMP + r"(?:local)?(?:rule|checkpoint) (\w+):\n((?:    .*\n)*)"
END = STAMP + r"Finished jobid: (\d+)"


class Job(NamedTuple):
    """A job: what it is called, its seconds, the numbers of the jobs it waits for."""

    name: str
    seconds: float
    needs: tuple
    priority: float


class Cost(NamedTuple):
    """Seconds of Snakemake itself: before the first job, and at the start of each."""

    start: float
    each: float


def cost_of(jobs) -> Cost:
    """Return what Snakemake takes for some jobs."""
    return Cost(START + PLAN * len(jobs), EACH)


class Outcome(NamedTuple):
    """Wall time; the share of the cores' time in which jobs ran; the longest way through them."""

    wall: float
    utilisation: float
    critical: float


class Log(NamedTuple):
    """What a log of Snakemake says."""

    jobs: list
    cores: int
    wall: float


def read_log(path) -> Log:
    """Read a log of Snakemake; jobs are in the order of their starts, unfinished ones left out."""
    text = Path(path).read_text()
    begins = re.findall(BEGIN, text)
    ended = {number: _time(stamp) for stamp, number in re.findall(END, text)}
    maker, jobs = {}, []  # the maker of each file so far: a job waits for earlier ones only
    for stamp, rule, block in begins:
        told = dict(re.findall(r"    (\w+): (.*)", block))
        if told["jobid"] not in ended:
            continue
        files = told.get("input", "").split(", ")
        name = " ".join([rule, *re.findall(r"=(\S+?)(?:,|$)", told.get("wildcards", ""))])
        needs = tuple({maker[file] for file in files if file in maker})
        seconds = ended[told["jobid"]] - _time(stamp)
        maker.update(dict.fromkeys(told.get("output", "").split(", "), len(jobs)))
        jobs.append(Job(name, seconds, needs, float(told.get("priority", 0))))
    began = datetime.strptime(Path(path).name.split(".snakemake")[0], "%Y-%m-%dT%H%M%S.%f")
    cores = int(re.search(r"Provided cores: (\d+)", text)[1])
    return Log(jobs, cores, max(ended.values()) - began.timestamp())


def _time(stamp):
    return datetime.strptime(stamp, "%a %b %d %H:%M:%S %Y").timestamp()


def simulate(jobs, cores: int, cost: Cost) -> Outcome:
    """Simulate a study.

    Parameters
    ----------
    jobs : sequence of Job
        The jobs; each stands behind those that it waits for.
    cores : int
        How many jobs run at a time.
    cost : Cost
        What Snakemake takes itself.

    Returns
    -------
    Outcome
        What came out.
    """
    waiting = [len(job.needs) for job in jobs]
    waited_for = [[] for _ in jobs]
    for number, job in enumerate(jobs):
        for need in job.needs:
            waited_for[need].append(number)
    ready = [(-job.priority, number) for number, job in enumerate(jobs) if not job.needs]
    heapq.heapify(ready)
    running, now, scheduler = [], cost.start, cost.start
    while ready or running:
        while ready and len(running) < cores:
            number = heapq.heappop(ready)[1]
            scheduler = max(scheduler, now) + cost.each
            heapq.heappush(running, (scheduler + jobs[number].seconds, number))
        now, number = heapq.heappop(running)
        for follower in waited_for[number]:
            waiting[follower] -= 1
            if not waiting[follower]:
                heapq.heappush(ready, (-jobs[follower].priority, follower))
    path = []
    for job in jobs:
        path.append(max((path[need] for need in job.needs), default=0.0) + cost.each + job.seconds)
    return Outcome(now, sum(job.seconds for job in jobs) / (cores * now), cost.start + max(path))


def read_runs(path) -> pd.DataFrame:
    """Return dataset, method and seconds of recorded runs, with the start that a job has today."""
    runs = pd.read_csv(path)
    phases = [f"{phase}_time" for phase in PHASES if phase != "startup"]
    return runs[["dataset", "method"]].assign(seconds=runs[phases].sum(axis=1) + AROUND)


def make_study(runs: pd.DataFrame, n_datasets: int, n_methods: int, n_folds: int) -> pd.DataFrame:
    """Make up the runs of a study: datasets and methods are drawn from recorded ones."""
    rng = np.random.default_rng(0)
    times = runs.groupby(["dataset", "method"])["seconds"].mean().unstack()
    picked = times.iloc[
        rng.integers(len(times), size=n_datasets), rng.integers(times.shape[1], size=n_methods)
    ].to_numpy()
    datasets, methods = np.divmod(np.repeat(np.arange(picked.size), n_folds), n_methods)
    return pd.DataFrame(
        {"dataset": datasets, "method": methods, "seconds": np.repeat(picked.ravel(), n_folds)}
    )


def replace_training(jobs, runs: pd.DataFrame) -> list[Job]:
    """Return the jobs of a study with other runs.

    Datasets are prepared in one job each, which takes as long as those of the study on average;
    what comes after the training is taken as it is.
    """
    one = {job.name.split()[0] for job in jobs if len(job.name.split()) == 2}
    before = sum(
        np.mean([job.seconds for job in jobs if job.name.split()[0] == rule]) for rule in one
    )
    made = [Job(f"prepare {name}", before, (), np.inf) for name in runs["dataset"].unique()]
    place = {job.name.split()[1]: number for number, job in enumerate(made)}
    made += [
        Job("train", run.seconds, (place[str(run.dataset)],), run.seconds)
        for run in runs.itertuples()
    ]
    everything, number_of = tuple(range(len(made))), {}
    for number, job in enumerate(jobs):
        if len(job.name.split()) == 1:
            needs = {number_of[need] for need in job.needs if need in number_of}
            comes_after = any(jobs[need].name.startswith("train ") for need in job.needs)
            needs |= set(everything) if comes_after else set()
            number_of[number] = len(made)
            made.append(job._replace(needs=tuple(needs)))
    return made


@styled
def draw(outcomes: dict):
    """Draw wall time and utilisation against the cores."""
    figure, axes = panels(2, 2, (4, 3))
    walls = [outcome.wall / 60 for outcome in outcomes.values()]
    axes[0].plot(list(outcomes), walls, color="#0072b2", marker="o")
    axes[0].plot(list(outcomes), [walls[0] / cores for cores in outcomes], ":", color="#999999")
    axes[0].set_ylabel("wall time (minutes)")
    used = [100 * outcome.utilisation for outcome in outcomes.values()]
    axes[1].plot(list(outcomes), used, color="#0072b2", marker="o")
    axes[1].set_ylabel("utilisation (%)")
    log_axis(axes[0], "y")
    for ax in axes:
        log_axis(ax, "x")
        ax.set_xlabel("cores")
    return figure


def main():
    """Print the tables, and draw the last."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("logs", nargs="+", help="the first says what the jobs are")
    parser.add_argument("--runs", type=Path, help="runs.csv of a recorded study")
    parser.add_argument("--study", type=int, nargs=3, metavar=("DATASETS", "METHODS", "FOLDS"))
    parser.add_argument("--plot", type=Path, help="where to draw the last table")
    options = parser.parse_args()
    logs = [read_log(path) for path in options.logs]
    jobs = logs[0].jobs
    print("| cores | measured s | simulated s | off by |\n|--:|--:|--:|--:|")
    for log in logs:
        wall = simulate(jobs, log.cores, cost_of(jobs)).wall
        print(f"| {log.cores} | {log.wall:.0f} | {wall:.0f} | {wall / log.wall - 1:+.1%} |")
    if options.runs:
        runs = read_runs(options.runs)
        runs = make_study(runs, *options.study) if options.study else runs
        jobs = replace_training(jobs, runs)
    outcomes = {cores: simulate(jobs, cores, cost_of(jobs)) for cores in CORES}
    times = [job.seconds for job in jobs]
    print(f"\n{len(jobs)} jobs, {sum(times):,.0f} s in all, the longest {max(times):.0f} s,")
    print(f"the longest way through them {outcomes[1].critical:.0f} s\n")
    print("| cores | wall time s | utilisation | times as fast |\n|--:|--:|--:|--:|")
    for cores, outcome in outcomes.items():
        faster = outcomes[1].wall / outcome.wall
        print(f"| {cores:,} | {outcome.wall:,.0f} | {outcome.utilisation:.0%} | {faster:.1f} |")
    if options.plot:
        save(draw(outcomes), options.plot)


if __name__ == "__main__":
    main()
