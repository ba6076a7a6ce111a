"""What the benchmarks conclude from what they measure, and what they refuse to."""

import numpy as np
import pandas as pd
import pytest

from benchmarks.account import call
from benchmarks.scaling import exponents, measure, measure_apart
from benchmarks.simulation import Cost, Job, make_study, read_log, replace_training, simulate

FREE = Cost(0.0, 0.0)
LOG = """
Provided cores: 1 (use --cores to define parallelism)
[Wed Nov 18 04:49:11 2026]
localrule prepare:
    output: data/a.npz, data/a.json
    jobid: 2
    wildcards: dataset=a
    priority: 10
[Wed Nov 18 04:49:14 2026]
Finished jobid: 2 (Rule: prepare)
[Wed Nov 18 04:49:15 2026]
rule train:
    input: data/a.npz, elsewhere.txt
    output: runs/a/BR/0-1.json
    jobid: 1
    wildcards: dataset=a, method=BR, repeat=0, fold=1
    priority: 2.5
[Wed Nov 18 04:49:19 2026]
Finished jobid: 1 (Rule: train)
[Wed Nov 18 04:49:20 2026]
localrule statistics:
    input: runs/a/BR/0-1.json
    output: tables.csv
    jobid: 0
[Wed Nov 18 04:49:21 2026]
Finished jobid: 0 (Rule: statistics)
[Wed Nov 18 04:49:21 2026]
localrule figures:
    input: tables.csv
    jobid: 7
"""


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "2026-11-18T044907.500000.snakemake.log"
    path.write_text(LOG)
    return read_log(path)


def random_jobs(rng, n):
    """Return jobs that wait for up to three earlier ones each."""
    return [
        Job(
            f"job {number}",
            rng.exponential(),
            tuple(np.unique(rng.integers(number, size=rng.integers(4)))) if number else (),
            rng.random(),
        )
        for number in range(n)
    ]


def test_log_says_what_the_jobs_are_and_how_long_they_took(log):
    assert [job.name for job in log.jobs] == ["prepare a", "train a BR 0 1", "statistics"]
    assert [job.seconds for job in log.jobs] == [3, 4, 1]
    assert [job.needs for job in log.jobs] == [(), (0,), (1,)]
    assert [job.priority for job in log.jobs] == [10, 2.5, 0]
    assert log.cores == 1
    assert log.wall == pytest.approx(13.5)
    assert simulate(log.jobs, 1, Cost(3.5, 2 / 3)).wall == pytest.approx(log.wall)


def test_simulation_keeps_the_bounds_of_every_schedule_without_idling():
    """Graham's: the work is shared out, but for what must be done one after the other."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        jobs = random_jobs(rng, 40)
        work = sum(job.seconds for job in jobs)
        critical = simulate(jobs, 1, FREE).critical
        assert simulate(jobs, 1, FREE).wall == pytest.approx(work)
        assert simulate(jobs, 40, FREE).wall == pytest.approx(critical)
        for cores in (2, 3, 7):
            outcome = simulate(jobs, cores, FREE)
            assert max(critical, work / cores) <= outcome.wall + 1e-9
            assert outcome.wall <= critical + (work - critical) / cores + 1e-9
            assert outcome.utilisation == pytest.approx(work / cores / outcome.wall)


def test_jobs_of_higher_priority_start_first():
    jobs = [Job("short", 1, (), 1), Job("short", 1, (), 1), Job("long", 2, (), 2)]
    assert simulate(jobs, 2, FREE).wall == 2
    assert simulate([job._replace(priority=-job.priority) for job in jobs], 2, FREE).wall == 3


def test_no_number_of_cores_makes_snakemake_start_jobs_faster():
    jobs = [Job("job", 1.0, (), 0)] * 1000
    assert simulate(jobs, 1000, Cost(5.0, 0.01)).wall == pytest.approx(5 + 1000 * 0.01 + 1)


def test_recorded_runs_take_the_place_of_the_training(log):
    runs = pd.DataFrame({"dataset": ["b", "b", "c"], "method": "BR", "seconds": [5.0, 6.0, 7.0]})
    jobs = replace_training(log.jobs, runs)
    assert [job.name for job in jobs] == ["prepare b", "prepare c", *3 * ["train"], "statistics"]
    assert [job.seconds for job in jobs] == [3, 3, 5, 6, 7, 1]
    assert simulate(jobs, 1, FREE).wall == 25
    assert simulate(jobs, 9, FREE).wall == 3 + 7 + 1


def test_made_up_study_has_the_size_and_the_times_of_recorded_runs():
    times = {("a", "BR"): 1.0, ("a", "ECC"): 2.0, ("b", "BR"): 3.0, ("b", "ECC"): 4.0}
    runs = pd.DataFrame([(*key, seconds) for key, seconds in times.items()])
    runs.columns = ["dataset", "method", "seconds"]
    study = make_study(runs, 30, 6, 10)
    assert len(study) == 30 * 6 * 10
    assert set(study["seconds"]) == set(times.values())
    assert (study.groupby(["dataset", "method"])["seconds"].nunique() == 1).all()
    assert (study.groupby("dataset")["seconds"].nunique() <= 2).all()


def test_exponents_are_those_of_a_power_law():
    points = {str(n): {"fit": 3 * n**1.5} for n in (10, 100, 1000)} | {"10000": {"failed": "late"}}
    assert exponents(points, "fit") == pytest.approx((1.5, 1.5))
    points["1000"]["fit"] = 3 * 100**1.5 * 10**2  # the last step only
    assert exponents(points, "fit")[1] == pytest.approx(2)
    assert np.isnan(exponents(points, "fit", least=1e6)).all()


def test_point_is_measured_in_a_process_of_its_own():
    measure("BR", n=200, d=5, q=2)  # loads the kernels
    point = measure_apart({"method": "BR", "n": 20_000, "d": 40, "q": 2})
    assert point["trees"] == 2
    assert 20_000 * 40 * 8 < point["memory"] * 2**20 < 20_000 * 40 * 120
    assert measure_apart({"method": "BR", "n": -1, "d": 1, "q": 2}) == {"failed": "ended with 1"}


def test_no_account_of_a_call_that_failed():
    with pytest.raises(SystemExit, match=r"(?s)no-such-option failed:.*unrecognized"):
        call("--no-such-option")
