"""The tree as a scikit-learn classifier."""

import numpy as np

from eccru.base import Estimator
from eccru.sparse import as_features
from eccru.tree.columns import Columns
from eccru.tree.sampled import Sample
from eccru.tree.storage import Rows
from eccru.tree.train import grow_tree


class J48Tree(Estimator):
    """Decision tree that decides exactly as Weka's J48 (C4.5 release 8) at its defaults.

    Splits are chosen by gain ratio among those of at least average information gain; the tree is
    collapsed, then pruned by estimated errors at confidence 0.25 with subtree raising; leaves hold
    at least 2 rows.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        Class labels.
    n_features_in_ : int
        Number of features.
    nominal_ : array of bool of shape (n_features_in_,)
        Which features are nominal.
    tree_ : Tree
        The tree.
    node_count_, n_leaves_ : int
        Number of nodes and of leaves.

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

    def __init__(self):
        """Make a tree; there is nothing to set."""

    def fit(self, X, y, sample_weight=None, nominal=None):
        """Train the tree.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features, finite.
        y : array of shape (n,)
            Class labels.
        sample_weight : array of int of shape (n,), optional
            Copies of each row; 0 leaves a row out. Default: 1.
        nominal : array of bool of shape (d,), optional
            Which features are nominal; these hold nothing but 0 and 1. Default: none.

        Returns
        -------
        self

        """
        from sklearn.utils.multiclass import check_classification_targets
        from sklearn.utils.validation import _check_sample_weight, validate_data

        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        if y.dtype.kind == "f":  # the check takes longer than a small tree
            check_classification_targets(y)
        weight = np.ones(len(y))
        if sample_weight is not None:
            weight = _check_sample_weight(sample_weight, X, ensure_non_negative=True)
        if (weight != np.floor(weight)).any():
            raise ValueError("sample_weight must hold whole numbers: J48 counts copies of rows.")
        rows = np.flatnonzero(weight).astype(np.int32)
        self.nominal_ = _check_nominal(nominal, X.shape[1])
        self.classes_, codes = np.unique(y, return_inverse=True)
        columns = Columns(as_features(X), self.nominal_)
        sample = Sample(rows, weight[rows].astype(np.int32))
        self.tree_ = grow_tree(columns, codes, sample, n_classes=len(self.classes_))
        return self

    @property
    def node_count_(self):
        """Number of nodes."""
        return self.tree_.node_count

    @property
    def n_leaves_(self):
        """Number of leaves."""
        return self.tree_.n_leaves

    def predict_proba(self, X):
        """Return the class proportions of the leaf that each row falls into.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n, n_classes)
            Probabilities, in the order of ``classes_``.

        """
        from sklearn.utils.validation import check_is_fitted, validate_data

        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return self.tree_.predict_proba(Rows(as_features(X), self.nominal_))

    def predict(self, X):
        """Return the most frequent class of the leaf that each row falls into, the first on ties.

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Features.

        Returns
        -------
        array of shape (n,)
            Class labels.

        """
        probabilities = self.predict_proba(X)
        return self.classes_[np.argmax(probabilities, axis=1)]

    def score(self, X, y, sample_weight=None):
        """Return the share of rows whose class is predicted."""
        from sklearn.metrics import accuracy_score

        return accuracy_score(y, self.predict(X), sample_weight=sample_weight)

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
        if feature_names is None:
            numbered = [f"feature {i}" for i in range(self.n_features_in_)]
            feature_names = getattr(self, "feature_names_in_", numbered)
        if self.node_count_ == 1:
            return self._leaf_text(0).removeprefix(": ")
        lines, stack = [], [(son, 0) for son in self._sons(0)]
        while stack:
            (node, test), depth = stack.pop()
            attribute, relation = test
            line = "|   " * depth + feature_names[attribute] + relation
            if self.tree_.attribute[node] < 0:
                line += self._leaf_text(node)
            else:
                stack += [(son, depth + 1) for son in self._sons(node)]
            lines.append(line)
        return "\n".join(lines)

    def _sons(self, node):
        """Return the sons of a node, the right one first, each with its test."""
        tree, attribute = self.tree_, self.tree_.attribute[node]
        if self.nominal_[attribute]:
            left, right = " = 0", " = 1"
        else:
            left, right = f" <= {tree.threshold[node]:g}", f" > {tree.threshold[node]:g}"
        return (tree.right[node], (attribute, right)), (tree.left[node], (attribute, left))

    def _leaf_text(self, node):
        counts = self.tree_.counts[node]
        errors = counts.sum() - counts.max()
        numbers = f"{counts.sum()}/{errors}" if errors else f"{counts.sum()}"
        return f": {self.classes_[np.argmax(counts)]} ({numbers})"


def _check_nominal(nominal, n_features):
    """Return a mask of the nominal features."""
    if nominal is None:
        return np.zeros(n_features, dtype=bool)
    nominal = np.asarray(nominal)
    if nominal.dtype != bool or nominal.shape != (n_features,):
        raise ValueError(f"nominal must hold one bool for each of the {n_features} features.")
    return nominal
