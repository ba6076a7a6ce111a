"""For scikit-learn's model selection: folds by iterative stratification, and scorers.

Both work wherever scikit-learn takes a splitter or a scorer::

    cross_val_score(model, X, Y, scoring=SCORERS["g_mean"], cv=IterativeStratifiedKFold(5))
"""

import numpy as np
from iterstrat.ml_stratifiers import MultilabelStratifiedKFold
from sklearn.metrics import make_scorer
from sklearn.model_selection import BaseCrossValidator

from eccru.metrics import OF_CONFUSION, confusion, rank_areas
from eccru.names import RANKING_METRICS, THRESHOLD_METRICS


class IterativeStratifiedKFold(BaseCrossValidator):
    """Repeated K-fold cross-validation that keeps each label's share of positives.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds of one split.
    n_repeats : int, default=1
        How often the rows are split anew.
    random_state : int, default=0
        Seed; a repeat's split depends on it and on the repeat's number alone.

    References
    ----------
    K. Sechidis, G. Tsoumakas and I. Vlahavas, "On the stratification of multi-label data",
    European Conference on Machine Learning, 2011.

    Examples
    --------
    >>> import numpy as np
    >>> from eccru.model_selection import IterativeStratifiedKFold
    >>> Y = np.repeat([[1, 0], [0, 1]], [8, 4], axis=0)
    >>> for train, test in IterativeStratifiedKFold(2).split(Y, Y):
    ...     print(Y[test].sum(axis=0))
    [4 2]
    [4 2]

    """

    def __init__(self, n_splits=5, *, n_repeats=1, random_state=0):
        self.n_splits = n_splits
        self.n_repeats = n_repeats
        self.random_state = random_state

    def get_n_splits(self, X=None, y=None, groups=None):
        """Return the number of pairs of training and test rows."""
        return self.n_splits * self.n_repeats

    def _iter_test_indices(self, X=None, y=None, groups=None):
        Y = y.toarray() if hasattr(y, "toarray") else np.asarray(y)
        Y = Y.reshape(len(Y), -1)
        if Y.shape[1] == 1:  # which the library takes for classes: the label and its absence
            Y = np.hstack((Y.max() == Y, Y.max() != Y)).astype(int)
        for repeat in range(self.n_repeats):
            seed = np.random.SeedSequence(self.random_state, spawn_key=(repeat,))
            splitter = MultilabelStratifiedKFold(
                n_splits=self.n_splits,
                shuffle=True,
                random_state=int(seed.generate_state(1)[0]),
            )
            for _, test in splitter.split(np.zeros(len(Y)), Y):
                yield np.sort(test)


def macro_score(y_true, y_pred, *, metric, sample_weight=None):
    """Return the macro average of one of the five metrics.

    Parameters
    ----------
    y_true : array of shape (n_samples, n_labels)
        Labels, 0 or 1.
    y_pred : array of shape (n_samples, n_labels)
        Predicted labels; of ``"auc_roc"`` and ``"auc_pr"`` relevance degrees.
    metric : {"f_measure", "g_mean", "balanced_accuracy", "auc_roc", "auc_pr"}
        The metric.
    sample_weight : array of shape (n_samples,), default=None
        Weights of the examples, for the metrics of predicted labels.

    Returns
    -------
    float
        Mean over the labels for which the metric is defined.

    """
    Y, answers = (
        part.toarray() if hasattr(part, "toarray") else np.asarray(part)
        for part in (y_true, y_pred)
    )
    Y, answers = Y.reshape(len(Y), -1), answers.reshape(len(answers), -1)
    if metric in THRESHOLD_METRICS:
        return float(np.mean(OF_CONFUSION[metric](confusion(Y, answers, sample_weight))))
    return float(np.nanmean(rank_areas(Y, answers)[RANKING_METRICS.index(metric)]))


SCORERS = {
    **{metric: make_scorer(macro_score, metric=metric) for metric in THRESHOLD_METRICS},
    **{
        metric: make_scorer(macro_score, response_method="predict_proba", metric=metric)
        for metric in RANKING_METRICS
    },
}
"""Scorers of the five metrics, by name."""
