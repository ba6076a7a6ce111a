"""The command line, `eccru`: what each command takes. What it does is imported when it is called.

A command ends with 0, with 1 and one sentence if it cannot do what is asked, or with 2 if it was
called wrongly.
"""

import argparse
import os
import sys
from importlib import import_module

from eccru import __version__
from eccru.names import KNOWN, THRESHOLD_METRICS

DATA = (
    "an ARFF (Mulan or MEKA), CSV, Parquet, LIBSVM or .npz file, or several parts of it; which "
    "columns are labels is told by the file, an XML file of the same name, or --labels"
)


def main(arguments=None) -> int:
    """Run the command line and return its exit code."""
    parsed = make_parser().parse_args(arguments)
    module, function = parsed.run.split(":")
    try:
        getattr(import_module(f"eccru.commands.{module}"), function)(parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # of `eccru ... | head`; what is still unwritten goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        is_plain = error.filename is not None and error.strerror is not None
        return _fail(f"{error.filename}: {error.strerror}." if is_plain else error)
    except (ValueError, ImportError) as error:
        return _fail(error)
    return 0


def _fail(error) -> int:
    print(f"eccru: {error}", file=sys.stderr)
    return 1


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="eccru", description="Multi-label learning for imbalanced labels."
    )
    parser.add_argument("--version", action="version", version=f"eccru {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    command = _add(
        commands,
        "describe",
        "describe:describe",
        "print the figures of a dataset, and how imbalanced its labels are",
        "eccru describe emotions.arff",
    )
    _add_data(command)
    command.add_argument(
        "--all", action="store_true", help="show every label, not just the extreme ones"
    )

    command = _add(
        commands,
        "fit",
        "model:fit",
        "train a method on a dataset and write the model to a file",
        "eccru fit emotions.arff --method ECCRU3 --set c=20 --set random_state=0 -o model.joblib",
    )
    _add_data(command)
    command.add_argument("--method", choices=KNOWN, default="ECCRU3", help="default: ECCRU3")
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a parameter of the method; may be given several times",
    )
    command.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="MODEL",
        help="the file: .skops, which is safe to load from anyone, or any other name for joblib's "
        "format",
    )

    command = _add(
        commands,
        "predict",
        "model:predict",
        "predict the labels of a dataset as a CSV table",
        "eccru predict model.joblib emotions-test.arff -o predicted.csv",
    )
    command.add_argument(
        "model", help="a file that fit wrote; unless it is a .skops file, it must be trusted"
    )
    _add_data(command)
    command.add_argument("-o", "--output", metavar="CSV", help="default: the standard output")
    command.add_argument(
        "--proba", action="store_true", help="write relevance degrees instead of 0 and 1"
    )
    command.add_argument(
        "--metric",
        choices=THRESHOLD_METRICS,
        help="whose thresholds to use; default: those of the model's threshold_metric",
    )

    _add(
        commands,
        "warm",
        "warm:warm",
        "compile the kernels and keep them, so that no first fit has to",
        "NUMBA_CACHE_DIR=/var/cache/kernels eccru warm",
    )

    command = _add(
        commands,
        "track",
        "tracking:track_now",
        "bring MLflow up to date with the runs of a study that are finished now",
        "eccru track config.yaml config/quick.yaml",
    )
    _add_configuration(command)

    command = _add(
        commands,
        "ui",
        "tracking:open_interface",
        "open the runs of a study in MLflow",
        "eccru ui --port 5001",
    )
    _add_configuration(command)
    command.add_argument("--port", type=int, default=5000, help="default: 5000, on 127.0.0.1")
    return parser


def _add(commands, name, run, help, example):
    command = commands.add_parser(
        name,
        help=help,
        description=f"{help[0].upper()}{help[1:]}.",
        epilog=f"example: {example}",
    )
    command.set_defaults(run=run)
    return command


def _add_data(command):
    command.add_argument("data", nargs="+", help=DATA)
    command.add_argument(
        "--labels",
        help="Mulan's XML file, a pattern of the labels' names, or how many of the first columns "
        "are labels (of the last ones: a negative number)",
    )


def _add_configuration(command):
    command.add_argument(
        "config",
        nargs="*",
        default=["config.yaml"],
        help="configuration files of the study, of which the later ones go first; default: "
        "config.yaml",
    )
