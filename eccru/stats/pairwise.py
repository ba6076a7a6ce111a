"""All pairs of methods: Wilcoxon's signed-rank test, corrected, and the size of the difference."""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from eccru.names import MEASURES, METRICS, TITLES, smaller_is_better
from eccru.stats.aggregation import Study
from eccru.stats.corrections import bergmann_hommel
from eccru.stats.effects import bayesian_signed_rank, effect_size, has_baycomp
from eccru.stats.friedman import friedman_test

_COLUMNS = ["metric", "first", "second", "n_datasets", "statistic", "p", "adjusted", "verdict"]
_COLUMNS += ["wins", "ties", "losses", "median_difference"]
_COLUMNS += ["p_first", "p_equivalent", "p_second", "note"]
_SCIPY_METHOD = {"exact": "exact", "normal": "asymptotic"}


@dataclass(frozen=True)
class Options:
    """How the methods are compared.

    Parameters
    ----------
    alpha : float
        Level of significance.
    zero_method : {"wilcox", "pratt", "zsplit"}
        What becomes of datasets on which two methods score the same: dropped, ranked and then
        dropped, or ranked and split between both.
    distribution : {"exact", "normal"}
        Whether Wilcoxon's p-values are exact or a normal approximation.
    correction : {"bergmann-hommel", "shaffer", "holm", "nemenyi"}
        Correction for the number of pairs.
    rope : float or None
        Two scores that differ by no more than this are equal in practice, to the Bayesian test;
        None leaves the test out.
    """

    alpha: float = 0.05
    zero_method: str = "wilcox"
    distribution: str = "exact"
    correction: str = "bergmann-hommel"
    rope: float | None = 0.01

    def __str__(self):
        zeros = {"wilcox": "dropped", "pratt": "ranked, then dropped", "zsplit": "split"}
        return (
            f"Wilcoxon signed-rank test, two-sided, {self.distribution} distribution, "
            f"zero differences {zeros[self.zero_method]} ({self.zero_method}); "
            f"{self.correction} correction at {100 * self.alpha:g} %"
        )


class Tests(NamedTuple):
    """Friedman's test per metric and the comparison of all pairs of methods.

    Attributes
    ----------
    friedman : DataFrame
        A row per metric.
    pairs : DataFrame
        A row per metric and pair: p, adjusted, verdict (1 if `first` is significantly better, -1
        if worse, else 0), wins, ties, losses, median_difference (in favour of `first`; of times
        the seconds saved), the Bayesian probabilities and a note.
    methods : list of str
        The methods that were compared.
    options : Options
        How the methods were compared.
    notes : list of str
        What was left out or could not be tested, in sentences.
    """

    __test__ = False  # not a class of tests to collect

    friedman: pd.DataFrame
    pairs: pd.DataFrame
    methods: list[str]
    options: Options
    notes: list[str]

    def verdicts(self, metric: str) -> pd.DataFrame:
        """Return the verdicts as a matrix: 1 where the row's method beats the column's."""
        rows = self.pairs[self.pairs["metric"] == metric]
        matrix = pd.DataFrame(0, index=self.methods, columns=self.methods)
        for row in rows.itertuples():
            matrix.loc[row.first, row.second] = row.verdict
            matrix.loc[row.second, row.first] = -row.verdict
        return matrix


def wilcoxon(first, second, options: Options) -> tuple[float, float, str]:
    """Test whether two methods score alike over the datasets.

    Parameters
    ----------
    first, second : array-like of shape (n,)
        Scores without NaN.
    options : Options
        Of which `zero_method` and `distribution` are looked at.

    Returns
    -------
    statistic : float
        The smaller sum of signed ranks.
    p : float
        Two-sided p-value; 1 if there is no difference to test.
    note : str
        What a reader of the p-value should know.
    """
    difference = np.asarray(first, dtype=float) - np.asarray(second, dtype=float)
    if not len(difference):
        return 0.0, 1.0, "no dataset"
    if not difference.any():
        return 0.0, 1.0, "all differences are zero"
    result = stats.wilcoxon(
        difference,
        zero_method=options.zero_method,
        method=_SCIPY_METHOD[options.distribution],
        correction=False,
    )
    notes = []
    if len(difference) < 3:
        notes.append(f"only {len(difference)} dataset{'s' if len(difference) > 1 else ''}")
    sizes = np.abs(difference[difference != 0])
    if len(sizes) < len(difference):
        notes.append(f"zero differences: {len(difference) - len(sizes)}")
    if len(np.unique(sizes)) < len(sizes):
        notes.append("tied differences")
    return float(result.statistic), float(result.pvalue), ", ".join(notes)


def smallest_adjusted_p(n_datasets: int, n_methods: int, options: Options) -> float:
    """Return the least adjusted p-value that a pair can reach.

    All pairs together are an exhaustive set: no correction offered goes below the number of
    pairs times the smallest raw p-value, that of a method ahead on every dataset.
    """
    # by the same amount everywhere: the normal approximation makes ties count for a little more
    _, p, _ = wilcoxon(np.ones(n_datasets), np.zeros(n_datasets), options)
    return min(1.0, p * n_methods * (n_methods - 1) / 2)


def compare_methods(study: Study, options: Options, rng: np.random.Generator) -> Tests:
    """Run Friedman's test and all pairwise comparisons, per metric.

    Only datasets on which every method has a score are compared; the notes name the others. The
    pairs are tested whatever Friedman's test says: its p-value stands beside theirs.

    Parameters
    ----------
    study : Study
        What `aggregate` returned.
    options : Options
        How the methods are compared.
    rng : numpy.random.Generator
        Draws the posterior samples of the Bayesian test.
    """
    results = {metric: friedman_test(study.means(metric)) for metric in MEASURES}
    friedman = [{"metric": metric, **result._asdict()} for metric, result in results.items()]
    concerns = {}  # a note and the metrics it concerns
    for metric, result in results.items():
        for note in filter(None, result.note.split("; ")):
            concerns.setdefault(note, []).append(TITLES[metric])
    notes = [f"{', '.join(titles)}: {note}." for note, titles in concerns.items()]
    if options.rope is not None and not has_baycomp():
        notes.append("No Bayesian probabilities: the package baycomp is not installed.")
    pairs = [_compare_pairs(study.complete(metric), metric, options, rng) for metric in MEASURES]
    pairs = pd.concat(pairs, ignore_index=True)
    return Tests(pd.DataFrame(friedman), pairs, study.methods, options, notes)


def _compare_pairs(table, metric, options, rng):
    """Compare all pairs of columns of a table without NaN."""
    k = len(table.columns)
    scores = table.to_numpy().T * (-1 if smaller_is_better(metric) else 1)  # larger is better
    p = np.ones((k, k))
    rows = []
    for i, j in combinations(range(k), 2):
        statistic, p[i, j], note = wilcoxon(scores[i], scores[j], options)
        p[j, i] = p[i, j]
        pair = {"metric": metric, "first": table.columns[i], "second": table.columns[j]}
        pair |= {"n_datasets": len(table), "statistic": statistic, "p": p[i, j]}
        pair |= effect_size(scores[i], scores[j])
        rope = options.rope if metric in METRICS else None
        pair |= bayesian_signed_rank(scores[i], scores[j], rope, rng)
        rows.append(pair | {"note": note})
    adjusted = bergmann_hommel(p, method=options.correction)
    for row, (i, j) in zip(rows, combinations(range(k), 2), strict=True):
        row["adjusted"] = adjusted[i, j]
        significant = adjusted[i, j] <= options.alpha
        row["verdict"] = _direction(scores[i] - scores[j], options) if significant else 0
    return pd.DataFrame(rows, columns=_COLUMNS)


def _direction(difference, options):
    """Return the sign of the sum of signed ranks: which method the test found better."""
    if options.zero_method == "wilcox":
        difference = difference[difference != 0]
    return int(np.sign((np.sign(difference) * stats.rankdata(np.abs(difference))).sum()))
