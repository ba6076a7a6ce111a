"""Models from and to files: fit and predict."""

import ast
import csv
import io
import sys
import time
from pathlib import Path

import numpy as np

from eccru.commands.reading import read_data
from eccru.errors import DataError
from eccru.files import write_text
from eccru.methods import KNOWN
from eccru.methods.method import Method
from eccru.models import load_model, save_model


def fit(arguments) -> None:
    """Train a method and write the model."""
    model = make_model(arguments.method, arguments.set)
    folder = Path(arguments.output).absolute().parent
    if not folder.is_dir():  # said before the training, not after it
        raise DataError(f"{folder} does not exist; make it for the model.")
    dataset, _ = read_data(arguments)
    start = time.perf_counter()
    model.fit(dataset.X, dataset.Y, nominal=dataset.nominal, label_names=dataset.label_names)
    seconds = time.perf_counter() - start
    model.feature_names_in_ = np.array(dataset.feature_names, dtype=object)
    save_model(model, arguments.output)
    n, q = dataset.Y.shape
    print(f"{arguments.output}: {model!r}, trained on {n} rows and {q} labels in {seconds:.1f} s")


def make_model(method: str, settings: list[str]):
    """Return a method with parameters that are given as text, ``name=value``."""
    known, parameters = KNOWN[method]().get_params(), {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if name not in known or not equals:
            raise ValueError(
                f"--set {setting}: {method} takes NAME=VALUE with one of the names "
                f"{', '.join(known)}."
            )
        try:
            parameters[name] = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            parameters[name] = text
    return KNOWN[method](**parameters)


def predict(arguments) -> None:
    """Write the labels that a model predicts, or their relevance degrees, as CSV."""
    model = load_model(arguments.model)
    if not isinstance(model, Method):
        raise DataError(f"{arguments.model} holds no model of this package's methods.")
    dataset, _ = read_data(arguments)
    # Looked at here, and taken from the model: scikit-learn would warn that arrays have no names.
    names = list(vars(model).pop("feature_names_in_", dataset.feature_names))
    if dataset.feature_names != names:
        unknown = set(dataset.feature_names) ^ set(names)
        first = f"for example {min(unknown)!r}" if unknown else "in their order"
        raise DataError(
            f"{arguments.data[0]} has other features than {arguments.model} was trained on, "
            f"{first}."
        )
    if arguments.proba:
        answers = model.predict_proba(dataset.X)
    else:
        answers = model.predict(dataset.X, metric=arguments.metric)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(model.label_names_)
    writer.writerows(answers.tolist())
    if arguments.output is None:
        sys.stdout.write(text.getvalue())
    else:
        write_text(arguments.output, text.getvalue())
