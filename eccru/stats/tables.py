"""The tables of a study as files: scores and ranks, tests, Table 3, imbalance intervals."""

from pathlib import Path

import pandas as pd

from eccru.files import write_text
from eccru.names import COMPARED, LETTERS, MEASURES, TITLES, smaller_is_better
from eccru.stats.aggregation import Study, notes
from eccru.stats.intervals import Intervals
from eccru.stats.layout import latex, markdown, tex, write_csv, write_parquet
from eccru.stats.pairwise import Tests
from eccru.stats.ranks import average_ranks

WORDS = {1: "better", -1: "worse", 0: "-"}
ARROWS = {1: "↑", -1: "↓", 0: "-"}
TEX_ARROWS = {1: r"$\uparrow$", -1: r"$\downarrow$", 0: "-"}


def write_tables(
    folder, scores: pd.DataFrame, study: Study, tests: Tests, intervals: Intervals
) -> None:
    """Write every table of the study.

    - scores.csv, scores.parquet: the values of the runs, as given
    - summary.csv: mean and standard deviation over the folds; missing.csv: runs without a result
    - {metric}.csv, .md, .tex: datasets by methods, with average ranks in the last row
    - ranks.csv, .md, .tex: the paper's Table 2
    - friedman.csv, pairs.csv: the tests; verdicts.csv, .md, .tex: the paper's Table 3
    - interval_labels.csv, interval_scores.csv, interval_ranks.csv: the paper's Figure 3

    Parameters
    ----------
    folder : path
        Created if need be.
    scores : DataFrame
        What `aggregate` was given.
    study : Study
        What `aggregate` returned.
    tests : Tests
        What `compare_methods` returned.
    intervals : Intervals
        What `by_imbalance` returned.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_csv(folder / "scores.csv", scores)
    write_parquet(folder / "scores.parquet", scores)
    write_csv(folder / "summary.csv", study.summary)
    write_csv(folder / "missing.csv", study.missing)
    for metric in MEASURES:
        _write_metric(folder, study, metric)
    _write_ranks(folder, study)
    write_csv(folder / "friedman.csv", tests.friedman)
    write_csv(folder / "pairs.csv", tests.pairs)
    _write_verdicts(folder, study, tests)
    for name, table in intervals._asdict().items():
        write_csv(folder / f"interval_{name}.csv", table)


def _write_metric(folder, study, metric):
    means, ranks = study.means(metric), average_ranks(study, [metric])
    table = pd.concat([means, ranks.rename(index={metric: "average rank"})])
    missing = study.missing.groupby("dataset").size().reindex(study.datasets, fill_value=0)
    table["missing_runs"] = [*missing, missing.sum()]
    write_csv(folder / f"{metric}.csv", table.rename_axis("dataset").reset_index())

    sign = -1 if smaller_is_better(metric) else 1
    deviations = study.deviations(metric)
    complete = study.complete(metric).index
    caption = (
        f"{TITLES[metric]}: mean ± standard deviation over the folds; the best in bold. "
        f"Average ranks over {len(complete)} of {len(study.datasets)} datasets."
    )
    for suffix in ("md", "tex"):
        rows = [
            [
                tex(dataset) if suffix == "tex" else dataset,
                *_bold_best(sign * means.loc[dataset], suffix, _cells(means, deviations, dataset)),
            ]
            for dataset in study.datasets
        ]
        last = ["average rank", *_bold_best(-ranks.loc[metric], suffix, _two_digits(ranks, metric))]
        _write_laid_out(folder / f"{metric}.{suffix}", caption, study, [rows, [last]])


def _cells(means, deviations, dataset):
    return [
        "" if pd.isna(mean) else f"{mean:.3f}" if pd.isna(std) else f"{mean:.3f} ± {std:.3f}"
        for mean, std in zip(means.loc[dataset], deviations.loc[dataset], strict=True)
    ]


def _two_digits(table, row):
    return ["" if pd.isna(value) else f"{value:.2f}" for value in table.loc[row]]


def _bold_best(values, suffix, cells):
    """Set the cells of the largest values in bold; larger is better."""
    bold = r"\textbf{{{}}}" if suffix == "tex" else "**{}**"
    return [
        bold.format(cell) if value == values.max() else cell
        for value, cell in zip(values, cells, strict=True)
    ]


def _write_ranks(folder, study):
    ranks = average_ranks(study, COMPARED)
    write_csv(folder / "ranks.csv", ranks.rename_axis("metric").reset_index())
    caption = "Average rank of each method; the best in bold."
    for suffix in ("md", "tex"):
        rows = [
            [TITLES[metric], *_bold_best(-ranks.loc[metric], suffix, _two_digits(ranks, metric))]
            for metric in COMPARED
        ]
        _write_laid_out(folder / f"ranks.{suffix}", caption, study, [rows])


def _write_laid_out(path, caption, study, groups):
    """Write a table of a column per method, with what is missing for it said above."""
    said = [caption, *notes(study)]
    columns = "l" + "c" * len(study.methods)
    if path.suffix == ".md":
        rows = [row for group in groups for row in group]
        write_text(path, "\n\n".join([*said, markdown(["", *study.methods], rows, columns)]))
    else:
        table = latex(["", *study.methods], groups, columns)
        comments = "".join(f"% {sentence}\n" for sentence in said)
        write_text(path, comments + table.replace("±", r"$\pm$"))


def _write_verdicts(folder, study, tests):
    """Write the verdicts as the paper does: a block per method, two blocks side by side."""
    verdicts = {metric: tests.verdicts(metric) for metric in COMPARED}
    rows = [
        (method, other, *(WORDS[verdicts[metric].loc[method, other]] for metric in COMPARED))
        for method in study.methods
        for other in study.methods
        if other != method
    ]
    write_csv(folder / "verdicts.csv", pd.DataFrame(rows, columns=["method", "versus", *COMPARED]))
    said = [
        f"{tests.options}. ↑ (↓): the method at the head of a block is significantly better "
        "(worse) than the row's; -: no significant difference. (F)-measure, (G)-mean, "
        "(B)alanced accuracy, AUC-(R)OC, AUC-(P)R, training (T)ime.",
        *notes(study),
        *tests.notes,
    ]
    pairs = [study.methods[i : i + 2] for i in range(0, len(study.methods), 2)]
    tables = [
        markdown(
            *_side_by_side(pair, study, verdicts, ARROWS, "**{} vs**", "{}"),
            "lcccccc" * len(pair),
        )
        for pair in pairs
    ]
    write_text(folder / "verdicts.md", "\n\n".join([*said, _friedman(tests), *tables]))

    header, groups = None, []
    for pair in pairs:
        heads, body = _side_by_side(
            pair, study, verdicts, TEX_ARROWS, r"\textbf{{{} vs}}", r"\textit{{{}}}"
        )
        heads = [*heads, *[""] * (14 - len(heads))]
        header = header or heads
        groups += [body] if heads is header else [[heads], body]
    comments = "".join(f"% {sentence}\n" for sentence in said)
    write_text(folder / "verdicts.tex", comments + latex(header, groups, "lcccccc|lcccccc"))


def _friedman(tests):
    """Lay out Friedman's test, on which the comparison of pairs follows."""
    rows = [
        [
            TITLES[row.metric],
            str(row.n_datasets),
            *(
                "" if pd.isna(value) else f"{value:.3g}"
                for value in (row.chi_square, row.p, row.iman_davenport, row.iman_davenport_p)
            ),
        ]
        for row in tests.friedman.itertuples()
    ]
    header = ["Friedman", "datasets", "chi-square", "p", "Iman-Davenport F", "p"]
    return markdown(header, rows, "lrrrrr")


def _side_by_side(methods, study, verdicts, arrows, head, letter):
    """Return the header and the rows of the blocks of one or two methods."""
    header = []
    rows = [[] for _ in study.methods[1:]]
    for method in methods:
        header += [head.format(method), *(letter.format(LETTERS[metric]) for metric in COMPARED)]
        others = [other for other in study.methods if other != method]
        for row, other in zip(rows, others, strict=True):
            row += [other, *(arrows[verdicts[metric].loc[method, other]] for metric in COMPARED)]
    return header, rows
