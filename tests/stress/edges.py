"""Datasets at the edge of what is possible, through the whole workflow."""

from html.parser import HTMLParser
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np

from tests.stress.arena import Arena
from tests.stress.outcome import UNEXPECTED, Outcome

METHODS = [
    {"name": "BR"},
    {"name": "COCOA", "couples": 2},
    {"name": "ECCRU3", "c": 2, "theta_max": 2, "theta_min": 0.5},
]
ODD = (
    *("<script>alert(1)</script>", "a|b", "100%", "it's", 'say "so"', "a,b", "größe ☃", "\\back"),
    *(
        "{braces}",
        "$\\frac$",
        "&amp;",
        "two words",
        "'",
        "<!--",
        "</table>",
        "日本語",
        "?",
        "@data",
    ),
)
VOID = {"meta", "link", "br", "hr", "img", "input", "col", "path", "use", "rect", "circle", "line"}


def run_edges(arena: Arena) -> Outcome:
    """Each dataset completes or fails with a sentence; the report of the others is well-formed."""
    outcome, rng = Outcome(), arena.random("edges")
    datasets = [
        write_edge(arena.folder / "edges", name, X, Y, names)
        for name, (X, Y, names) in _edges(rng).items()
    ]
    outcome.tried = len(datasets)
    study = arena.study("edge", datasets=datasets, methods=METHODS)
    answer = study("all")
    failed = [entry["name"] for entry in datasets if not _is_trained(study, entry["name"])]
    for name in failed:
        outcome.expect_sentence(answer, name)
    if failed:
        rest = [entry for entry in datasets if entry["name"] not in failed]
        study = arena.study("rest", datasets=rest, methods=METHODS)
        answer = study("all")
    outcome.notes += [f"seen: {name} is refused." for name in failed]
    outcome.expect_success(answer)
    if UNEXPECTED in answer.stdout:
        outcome.count("unsaid", answer.stdout[-6000:])
    else:
        _check_report(arena, outcome, study)
    arena.clear(study)
    return outcome


def _edges(rng) -> dict[str, tuple]:
    """Return features, labels and the names of some of these for each dataset."""

    def some(rows, columns):
        return rng.normal(size=(rows, columns)).round(3)

    def labels(rows, columns=3):
        return rng.random((rows, columns)) < 0.3

    one, empty, full, constant = labels(40), labels(40), labels(40), some(40, 3)
    one[:, 0], one[7, 0] = False, True
    empty[:, 1], full[:, 1], constant[:, 1] = False, True, 1
    return {
        "three-rows": (some(3, 4), np.eye(3, dtype=bool), ()),
        "one-positive": (some(40, 4), one, ()),
        "empty-label": (some(40, 4), empty, ()),
        "full-label": (some(40, 4), full, ()),
        "constant-feature": (constant, labels(40), ()),
        "single-feature": (some(40, 1), labels(40), ()),
        "all-constant": (np.ones((40, 2)), labels(40), ()),
        "one-label": (some(40, 3), labels(40, 1), ()),
        "thousand-labels": (some(60, 5), labels(60, 1000), ()),
        "odd-names": (some(40, len(ODD)), labels(40, len(ODD)), ODD),
    }


def write_edge(folder: Path, name: str, X, Y, names=()) -> dict:
    """Write a dataset with given names of its features and labels, and return its entry."""
    folder.mkdir(exist_ok=True)
    features = [f"feature {text}" for text in names or range(X.shape[1])]
    labels = [f"label {text}" for text in names or range(Y.shape[1])]
    lines = [f"@relation {name}"]
    lines += [f"@attribute {_quoted(text)} numeric" for text in features]
    lines += [f"@attribute {_quoted(text)} {{0,1}}" for text in labels]
    cells = np.hstack([X.astype(str), Y.astype(int).astype(str)])
    lines += ["@data", *(",".join(row) for row in cells)]
    (folder / f"{name}.arff").write_text("\n".join(lines) + "\n")
    elements = "".join(f"<label name={quoteattr(text)}/>" for text in labels)
    (folder / f"{name}.xml").write_text(f"<labels>{elements}</labels>")
    return Arena.entry(name, folder)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _is_trained(study, name) -> bool:
    records = (study.folder / "results/runs" / name).glob("*/*.json")
    return len(list(records)) == 2 * len(METHODS)


class _Page(HTMLParser):
    """Takes a page apart: how many elements of each kind, and which are not closed in order."""

    def __init__(self, text: str):
        super().__init__()
        self.scripts, self.open, self.unclosed = 0, [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.scripts += tag == "script"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.unclosed.append(tag)


def _check_report(arena, outcome, study) -> None:
    """The page must have the structure of the undisturbed study's: no name may become markup."""
    page = _Page((study.folder / "results/report.html").read_text())
    plain = _Page((arena.folder / "reference/results/report.html").read_text())
    outcome.expect(page.scripts == plain.scripts, f"the report has {page.scripts} scripts")
    outcome.expect(not page.unclosed, f"the report has elements not closed: {page.unclosed[:5]}")
    outcome.expect(not page.open, f"the report has elements still open: {page.open[:5]}")
