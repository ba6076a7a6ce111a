"""Any other multi-label estimator as one of the methods, with their thresholds."""

import numpy as np

from eccru.methods.method import Method
from eccru.methods.sklearn_learner import seeded_clone


class Foreign(Method):
    """A multi-label estimator of another package.

    It learns the labels that have both classes among the training rows; any other label gets a
    constant score, its only class.

    Parameters
    ----------
    estimator : classifier
        Takes a label matrix in ``fit``. Its ``predict_proba`` returns an array of shape
        (n_samples, n_labels), or a list with the probabilities of the classes of each label. Its
        random states follow from ``random_state``.
    **others
        As those of the other methods.
    """

    _id = 8

    def _check_parameters(self):
        super()._check_parameters()
        if not hasattr(self.estimator, "predict_proba"):
            raise ValueError(
                f"estimator must be a multi-label classifier with predict_proba, got "
                f"{self.estimator!r}."
            )

    def _train(self, columns, Y, rows, work):
        Y = Y[:, rows]
        self.only_class_ = Y[:, 0].astype(np.float64)
        self.learnt_ = (Y[:, :1] != Y).any(axis=1)
        self.n_classifiers_ = self.learnt_.astype(np.int64)
        self._training_scores = None
        if self.learnt_.any():
            weight = self._learner.weight
            weights = {} if weight is None else {"sample_weight": weight[rows]}
            self.estimator_ = seeded_clone(self.estimator, self._stream(0))
            self.estimator_.fit(
                columns.take(rows, None), Y[self.learnt_].T.astype(np.int64), **weights
            )

    def _score(self, rows, work):
        scores = np.repeat(self.only_class_[:, None], rows.n_rows, axis=1)
        if self.learnt_.any():
            answers = self.estimator_.predict_proba(rows.X)
            scores[self.learnt_] = _relevance(answers, np.count_nonzero(self.learnt_))
        return scores

    def _models(self):
        return ()


def _relevance(answers, n_labels):
    """Return what `predict_proba` answers as an array of shape (n_labels, n)."""
    if isinstance(answers, list):
        answers = np.stack([np.asarray(of_label)[:, -1] for of_label in answers], axis=1)
    answers = np.asarray(answers)
    if n_labels == 1 and answers.ndim == 2:  # of one label, both classes
        answers = answers[:, -1:]
    if answers.ndim != 2 or answers.shape[1] != n_labels:
        raise ValueError(
            f"predict_proba returned an array of shape {answers.shape} for {n_labels} labels."
        )
    return answers.T
