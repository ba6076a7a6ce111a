"""Models that go through a file into another process give the same answers there."""

import io
import pickle
import subprocess
import sys

import joblib
import numpy as np
import pytest
import skops.io
from sklearn.datasets import make_multilabel_classification
from sklearn.linear_model import LogisticRegression

from eccru import J48Tree, make_method
from eccru.errors import DataError
from eccru.models import TRUSTED, load_model, save_model
from eccru.names import KNOWN

X, Y = make_multilabel_classification(n_samples=80, n_features=8, n_classes=4, random_state=0)
MODELS = {
    **{name: make_method(name, random_state=0) for name in KNOWN},
    "ECC of another estimator": make_method(
        "ECC", estimator=LogisticRegression(max_iter=500), c=2, random_state=0
    ),
    "tree": J48Tree(),
}
LOAD = """
import pickle, sys
import joblib, numpy as np, skops.io
folder, format, *names = sys.argv[1:]
X = np.load(f"{folder}/X.npy")
for name in names:
    path = f"{folder}/{name}"
    if format == "pickle":
        with open(path, "rb") as file:
            model = pickle.load(file)
    elif format == "joblib":
        model = joblib.load(path)
    else:
        from eccru.models import TRUSTED
        model = skops.io.load(path, trusted=TRUSTED)
    np.savez(f"{path}.npz", model.predict_proba(X), model.predict(X))
"""


@pytest.fixture(scope="module")
def fitted() -> dict:
    return {name: model.fit(X, Y[:, 0] if name == "tree" else Y) for name, model in MODELS.items()}


def write(model, path, format):
    if format == "pickle":
        path.write_bytes(pickle.dumps(model))
    else:
        {"joblib": joblib, "skops": skops.io}[format].dump(model, path)


@pytest.mark.parametrize("format", ["pickle", "joblib", "skops"])
def test_answers_are_the_same_in_a_new_process(fitted, tmp_path, format):
    np.save(tmp_path / "X.npy", X)
    for name, model in fitted.items():
        write(model, tmp_path / name, format)
    command = [sys.executable, "-c", LOAD, tmp_path, format, *fitted]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    for name, model in fitted.items():
        with np.load(tmp_path / f"{name}.npz") as loaded:
            np.testing.assert_array_equal(loaded["arr_0"], model.predict_proba(X))
            np.testing.assert_array_equal(loaded["arr_1"], model.predict(X))


def test_no_type_is_trusted_that_models_do_not_have(fitted):
    found = set()
    for model in fitted.values():
        found.update(skops.io.get_untrusted_types(data=skops.io.dumps(model)))
    assert found == set(TRUSTED)


@pytest.mark.parametrize("name", ["model.joblib", "model.skops"])
def test_saved_models_come_back(fitted, tmp_path, name):
    save_model(fitted["ECCRU3"], tmp_path / name)
    loaded = load_model(tmp_path / name)
    np.testing.assert_array_equal(loaded.predict(X), fitted["ECCRU3"].predict(X))
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:-100])
    with pytest.raises(DataError, match=f"{name} is no model"):
        load_model(tmp_path / name)
    with pytest.raises(DataError, match=f"nothing-{name} cannot be read: No such file"):
        load_model(tmp_path / f"nothing-{name}")


class Stranger:
    """A type that nobody vouches for."""


def test_skops_file_with_an_unknown_type_is_refused(fitted, tmp_path):
    model = pickle.loads(pickle.dumps(fitted["BR"]))
    model.stranger_ = Stranger()
    save_model(model, tmp_path / "model.skops")
    with pytest.raises(DataError, match="Stranger"):
        load_model(tmp_path / "model.skops")


def test_a_failed_save_leaves_the_old_model(fitted, tmp_path):
    save_model(fitted["BR"], tmp_path / "model.joblib")
    model = pickle.loads(pickle.dumps(fitted["BR"]))
    model.file_ = io.BufferedReader(io.BytesIO())
    with pytest.raises(TypeError):
        save_model(model, tmp_path / "model.joblib")
    assert not hasattr(load_model(tmp_path / "model.joblib"), "file_")
    assert len(list(tmp_path.iterdir())) == 1
