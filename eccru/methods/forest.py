"""A forest of undersampled chains: what is left of the paper's ideas when trees cost little."""

import numpy as np

from eccru.methods.docstrings import documented
from eccru.methods.ensembles import ChainEnsemble
from eccru.methods.inputs import check_number
from eccru.tree import J48Tree
from eccru.tree.subsets import check_max_features


@documented
class ForestRU(ChainEnsemble):
    """Forest with random undersampling: many chains of randomised trees.

    As :class:`ECCRU`, with what a fast tree allows. There are more chains. Nodes look at random
    subsets of the attributes, features and earlier labels alike, and trees are not pruned, as in
    random forests. And the sample of a label has all of its smaller class and ``ratio`` times as
    many of the other, so that less of the larger class is lost. The name is the paper's for
    methods that undersample, with a forest in the place of the chains.

    Parameters
    ----------
    c : int, default=70
        Number of chains.
    chained : bool, default=True
        Whether a label's classifier takes the predictions of the labels before it in a random
        order; else every label is learnt by itself.
    ratio : float, default=3
        Size of the larger class in the sample that a classifier is trained on, as a multiple of
        the smaller class, 1 or more.
    max_features : {"sqrt", "log2"}, int, float or None, default="sqrt"
        How many of the attributes that can split a node are looked at, as in
        :class:`eccru.J48Tree`.
    %(combine)s
    %(shared_parameters)s

    Attributes
    ----------
    %(chains_)s
    %(shared_attributes)s

    Notes
    -----
    ``max_features`` is for the package's own tree; an ``estimator`` is taken as it is.

    References
    ----------
    %(paper)s
    L. Breiman, "Random forests", Machine Learning 45(1), 2001.

    Examples
    --------
    >>> from eccru import ForestRU, make_imbalanced_multilabel
    >>> X, Y = make_imbalanced_multilabel(400, random_state=0)
    >>> model = ForestRU(random_state=0).fit(X[:200], Y[:200])
    >>> model.predict(X[200:]).shape == Y[200:].shape
    True

    """

    _id = 9

    def __init__(
        self,
        *,
        c=70,
        chained=True,
        ratio=3,
        max_features="sqrt",
        combine="mean",
        estimator=None,
        threshold_metric="f_measure",
        thresholds="auto",
        threshold_grid=0.01,
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
        self.chained = chained
        self.ratio = ratio
        self.max_features = max_features

    def _check_parameters(self):
        super()._check_parameters()
        if not isinstance(self.chained, (bool, np.bool_)):
            raise ValueError(f"chained must be True or False, got {self.chained!r}.")
        check_number("ratio", self.ratio, 1)
        check_max_features(self.max_features)

    def _base(self):
        if self.estimator is not None:
            return self.estimator
        return J48Tree(max_features=self.max_features, unpruned=True, collapse=False)

    @property
    def _chained(self):
        return bool(self.chained)

    def _ratio(self):
        return float(self.ratio)
