"""Ensembles of classifier chains: ECC, ECCRU, ECCRU2 and ECCRU3."""

import logging

import numpy as np
from sklearn.utils.validation import check_is_fitted

from eccru.methods.chain import Chain, chain_members, classifier_counts
from eccru.methods.docstrings import documented
from eccru.methods.inputs import check_choice, check_count, check_number
from eccru.methods.method import Method
from eccru.methods.sampling import bootstrap, draw_seeds

logger = logging.getLogger("eccru")

COMBINED_BY = ("mean", "vote")


class ChainEnsemble(Method):
    """Base class of the ensembles; a subclass says how many classifiers each label gets."""

    _undersampled = True
    _chained = True

    def __init__(
        self,
        *,
        c=10,
        combine="mean",
        estimator=None,
        threshold_metric="f_measure",
        thresholds="auto",
        threshold_grid=0.05,
        threshold_ties="highest",
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        super().__init__(
            estimator=estimator,
            threshold_metric=threshold_metric,
            thresholds=thresholds,
            threshold_grid=threshold_grid,
            threshold_ties=threshold_ties,
            n_jobs=n_jobs,
            random_state=random_state,
            verbose=verbose,
        )
        self.c = c
        self.combine = combine

    def _check_parameters(self):
        super()._check_parameters()
        check_count("c", self.c)
        check_choice("combine", self.combine, COMBINED_BY)

    def _has_bags(self):
        return True

    def _counts(self, minority, majority):
        """Return how many classifiers each label is to get, given the sizes of its classes."""
        return np.full(len(minority), self.c)

    def _ratio(self):
        """Return how large the larger class of a sample is, relative to the smaller."""
        return 1.0

    def _train(self, columns, Y, rows, work):
        """Train the chains: Algorithm 2 of the paper, of which ECC and ECCRU are simpler cases."""
        positives = Y[:, rows].sum(axis=1, dtype=np.int64)
        minority = np.minimum(positives, len(rows) - positives)
        members = chain_members(self._counts(minority, len(rows) - minority))
        out_of_bag = self._tuned_on() == "oob"

        def train(number):
            rng = self._stream(number)
            order = rng.permutation(members[number])
            bag = bootstrap(rows, rng)
            models, answers = self._learner.train_chain(
                columns,
                Y[order],
                bag,
                draw_seeds(rng, len(order)),
                undersampled=self._undersampled,
                combine=self.combine,
                stop=work.stop,
                ratio=self._ratio(),
                chained=self._chained,
            )
            if answers is None and out_of_bag:
                answers = self._learner.ask_chain(models, columns.rows, self.combine)
            return Chain(order, models), bag, answers

        name = type(self).__name__
        self.chains_ = []
        self.n_classifiers_ = np.bincount(np.concatenate(members), minlength=len(Y))
        totals, asked = np.zeros(Y.shape), self.n_classifiers_[:, None]
        if out_of_bag:
            asked = np.zeros(Y.shape)
        for chain, bag, answers in work.map(train, range(len(members)), "chain"):
            self.chains_.append(chain)
            if out_of_bag:
                outside = np.ones(Y.shape[1], dtype=bool)
                outside[bag.rows] = False
                asked[chain.order] += outside
                answers = answers * outside
            if answers is not None:
                _add(totals, chain, answers)
            built = len(self.chains_)
            logger.info(
                "%s: chain %d of %d, %d labels", name, built, len(members), len(chain.order)
            )
        self._training_scores = None
        if self._undersampled or out_of_bag:
            with np.errstate(invalid="ignore"):  # a row that is in all bags has no score
                totals /= asked
            self._training_scores = totals.T

    def _score(self, rows, work):
        """Ask the chains: Algorithm 3 of the paper."""

        def ask(chain):
            answers = self._learner.ask_chain(chain.models, rows, self.combine, self._chained)
            return chain, answers

        totals = np.zeros((len(self.n_classifiers_), rows.n_rows))
        for chain, answers in work.map(ask, self.chains_, "chain"):
            _add(totals, chain, answers)
        totals /= self.n_classifiers_[:, None]
        return totals

    def chain_table(self):
        """Return which label sits in which chain, and where.

        Returns
        -------
        array of int of shape (n_chains, n_labels)
            Place of each label in each chain, 0 for the first; -1 where the chain is without it.
            A DataFrame after ``set_output(transform="pandas")``.

        """
        check_is_fitted(self)
        places = np.full((len(self.chains_), len(self.n_classifiers_)), -1)
        for row, chain in zip(places, self.chains_, strict=True):
            row[chain.order] = np.arange(len(chain.order))
        return self._as_frame(places, None)

    def _models(self):
        return (model for chain in self.chains_ for model in chain.models)

    def _classifiers(self, label):
        found = []
        for chain in self.chains_:
            for place in np.flatnonzero(chain.order == label):
                found.append((chain.models[place], chain.order[:place], self._class_names()))
        return found


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
    %(combine)s
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
    %(combine)s
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
    %(combine)s
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
        combine="mean",
        estimator=None,
        threshold_metric="f_measure",
        thresholds="auto",
        threshold_grid=0.05,
        threshold_ties="highest",
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        super().__init__(
            c=c,
            combine=combine,
            estimator=estimator,
            threshold_metric=threshold_metric,
            thresholds=thresholds,
            threshold_grid=threshold_grid,
            threshold_ties=threshold_ties,
            n_jobs=n_jobs,
            random_state=random_state,
            verbose=verbose,
        )
        self.theta_max = theta_max

    def _check_parameters(self):
        super()._check_parameters()
        check_number("theta_max", self.theta_max, 1)

    def _counts(self, minority, majority):
        return classifier_counts(minority, self.c, self.theta_max)


@documented
class ECCRU3(ECCRU2):
    """ECCRU2 with a lower bound on the number of classifiers per label.

    The bound makes sure of a number of chains that hold all labels.

    Parameters
    ----------
    %(budget)s
    theta_min : float, default=0.5
        No label gets fewer than ``theta_min * c`` classifiers, nor fewer than one; at most 1.
    %(combine)s
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
        combine="mean",
        estimator=None,
        threshold_metric="f_measure",
        thresholds="auto",
        threshold_grid=0.05,
        threshold_ties="highest",
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        super().__init__(
            c=c,
            theta_max=theta_max,
            combine=combine,
            estimator=estimator,
            threshold_metric=threshold_metric,
            thresholds=thresholds,
            threshold_grid=threshold_grid,
            threshold_ties=threshold_ties,
            n_jobs=n_jobs,
            random_state=random_state,
            verbose=verbose,
        )
        self.theta_min = theta_min

    def _check_parameters(self):
        super()._check_parameters()
        check_number("theta_min", self.theta_min, 0, 1)

    def _counts(self, minority, majority):
        return classifier_counts(minority, self.c, self.theta_max, self.theta_min)
