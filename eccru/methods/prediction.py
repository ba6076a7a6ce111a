"""What a fitted method answers: relevance degrees, labels, a score."""

import numpy as np
from sklearn.utils.validation import check_is_fitted, validate_data

from eccru.methods.inputs import check_choice, check_labels
from eccru.methods.parallel import Work
from eccru.model_selection import macro_score
from eccru.names import THRESHOLD_METRICS
from eccru.sparse import as_features


class Prediction:
    """The part of a method that answers; a subclass scores rows in ``_score``."""

    def predict_proba(self, X):
        """Return relevance degrees.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features.

        Returns
        -------
        array of shape (n_samples, n_labels)
            Degrees in [0, 1]; of one label that was given in one dimension, those of both classes.

        """
        scores = self._scores(X)
        if self.classes_.ndim == 1:
            return np.hstack((1 - scores, scores))
        return self._as_frame(scores, X)

    def decision_function(self, X, metric=None):
        """Return by how much relevance degrees exceed their thresholds.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features.
        metric : {"f_measure", "g_mean", "balanced_accuracy"}, default=None
            Whose thresholds; by default those of ``threshold_metric``.

        Returns
        -------
        array of shape (n_samples, n_labels) or (n_samples,)
            Above 0 where the label is predicted.

        """
        scores = self._scores(X)
        # A degree that reaches the threshold is a prediction, too.
        margins = scores - np.nextafter(self._thresholds_of(metric), -1)
        return self._as_frame(margins, X) if self.classes_.ndim == 2 else margins[:, 0]

    def predict(self, X, metric=None, thresholds=None):
        """Predict labels.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features.
        metric : {"f_measure", "g_mean", "balanced_accuracy"}, default=None
            Whose thresholds to use; by default those of ``threshold_metric``.
        thresholds : float or array of shape (n_labels,), default=None
            Thresholds to use instead.

        Returns
        -------
        array of int of shape (n_samples, n_labels)
            0 or 1; of one label that was given in one dimension, its class.

        """
        if thresholds is None:
            check_is_fitted(self)
            thresholds = self._thresholds_of(metric)
        answers = (self._scores(X) >= thresholds).astype(np.int64)
        if self.classes_.ndim == 2:
            return self._as_frame(answers, X)
        return self.classes_[np.minimum(answers[:, 0], len(self.classes_) - 1)]

    def score(self, X, y, sample_weight=None):
        """Return the macro average of ``threshold_metric``, the F-measure by default.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features.
        y : array, sparse matrix or DataFrame of shape (n_samples, n_labels) or (n_samples,)
            Labels.
        sample_weight : array of shape (n_samples,), default=None
            Weights of the examples.

        Returns
        -------
        float
            The mean over the labels.

        """
        answers = self._scores(X) >= self._thresholds_of(None)
        Y = self._as_matrix(y)
        return macro_score(Y, answers, metric=self.threshold_metric, sample_weight=sample_weight)

    def set_output(self, *, transform=None):
        """Choose what predictions are.

        Parameters
        ----------
        transform : {"default", "pandas"}, default=None
            Arrays, or DataFrames with the names of the labels; None changes nothing.

        Returns
        -------
        self

        """
        if transform is not None:
            check_choice("transform", transform, ("default", "pandas"))
            self._output = transform
        return self

    def _scores(self, X):
        check_is_fitted(self)
        X = validate_data(
            self,
            X,
            accept_sparse="csr",
            dtype=np.float64,
            ensure_all_finite="allow-nan" if self._learner.allows_nan else True,
            reset=False,
        )
        rows = self._learner.rows(as_features(X), self.nominal_)
        work = Work(self.n_jobs)
        return work.interruptible(lambda: self._score(rows, work).T)

    def _thresholds_of(self, metric):
        metric = self.threshold_metric if metric is None else metric
        check_choice("metric", metric, THRESHOLD_METRICS)
        check_is_fitted(self)
        return self.thresholds_[metric]

    def _as_matrix(self, y):
        """Return labels like those that were trained on as a matrix of 0 and 1."""
        if self.classes_.ndim == 2:
            Y, _ = check_labels(y, type(self).__name__)
        else:
            Y = (np.asarray(y).ravel() == self.classes_[-1]).astype(np.uint8)[:, None]
        if Y.shape[1] != len(self.label_names_):
            raise ValueError(
                f"y has {Y.shape[1]} labels, but {len(self.label_names_)} were fitted."
            )
        return Y

    def _as_frame(self, values, X):
        if getattr(self, "_output", "default") == "default":
            return values
        import pandas as pd

        return pd.DataFrame(values, getattr(X, "index", None), self.label_names_)
