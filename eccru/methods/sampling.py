"""Sources of randomness; bootstrap and undersampling, as row numbers with integer weights."""

import numpy as np

from eccru.tree import Sample
from eccru.tree.draws import undersample_rows


def entropy_of(random_state) -> int:
    """Return the seed that a ``random_state`` parameter stands for.

    Parameters
    ----------
    random_state : None, int, numpy.random.RandomState or numpy.random.Generator
        None stands for a new seed each time; a generator is drawn from.

    Returns
    -------
    int
        Entropy of a ``numpy.random.SeedSequence``.

    """
    if random_state is None:
        return np.random.SeedSequence().entropy
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    if hasattr(random_state, "randint"):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, (int, np.integer)) and random_state >= 0:
        return int(random_state)
    raise ValueError(
        "random_state must be None, an integer of 0 or more, a RandomState or a Generator; "
        f"got {random_state!r}."
    )


def stream(entropy: int, *key: int) -> np.random.Generator:
    """Return the source of randomness of one part of a model, whoever asks for it and when.

    Parameters
    ----------
    entropy : int
        Seed of the whole model.
    *key : int
        Method, and chain, member or label.

    Returns
    -------
    numpy.random.Generator
        The same stream for the same arguments.

    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy, spawn_key=key)))


def draw_seeds(rng: np.random.Generator, size: int) -> np.ndarray:
    """Draw seeds of what is drawn in compiled code."""
    return rng.integers(2**64, size=size, dtype=np.uint64)


def whole(rows: np.ndarray) -> Sample:
    """Return the sample that holds each of some rows once."""
    return Sample(rows, np.ones(len(rows), dtype=np.int32))


def bootstrap(rows: np.ndarray, rng: np.random.Generator) -> Sample:
    """Draw as many of some rows as there are, with replacement.

    Parameters
    ----------
    rows : array of int32
        The rows.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    Sample
        The distinct rows drawn, and how often each was.

    """
    n = len(rows)
    copies = np.bincount(rng.integers(n, size=n), minlength=n).astype(np.int32)
    drawn = np.flatnonzero(copies)
    return Sample(rows[drawn], copies[drawn])


def undersample(y: np.ndarray, sample: Sample, rng: np.random.Generator) -> Sample:
    """Cut every class of a sample at random to the size of its smallest class.

    Copies of a row are drawn independently of each other, and classes that do not occur in the
    sample do not count. The smallest class is kept whole.

    Parameters
    ----------
    y : array of shape (n,)
        Class codes of all rows.
    sample : Sample
        The rows to choose from, with their numbers of copies.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    Sample
        A sample with the same number of copies of every class.

    """
    codes = np.asarray(y, dtype=np.uint16)
    (seed,) = draw_seeds(rng, 1)
    return Sample(*undersample_rows(codes, *sample, int(codes.max()) + 1, seed, 1.0))
