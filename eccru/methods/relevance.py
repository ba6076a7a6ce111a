"""Methods that learn every label by itself: BR, BRUS and EBRUS."""

from functools import partial
from typing import NamedTuple

import numpy as np

from eccru.methods.docstrings import documented
from eccru.methods.method import Method, check_count
from eccru.methods.sampling import bootstrap, draw_seeds, whole
from eccru.tree import Sample


class Bag(NamedTuple):
    """Rows to train on, the columns to train from, and a seed for each label."""

    sample: Sample
    columns: object
    seeds: np.ndarray


class LabelwiseMethod(Method):
    """Base class of the methods whose models of a label do not depend on those of another.

    A subclass trains the models of one label in ``_train_label``. In each of them the label's
    presence is the last class; the label's score is the mean of its probabilities.
    """

    def _train(self, learner, columns, Y):
        train = partial(self._train_label, learner, self._bags(learner, columns, len(Y)), Y)
        self.models_ = list(self._map(train, range(len(Y))))
        self.n_classifiers_ = np.array([len(models) for models in self.models_])

    def _score(self, learner, rows):
        mean_probability = partial(learner.mean_probability, rows=rows)
        return np.stack(list(self._map(mean_probability, self.models_)))

    def _bags(self, learner, columns, q):
        return [Bag(whole(columns.n_rows), columns, draw_seeds(self._stream(0), q))]

    def _models(self):
        return (model for models in self.models_ for model in models)


@documented
class BR(LabelwiseMethod):
    """Binary relevance: one classifier per label, trained on all examples.

    Parameters
    ----------
    %(shared_parameters)s

    Attributes
    ----------
    %(models_)s
    %(shared_attributes)s

    References
    ----------
    M. R. Boutell, J. Luo, X. Shen and C. M. Brown, "Learning multi-label scene classification",
    Pattern Recognition 37(9), 2004.

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import BR
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> BR().fit(X, Y).predict(X).shape
    (100, 4)

    """

    _id = 0
    _undersampled = False

    def _train_label(self, learner, bags, Y, label):
        one = slice(label, label + 1)
        return learner.join(
            learner.train(
                bag.columns,
                Y[one],
                [2],
                bag.sample,
                bag.seeds[one],
                undersampled=self._undersampled,
            )
            for bag in bags
        )

    def _bags(self, learner, columns, q):
        bags = super()._bags(learner, columns, q)
        if self._undersampled:
            return bags
        return [bag._replace(columns=learner.share_bag(columns, bag.sample)) for bag in bags]


@documented
class BRUS(BR):
    """Binary relevance with random undersampling.

    One classifier per label, trained on all examples of the label's smaller class and equally
    many of the other, drawn at random.

    Parameters
    ----------
    %(shared_parameters)s

    Attributes
    ----------
    %(models_)s
    %(shared_attributes)s

    References
    ----------
    %(paper)s

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import BRUS
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> BRUS(random_state=0).fit(X, Y).predict(X).shape
    (100, 4)

    """

    _id = 2
    _undersampled = True


@documented
class EBRUS(BRUS):
    """Ensemble of binary relevance with random undersampling.

    Members are BRUS models of bootstrap samples of the training set; their scores are averaged.

    Parameters
    ----------
    %(members)s
    %(shared_parameters)s

    Attributes
    ----------
    %(models_)s
    %(shared_attributes)s

    References
    ----------
    %(paper)s

    Examples
    --------
    >>> from sklearn.datasets import make_multilabel_classification
    >>> from eccru import EBRUS
    >>> X, Y = make_multilabel_classification(n_classes=4, random_state=0)
    >>> EBRUS(random_state=0).fit(X, Y).n_classifiers_
    array([10, 10, 10, 10])

    """

    _id = 3

    def __init__(
        self,
        *,
        c=10,
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

    def _check_parameters(self):
        super()._check_parameters()
        check_count("c", self.c)

    def _bags(self, learner, columns, q):
        bags = []
        for member in range(self.c):
            rng = self._stream(member)
            bags.append(Bag(bootstrap(columns.n_rows, rng), columns, draw_seeds(rng, q)))
        return bags
