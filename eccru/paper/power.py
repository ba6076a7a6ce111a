"""How many of the paper's significant differences a study of few datasets can show at all.

The datasets of a study are drawn anew, with replacement, as if they were the population that the
datasets come from: what was measured on them is taken for the truth. Each draw is tested as a study
is, with Wilcoxon's exact test of all pairs and the correction of Bergmann and Hommel.
"""

from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd

from eccru.names import COMPARED, smaller_is_better
from eccru.paper import results
from eccru.stats.aggregation import Study
from eccru.stats.corrections import bergmann_hommel

DRAWS = 1000  # the expected numbers of verdicts are then off by 0.1 at most, one standard error
ALPHA = 0.05


@cache
def exact_p(n: int) -> np.ndarray:
    """Return Wilcoxon's two-sided p-value for each sum of the positive ranks of n differences."""
    ways = np.zeros(n * (n + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, n + 1):
        ways[rank:] = ways[rank:] + ways[: len(ways) - rank]
    at_most = np.cumsum(ways) / 2.0**n
    return np.minimum(1, 2 * np.minimum(at_most, at_most[::-1]))


def signed_rank_tests(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Test many samples of differences at once.

    Parameters
    ----------
    differences : ndarray of shape (..., n)
        Zeros are dropped. Equal sizes are ranked one after the other, which does not matter to a
        dataset that was drawn several times: its differences have one sign.

    Returns
    -------
    p, sign : ndarrays of shape (...)
        Exact two-sided p-values (1 where there is no difference), and which sign prevails.
    """
    present = differences != 0
    n = present.sum(axis=-1)
    order = np.argsort(np.argsort(np.abs(differences), axis=-1, kind="stable"), axis=-1)
    ranks = order + 1 - (differences.shape[-1] - n)[..., None]  # zeros come first
    positive = np.where(differences > 0, ranks, 0).sum(axis=-1)
    p = np.ones(n.shape)
    for size in np.unique(n[n > 0]):
        p[n == size] = exact_p(size)[positive[n == size]]
    return p, np.sign(4 * positive - n * (n + 1)).astype(int)


def verdicts_of_draws(
    scores: np.ndarray, n_datasets: int, draws: int, rng: np.random.Generator
) -> np.ndarray:
    """Draw datasets and compare all pairs of methods in each draw.

    Parameters
    ----------
    scores : ndarray of shape (datasets, methods)
        Of which the larger is better.
    n_datasets : int
        How many datasets are drawn at a time.
    draws : int
        How often.
    rng : numpy.random.Generator
        Draws.

    Returns
    -------
    ndarray of shape (draws, pairs)
        1 where the first method of the pair is significantly better, -1 where it is worse, else 0.
    """
    first, second = np.triu_indices(scores.shape[1], 1)
    drawn = scores[rng.integers(len(scores), size=(draws, n_datasets))]
    differences = np.moveaxis(drawn[:, :, first] - drawn[:, :, second], 1, 2)
    p, sign = signed_rank_tests(differences)
    matrix = np.ones((scores.shape[1], scores.shape[1]))
    for number in range(draws):
        matrix[first, second] = matrix[second, first] = p[number]
        significant = bergmann_hommel(matrix)[first, second] <= ALPHA
        sign[number, ~significant] = 0
    return sign


def power_table(study: Study, sizes, seed: int, draws: int) -> pd.DataFrame:
    """Say, per pair and metric, how likely a study of so many datasets shows the paper's verdict.

    Parameters
    ----------
    study : Study
        What was measured.
    sizes : sequence of int
        Numbers of datasets.
    seed : int
        Of the draws.
    draws : int
        How many studies are drawn, per metric and size.

    Returns
    -------
    DataFrame
        metric, first, second, paper (1 or -1: only its significant verdicts), and for each size the
        share of draws with that verdict, in the column ``power_{size}``.
    """
    theirs = results.verdicts()
    tables = []
    for metric in COMPARED:
        means = study.complete(metric)
        scores = means.to_numpy() * (-1 if smaller_is_better(metric) else 1)
        pairs = list(combinations(means.columns, 2))
        verdicts = np.array([theirs[metric].loc[pair] for pair in pairs])
        table = pd.DataFrame(pairs, columns=["first", "second"]).assign(paper=verdicts)
        for size in sizes:
            rng = np.random.default_rng([seed, size, COMPARED.index(metric)])
            found = verdicts_of_draws(scores, size, draws, rng)
            table[f"power_{size}"] = (found == verdicts).mean(axis=0)
        table.insert(0, "metric", metric)
        tables.append(table[verdicts != 0])
    return pd.concat(tables, ignore_index=True)
