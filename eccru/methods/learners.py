"""The base classifiers under the multi-label methods: the package's tree, or any of scikit-learn's.

A learner prepares data (``columns`` to train on, ``rows`` to predict, ``share_bag`` for what all
models of a bag can share); trains the models of one bag, independent of each other (``train``) or a
chain of them (``train_chain``); and asks them (``mean_probability``, ``ask_chain``). Training ends
with a KeyboardInterrupt when ``stop[0]`` is not 0.
"""

import numpy as np

from eccru.methods.sklearn_learner import SklearnLearner
from eccru.sparse import CSR
from eccru.tree import ChainLabels, Columns, Forest, J48Tree, Rows, Targets, grow_forest
from eccru.tree.j48 import growth_of, is_fast
from eccru.tree.predict import ask_chain, ask_sum
from eccru.tree.train import ALONE, NO_LABELS, NO_SEEDS, NO_SHARES, PREDICTIONS, TRUE_VALUES
from eccru.tree.tree import join_nodes


class TreeLearner:
    """The package's own J48 tree; all trees of a bag are trained in one compiled call.

    Parameters
    ----------
    estimator : J48Tree
        The options of the trees.

    """

    allows_nan = False
    columns = staticmethod(Columns)

    def __init__(self, estimator):
        self.estimator = estimator

    @staticmethod
    def rows(features, nominal):
        """Prepare rows to predict; a nominal feature that is not 0 counts as 1."""
        if isinstance(features, CSR):
            is_one = nominal[features.indices] & (features.data != 0)
            features = features._replace(data=np.where(is_one, 1.0, features.data))
        elif nominal.any():
            features = np.where(nominal & (features != 0), 1.0, features)
        return Rows(features, nominal)

    @staticmethod
    def share_bag(columns, bag):
        """Return what all models can share because they train on the same bag."""
        return columns.restrict(bag)

    def train(self, columns, codes, n_classes, bag, seeds, *, undersampled, stop):
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
        stop : array of uint8 of shape (1,)
            Not 0 to end.

        Returns
        -------
        sequence of models

        """
        growth = self._growth(columns, seeds, 0)
        seeds = seeds if undersampled else NO_SEEDS
        targets = Targets(codes, np.asarray(n_classes), seeds, ALONE, growth)
        return grow_forest(columns, bag, targets, stop=stop)[0]

    def train_chain(
        self, columns, Y, bag, seeds, *, undersampled, combine, stop, ratio=1.0, chained=True
    ):
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
        combine : {"mean", "vote"}
            What the answers are: probabilities or votes.
        stop : array of uint8 of shape (1,)
            Not 0 to end.
        ratio : float
            Size of the larger class of a balanced sample, in multiples of the smaller one.
        chained : bool
            Whether the models of CCRU see what those before them predict.

        Returns
        -------
        models : sequence of models
            One for each label.
        answers : array of shape (n_labels, n) or None
            The answers on the training set; none if not undersampled.

        """
        growth = self._growth(columns, seeds, np.arange(len(Y)) if chained else 0)
        classes, labels = np.full(len(Y), 2), ChainLabels(Y.shape[1], len(Y)).values
        if not undersampled:
            targets = Targets(Y, classes, NO_SEEDS, TRUE_VALUES, growth)
            return grow_forest(columns.restrict(bag), bag, targets, labels, stop=stop)[0], None
        shares = NO_SHARES if chained and combine == "vote" else np.empty(Y.shape)
        seen = PREDICTIONS if chained else ALONE
        targets = Targets(Y, classes, seeds, seen, growth, float(ratio))
        forest, labels = grow_forest(columns, bag, targets, labels, shares, stop)
        if combine == "mean":
            return forest, shares
        return forest, _unpack(labels.bits, Y.shape[1]) if chained else (shares >= 0.5) * 1.0

    def _growth(self, columns, seeds, n_labels):
        """Return how trees are grown; what they draw is not what balanced samples draw."""
        n_attributes = np.full(len(seeds), columns.n_features) + n_labels
        return growth_of(self.estimator, ~seeds, n_attributes)

    @staticmethod
    def ask_chain(models, rows, combine, chained=True):
        """Return the answers of a chain on rows, an array of shape (n_labels, n)."""
        n = rows.n_rows
        shares = np.empty((len(models), n)) if combine == "mean" else NO_SHARES
        votes = ask_chain(models.nodes, rows.values, n, shares)
        return _unpack(votes, n) if combine == "vote" else shares

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


def make_learner(estimator=None, features=None, weight=None):
    """Return the learner for a method's ``estimator`` parameter.

    Parameters
    ----------
    estimator : classifier or None
        None is a J48Tree. One with options of the first engine trains whole chains at once, unless
        weights or missing values need another way.
    features : array of shape (n, d) or CSR, default=None
        Training features; finite ones need not be given.
    weight : array of shape (n,), default=None
        Weights of the rows.

    """
    if estimator is None:
        estimator = J48Tree()
    is_tree = type(estimator) is J48Tree and is_fast(estimator)
    if is_tree and weight is None and not _has_nan(features):
        return TreeLearner(estimator)
    return SklearnLearner(estimator, weight)


def _has_nan(features):
    if features is None:
        return False
    return np.isnan((features.data if isinstance(features, CSR) else features).sum())


def check_estimator(estimator):
    """Raise an error if a method's ``estimator`` is no classifier."""
    if estimator is None:
        return
    answers = any(hasattr(estimator, name) for name in ("predict_proba", "predict"))
    learns = hasattr(estimator, "fit") and hasattr(estimator, "get_params")
    if isinstance(estimator, type) or not (learns and answers):
        raise ValueError(
            f"estimator must be None or a scikit-learn classifier such as J48Tree(), got "
            f"{estimator!r}."
        )
