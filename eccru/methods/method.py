"""What all multi-label methods share: parameters, checks, thresholds and threads."""

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from eccru.base import Estimator
from eccru.methods.learners import make_learner
from eccru.methods.sampling import entropy_of, stream
from eccru.methods.thresholds import check_grid, tune_thresholds
from eccru.names import THRESHOLD_METRICS
from eccru.sparse import CSR, as_features


class Method(Estimator):
    """Base class of the multi-label methods.

    A subclass trains in ``_train(learner, columns, Y)`` and scores in ``_score(learner, rows)``;
    there ``Y`` and the scores have one row per label.
    """

    _id: int  # tells the methods' random streams apart

    def __init__(
        self,
        *,
        base_estimator=None,
        threshold_metric="f_measure",
        grid=0.05,
        n_jobs=None,
        random_state=None,
    ):
        self.base_estimator = base_estimator
        self.threshold_metric = threshold_metric
        self.grid = grid
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, Y, nominal=None):
        """Train on a label matrix, and tune the thresholds on it.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            Features.
        Y : array of shape (n_samples, n_labels)
            Labels, 0 or 1; two columns at least.
        nominal : array of bool of shape (n_features,) or of column numbers, default=None
            Which features are nominal; they have the values 0 and 1 only. By default those that
            have no other value in ``X``; in prediction any other value than 0 then counts as 1.

        Returns
        -------
        self

        """
        from sklearn.utils.validation import check_consistent_length, validate_data

        if Y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but Y is None.")
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64)
        Y = _check_labels(Y, type(self).__name__)
        check_consistent_length(X, Y)
        features = as_features(X)
        self.nominal_ = _nominal_mask(features, nominal)
        columns = make_learner(self.base_estimator).columns(features, self.nominal_)
        return self.fit_prepared(columns, Y).tune_prepared(columns, Y)

    def fit_prepared(self, columns, Y):
        """Train on columns that the learner has prepared; nothing is checked, nothing tuned.

        Parameters
        ----------
        columns : eccru.tree.Columns
            Training features (with a ``base_estimator``, the columns of its learner).
        Y : array of uint8 of shape (n, q)
            Labels.

        Returns
        -------
        self

        """
        self._check_parameters()
        self.seed_ = entropy_of(self.random_state)
        self.classes_ = [np.array([0, 1])] * Y.shape[1]
        self._training_scores = None
        by_label = np.ascontiguousarray(Y.T, dtype=np.uint16)
        self._train(make_learner(self.base_estimator), columns, by_label)
        return self

    def tune_prepared(self, columns, Y):
        """Set the thresholds that are best on the training set.

        Parameters
        ----------
        columns, Y
            What :meth:`fit_prepared` was given.

        Returns
        -------
        self

        """
        scores = self._training_scores
        if scores is None:
            scores = self.score_prepared(columns.rows)
        self.thresholds_ = tune_thresholds(Y, scores, self.grid)
        self._training_scores = None
        return self

    def score_prepared(self, rows):
        """Return the relevance degrees, (n, q), of rows that the learner has prepared."""
        return self._score(make_learner(self.base_estimator), rows).T

    def predict_proba(self, X):
        """Return relevance degrees.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            Features.

        Returns
        -------
        array of shape (n_samples, n_labels)
            Degrees in [0, 1].

        """
        from sklearn.utils.validation import check_is_fitted, validate_data

        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        learner = make_learner(self.base_estimator)
        return self.score_prepared(learner.rows(as_features(X), self.nominal_))

    def predict(self, X, metric=None):
        """Predict labels, with the thresholds tuned for a metric.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            Features.
        metric : {"f_measure", "g_mean", "balanced_accuracy"}, default=None
            By default ``threshold_metric``.

        Returns
        -------
        array of int of shape (n_samples, n_labels)
            0 or 1.

        """
        metric = self.threshold_metric if metric is None else metric
        check_choice("metric", metric, THRESHOLD_METRICS)
        scores = self.predict_proba(X)
        return (scores >= self.thresholds_[metric]).astype(np.int64)

    @property
    def node_count_(self):
        """Number of nodes of all trees."""
        return sum(model.node_count for model in self._models())

    def _check_parameters(self):
        check_choice("threshold_metric", self.threshold_metric, THRESHOLD_METRICS)
        check_grid(self.grid)

    def _stream(self, *key):
        return stream(self.seed_, self._id, *key)

    def _map(self, function, items):
        """Yield ``function(item)`` in the order of the items, computed by ``n_jobs`` threads.

        Few results wait to be consumed at any time, so that memory does not grow with the items.
        """
        n_threads = self.n_jobs or 1
        if n_threads < 0:
            n_threads = max(1, os.cpu_count() + 1 + n_threads)
        if n_threads == 1:
            yield from map(function, items)
            return
        with ThreadPoolExecutor(n_threads) as threads:
            waiting = deque()
            for item in items:
                waiting.append(threads.submit(function, item))
                if len(waiting) > n_threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.single_output = False
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        return tags


def check_choice(name, value, choices):
    """Raise an error if a parameter has none of the possible values."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {choices}, got {value!r}.")


def check_count(name, value):
    """Raise an error if a parameter is not a whole number of 1 or more."""
    if not isinstance(value, (int, np.integer)) or value < 1:
        raise ValueError(f"{name} must be an integer of 1 or more, got {value!r}.")


def _check_labels(Y, method):
    """Return a label matrix as 0/1 of type uint8, or say what is wrong with it."""
    from sklearn.utils import check_array

    Y = check_array(
        Y, accept_sparse="csr", dtype=None, ensure_2d=False, allow_nd=True, input_name="Y"
    )
    if Y.ndim != 2 or Y.shape[1] < 2:
        raise ValueError(
            f"{method} learns several labels at once: Y must have the shape (n_samples, n_labels) "
            f"with at least two columns, got {Y.shape}. For a single label use a classifier "
            "such as eccru.J48Tree."
        )
    if hasattr(Y, "toarray"):
        Y = Y.toarray()
    if not np.isin(Y, (0, 1)).all():
        raise ValueError(
            "Unknown label type: Y must hold 0 and 1 only. MultiLabelBinarizer of "
            "scikit-learn makes such a matrix from sets of labels."
        )
    return Y.astype(np.uint8)


def _nominal_mask(features, nominal):
    """Return which features are nominal, as a mask."""
    n_features = features.shape[1]
    if nominal is None:
        return ~_has_other_values(features)
    nominal = np.asarray(nominal)
    if nominal.dtype == bool and nominal.shape != (n_features,):
        raise ValueError(f"nominal has {len(nominal)} entries for {n_features} features.")
    mask = np.zeros(n_features, dtype=bool)
    mask[nominal if nominal.size else []] = True
    wrong = np.flatnonzero(mask & _has_other_values(features))
    if len(wrong):
        raise ValueError(
            f"Nominal features must be 0 or 1, but column {wrong[0]} has other values. Encode "
            "it as one 0/1 column per value, or leave it out of nominal."
        )
    return mask


def _has_other_values(features):
    """Return which features have values other than 0 and 1."""
    if isinstance(features, CSR):
        other = np.zeros(features.shape[1], dtype=bool)
        other[features.indices[(features.data != 0) & (features.data != 1)]] = True
        return other
    return ((features != 0) & (features != 1)).any(axis=0)
