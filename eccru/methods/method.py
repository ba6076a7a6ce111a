"""What all multi-label methods share: parameters, training and thresholds."""

import copy
import numbers
from contextlib import contextmanager

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_consistent_length, validate_data

from eccru.base import Versioned
from eccru.methods.export import Export
from eccru.methods.inputs import (
    check_choice,
    check_labels,
    check_n_jobs,
    check_number,
    check_weights,
    find_nominal,
    name_labels,
)
from eccru.methods.learners import check_estimator, make_learner
from eccru.methods.parallel import Work
from eccru.methods.prediction import Prediction
from eccru.methods.sampling import entropy_of, stream
from eccru.methods.sklearn_learner import allows_nan
from eccru.methods.thresholds import TIES, check_grid, tune_thresholds
from eccru.model_selection import IterativeStratifiedKFold
from eccru.names import THRESHOLD_METRICS
from eccru.sparse import as_features
from eccru.tree import Columns
from eccru.tree.features import warn_too_close

TUNED_ON = ("auto", "train", "cv", "oob")
N_FOLDS = 5  # of the cross-validation that tunes thresholds
FOLDS = 100  # tells its random streams apart from those of the methods


class Method(Export, Prediction, Versioned, ClassifierMixin, BaseEstimator):
    """Base class of the multi-label methods.

    A subclass trains in ``_train`` and scores in ``_score``; there ``Y`` and the scores have one
    row per label. What ``_train`` knows of the scores of training rows it leaves in
    ``_training_scores``.
    """

    _id: int  # tells the methods' random streams apart

    def __init__(
        self,
        *,
        estimator=None,
        threshold_metric="f_measure",
        thresholds="auto",
        threshold_grid=0.05,
        threshold_ties="highest",
        n_jobs=None,
        random_state=None,
        verbose=0,
    ):
        self.estimator = estimator
        self.threshold_metric = threshold_metric
        self.thresholds = thresholds
        self.threshold_grid = threshold_grid
        self.threshold_ties = threshold_ties
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y, sample_weight=None, nominal=None, label_names=None):
        """Train on a label matrix, and set the thresholds.

        Parameters
        ----------
        X : array, sparse matrix or DataFrame of shape (n_samples, n_features)
            Features. Missing values (NaN) are left to an ``estimator`` that takes them.
        y : array, sparse matrix or DataFrame of shape (n_samples, n_labels) or (n_samples,)
            Labels, 0 or 1; of one dimension, one label with any two classes.
        sample_weight : array of shape (n_samples,), default=None
            Weights of the examples for the classifiers and the thresholds; samples are drawn
            without regard to them. Examples of weight 0 are left out.
        nominal : array of bool, of column numbers or of names, default=None
            Which features are nominal; they have the values 0 and 1 only. By default those that
            have no other value in ``X``; in prediction any other value than 0 then counts as 1.
        label_names : sequence of str, default=None
            Names of the labels; by default those of a DataFrame's columns, or numbers.

        Returns
        -------
        self

        """
        with _all_or_nothing(self):
            self._check_parameters()
            Y, classes = check_labels(y, type(self).__name__)
            X = validate_data(
                self,
                X,
                accept_sparse="csr",
                dtype=np.float64,
                ensure_all_finite="allow-nan" if allows_nan(self.estimator) else True,
            )
            check_consistent_length(X, Y)
            features = as_features(X)
            weight = check_weights(sample_weight, features)
            learner = make_learner(self._base(), features, weight)
            names = getattr(self, "feature_names_in_", None)
            self.nominal_ = find_nominal(features, nominal, names)
            self.label_names_ = name_labels(y, label_names, Y.shape[1])
            columns = learner.columns(features, self.nominal_)
            if isinstance(columns, Columns):
                warn_too_close(columns.too_close, names)
            work = Work(self.n_jobs, self.verbose, type(self).__name__)
            work.interruptible(
                lambda: self._fit(learner, columns, Y, weight, work)._tune(columns, Y, weight, work)
            )
            self.classes_ = classes
        return self

    def fit_prepared(self, columns, Y):
        """Train on columns that are prepared already; nothing of them is checked, nothing tuned.

        Parameters
        ----------
        columns : eccru.tree.Columns
            Training features.
        Y : array of uint8 of shape (n, q)
            Labels.

        Returns
        -------
        self

        """
        self._check_parameters()
        return self._fit(make_learner(self._base()), columns, Y, None, Work(self.n_jobs))

    def tune_prepared(self, columns, Y):
        """Set the thresholds, on what :meth:`fit_prepared` was given.

        Returns
        -------
        self

        """
        return self._tune(columns, Y, None, Work(self.n_jobs))

    def score_prepared(self, rows):
        """Return the relevance degrees, (n, q), of rows that the learner has prepared."""
        return self._score(rows, Work(self.n_jobs)).T

    def _base(self):
        """Return the classifier that is trained for the labels."""
        return self.estimator

    def _fit(self, learner, columns, Y, weight, work):
        self.seed_ = entropy_of(self.random_state)
        self._learner = learner
        by_label = np.ascontiguousarray(Y.T, dtype=np.uint16)
        rows = np.arange(len(Y)) if weight is None else np.flatnonzero(weight)
        self._train(columns, by_label, rows.astype(np.int32), work)
        return self

    def _tune(self, columns, Y, weight, work):
        """Set the thresholds as the parameter ``thresholds`` says."""
        where = self._tuned_on()
        if where is not None:
            scores = self._training_scores
            if where == "cv":
                scores = self._cross_validate(columns, Y, weight, work)
            elif scores is None:
                scores = self._score(columns.rows, work).T
            self._set_thresholds(Y, scores, weight, everything=where == "train")
        else:
            given = np.asarray(self.thresholds, dtype=np.float64)
            if given.ndim > 0 and given.shape != (Y.shape[1],):
                raise ValueError(f"thresholds has {len(given)} entries for {Y.shape[1]} labels.")
            given = np.broadcast_to(given, Y.shape[1])
            self.thresholds_ = dict.fromkeys(THRESHOLD_METRICS, given.copy())
        self._training_scores = None
        return self

    def _set_thresholds(self, Y, scores, weight, everything):
        self.thresholds_ = tune_thresholds(
            Y, scores, self.threshold_grid, self.threshold_ties, weight, everything
        )

    def _cross_validate(self, columns, Y, weight, work):
        """Return the scores of every row by a model that was not trained on it."""
        rows = np.arange(len(Y)) if weight is None else np.flatnonzero(weight)
        if len(rows) < 2:
            raise ValueError('thresholds="cv" needs two examples or more.')
        by_label = np.ascontiguousarray(Y.T, dtype=np.uint16)
        scores = np.full(Y.shape, np.nan)
        folds = IterativeStratifiedKFold(min(N_FOLDS, len(rows)), random_state=self.seed_)
        for fold, (train, test) in enumerate(folds.split(rows, Y[rows])):
            model = copy.copy(self)
            model.seed_ = entropy_of(stream(self.seed_, FOLDS, fold))
            model._train(columns, by_label, rows[train].astype(np.int32), work)
            scores[rows[test]] = model._score(columns.rows, work).T[rows[test]]
        return scores

    def tune(self, X, y, sample_weight=None):
        """Set the thresholds that are best on other data than the model was trained on.

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
        self

        """
        scores = self._scores(X)
        Y = self._as_matrix(y)
        check_consistent_length(scores, Y)
        if sample_weight is not None:
            sample_weight = check_weights(sample_weight, scores)
        self._set_thresholds(Y, scores, sample_weight, everything=False)
        return self

    @property
    def node_count_(self):
        """Number of nodes of all trees."""
        return sum(model.node_count for model in self._models())

    def _check_parameters(self):
        check_estimator(self.estimator)
        check_choice("threshold_metric", self.threshold_metric, THRESHOLD_METRICS)
        check_grid(self.threshold_grid)
        check_choice("threshold_ties", self.threshold_ties, TIES)
        check_n_jobs(self.n_jobs)
        if isinstance(self.thresholds, str):
            check_choice("thresholds", self.thresholds, TUNED_ON)
            if self.thresholds == "oob" and not self._has_bags():
                raise ValueError(
                    f'thresholds="oob" needs rows outside of bags, and {self!r} has no bags: '
                    'take "cv".'
                )
        else:
            for value in np.ravel(self.thresholds).tolist():
                check_number("thresholds", value, 0, 1)
        if not isinstance(self.verbose, numbers.Integral):
            raise ValueError(f"verbose must be an integer, got {self.verbose!r}.")

    def _has_bags(self):
        return False

    def _tuned_on(self):
        """Return what thresholds are tuned on; None if they are given."""
        if not isinstance(self.thresholds, str):
            return None
        if self.thresholds == "auto":
            return "oob" if self._has_bags() else "cv"
        return self.thresholds

    def _stream(self, *key):
        return stream(self.seed_, self._id, *key)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = allows_nan(self.estimator)
        return tags


@contextmanager
def _all_or_nothing(estimator):
    """Leave an estimator as it was if its training fails or is interrupted."""
    before = vars(estimator).copy()
    try:
        yield
    except BaseException:
        vars(estimator).clear()
        vars(estimator).update(before)
        raise
