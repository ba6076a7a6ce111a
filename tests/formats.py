"""Writes one small dataset in every format that is read, mostly with writers of other projects."""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import dump_svmlight_file

from tests.mulan import LABELS, invent, write_mulan

ROWS = 150


def write_all(folder: Path) -> dict[str, dict]:
    """Write the dataset, and return its entries in a configuration, by format.

    LIBSVM and npz hold its first ten features, which are numbers; the others hold all.
    """
    write_mulan(folder, "mulan", seed=1, rows=ROWS)
    arff, xml = (folder / f"data/multi-label/mulan/mulan.{end}" for end in ("arff", "xml"))
    text = arff.read_text().replace("@relation mulan", f"@relation 'stones: -C -{len(LABELS)}'")
    (folder / "meka.arff").write_text(text)
    frame = as_frame()
    frame.to_csv(folder / "all.csv", index=False)
    for part, rows in enumerate((frame[:100], frame[100:])):
        rows.to_csv(folder / f"part{part}.tsv", index=False, sep="\t")
    frame.to_parquet(folder / "all.parquet")
    X, Y = frame.iloc[:, :10].to_numpy(), frame[list(LABELS)].to_numpy().astype(int)
    dump_svmlight_file(X, Y, str(folder / "numbers.svm"), multilabel=True, zero_based=False)
    np.savez(folder / "numbers.npz", X=X, Y=Y, label_names=list(LABELS))
    return {
        "mulan": {"arff": [str(arff)], "xml": str(xml)},
        "meka": {"file": str(folder / "meka.arff")},
        "csv": {"file": str(folder / "all.csv"), "labels": list(LABELS)},
        "tsv": {"file": [str(folder / f"part{part}.tsv") for part in (0, 1)], "labels": -6},
        "parquet": {
            "file": str(folder / "all.parquet"),
            "labels": ["common", "freq*", "uncommon", "scarce", "rar*"],
        },
        "libsvm": {"file": str(folder / "numbers.svm")},
        "npz": {"file": str(folder / "numbers.npz")},
    }


def as_frame() -> pd.DataFrame:
    """Return the dataset as a frame: numbers, truth values and categories."""
    columns = {}
    for name, values, codes in invent(np.random.default_rng(1), ROWS, zeros=0):
        if values is None:
            columns[name] = codes
        elif values == ("0", "1"):
            columns[name] = codes.astype(bool)
        else:
            named = [value.strip("'") for value in values]
            columns[name] = pd.Categorical.from_codes(codes.astype(int), named)
    return pd.DataFrame(columns)
