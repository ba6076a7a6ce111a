"""ECCRU for labels of low imbalance and ECCRU3 for the others, in one ensemble."""

import copy

import numpy as np

from eccru.methods.chain import classifier_counts
from eccru.methods.docstrings import documented
from eccru.methods.ensembles import ECCRU2
from eccru.methods.inputs import check_number
from eccru.methods.thresholds import tune_thresholds
from eccru.metrics import OF_CONFUSION, confusion

PAPER = 50  # the ImR from which the paper finds ECCRU3 better than ECCRU


@documented
class ECCRUSelect(ECCRU2):
    """ECCRU for labels of low imbalance ratio, ECCRU3 for the others.

    The paper finds :class:`ECCRU` better on labels whose ImR, the size of the larger class over
    that of the smaller, is below 50, and :class:`ECCRU3` on the others. Here the two share their
    chains. The first ``c`` chains hold all labels: they are the chains of ECCRU of the same seed,
    and labels of low ImR have the very scores of ECCRU. Further chains hold the labels of high
    ImR only, each until it has its number of classifiers by Equation 2. Labels of high ImR have
    the classifiers of all their chains, so that they never have fewer than ``c``: ``theta_min`` of
    ECCRU3 is 1 here, at no cost.

    Parameters
    ----------
    %(budget)s
    limit : float or "auto", default=50
        The ImR from which a label is one of high ImR, 1 or more. "auto" chooses it on the training
        set: all labels are trained both ways, and it is the limit with the best mean of
        ``threshold_metric`` on the rows out of bags. This takes about three times as long.
    %(combine)s
    %(shared_parameters)s

    Attributes
    ----------
    limit_ : float
        The limit, infinite if "auto" finds ECCRU best for all labels.
    %(chains_)s
    %(shared_attributes)s

    References
    ----------
    %(paper)s

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import ECCRUSelect
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> Y[20:, :3] = 0
    >>> ECCRUSelect(limit=9, random_state=0).fit(X, Y).n_classifiers_
    array([24, 21, 24, 10])

    """

    _id = 5  # that of ECCRU: the chains they share are the same

    def __init__(
        self,
        *,
        c=10,
        theta_max=10,
        limit=PAPER,
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
        self.limit = limit

    def _check_parameters(self):
        super()._check_parameters()
        if not isinstance(self.limit, str) or self.limit != "auto":
            check_number("limit", self.limit, 1)

    def _counts(self, minority, majority):
        counts = classifier_counts(minority, self.c, self.theta_max, theta_min=1)
        return np.where(_imr(minority, majority) < self.limit_, self.c, counts)

    def _train(self, columns, Y, rows, work):
        if self.limit == "auto":
            self.limit_ = self._choose_limit(columns, Y, rows, work)
        else:
            self.limit_ = float(self.limit)
        super()._train(columns, Y, rows, work)

    def _choose_limit(self, columns, Y, rows, work):
        """Return the limit that is best on the rows out of bags; the highest, if there are ties."""
        scores = []
        for limit in (np.inf, 1):  # ECCRU, then ECCRU3, for all labels
            model = copy.copy(self)
            model.limit, model.thresholds = limit, "oob"
            model._train(columns, Y, rows, work)
            scores.append(model._training_scores[rows])
        truth = Y[:, rows].T
        known = ~np.isnan(scores[0]).any(axis=1)  # and then in more chains
        if not known.any():
            return float(PAPER)
        of_eccru, of_eccru3 = (self._best(truth[known], each[known]) for each in scores)
        positives = truth.sum(axis=0, dtype=np.int64)
        minority = np.minimum(positives, len(truth) - positives)
        imr = _imr(minority, len(truth) - minority)
        limits = np.unique([1.0, *imr, np.inf])
        means = [np.where(imr < limit, of_eccru, of_eccru3).mean() for limit in limits]
        return float(limits[len(means) - 1 - np.argmax(means[::-1])])

    def _best(self, truth, scores):
        """Return what ``threshold_metric`` of each label comes to with its best threshold."""
        tuned = tune_thresholds(truth, scores, self.threshold_grid, everything=False)
        answers = scores >= tuned[self.threshold_metric]
        return OF_CONFUSION[self.threshold_metric](confusion(truth, answers))


def _imr(minority, majority):
    """Return the imbalance ratios, infinite where there is no minority."""
    return np.divide(majority, minority, where=minority > 0, out=np.full(len(minority), np.inf))
