"""The command line, as a user calls it."""

import csv
import json
import subprocess
import sys

import numpy as np
import pytest

import eccru
from eccru.commands import make_parser
from eccru.commands.describe import draw_bars
from eccru.data.imbalance import FIGURES
from eccru.models import load_model, save_model
from eccru.paper.table1 import paper_table
from tests.mulan import LABELS, write_mulan

COMMANDS = ("describe", "fit", "predict", "warm", "track", "ui")


def call(*arguments, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "eccru", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **options)


def fails(*arguments) -> str:
    """Call a command that cannot do what is asked, and return what it says."""
    answer = call(*arguments)
    assert answer.returncode == 1, answer.stdout
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    return line.removeprefix("eccru: ")


@pytest.fixture(scope="module")
def stones(tmp_path_factory):
    """The ARFF file of a small dataset; its XML file is beside it."""
    mirror = tmp_path_factory.mktemp("mirror")
    write_mulan(mirror, "stones", seed=1, rows=150)
    return mirror / "data/multi-label/stones/stones.arff"


def test_help_imports_nothing_that_takes_time():
    code = "import sys; sys.argv = ['eccru', '--help']\n"
    code += "from eccru.commands import main\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
    code += "print(sorted({'numpy', 'numba', 'sklearn', 'mlflow', 'pandas'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    *lines, imported = answer.stdout.splitlines()
    assert imported == "[]"
    for command in COMMANDS:
        assert any(line.startswith(f"    {command} ") for line in lines)
    assert call("--version").stdout == f"eccru {eccru.__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_example_of_a_command_can_be_parsed(command, capsys):
    parser = make_parser()
    with pytest.raises(SystemExit) as end:
        parser.parse_args([command, "--help"])
    assert end.value.code == 0
    shown = " ".join(capsys.readouterr().out.split())
    _, _, example = shown.partition("example: ")
    words = example[example.index("eccru ") :].split()
    assert words[1] == command
    parser.parse_args(words[1:])


def test_wrong_call_ends_with_2(stones):
    assert call().returncode == 2
    assert call("fit", stones).returncode == 2
    assert call("fit", stones, "--method", "XYZ", "-o", "model").returncode == 2


def test_described_figures_are_those_of_the_paper(mirror):
    folder = mirror / "data/multi-label/scene"
    parts = [folder / "scene-train.arff", folder / "scene-test.arff"]
    answer = call("describe", *parts, "--labels", folder / "scene.xml")
    assert answer.returncode == 0, answer.stderr
    figures = dict(line.split() for line in answer.stdout.splitlines()[1:8])
    printed = paper_table()["scene"]
    assert figures == {name: printed[name] for name in FIGURES}


def test_described_labels_are_sorted_and_named(stones):
    answer = call("describe", stones)
    names = [line.split()[0] for line in answer.stdout.splitlines()[-len(LABELS) :]]
    assert names == list(reversed(LABELS))


def test_bars_are_logarithmic_and_none_is_drawn_for_one_class():
    lines = draw_bars(["a", "bb", "c", "d"], np.array([np.inf, 100.0, 10.0, 1.0]))
    assert lines[0].split(maxsplit=1) == ["a", "one class only"]
    lengths = [len(line.split()[-1]) for line in lines[1:]]
    assert lengths == [40, round(1 + 39 / 2), 1]


def test_labels_between_are_left_out_unless_asked_for(tmp_path):
    names = [f"label{number}" for number in range(30)]
    rows = np.random.default_rng(0).random((50, 30)) < 0.3
    lines = ["@relation r", "@attribute x numeric"]
    lines += [f"@attribute {name} {{0,1}}" for name in names]
    lines += ["@data", *(f"0.5,{','.join(map(str, row.astype(int)))}" for row in rows)]
    (tmp_path / "many.arff").write_text("\n".join(lines))
    xml = "".join(f'<label name="{name}"/>' for name in names)
    (tmp_path / "names.xml").write_text(f"<labels>{xml}</labels>")
    options = ["describe", tmp_path / "many.arff", "--labels", tmp_path / "names.xml"]
    shown = call(*options).stdout
    assert sum(line.startswith("label") for line in shown.splitlines()) == 20
    assert "10 labels between" in shown
    shown = call(*options, "--all").stdout
    assert sum(line.startswith("label") for line in shown.splitlines()) == 30


@pytest.mark.parametrize("name", ["model.joblib", "model.skops"])
def test_fit_and_predict_agree_with_the_library(stones, tmp_path, name):
    model, table = tmp_path / name, tmp_path / "predicted.csv"
    settings = ["--set", "c=3", "--set", "combine=vote", "--set", "random_state=7"]
    answer = call("fit", stones, "--method", "ECCRU2", *settings, "-o", model)
    assert answer.returncode == 0, answer.stderr
    assert "150 rows and 6 labels" in answer.stdout
    dataset = eccru.read_mulan(stones, stones.with_suffix(".xml"))
    expected = eccru.ECCRU2(c=3, combine="vote", random_state=7).fit(
        dataset.X, dataset.Y, nominal=dataset.nominal
    )
    answer = call("predict", model, stones, "--output", table, "--metric", "g_mean")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout + answer.stderr == ""
    with open(table) as file:
        header, *rows = csv.reader(file)
    assert header == list(LABELS)
    answers = expected.predict(dataset.X, metric="g_mean")
    np.testing.assert_array_equal(np.array(rows, dtype=int), answers)
    shown = call("predict", model, stones, "--proba").stdout.splitlines()
    degrees = np.array([line.split(",") for line in shown[1:]], dtype=float)
    np.testing.assert_array_equal(degrees, expected.predict_proba(dataset.X))
    assert load_model(model).get_params() == expected.get_params()


@pytest.fixture(scope="module")
def model(stones, tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "model.joblib"
    assert call("fit", stones, "--method", "BR", "-o", path).returncode == 0
    return path


def test_errors_are_one_sentence_without_a_traceback(stones, model, tmp_path):
    out = ["-o", tmp_path / "model"]
    assert "nothing.arff cannot be read" in fails("describe", tmp_path / "nothing.arff")
    assert "BR takes NAME=VALUE" in fails("fit", stones, "--method", "BR", "--set", "c=3", *out)
    assert "c must be an integer" in fails("fit", stones, "--set", "c=many", *out)
    absent = tmp_path / "absent"
    assert f"{absent} does not exist" in fails("fit", stones, "-o", absent / "model")
    assert "stones.arff is no model" in fails("predict", stones, stones)
    tree = tmp_path / "tree.joblib"
    save_model(eccru.J48Tree(), tree)
    assert "holds no model" in fails("predict", tree, stones)
    tree.unlink()
    other = tmp_path / "other.arff"
    other.write_text(stones.read_text().replace("@attribute size3", "@attribute height"))
    message = fails("predict", model, other, "--labels", stones.with_suffix(".xml"))
    assert "other features" in message
    assert "'height'" in message
    assert list(tmp_path.iterdir()) == [other]


def test_reader_that_goes_away_is_no_error(stones):
    command = f"{sys.executable} -m eccru describe {stones} | true"
    answer = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert answer.stderr == ""


def test_configuration_of_track_and_ui_is_checked(tmp_path):
    path = tmp_path / "config.yaml"
    assert fails("track", path).endswith("config.yaml: No such file or directory.")
    path.write_text("- 1")
    assert fails("ui", path) == f"{path} is no configuration of a study."
    path.write_text("study: mine")
    assert "the key results is missing" in fails("track", path)


def test_warm_says_where_the_kernels_are(tmp_path):
    folder = json.dumps(str(tmp_path))
    code = f"import numba; numba.config.CACHE_DIR = {folder}\n"
    code += "import eccru.tree.warm as module; module.warm = lambda: None\n"
    code += "from eccru.commands import main; main(['warm'])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout.startswith(f"The compiled kernels are in {tmp_path}"), answer.stderr
