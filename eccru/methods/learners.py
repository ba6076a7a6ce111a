"""The base classifiers under the multi-label methods: the package's tree, or any of scikit-learn's.

A learner prepares data (``columns`` to train on, ``rows`` to predict, ``share_bag`` for what all
models of a bag can share); trains the models of one bag, independent of each other (``train``) or a
chain of them (``train_chain``); and asks them (``mean_probability``, ``ask_chain``).
"""

import numpy as np

from eccru.sparse import CSR
from eccru.tree import ChainLabels, Columns, Forest, Rows, Sample, Targets, grow_forest
from eccru.tree.draws import undersample_rows
from eccru.tree.predict import ask_chain, ask_sum
from eccru.tree.train import ALONE, NO_LABELS, NO_SEEDS, NO_SHARES, PREDICTIONS, TRUE_VALUES
from eccru.tree.tree import join_nodes


class TreeLearner:
    """The package's own J48 tree; all trees of a bag are trained in one compiled call."""

    columns = staticmethod(Columns)

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
        """Return what all models can share because they train on the same bag."""
        return columns.restrict(bag)

    @staticmethod
    def train(columns, codes, n_classes, bag, seeds, *, undersampled):
        """Train one tree per row of ``codes``.

        Parameters
        ----------
        columns : Columns or SampledColumns
            Training features.
        codes : array of uint16 of shape (n_models, n)
            Class codes of all rows.
        n_classes : list of int
            Number of class codes of each model.
        bag : Sample
            Rows to train on.
        seeds : array of uint64 of shape (n_models,)
            Sources of randomness.
        undersampled : bool
            Whether each model trains on a balanced sample of the bag.

        Returns
        -------
        sequence of models

        """
        seeds = seeds if undersampled else NO_SEEDS
        targets = Targets(codes, np.asarray(n_classes), seeds, ALONE)
        return grow_forest(columns, bag, targets)[0]

    @staticmethod
    def train_chain(columns, Y, bag, seeds, *, undersampled, score):
        """Train one chain on a bag of the training set: Algorithm 1.

        A plain chain (CC) learns from the whole bag and from the true values of earlier labels. An
        undersampled one (CCRU, Algorithm 1) learns each label from a balanced sample of the bag and
        from the predictions of the earlier models. Those are made for all rows, in the bag or
        not, so that they are also the chain's answers on the training set.

        Parameters
        ----------
        columns : Columns
            Training features.
        Y : array of uint16 of shape (n_labels, n)
            Training labels in the order of the chain.
        bag : Sample
            Rows to train on.
        seeds : array of uint64 of shape (n_labels,)
            Sources of randomness.
        undersampled : bool
            Whether to train CCRU instead of CC.
        score : {"votes", "confidence"}
            What the answers are.

        Returns
        -------
        models : sequence of models
            One for each label.
        answers : array of shape (n_labels, n) or None
            The answers on the training set; none if not undersampled.

        """
        classes, labels = np.full(len(Y), 2), ChainLabels(Y.shape[1], len(Y)).values
        if not undersampled:
            targets = Targets(Y, classes, NO_SEEDS, TRUE_VALUES)
            return grow_forest(columns.restrict(bag), bag, targets, labels)[0], None
        shares = np.empty(Y.shape) if score == "confidence" else NO_SHARES
        targets = Targets(Y, classes, seeds, PREDICTIONS)
        forest, labels = grow_forest(columns, bag, targets, labels, shares)
        return forest, _unpack(labels.bits, Y.shape[1]) if score == "votes" else shares

    @staticmethod
    def ask_chain(models, rows, score):
        """Return the answers of a chain on rows, an array of shape (n_labels, n)."""
        n = rows.n_rows
        shares = np.empty((len(models), n)) if score == "confidence" else NO_SHARES
        votes = ask_chain(models.nodes, rows.values, n, shares)
        return _unpack(votes, n) if score == "votes" else shares

    @staticmethod
    def mean_probability(models, rows):
        """Return the mean of the models' probabilities of their last class."""
        nodes = models.nodes
        total = ask_sum(nodes, nodes.share, rows.values, NO_LABELS.bits, rows.n_rows)
        return total / len(models)

    @staticmethod
    def join(parts):
        """Return models that were trained on different bags as one sequence."""
        return Forest(join_nodes([forest.nodes for forest in parts]))


def _unpack(bits, n):
    """Return bits of n rows, 64 in a word, as numbers."""
    return np.unpackbits(bits.view(np.uint8), axis=1, count=n, bitorder="little")


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

    def __init__(self, base_estimator):
        self.base_estimator = base_estimator

    @staticmethod
    def share_bag(columns, bag):
        """Nothing to share."""
        return columns

    def train(self, columns, codes, n_classes, bag, seeds, *, undersampled):
        """As the tree's."""
        return [
            self._grow(columns, y, bag, seed, undersampled, classes)
            for y, classes, seed in zip(codes, n_classes, seeds, strict=True)
        ]

    def train_chain(self, columns, Y, bag, seeds, *, undersampled, score):
        """As the tree's."""
        earlier = LabelMatrix(Y.shape[1], len(Y))
        models, answers = [], []
        for y, seed in zip(Y, seeds, strict=True):
            models.append(self._grow(columns, y, bag, seed, undersampled, 2, earlier))
            if undersampled:
                answers.append(_ask(models[-1], columns, earlier, score))
            else:
                earlier.append(y)
        return models, answers if undersampled else None

    @staticmethod
    def ask_chain(models, rows, score):
        """As the tree's."""
        earlier = LabelMatrix(rows.n_rows, len(models))
        return [_ask(model, rows, earlier, score) for model in models]

    @staticmethod
    def mean_probability(models, rows):
        """As the tree's."""
        return sum(model.predict_proba(rows)[:, -1] for model in models) / len(models)

    @staticmethod
    def join(parts):
        """As the tree's."""
        return [model for models in parts for model in models]

    def _grow(self, columns, y, bag, seed, undersampled, n_classes, labels=None):
        """Train a clone on a sample of the rows; its random states come from the seed."""
        from sklearn.base import clone

        if undersampled:
            bag = Sample(*undersample_rows(y, *bag, n_classes, seed))
        copies = np.repeat(bag.rows, bag.weight)
        codes = y[copies].astype(np.intp)
        if codes.min() == codes.max():
            return SklearnModel(codes[0], n_classes)
        classifier, rng = clone(self.base_estimator), np.random.default_rng(seed)
        for name in sorted(classifier.get_params()):
            if name == "random_state" or name.endswith("__random_state"):
                classifier.set_params(**{name: int(rng.integers(2**31))})
        classifier.fit(columns.take(copies, labels), codes)
        return SklearnModel(classifier, n_classes)


def _ask(model, rows, earlier, score):
    """Ask a chain's next model; what it predicts is an input of the models after it."""
    probabilities = model.predict_proba(rows, earlier)
    predicted = (probabilities[:, 1] >= probabilities[:, 0]).astype(np.uint8)  # a tie is a 1
    earlier.append(predicted)
    return predicted if score == "votes" else probabilities[:, 1].copy()


def make_learner(base_estimator):
    """Return the learner for a method's ``base_estimator`` parameter."""
    return TreeLearner() if base_estimator is None else SklearnLearner(base_estimator)
