"""Ensembles of classifier chains: ECC, ECCRU, ECCRU2 and ECCRU3."""

import logging

import numpy as np

from eccru.methods.chain import Chain, chain_members, classifier_counts
from eccru.methods.docstrings import documented
from eccru.methods.method import Method, check_choice, check_count
from eccru.methods.sampling import bootstrap, draw_seeds

logger = logging.getLogger("eccru")

SCORED_BY = ("votes", "confidence")


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
        check_choice("score", self.score, SCORED_BY)

    def _counts(self, minority):
        return np.full(len(minority), self.c)

    def _train(self, learner, columns, Y):
        """Train the chains: Algorithm 2 of the paper, of which ECC and ECCRU are simpler cases."""
        q, n = Y.shape
        positives = Y.sum(axis=1, dtype=np.int64)
        members = chain_members(self._counts(np.minimum(positives, n - positives)))

        def train(number):
            rng = self._stream(number)
            order = rng.permutation(members[number])
            models, answers = learner.train_chain(
                columns,
                Y[order],
                bootstrap(n, rng),
                draw_seeds(rng, len(order)),
                undersampled=self._undersampled,
                score=self.score,
            )
            return Chain(order, models), answers

        name = type(self).__name__
        self.chains_ = []
        self.n_classifiers_ = np.bincount(np.concatenate(members), minlength=q)
        totals = np.zeros(Y.shape)
        for chain, answers in self._map(train, range(len(members))):
            self.chains_.append(chain)
            if self._undersampled:
                _add(totals, chain, answers)
            built = len(self.chains_)
            logger.info(
                "%s: chain %d of %d, %d labels", name, built, len(members), len(chain.order)
            )
        if self._undersampled:
            self._training_scores = self._normalise(totals).T

    def _score(self, learner, rows):
        """Ask the chains: Algorithm 3 of the paper."""

        def ask(chain):
            return chain, learner.ask_chain(chain.models, rows, self.score)

        totals = np.zeros((len(self.n_classifiers_), rows.n_rows))
        for chain, answers in self._map(ask, self.chains_):
            _add(totals, chain, answers)
        return self._normalise(totals)

    def _normalise(self, totals):
        return totals / self.n_classifiers_[:, None]

    def _models(self):
        return (model for chain in self.chains_ for model in chain.models)


def _add(totals, chain, answers):
    """Add a chain's answers; called in the order of the chains, so that sums do not vary."""
    for label, answer in zip(chain.order, answers, strict=True):
        totals[label] += answer


@documented
class ECC(ChainEnsemble):
    """Ensemble of classifier chains.

    Each chain is trained on a bootstrap sample of the training set and has its own random order
    of the labels. A chain's classifier of a label takes the features and the earlier labels of
    the chain: their true values in training, the predicted ones afterwards.

    Parameters
    ----------
    %(chains)s
    %(score)s
    %(shared_parameters)s

    Attributes
    ----------
    %(chains_)s
    %(shared_attributes)s

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


@documented
class ECCRU(ChainEnsemble):
    """Ensemble of classifier chains with random undersampling.

    As :class:`ECC`, but each classifier is trained on all examples of the label's smaller class
    in the chain's bootstrap sample and equally many of the other, drawn at random; and its inputs
    are predictions of the earlier labels in training, too.

    Parameters
    ----------
    %(chains)s
    %(score)s
    %(shared_parameters)s

    Attributes
    ----------
    %(chains_)s
    %(shared_attributes)s

    References
    ----------
    %(paper)s

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import ECCRU
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> ECCRU(random_state=0).fit(X, Y).n_classifiers_
    array([10, 10, 10, 10])

    """

    _id = 5


@documented
class ECCRU2(ChainEnsemble):
    """ECCRU with more classifiers for labels with fewer minority examples.

    The number of a label's classifiers is inversely proportional to the size of its smaller
    class (Equation 2), so that all labels use their larger class equally well at about the cost of
    :class:`ECCRU`. Labels whose number is reached are left out of further chains; the last chain
    has two labels or more.

    Parameters
    ----------
    %(budget)s
    %(score)s
    %(shared_parameters)s

    Attributes
    ----------
    %(chains_)s
    %(shared_attributes)s

    References
    ----------
    %(paper)s

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import ECCRU2
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> Y[20:, :3] = 0
    >>> ECCRU2(random_state=0).fit(X, Y).n_classifiers_
    array([24, 21, 24,  3])

    """

    _id = 6

    def __init__(
        self,
        *,
        c=10,
        theta_max=10,
        score="votes",
        base_estimator=None,
        threshold_metric="f_measure",
        grid=0.05,
        n_jobs=None,
        random_state=None,
    ):
        super().__init__(
            c=c,
            score=score,
            base_estimator=base_estimator,
            threshold_metric=threshold_metric,
            grid=grid,
            n_jobs=n_jobs,
            random_state=random_state,
        )
        self.theta_max = theta_max

    def _check_parameters(self):
        super()._check_parameters()
        if self.theta_max < 1:
            raise ValueError(f"theta_max must be 1 or more, got {self.theta_max!r}.")

    def _counts(self, minority):
        return classifier_counts(minority, self.c, self.theta_max)


@documented
class ECCRU3(ECCRU2):
    """ECCRU2 with a lower bound on the number of classifiers per label.

    The bound makes sure of a number of chains that hold all labels.

    Parameters
    ----------
    %(budget)s
    theta_min : float, default=0.5
        No label gets fewer than ``theta_min * c`` classifiers; between 1 / c and 1.
    %(score)s
    %(shared_parameters)s

    Attributes
    ----------
    %(chains_)s
    %(shared_attributes)s

    References
    ----------
    %(paper)s

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import ECCRU3
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> Y[20:, :3] = 0
    >>> ECCRU3(random_state=0).fit(X, Y).n_classifiers_
    array([24, 21, 24,  5])
    """

    _id = 7

    def __init__(
        self,
        *,
        c=10,
        theta_max=10,
        theta_min=0.5,
        score="votes",
        base_estimator=None,
        threshold_metric="f_measure",
        grid=0.05,
        n_jobs=None,
        random_state=None,
    ):
        super().__init__(
            c=c,
            theta_max=theta_max,
            score=score,
            base_estimator=base_estimator,
            threshold_metric=threshold_metric,
            grid=grid,
            n_jobs=n_jobs,
            random_state=random_state,
        )
        self.theta_min = theta_min

    def _check_parameters(self):
        super()._check_parameters()
        if not 1 / self.c <= self.theta_min <= 1:
            raise ValueError(f"theta_min must be between 1 / c and 1, got {self.theta_min!r}.")

    def _counts(self, minority):
        return classifier_counts(minority, self.c, self.theta_max, self.theta_min)
