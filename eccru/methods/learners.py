"""The base classifiers under the multi-label methods: the package's tree, or any of scikit-learn's.

A learner prepares data (``columns`` to train on, ``rows`` to predict, ``chain_labels`` for the
values of the labels that come earlier in a chain) and trains one model with ``grow``; a model
answers ``predict_proba(rows, labels)`` with one column per class code.
"""

import numpy as np

from eccru.sparse import CSR
from eccru.tree import ChainLabels, Columns, Rows, grow_tree


class TreeLearner:
    """The package's own J48 tree."""

    columns = staticmethod(Columns)
    chain_labels = staticmethod(ChainLabels)

    @staticmethod
    def rows(features, nominal):
        """Prepare rows to predict; a nominal feature that is not 0 counts as 1."""
        if isinstance(features, CSR):
            is_one = nominal[features.indices] & (features.data != 0)
            features = features._replace(data=np.where(is_one, 1.0, features.data))
        else:
            features = np.where(nominal & (features != 0), 1.0, features)
        return Rows(features, nominal)

    @staticmethod
    def share_bag(columns, bag):
        """Return what all labels of a chain can share because they train on the same bag."""
        return columns.restrict(bag)

    @staticmethod
    def grow(columns, y, sample, *, rng, n_classes=2, labels=None):
        """Train a tree on a sample of the rows; a tree needs no randomness."""
        return grow_tree(columns, y, sample, n_classes=n_classes, labels=labels)


class LabelMatrix:
    """Values of the labels that come earlier in a chain, as columns of a matrix."""

    def __init__(self, n_rows, capacity):
        self.values = np.empty((n_rows, capacity), order="F")
        self.size = 0

    def append(self, values):
        """Add the values of the chain's next label."""
        self.values[:, self.size] = values
        self.size += 1


class Matrix:
    """A feature matrix for scikit-learn, dense or ``scipy.sparse``."""

    def __init__(self, features, nominal=None):
        if isinstance(features, CSR):
            from scipy.sparse import csr_array

            features = csr_array(features[:3], shape=features.shape)
        self.X = features

    @property
    def n_rows(self):
        """Number of rows."""
        return self.X.shape[0]

    @property
    def rows(self):
        """The same rows, to predict."""
        return self

    def take(self, rows, labels):
        """Return the given rows (``slice(None)`` for all) with the chain's labels appended."""
        X = self.X[rows]
        if labels is None or labels.size == 0:
            return X
        chain = labels.values[rows, : labels.size]
        if isinstance(X, np.ndarray):
            return np.hstack((X, chain))
        from scipy.sparse import hstack

        return hstack((X, chain), format="csr")


class SklearnModel:
    """A fitted scikit-learn classifier, or the only class of its training sample."""

    def __init__(self, classifier, n_classes):
        self.classifier = classifier
        self.n_classes = n_classes

    def predict_proba(self, rows, labels=None):
        """Return one column per class code; classes absent from training have probability 0."""
        probabilities = np.zeros((rows.n_rows, self.n_classes))
        if isinstance(self.classifier, (int, np.integer)):
            probabilities[:, self.classifier] = 1
            return probabilities
        X = rows.take(slice(None), labels)
        if hasattr(self.classifier, "predict_proba"):
            probabilities[:, self.classifier.classes_] = self.classifier.predict_proba(X)
        else:
            probabilities[np.arange(len(probabilities)), self.classifier.predict(X)] = 1
        return probabilities


class SklearnLearner:
    """Any scikit-learn classifier; a row that was drawn twice is two rows to it."""

    columns = rows = staticmethod(Matrix)
    chain_labels = staticmethod(LabelMatrix)

    def __init__(self, base_estimator):
        self.base_estimator = base_estimator

    @staticmethod
    def share_bag(columns, bag):
        """Nothing to share."""
        return columns

    def grow(self, columns, y, sample, *, rng, n_classes=2, labels=None):
        """Train a clone on a sample of the rows; its random states are drawn from ``rng``."""
        from sklearn.base import clone

        copies = np.repeat(sample.rows, sample.weight)
        codes = y[copies].astype(np.intp)
        if codes.min() == codes.max():
            return SklearnModel(codes[0], n_classes)
        classifier = clone(self.base_estimator)
        for name in sorted(classifier.get_params()):
            if name == "random_state" or name.endswith("__random_state"):
                classifier.set_params(**{name: int(rng.integers(2**31))})
        classifier.fit(columns.take(copies, labels), codes)
        return SklearnModel(classifier, n_classes)


def make_learner(base_estimator):
    """Return the learner for a method's ``base_estimator`` parameter."""
    return TreeLearner() if base_estimator is None else SklearnLearner(base_estimator)
