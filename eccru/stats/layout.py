"""Tables as files: Markdown, LaTeX, csv and Parquet."""

from collections.abc import Sequence

from eccru.files import atomic_write, write_text

_RULERS = {"l": ":--", "c": ":-:", "r": "--:"}


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]], columns: str) -> str:
    """Lay out a table in Markdown; `columns` has l, c or r for each column."""
    ruler = [_RULERS[column] for column in columns]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [header, ruler, *rows]) + "\n"


def latex(header: Sequence[str], groups: Sequence[Sequence[Sequence[str]]], columns: str) -> str:
    """Lay out a table in LaTeX (booktabs), with a rule between the groups of rows.

    Cells are taken as they are: `tex` escapes text.
    """
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule"]
    lines.append(" & ".join(header) + r" \\")
    for group in groups:
        lines.append(r"\midrule")
        lines += [" & ".join(cells) + r" \\" for cells in group]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


_ESCAPES = {character: "\\" + character for character in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def tex(text: str) -> str:
    """Escape the characters of a text that mean something to LaTeX."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def write_csv(path, table) -> None:
    """Write a data frame with all its digits, so that every number can be computed again."""
    write_text(path, table.to_csv(index=False, lineterminator="\n"))


def write_parquet(path, table) -> None:
    """Write a data frame in the Parquet format."""
    with atomic_write(path) as file:
        table.to_parquet(file, index=False)
