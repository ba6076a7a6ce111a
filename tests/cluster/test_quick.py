"""The quick study on a real Slurm, beside the same study on this machine."""

import yaml

from tests.cluster.slurm import PROFILE
from tests.stress.results import records_of, results_of
from tests.stress.study import NAME, Study
from tests.workflow.call import ROOT


def test_quick_study_on_slurm_has_the_results_of_forty_cores(slurm, tmp_path, mirror):
    """Forty on a machine with fewer: they fight over no lock, port or cache."""
    paper, quick = (
        yaml.safe_load((ROOT / file).read_text()) for file in ("config.yaml", "config/quick.yaml")
    )
    config = {**quick, "methods": paper["methods"], "study": NAME, "results": "results"}
    studies = {name: Study(tmp_path / name, **config) for name in ("local", "cluster")}
    for study in studies.values():
        study.environment["ECCRU_MIRROR"] = str(mirror)
    studies["cluster"].environment.update(slurm.environment)
    call = studies["cluster"].start("all", *PROFILE)
    answers = [studies["local"]("all", "--cores", "40"), studies["cluster"].end(call)]
    for answer in answers:
        assert answer.returncode == 0, answer.stdout
        assert "Error in rule" not in answer.stdout  # nothing had to be tried again
    results = {name: results_of(study) for name, study in studies.items()}
    assert len(records_of(studies["cluster"])) == 80
    assert results["cluster"] == results["local"]
    states = [state for state, _, _ in slurm.jobs(studies["cluster"].folder).values()]
    assert set(states) == {"COMPLETED"}
    assert len(states) < 15  # for 80 runs
