"""Cross-coupling aggregation: COCOA."""

import numpy as np

from eccru.methods.docstrings import documented
from eccru.methods.method import check_count
from eccru.methods.relevance import LabelwiseMethod
from eccru.methods.sampling import draw_seeds


@documented
class COCOA(LabelwiseMethod):
    """Cross-coupling aggregation.

    Every label is learnt by itself, and once together with each of some other labels drawn at
    random: the coupled model tells apart "label absent, partner absent", "label absent, partner
    present" and "label present". All models are trained on samples that are balanced by random
    undersampling. A label's score is the mean of its models' probabilities of its presence.

    Parameters
    ----------
    couples : int, default=10
        Number of coupling labels of each label; at most all others.
    %(shared_parameters)s

    Attributes
    ----------
    models_ : list of lists of models
        Models of each label, the binary one first.
    %(shared_attributes)s

    References
    ----------
    M.-L. Zhang, Y.-K. Li and X.-Y. Liu, "Towards class-imbalance aware multi-label learning",
    International Joint Conference on Artificial Intelligence, 2015.

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import COCOA
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> COCOA(random_state=0).fit(X, Y).n_classifiers_
    array([4, 4, 4, 4])

    """

    _id = 4

    def __init__(
        self,
        *,
        couples=10,
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
        self.couples = couples

    def _check_parameters(self):
        super()._check_parameters()
        check_count("couples", self.couples)

    def _train_label(self, learner, bags, Y, label):
        rng = self._stream(0, label)
        others = np.delete(np.arange(len(Y)), label)
        partners = rng.choice(others, min(self.couples, len(others)), replace=False)
        coupled = np.where(Y[label] == 1, Y.dtype.type(2), Y[partners])
        return learner.train(
            bags[0].columns,
            np.concatenate((Y[label][None], coupled)),
            [2, *(3 for _ in partners)],
            bags[0].sample,
            draw_seeds(rng, 1 + len(partners)),
            undersampled=True,
        )
