"""Cross-coupling aggregation: COCOA."""

import numpy as np

from eccru.methods.docstrings import documented
from eccru.methods.inputs import check_count
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
        self.couples = couples

    def _check_parameters(self):
        super()._check_parameters()
        check_count("couples", self.couples)

    def _train_label(self, bags, Y, work, label):
        rng = self._stream(0, label)
        partners = self._draw_partners(rng, label, len(Y))
        coupled = np.where(Y[label] == 1, Y.dtype.type(2), Y[partners])
        models = self._learner.train(
            bags[0].columns,
            np.concatenate((Y[label][None], coupled)),
            [2, *(3 for _ in partners)],
            bags[0].sample,
            draw_seeds(rng, 1 + len(partners)),
            undersampled=True,
            stop=work.stop,
        )
        return models, None

    def _draw_partners(self, rng, label, q):
        others = np.delete(np.arange(q), label)
        return rng.choice(others, min(self.couples, len(others)), replace=False)

    def _classifiers(self, label):
        models, (absent, present) = self.models_[label], self._class_names()
        partners = self._draw_partners(self._stream(0, label), label, len(self.models_))
        names = [
            [f"{absent}, {name} 0", f"{absent}, {name} 1", present]
            for name in self.label_names_[partners]
        ]
        return list(zip(models, [[]] * len(models), [[absent, present], *names], strict=True))
