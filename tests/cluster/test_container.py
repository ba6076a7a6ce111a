"""The steps of the Dockerfile, as far as they go without a container runtime.

A virtual environment stands for the image's Python; all else is done as the recipe says, in a
folder that belongs to root, and used by someone who has no rights and no home directory.
"""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import yaml

from tests.workflow.call import ROOT

NOBODY = 65534
IMAGE = Path("/opt/eccru")
FIT = """
from sklearn.datasets import make_multilabel_classification
from eccru import ECCRU3
X, Y = make_multilabel_classification(100, n_classes=4, random_state=0)
print(ECCRU3(random_state=0).fit(X, Y).predict(X).shape)
"""
STUDY = {
    "study": "image",
    "methods": [{"name": "BR"}, {"name": "BRUS"}],
    "repeats": 1,
    "statistics": {"rope": None},
}


def steps() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile and what they are given."""
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    return [tuple(line.split(" ", 1)) for line in lines if line and not line.startswith("#")]


def public_python() -> str:
    """Return a Python that everyone on this machine can run."""
    for python in (Path(sys.executable).resolve(), Path("/usr/bin/python3")):
        is_public = all(folder.stat().st_mode & stat.S_IXOTH for folder in python.parents)
        if python.exists() and is_public:
            return str(python)
    pytest.skip("no Python that every user can run: install python3 and python3-venv")


@pytest.fixture(scope="module")
def image():
    """What the recipe makes: a folder that everyone can read, with the environment in it."""
    folder = Path(tempfile.mkdtemp(prefix="eccru-image-"))
    folder.chmod(0o755)
    try:
        subprocess.run([public_python(), "-m", "venv", folder / "python"], check=True)
        environment = {**os.environ, "PATH": f"{folder}/python/bin{os.pathsep}{os.environ['PATH']}"}
        environment.pop("PYTHONPATH", None)
        where = None
        for instruction, given in steps():
            if instruction == "WORKDIR":
                where = folder / Path(given).relative_to("/")
                where.mkdir(parents=True)
            elif instruction == "COPY":
                copy(*given.split(), where)
            elif instruction == "RUN":
                subprocess.run(given, shell=True, check=True, cwd=where, env=environment)
        (folder / "tmp").mkdir()
        os.chown(folder / "work", NOBODY, NOBODY)
        os.chown(folder / "tmp", NOBODY, NOBODY)
        yield folder
    finally:
        shutil.rmtree(folder)


def copy(source, target, where):
    """Copy a file, or all that git knows of, into the image."""
    names = [source]
    if source == ".":
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        names = subprocess.check_output(listed, cwd=ROOT, text=True).splitlines()
    for name in names:
        (where / target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, where / target / name)


def run(image, *command) -> subprocess.CompletedProcess:
    """Run a command as the image would, for a user who has nothing."""
    (entry,) = [json.loads(given) for instruction, given in steps() if instruction == "ENTRYPOINT"]
    return subprocess.run(
        [image / Path(entry[0]).relative_to("/"), *command],
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd=image / "work",
        env={"PATH": f"{image}/python/bin:/usr/bin:/bin", "TMPDIR": str(image / "tmp")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_methods_run_with_the_kernels_of_the_image(image):
    answer = run(image, "python", "-c", FIT)
    assert answer.stdout == "(100, 4)\n"  # nothing is said of compiling
    assert (image / f"tmp/eccru-home-{NOBODY}").stat().st_mode & 0o077 == 0


def test_study_runs_without_a_home_directory(image, small):
    assert re.fullmatch(r"9\.\d+\.\d+\n", run(image, "snakemake", "--version").stdout)
    data = image / "data"
    datasets = []
    for entry in small:
        folder = data / entry["name"]
        folder.mkdir(parents=True)
        files = {"arff": entry["arff"], "xml": [entry["xml"]]}
        here = {key: [shutil.copy(path, folder) for path in files[key]] for key in files}
        datasets.append({"name": entry["name"], "arff": here["arff"], "xml": here["xml"][0]})
    (data / "study.yaml").write_text(yaml.safe_dump({**STUDY, "datasets": datasets}))
    tree = image / IMAGE.relative_to("/")
    call = ["snakemake", "--snakefile", tree / "Snakefile", "--cores", "2", "--configfile"]
    answer = run(image, *call, tree / "config.yaml", data / "study.yaml")
    assert answer.returncode == 0, answer.stdout
    assert (image / "work/results/report.html").exists()
    assert len(list((image / "work/results/runs").glob("*/*/*.json"))) == 8


def test_image_leaves_out_what_git_does():
    left_out = (ROOT / ".dockerignore").read_text().splitlines()
    for line in (ROOT / ".gitignore").read_text().splitlines():
        name = line.strip("/")
        assert name in left_out or f"**/{name}" in left_out
