"""Any scikit-learn classifier under the methods; what a learner is, ``learners`` says."""

import numpy as np
from scipy.sparse import csr_array, hstack
from scipy.special import expit, softmax
from sklearn.base import clone
from sklearn.utils import get_tags

from eccru.sparse import CSR
from eccru.tree import J48Tree, Sample
from eccru.tree.draws import undersample_rows


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
    """A feature matrix for scikit-learn, dense or, where that is taken, ``scipy.sparse``."""

    def __init__(self, features, nominal, takes_sparse):
        if isinstance(features, CSR):
            size = np.int32 if len(features.data) < 2**31 else np.int64  # many take the first only
            indices, indptr = features.indices.astype(size), features.indptr.astype(size)
            features = csr_array((features.data, indices, indptr), shape=features.shape)
            features = features if takes_sparse else features.toarray()
        self.X = features
        self.nominal = nominal

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
        return hstack((X, chain), format="csr")


class SklearnModel:
    """A fitted scikit-learn classifier, or the only class of its training sample."""

    def __init__(self, classifier, n_classes):
        self.classifier = classifier
        self.n_classes = n_classes

    @property
    def node_count(self):
        """Number of nodes, of a tree."""
        return getattr(self.classifier, "node_count_", 1)

    def predict_proba(self, rows, labels=None):
        """Return one column per class code; classes absent from training have probability 0."""
        probabilities = np.zeros((rows.n_rows, self.n_classes))
        if isinstance(self.classifier, (int, np.integer)):
            probabilities[:, self.classifier] = 1
            return probabilities
        X, classes = rows.take(slice(None), labels), self.classifier.classes_
        if hasattr(self.classifier, "predict_proba"):
            probabilities[:, classes] = self.classifier.predict_proba(X)
        elif hasattr(self.classifier, "decision_function"):
            probabilities[:, classes] = _squash(self.classifier.decision_function(X))
        else:
            probabilities[np.arange(len(probabilities)), self.classifier.predict(X)] = 1
        return probabilities


def _squash(decisions):
    """Return numbers between 0 and 1 in the order of a decision function, 1/2 where it is 0."""
    if decisions.ndim == 1:
        return np.column_stack((expit(-decisions), expit(decisions)))
    return softmax(decisions, axis=1)


class SklearnLearner:
    """Any scikit-learn classifier; a row that was drawn twice is two rows to it.

    Parameters
    ----------
    estimator : classifier
        To be cloned.
    weight : array of shape (n,) or None
        Weights of all rows.

    """

    def __init__(self, estimator, weight=None):
        self.estimator = estimator
        self.weight = weight

    def columns(self, features, nominal):
        """Prepare rows to train on."""
        return Matrix(features, nominal, _input_tag(self.estimator, "sparse"))

    rows = columns

    @property
    def allows_nan(self):
        """Whether features may be missing."""
        return allows_nan(self.estimator)

    @staticmethod
    def share_bag(columns, bag):
        """Nothing to share."""
        return columns

    def train(self, columns, codes, n_classes, bag, seeds, *, undersampled, stop):
        """As the tree's."""
        return [
            self._grow(columns, y, bag, seed, undersampled, classes, stop)
            for y, classes, seed in zip(codes, n_classes, seeds, strict=True)
        ]

    def train_chain(
        self, columns, Y, bag, seeds, *, undersampled, combine, stop, ratio=1.0, chained=True
    ):
        """As the tree's."""
        earlier = LabelMatrix(Y.shape[1], len(Y))
        models, answers = [], []
        for y, seed in zip(Y, seeds, strict=True):
            seen = earlier if chained else None
            models.append(self._grow(columns, y, bag, seed, undersampled, 2, stop, seen, ratio))
            if undersampled:
                answers.append(_ask(models[-1], columns, earlier, combine, chained))
            else:
                earlier.append(y)
        return models, np.array(answers) if undersampled else None

    @staticmethod
    def ask_chain(models, rows, combine, chained=True):
        """As the tree's."""
        earlier = LabelMatrix(rows.n_rows, len(models))
        return np.array([_ask(model, rows, earlier, combine, chained) for model in models])

    @staticmethod
    def mean_probability(models, rows):
        """As the tree's."""
        return sum(model.predict_proba(rows)[:, -1] for model in models) / len(models)

    @staticmethod
    def join(parts):
        """As the tree's."""
        return [model for models in parts for model in models]

    def _grow(self, columns, y, bag, seed, undersampled, n_classes, stop, labels=None, ratio=1.0):
        """Train a clone on a sample of the rows; its random states come from the seed."""
        if stop[0]:
            raise KeyboardInterrupt
        if undersampled:
            bag = Sample(*undersample_rows(y, *bag, n_classes, seed, ratio))
        copies = np.repeat(bag.rows, bag.weight)
        codes = y[copies].astype(np.intp)
        if codes.min() == codes.max():
            return SklearnModel(codes[0], n_classes)
        classifier = seeded_clone(self.estimator, np.random.default_rng(seed))
        weights = {} if self.weight is None else {"sample_weight": self.weight[copies]}
        X = columns.take(copies, labels)
        if isinstance(classifier, J48Tree):  # chain labels are nominal, too
            nominal = np.ones(X.shape[1], dtype=bool)
            nominal[: len(columns.nominal)] = columns.nominal
            weights["nominal"] = nominal
        classifier.fit(X, codes, **weights)
        return SklearnModel(classifier, n_classes)


def seeded_clone(estimator, rng):
    """Return a clone of an estimator with random states drawn from a generator."""
    copy = clone(estimator)
    for name in sorted(copy.get_params()):
        if name == "random_state" or name.endswith("__random_state"):
            copy.set_params(**{name: int(rng.integers(2**31))})
    return copy


def _ask(model, rows, earlier, combine, chained):
    """Ask a chain's next model; what it predicts is an input of the models after it."""
    probabilities = model.predict_proba(rows, earlier if chained else None)
    predicted = (probabilities[:, 1] >= probabilities[:, 0]).astype(np.uint8)  # a tie is a 1
    earlier.append(predicted)
    return predicted if combine == "vote" else probabilities[:, 1].copy()


def allows_nan(estimator):
    """Say whether a method's ``estimator`` takes missing values."""
    return _input_tag(J48Tree() if estimator is None else estimator, "allow_nan")


def _input_tag(estimator, name):
    """Return what an estimator says of the features it takes; False if it says nothing."""
    has_tags = hasattr(estimator, "__sklearn_tags__")
    return has_tags and getattr(get_tags(estimator).input_tags, name)
