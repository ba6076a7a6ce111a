"""Chains of classifiers: which labels they hold, how one is trained and how it is asked."""

from typing import NamedTuple

import numpy as np

from eccru.methods.sampling import undersample


class Chain(NamedTuple):
    """The labels of a chain in their order, and their models."""

    order: np.ndarray
    models: list


def classifier_counts(minority, c, theta_max, theta_min=0.0) -> np.ndarray:
    """Compute how many classifiers each label is to get, by Equation 2 and its two bounds.

    Parameters
    ----------
    minority : array of int of shape (q,)
        Number of training examples of each label's smaller class.
    c : int
        Budget: the number of chains of ECCRU.
    theta_max, theta_min : float
        Greatest and smallest count, as multiples of ``c``. No count is below 1.

    Returns
    -------
    array of int of shape (q,)
        Counts inversely proportional to the minority; ``c`` where there is none. Algorithm 2 calls
        them c_j.

    Examples
    --------
    >>> classifier_counts([10, 20, 30], c=10, theta_max=10).tolist()
    [20, 10, 6]

    """
    minority = np.asarray(minority, dtype=np.int64)
    counts = np.full(len(minority), c)
    has_minority = minority > 0
    some = minority[has_minority]
    counts[has_minority] = c * some.sum() // (len(some) * some)  # whole numbers: no rounding
    return np.clip(counts, max(1, _times(c, theta_min)), _times(c, theta_max))


def _times(c, theta):
    """Return floor(c * theta), where 100 * 0.29 is 29 although floats say less."""
    return int(np.floor(c * theta + 1e-9))


def chain_members(counts) -> list[np.ndarray]:
    """Lay out chains such that each label gets its count, as far as they have two labels.

    Parameters
    ----------
    counts : array of int of shape (q,)
        Classifiers wanted per label.

    Returns
    -------
    list of arrays of int
        Labels of each chain, in ascending order.

    Examples
    --------
    >>> [len(labels) for labels in chain_members([20, 10, 6])]
    [3, 3, 3, 3, 3, 3, 2, 2, 2, 2]

    """
    counts = np.asarray(counts)
    n_chains = np.sort(counts)[-2]  # when the second greatest is used up, one label remains
    return [np.flatnonzero(counts > chain) for chain in range(n_chains)]


def train_chain(learner, columns, Y, order, bag, streams, *, undersampled, score):
    """Train one chain on a bag of the training set: Algorithm 1.

    A plain chain (CC) learns from the whole bag and from the true values of earlier labels. An
    undersampled one (CCRU, Algorithm 1) learns each label from a balanced sample of the bag and
    from the predictions of the earlier models. Those are made for all rows, in the bag or
    not, so that they are also the chain's answers on the training set.

    Parameters
    ----------
    learner : learner
        Trains the models.
    columns : columns of the learner
        Training features.
    Y : array of uint8 of shape (q, n)
        Training labels.
    order : array of int
        Labels in the order of the chain.
    bag : Sample
        Rows to train on.
    streams : list of numpy.random.Generator
        Sources of randomness, one per label of the chain.
    undersampled : bool
        Whether to train CCRU instead of CC.
    score : {"votes", "confidence"}
        What the answers are.

    Returns
    -------
    chain : Chain
        The trained chain.
    answers : list of (label, array of shape (n,))
        Its answers on the training set; empty if not undersampled.

    """
    if not undersampled:
        columns = learner.share_bag(columns, bag)
    earlier = learner.chain_labels(Y.shape[1], len(order))
    models, answers = [], []
    for label, rng in zip(order, streams, strict=True):
        y = Y[label]
        sample = undersample(y, bag, rng) if undersampled else bag
        models.append(learner.grow(columns, y, sample, rng=rng, labels=earlier))
        if undersampled:
            answers.append((label, _ask(models[-1], columns.rows, earlier, score)))
        else:
            earlier.append(y)
    return Chain(order, models), answers


def ask_chain(chain, learner, rows, score) -> list[tuple[int, np.ndarray]]:
    """Return the answers of a chain on rows, as pairs of a label and an array of shape (n,)."""
    earlier = learner.chain_labels(rows.n_rows, len(chain.order))
    return [
        (label, _ask(model, rows, earlier, score))
        for label, model in zip(chain.order, chain.models, strict=True)
    ]


def _ask(model, rows, earlier, score):
    """Ask a chain's next model; what it predicts is an input of the models after it."""
    probabilities = model.predict_proba(rows, earlier)
    predicted = (probabilities[:, 1] >= probabilities[:, 0]).astype(np.uint8)  # a tie is a 1
    earlier.append(predicted)
    return predicted if score == "votes" else probabilities[:, 1].copy()
