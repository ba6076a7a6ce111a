"""A small study on a real Slurm, disturbed, beside the same study on this machine."""

import shutil
import time

import pytest

from tests.cluster.slurm import PROFILE
from tests.stress.results import records_of, results_of
from tests.stress.study import Study
from tests.tracking.servers import wait_until

RUNS_OF_A_JOB = 3


@pytest.fixture
def on_slurm(slurm, tmp_path, small):
    """The small study, which its calls send to Slurm, with few runs to a job."""
    study = Study(tmp_path / "study", small)
    study.environment.update(slurm.environment)
    study.targets = [*Study.targets, *PROFILE, "--group-components", f"short={RUNS_OF_A_JOB}"]
    return study


def running(slurm, study) -> list[int]:
    """Return the numbers of the jobs that train at the moment."""
    jobs = slurm.jobs(study.folder).items()
    return [number for number, (state, rule, _) in jobs if state == "RUNNING" and "train" in rule]


def test_cancelled_job_drained_node_and_restarted_controller_lose_nothing(slurm, local, on_slurm):
    call = on_slurm.start()
    wait_until(lambda: running(slurm, on_slurm))
    (cancelled, *_) = running(slurm, on_slurm)
    slurm.call("scancel", str(cancelled))
    slurm.call("scontrol", "update", "nodename=one", "state=drain", "reason=test")
    wait_until(lambda: slurm.nodes()["one"].startswith("drain"))
    slurm.stop("slurmctld")
    time.sleep(20)  # while Snakemake asks for its jobs
    slurm.start_controller()
    wait_until(lambda: slurm.nodes().get("one", "").startswith("drained"))
    slurm.call("scontrol", "update", "nodename=one", "state=resume")
    answer = on_slurm.end(call)
    assert answer.returncode == 0, answer.stdout
    jobs = slurm.jobs(on_slurm.folder)
    assert jobs.pop(cancelled)[0] == "CANCELLED"
    assert f"results/logs/slurm/group_short_train/{cancelled}.log" in answer.stdout
    assert f"JOB {cancelled} ON " in answer.stdout
    assert "Error in rule train" in answer.stdout
    # Nothing but the cancelled job was done twice.
    assert {state for state, _, _ in jobs.values()} == {"COMPLETED"}
    training = [rule for _, rule, _ in jobs.values() if "train" in rule]
    assert len(training) == len(records_of(local)) / RUNS_OF_A_JOB
    assert results_of(on_slurm) == results_of(local)


def test_job_killed_for_memory_asks_for_more(slurm, local, on_slurm):
    answer = on_slurm(*on_slurm.targets, "--set-resources", "train:mem_mb=60 * 10 ** (attempt - 1)")
    assert answer.returncode == 0, answer.stdout
    jobs = [job for job in slurm.jobs(on_slurm.folder).values() if "train" in job[1]]
    killed = [memory for state, _, memory in jobs if state != "COMPLETED"]
    completed = [memory for state, _, memory in jobs if state == "COMPLETED"]
    assert killed == [60] * len(completed)
    assert completed == [600] * len(completed)
    logs = [path.read_text() for path in on_slurm.folder.glob("results/logs/slurm/*/*.log")]
    assert len(logs) == len(killed)
    assert all("exceeded memory limit" in log for log in logs)
    assert results_of(on_slurm) == results_of(local)


def test_job_that_fails_for_good_is_named_and_the_next_call_does_the_rest(slurm, local, on_slurm):
    shutil.copytree(local.folder / "data", on_slurm.folder / "data")
    little = ["--retries", "0", "--set-resources", "train:mem_mb=60"]
    answer = on_slurm(*on_slurm.targets, *little)
    assert answer.returncode != 0
    for record in records_of(local):
        assert record.replace("runs", "logs/train").replace(".json", ".log") in answer.stdout
    assert records_of(on_slurm) == {}
    answer = on_slurm(*on_slurm.targets)
    assert answer.returncode == 0, answer.stdout
    assert results_of(on_slurm) == results_of(local)
