"""Ensembles of classifier chains that hold all labels: ECC and ECCRU."""

import logging

import numpy as np

from eccru.chains import ask_chain, chain_members, train_chain
from eccru.methods.method import Method, check_choice, check_count
from eccru.sampling import bootstrap

logger = logging.getLogger("eccru")

SCORES = ("votes", "confidence")


class ChainEnsemble(Method):
    """Base class of the ensembles; a subclass says how many classifiers each label gets."""

    _undersampled = True

    def __init__(
        self,
        *,
        c=10,
        score="votes",
        base_estimator=None,
        threshold_metric="f_measure",
        grid=0.05,
        n_jobs=None,
        random_state=None,
    ):
        super().__init__(
            base_estimator=base_estimator,
            threshold_metric=threshold_metric,
            grid=grid,
            n_jobs=n_jobs,
            random_state=random_state,
        )
        self.c = c
        self.score = score

    def _check_parameters(self):
        super()._check_parameters()
        check_count("c", self.c)
        check_choice("score", self.score, SCORES)

    def _counts(self, minority):
        return np.full(len(minority), self.c)

    def _train(self, learner, columns, Y):
        q, n = Y.shape
        positives = Y.sum(axis=1, dtype=np.int64)
        members = chain_members(self._counts(np.minimum(positives, n - positives)))

        def train(number):
            rng = self._stream(number)
            order = rng.permutation(members[number])
            bag = bootstrap(n, rng)
            return train_chain(
                learner,
                columns,
                Y,
                order,
                bag,
                [self._stream(number, label) for label in order],
                undersampled=self._undersampled,
                score=self.score,
            )

        name = type(self).__name__
        self.chains_ = []
        self.n_classifiers_ = np.bincount(np.concatenate(members), minlength=q)
        totals = np.zeros(Y.shape)
        for chain, answers in self._map(train, range(len(members))):
            self.chains_.append(chain)
            _add(totals, answers)
            built = len(self.chains_)
            logger.info(
                "%s: chain %d of %d, %d labels", name, built, len(members), len(chain.order)
            )
        if self._undersampled:
            self._training_scores = self._normalise(totals).T

    def _score(self, learner, rows):
        def ask(chain):
            return ask_chain(chain, learner, rows, self.score)

        totals = np.zeros((len(self.n_classifiers_), rows.n_rows))
        for answers in self._map(ask, self.chains_):
            _add(totals, answers)
        return self._normalise(totals)

    def _normalise(self, totals):
        return totals / self.n_classifiers_[:, None]

    def _models(self):
        return (model for chain in self.chains_ for model in chain.models)


def _add(totals, answers):
    """Add a chain's answers; called in the order of the chains, so that sums do not vary."""
    for label, answer in answers:
        totals[label] += answer


class ECC(ChainEnsemble):
    """Ensemble of classifier chains.

    Each chain is trained on a bootstrap sample of the training set and has its own random order
    of the labels. A chain's classifier of a label takes the features and the earlier labels of
    the chain: their true values in training, the predicted ones afterwards.

    Parameters
    ----------
    c : int, default=10
        Number of chains.
    score : {"votes", "confidence"}, default="votes"
        A label's score: the share of its classifiers that predict it, or the mean of their
        probabilities.
    base_estimator : classifier, default=None
        A scikit-learn classifier; None is the package's J48 tree.
    threshold_metric : {"f_measure", "g_mean", "balanced_accuracy"}, default="f_measure"
        Metric whose thresholds ``predict`` uses.
    grid : float or "exact", default=0.05
        Thresholds to try: their distance between 0 and 1, or every distinct score of a label.
    n_jobs : int, default=None
        Number of threads; None is 1, -1 all processors. Results do not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        Seed.

    Attributes
    ----------
    chains_ : list of Chain
        The chains: ``order``, the labels, and ``models``, their classifiers.
    n_classifiers_ : array of int of shape (n_labels,)
        Number of classifiers built for each label.
    node_count_ : int
        Number of nodes of all trees.
    thresholds_ : dict of str to array of shape (n_labels,)
        Tuned thresholds by metric.

    References
    ----------
    J. Read, B. Pfahringer, G. Holmes and E. Frank, "Classifier chains for multi-label
    classification", Machine Learning 85(3), 2011.

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import ECC
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> ECC(random_state=0).fit(X, Y).n_classifiers_
    array([10, 10, 10, 10])

    """

    _id = 1
    _undersampled = False


class ECCRU(ChainEnsemble):
    """Ensemble of classifier chains with random undersampling.

    As :class:`ECC`, but each classifier is trained on all examples of the label's smaller class
    in the chain's bootstrap sample and equally many of the other, drawn at random; and its inputs
    are predictions of the earlier labels in training, too.

    Parameters
    ----------
    c : int, default=10
        Number of chains.
    score : {"votes", "confidence"}, default="votes"
        A label's score: the share of its classifiers that predict it, or the mean of their
        probabilities.
    base_estimator : classifier, default=None
        A scikit-learn classifier; None is the package's J48 tree.
    threshold_metric : {"f_measure", "g_mean", "balanced_accuracy"}, default="f_measure"
        Metric whose thresholds ``predict`` uses.
    grid : float or "exact", default=0.05
        Thresholds to try: their distance between 0 and 1, or every distinct score of a label.
    n_jobs : int, default=None
        Number of threads; None is 1, -1 all processors. Results do not depend on it.
    random_state : int, RandomState, Generator or None, default=None
        Seed.

    Attributes
    ----------
    chains_ : list of Chain
        The chains: ``order``, the labels, and ``models``, their classifiers.
    n_classifiers_ : array of int of shape (n_labels,)
        Number of classifiers built for each label.
    node_count_ : int
        Number of nodes of all trees.
    thresholds_ : dict of str to array of shape (n_labels,)
        Tuned thresholds by metric.

    References
    ----------
    B. Liu and G. Tsoumakas, "Making classifier chains resilient to class imbalance", Asian
    Conference on Machine Learning, 2018.

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import ECCRU
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> ECCRU(random_state=0).fit(X, Y).n_classifiers_
    array([10, 10, 10, 10])

    """

    _id = 5
