"""How large the difference between two methods is, beside whether it is significant."""

from importlib.util import find_spec

import numpy as np

POSTERIOR_SAMPLES = 10_000  # a probability is then off by 0.005 at most, one standard error


def effect_size(first, second) -> dict[str, float]:
    """Count wins, ties and losses of the first method and take the median difference.

    Both are scores over the same datasets, of which the larger is better.
    """
    difference = np.asarray(first) - np.asarray(second)
    return {
        "wins": int((difference > 0).sum()),
        "ties": int((difference == 0).sum()),
        "losses": int((difference < 0).sum()),
        "median_difference": float(np.median(difference)) if len(difference) else float("nan"),
    }


def has_baycomp() -> bool:
    """Tell whether the package that computes the Bayesian test is installed."""
    return find_spec("baycomp") is not None


def bayesian_signed_rank(first, second, rope, rng) -> dict[str, float]:
    """Return the probabilities that one of two methods is better in practice.

    Parameters
    ----------
    first, second : ndarray of shape (n,)
        Scores of which the larger is better, without NaN.
    rope : float or None
        Half the width of the region of practical equivalence; None for scores without one.
    rng : numpy.random.Generator
        Seeds the posterior samples.

    Returns
    -------
    dict
        p_first, p_equivalent and p_second, which add up to 1; NaN without a region, without
        a dataset or without baycomp.

    References
    ----------
    A. Benavoli, G. Corani, J. Demšar, M. Zaffalon, "Time for a change: a tutorial for comparing
    multiple classifiers through Bayesian analysis", JMLR 18, 2017.
    """
    names = ("p_first", "p_equivalent", "p_second")
    if rope is None or not len(first) or not has_baycomp():
        return dict.fromkeys(names, float("nan"))
    from baycomp import SignedRankTest

    state = int(rng.integers(2**32))
    posterior = SignedRankTest(first, second, rope, nsamples=POSTERIOR_SAMPLES, random_state=state)
    return dict(zip(names, map(float, posterior.probs()), strict=True))
