"""Methods that learn every label by itself: BR, BRUS and EBRUS."""

from functools import partial
from typing import NamedTuple

import numpy as np

from eccru.methods.docstrings import documented
from eccru.methods.inputs import check_count
from eccru.methods.method import Method
from eccru.methods.sampling import bootstrap, draw_seeds, whole
from eccru.tree import Sample


class Bag(NamedTuple):
    """Rows to train on, the columns to train from, and a seed for each label."""

    sample: Sample
    columns: object
    seeds: np.ndarray


class LabelwiseMethod(Method):
    """Base class of the methods whose models of a label do not depend on those of another.

    A subclass trains the models of one label in ``_train_label``, which returns them and, if
    thresholds are tuned on them, the scores of the rows outside of the bags. In each model the
    label's presence is the last class; the label's score is the mean of its probabilities.
    """

    def _train(self, columns, Y, rows, work):
        bags = self._bags(columns, len(Y), rows)
        train = partial(self._train_label, bags, Y, work)
        trained = list(work.map(train, range(len(Y)), "label"))
        self.models_ = [models for models, _ in trained]
        self.n_classifiers_ = np.array([len(models) for models in self.models_])
        self._training_scores = None
        if self._tuned_on() == "oob":
            self._training_scores = np.stack([scores for _, scores in trained], axis=1)

    def _score(self, rows, work):
        mean_probability = partial(self._learner.mean_probability, rows=rows)
        scores = np.empty((len(self.models_), rows.n_rows))
        for label, answers in enumerate(work.map(mean_probability, self.models_, "label")):
            scores[label] = answers
        return scores

    def _bags(self, columns, q, rows):
        return [Bag(whole(rows), columns, draw_seeds(self._stream(0), q))]

    def _models(self):
        return (model for models in self.models_ for model in models)

    def _classifiers(self, label):
        return [(model, [], self._class_names()) for model in self.models_[label]]


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

    def _train_label(self, bags, Y, work, label):
        parts = [
            self._learner.train(
                some[0].columns,
                np.repeat(Y[label : label + 1], len(some), axis=0),
                [2] * len(some),
                some[0].sample,
                np.array([bag.seeds[label] for bag in some]),
                undersampled=self._undersampled,
                stop=work.stop,
            )
            for some in self._together(bags)
        ]
        outside = self._ask_outside(bags, parts) if self._tuned_on() == "oob" else None
        return self._learner.join(parts), outside

    def _together(self, bags):
        """Return lists of the bags of which one call trains the models of a label."""
        return [[bag] for bag in bags]

    def _ask_outside(self, bags, parts):
        """Return the mean score of every row by the models whose bags are without it."""
        n = bags[0].columns.n_rows
        total, asked = np.zeros(n), np.zeros(n)
        for bag, models in zip(bags, parts, strict=True):
            outside = np.ones(n, dtype=bool)
            outside[bag.sample.rows] = False
            total += outside * self._learner.mean_probability(models, bag.columns.rows)
            asked += outside
        with np.errstate(invalid="ignore"):  # a row that is in all bags has no score
            return total / asked

    def _bags(self, columns, q, rows):
        bags = super()._bags(columns, q, rows)
        if self._undersampled:
            return bags
        return [bag._replace(columns=self._learner.share_bag(columns, bag.sample)) for bag in bags]


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

    Members are BRUS models that differ in their draws of the larger class; their scores are
    averaged.

    Parameters
    ----------
    %(members)s
    bootstrap : bool, default=False
        Whether each member draws from a bootstrap sample of the training set instead of all of it.
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
        bootstrap=False,
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
        self.bootstrap = bootstrap

    def _check_parameters(self):
        super()._check_parameters()
        check_count("c", self.c)
        if not isinstance(self.bootstrap, (bool, np.bool_)):
            raise ValueError(f"bootstrap must be True or False, got {self.bootstrap!r}.")

    def _has_bags(self):
        return bool(self.bootstrap)

    def _together(self, bags):
        return super()._together(bags) if self.bootstrap else [bags]  # all have the same rows

    def _bags(self, columns, q, rows):
        bags = []
        for member in range(self.c):
            rng = self._stream(member)
            sample = bootstrap(rows, rng) if self.bootstrap else whole(rows)
            bags.append(Bag(sample, columns, draw_seeds(rng, q)))
        return bags
