"""Ensembles with chains of different lengths: ECCRU2 and ECCRU3."""

from eccru.chains import classifier_counts
from eccru.methods.chains import ChainEnsemble


class ECCRU2(ChainEnsemble):
    """ECCRU with more classifiers for labels with fewer minority examples.

    The number of a label's classifiers is inversely proportional to the size of its smaller
    class, so that all labels use their larger class equally well at about the cost of
    :class:`ECCRU`. Labels whose number is reached are left out of further chains; the last chain
    has two labels or more.

    Parameters
    ----------
    c : int, default=10
        Budget: the number of classifiers per label that ECCRU would build.
    theta_max : float, default=10
        No label gets more than ``theta_max * c`` classifiers.
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


class ECCRU3(ECCRU2):
    """ECCRU2 with a lower bound on the number of classifiers per label.

    The bound makes sure of a number of chains that hold all labels.

    Parameters
    ----------
    c : int, default=10
        Budget: the number of classifiers per label that ECCRU would build.
    theta_max : float, default=10
        No label gets more than ``theta_max * c`` classifiers.
    theta_min : float, default=0.5
        No label gets fewer than ``theta_min * c`` classifiers; between 1 / c and 1.
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
