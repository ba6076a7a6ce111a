"""Writes small datasets as the Mulan repository has them, for tests that need no real ones."""

from itertools import compress
from pathlib import Path
from typing import NamedTuple

import numpy as np

from eccru.files import sha256

LABELS = ("common", "frequent", "uncommon", "scarce", "rare", "rarest")
SHARES = (0.5, 0.3, 0.15, 0.1, 0.06, 0.04)  # of the rows that have each label


class Attribute(NamedTuple):
    """A column of an ARFF file: numbers, or positions among the values of a nominal attribute."""

    name: str
    values: tuple[str, ...] | None
    column: np.ndarray

    def text(self, row: int) -> str:
        """Return the value in a row as the file has it."""
        value = self.column[row]
        return f"{value:g}" if self.values is None else self.values[int(value)]


def write_mulan(mirror: Path, name: str, *, seed: int, rows: int, sparse: bool = False) -> dict:
    """Write a dataset to a folder laid out like the Mulan repository.

    Its six labels are imbalanced and follow the features, and each other, with some noise.

    Parameters
    ----------
    mirror : Path
        The folder that stands for the repository.
    name : str
        Name of the dataset, its folder and its files.
    seed : int
        Seed of the values.
    rows : int
        Number of rows.
    sparse : bool, default=False
        Write rows that name only what differs from 0 and from a nominal attribute's first value.

    Returns
    -------
    dict
        Its entry in the catalogue.
    """
    folder = mirror / "data/multi-label" / name
    folder.mkdir(parents=True)
    table = invent(np.random.default_rng(seed), rows, zeros=0.8 if sparse else 0)
    lines = [f"@relation {name}", ""]
    for attribute in table:
        kind = braced(attribute.values) if attribute.values else "numeric"
        lines.append(f"@attribute {attribute.name} {kind}")
    lines += ["", "@data"]
    for row in range(rows):
        cells = [attribute.text(row) for attribute in table]
        if sparse:
            differs = [attribute.column[row] != 0 for attribute in table]
            cells = compress([f"{place} {cell}" for place, cell in enumerate(cells)], differs)
        lines.append(braced(cells) if sparse else ",".join(cells))
    (folder / f"{name}.arff").write_text("\n".join(lines) + "\n")
    labels = "".join(f'  <label name="{label}"></label>\n' for label in LABELS)
    (folder / f"{name}.xml").write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<labels xmlns="http://mulan.sourceforge.net/labels">\n{labels}</labels>\n'
    )
    files = [f"{name}.arff", f"{name}.xml"]
    return {
        "folder": name,
        "arff": files[:1],
        "xml": files[1],
        "sha256": {file: sha256(folder / file) for file in files},
        "in_mulan_repository": True,
    }


def invent(rng: np.random.Generator, rows: int, zeros: float) -> list[Attribute]:
    """Return features of all kinds, and the labels after them."""
    sizes = rng.normal(size=(rows, 10)).round(3)
    sizes[rng.random(sizes.shape) < zeros] = 0
    words = rng.random((rows, 12)) < 0.15
    colour, striped = rng.integers(3, size=rows), rng.random(rows) < 0.7
    table = [Attribute(f"size{number}", None, column) for number, column in enumerate(sizes.T)]
    table += [
        Attribute(f"word{number}", ("0", "1"), column) for number, column in enumerate(words.T)
    ]
    table.append(Attribute("colour", ("red", "green", "'dark blue'"), colour))
    table.append(Attribute("striped", ("no", "yes"), striped))
    previous = np.zeros(rows)
    for number, (label, share) in enumerate(zip(LABELS, SHARES, strict=True)):
        score = sizes[:, number] + words[:, number] + (colour == number % 3) + 0.5 * previous
        score += 0.3 * rng.normal(size=rows)
        previous = score > np.quantile(score, 1 - share)
        table.append(Attribute(label, ("0", "1"), previous))
    return table


def braced(texts) -> str:
    """Return texts in braces, as a sparse row or the values of a nominal attribute are."""
    return "{" + ",".join(texts) + "}"
