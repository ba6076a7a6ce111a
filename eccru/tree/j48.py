"""The tree as a scikit-learn classifier."""

from numbers import Real

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from eccru.base import Versioned
from eccru.sparse import as_features
from eccru.tree import export
from eccru.tree.checks import MOST_CLASSES
from eccru.tree.columns import Columns
from eccru.tree.features import (
    are_binary,
    as_dense,
    count_values,
    find_too_close,
    has_missing,
    nominal_mask,
    warn_too_close,
)
from eccru.tree.general import Options
from eccru.tree.general_tree import GeneralTree, as_general, grow_general_tree
from eccru.tree.sampled import Sample
from eccru.tree.storage import Rows
from eccru.tree.subsets import NO_LIMITS, NO_SEEDS, Growth, check_max_features, limit_features
from eccru.tree.train import grow_tree
from eccru.tree.weights import row_weights

SWITCHES = ("unpruned", "subtree_raising", "collapse", "mdl_correction", "binary_splits")
FAST = {"unpruned", "collapse", "laplace", "max_features", "random_state"}  # of the first engine
OF_PRUNING = {"confidence", "subtree_raising"}  # of no matter where trees are not pruned
MOST_TABULATED = 1 << 20  # weight up to which the fast engine's tables are small


class J48Tree(Versioned, ClassifierMixin, BaseEstimator):
    """Decision tree that decides exactly as Weka's J48 (C4.5 release 8).

    Splits are chosen by gain ratio among those of at least average information gain; the tree is
    collapsed, then pruned by estimated errors with subtree raising. Rows with a missing value (NaN)
    go down every branch with a share of their weight. The parameters are J48's options, with
    Weka's letters and defaults.

    Parameters
    ----------
    confidence : float, default=0.25
        Confidence of the error estimates, above 0 and at most 0.5; less prunes more (-C).
    min_weight_leaf : float, default=2
        Least weight of two branches of a split, 1 at least (-M).
    unpruned : bool, default=False
        Do not prune (-U).
    laplace : bool, default=False
        Smooth the probabilities of leaves: add one row of each class (-A).
    subtree_raising : bool, default=True
        When pruning, also try to put the heaviest branch of a node in its place (False: -S).
    collapse : bool, default=True
        Remove subtrees that do not lower the training errors, before pruning (False: -O).
    mdl_correction : bool, default=True
        Let the choice of a cut have its price (False: -J).
    binary_splits : bool, default=False
        Split nominal features into one value and all others, not into all values (-B).
    max_features : {"sqrt", "log2"}, int, float or None, default=None
        How many features are looked at in a node, drawn at random among those that can split it:
        the square root or the logarithm of their number, the number itself or a share of all;
        None for all. If none of those drawn yields a split, all are looked at. J48 has no such
        option.
    random_state : int, RandomState or None, default=None
        Seed of the draws.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        Class labels.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of str
        Names of the features, if X is a DataFrame.
    nominal_ : array of bool of shape (n_features,)
        Which features are nominal.
    tree_ : Tree or GeneralTree
        The tree.
    node_count_, n_leaves_ : int
        Number of nodes and of leaves.
    feature_importances_ : array of shape (n_features,)
        Share of each feature in the decrease of entropy.

    References
    ----------
    J. R. Quinlan, C4.5: Programs for Machine Learning, Morgan Kaufmann, 1993.

    Examples
    --------
    >>> from eccru.tree import J48Tree
    >>> X = [[0.0, 1], [1.0, 0], [2.0, 1], [3.0, 0], [4.0, 1], [5.0, 0]]
    >>> tree = J48Tree().fit(X, ["no", "no", "no", "yes", "yes", "yes"], nominal=[False, True])
    >>> print(tree.export_text())
    feature 0 <= 2: no (3)
    feature 0 > 2: yes (3)
    >>> tree.predict([[2.5, 1]]).tolist()
    ['yes']
    """

    def __init__(
        self,
        *,
        confidence=0.25,
        min_weight_leaf=2,
        unpruned=False,
        laplace=False,
        subtree_raising=True,
        collapse=True,
        mdl_correction=True,
        binary_splits=False,
        max_features=None,
        random_state=None,
    ):
        self.confidence = confidence
        self.min_weight_leaf = min_weight_leaf
        self.unpruned = unpruned
        self.laplace = laplace
        self.subtree_raising = subtree_raising
        self.collapse = collapse
        self.mdl_correction = mdl_correction
        self.binary_splits = binary_splits
        self.max_features = max_features
        self.random_state = random_state

    def fit(self, X, y, sample_weight=None, nominal=None):
        """Train the tree.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features; NaN where one is missing.
        y : array of shape (n,)
            Class labels.
        sample_weight : array of shape (n,), optional
            Weight of each row, as many copies of it; 0 leaves it out. Weights that sum to no more
            than 1 are shares of the training set, as boosting hands them on: they are
            scaled to a mean of 1. Default: 1.
        nominal : array of bool of shape (d,), or list of column numbers or feature names, optional
            Which features are nominal; these hold nothing but 0, 1, 2, ... Default: none.

        Returns
        -------
        self

        """
        before = vars(self).copy()
        try:
            return self._fit(X, y, sample_weight, nominal)
        except BaseException:  # what was fitted before stays as it was
            vars(self).clear()
            vars(self).update(before)
            raise

    def _fit(self, X, y, sample_weight, nominal):
        options = self._check_options()
        X, y = validate_data(
            self, X, y, accept_sparse="csr", dtype=np.float64, ensure_all_finite=False
        )
        if y.dtype.kind == "f":  # the check takes longer than a small tree
            check_classification_targets(y)
        names = getattr(self, "feature_names_in_", None)
        is_incomplete = has_missing(X)
        is_nominal = nominal_mask(nominal, X.shape[1], names)
        weight = row_weights(sample_weight, len(y))
        classes, codes = np.unique(y, return_inverse=True)
        seed = check_random_state(self.random_state).randint(2**31 - 1)
        if (
            is_fast(self)
            and not self.laplace
            and not is_incomplete
            and weight.sum() <= max(MOST_TABULATED, 4 * len(y))
            and (weight == np.floor(weight)).all()
            and len(classes) <= MOST_CLASSES
            and are_binary(X, is_nominal)
        ):
            columns = Columns(as_features(X), is_nominal)
            rows = np.flatnonzero(weight).astype(np.int32)
            sample = Sample(rows, weight[rows].astype(np.int32))
            growth = growth_of(self, [seed], [X.shape[1]])
            tree = grow_tree(columns, codes, sample, n_classes=len(classes), growth=growth)
            close = columns.too_close
        else:
            X = as_dense(X)
            n_values = count_values(X, is_nominal)
            rng = None
            if self.max_features is not None:
                rng = np.random.default_rng(seed)
                options = options._replace(limit=int(limit_features(self.max_features, X.shape[1])))
            tree = grow_general_tree(
                X, codes, weight, n_values, len(classes), options, bool(self.laplace), rng
            )
            close = find_too_close(X, is_nominal)
        warn_too_close(close, names, stacklevel=4)
        self.classes_, self.nominal_, self.tree_ = classes, is_nominal, tree
        return self

    def _check_options(self) -> Options:
        """Return J48's options after a look at them."""
        if not (_is_number(self.confidence) and 0 < self.confidence <= 0.5):
            raise ValueError(
                f"confidence must be a number above 0 and at most 0.5, got {self.confidence!r}."
            )
        if not (_is_number(self.min_weight_leaf) and 1 <= self.min_weight_leaf < np.inf):
            raise ValueError(
                f"min_weight_leaf must be a number of 1 at least, got {self.min_weight_leaf!r}."
            )
        check_max_features(self.max_features)
        for name in ("laplace", *SWITCHES):
            value = getattr(self, name)
            if not isinstance(value, (bool, np.bool_)):
                raise ValueError(f"{name} must be True or False, got {value!r}.")
        return Options(
            self.confidence, self.min_weight_leaf, *(getattr(self, name) for name in SWITCHES)
        )

    def __sklearn_is_fitted__(self):
        """Tell scikit-learn whether there is a tree."""
        return hasattr(self, "tree_")

    def __sklearn_tags__(self):
        """Tell scikit-learn what this estimator takes."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = True
        return tags

    @property
    def node_count_(self):
        """Number of nodes."""
        return self.tree_.node_count

    @property
    def n_leaves_(self):
        """Number of leaves."""
        return self.tree_.n_leaves

    @property
    def feature_importances_(self):
        """Share of each feature in the decrease of entropy that the tree achieves."""
        check_is_fitted(self)
        return export.feature_importances(self.tree_, self.n_features_in_)

    def predict_proba(self, X):
        """Return the class proportions of the leaf that each row falls into.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features; NaN where one is missing. A nominal value that was not seen in fit is as
            one that no training row of the node had.

        Returns
        -------
        array of shape (n, n_classes)
            Probabilities, in the order of ``classes_``.

        """
        check_is_fitted(self)
        X = validate_data(
            self, X, accept_sparse="csr", dtype=np.float64, reset=False, ensure_all_finite=False
        )
        is_general = isinstance(self.tree_, GeneralTree)
        if has_missing(X) or is_general or not are_binary(X, self.nominal_):
            X = as_dense(X)
            count_values(X, self.nominal_)
            return as_general(self.tree_, self.nominal_).predict_proba(X)
        return self.tree_.predict_proba(Rows(as_features(X), self.nominal_))

    def predict(self, X):
        """Return the most frequent class of the leaf that each row falls into, the first on ties.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features; NaN where one is missing.

        Returns
        -------
        array of shape (n,)
            Class labels.

        """
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]

    def export_text(self, feature_names=None):
        """Return the tree as text: one line per branch, leaves with (rows/errors), as Weka prints.

        Parameters
        ----------
        feature_names : sequence of str, optional
            Default: those seen in fit, or numbers.

        Returns
        -------
        str
            The tree.

        """
        return export.export_text(*self._to_export(feature_names))

    def export_graphviz(self, feature_names=None):
        """Return the tree in the DOT language, which graphviz draws.

        Parameters
        ----------
        feature_names : sequence of str, optional
            Default: those seen in fit, or numbers.

        Returns
        -------
        str
            The text of a .dot file.

        """
        return export.export_graphviz(*self._to_export(feature_names))

    def _to_export(self, feature_names):
        check_is_fitted(self)
        if feature_names is None:
            numbered = [f"feature {i}" for i in range(self.n_features_in_)]
            feature_names = getattr(self, "feature_names_in_", numbered)
        return self.tree_, feature_names, self.classes_, self.nominal_


def is_fast(tree) -> bool:
    """Say whether the first engine grows trees with the options of a `J48Tree`."""
    changed = {name for name, value in vars(J48Tree()).items() if getattr(tree, name) != value}
    return changed <= FAST or (changed <= FAST | OF_PRUNING and bool(tree.unpruned))


def growth_of(tree, seeds, n_attributes) -> Growth:
    """Return how the first engine grows some trees with the options of a `J48Tree`.

    Parameters
    ----------
    tree : J48Tree
        The options.
    seeds : array of int of shape (n_trees,)
        Seeds of random subsets.
    n_attributes : array of int of shape (n_trees,)
        Number of attributes of each tree.
    """
    limits = NO_LIMITS
    if tree.max_features is not None:
        limits = limit_features(tree.max_features, n_attributes)
    return Growth(
        limits,
        np.asarray(seeds, dtype=np.uint64) if len(limits) else NO_SEEDS,
        bool(tree.collapse),
        not tree.unpruned,
        bool(tree.laplace),
    )


def _is_number(value) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
