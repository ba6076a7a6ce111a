"""A look into fitted methods: the tree of any classifier, and what the features contribute."""

import numbers

import numpy as np
from sklearn.utils.validation import check_is_fitted

from eccru.methods.sklearn_learner import SklearnModel
from eccru.tree import J48Tree, export


class Export:
    """The part of a method that shows its trees.

    A subclass lists the classifiers of a label in ``_classifiers``: the model, the labels that are
    inputs of it, and the names of its classes.
    """

    def export_text(self, label, number=0):
        """Return a tree as text: one line per branch, leaves with (rows/errors), as Weka prints.

        Parameters
        ----------
        label : str or int
            Name or number of a label.
        number : int, default=0
            Which of the label's classifiers.

        Returns
        -------
        str
            The tree. In a chain, attributes are also the earlier labels, by their names.

        """
        return export.export_text(*self._to_export(label, number))

    def export_graphviz(self, label, number=0):
        """Return a tree in the DOT language, which graphviz draws.

        Parameters
        ----------
        label : str or int
            Name or number of a label.
        number : int, default=0
            Which of the label's classifiers.

        Returns
        -------
        str
            The text of a .dot file.

        """
        return export.export_graphviz(*self._to_export(label, number))

    @property
    def feature_importances_(self):
        """Share of each feature in the decrease of entropy, mean over all trees of all labels.

        What earlier labels of a chain contribute is left out; the shares of the features sum to 1.
        """
        check_is_fitted(self)
        total = np.zeros(self.n_features_in_)
        for label in range(len(self.label_names_)):
            for model, earlier, _ in self._classifiers(label):
                tree = _tree_of(model)
                if tree is not None:
                    n_attributes = len(total) + len(earlier)
                    total += export.feature_importances(tree, n_attributes)[: len(total)]
        return total / total.sum() if total.any() else total

    def _to_export(self, label, number):
        """Return what the functions of `eccru.tree.export` take."""
        check_is_fitted(self)
        label = self._number_of(label)
        classifiers = self._classifiers(label)
        if not 0 <= number < len(classifiers):
            raise ValueError(
                f"number must be between 0 and {len(classifiers) - 1}, since the label "
                f"{self.label_names_[label]!r} has {len(classifiers)} classifiers; got {number!r}."
            )
        model, earlier, classes = classifiers[number]
        tree = _tree_of(model)
        if tree is None:
            raise ValueError(
                f"The label {self.label_names_[label]!r} has one class only in the sample of "
                f"classifier {number}, which therefore has no tree."
            )
        numbered = [f"feature {i}" for i in range(self.n_features_in_)]
        features = getattr(self, "feature_names_in_", numbered)
        nominal = np.append(self.nominal_, np.ones(len(earlier), dtype=bool))
        if isinstance(model, SklearnModel):
            classes = [classes[code] for code in model.classifier.classes_]
        return tree, [*features, *self.label_names_[earlier]], classes, nominal

    def _number_of(self, label):
        """Return the number of a label that is given by its name or number."""
        names = self.label_names_.tolist()
        if isinstance(label, str) and label in names:
            return names.index(label)
        if isinstance(label, numbers.Integral) and 0 <= label < len(names):
            return int(label)
        raise ValueError(
            f"label must be a name in label_names_ or a number below {len(names)}, got {label!r}."
        )

    def _class_names(self):
        """Return the names of the two classes of a label."""
        return ["0", "1"] if self.classes_.ndim == 2 else [str(value) for value in self.classes_]


def _tree_of(model):
    """Return the tree of a model, None if it knows one class only."""
    if not isinstance(model, SklearnModel):
        return model
    if isinstance(model.classifier, (int, np.integer)):
        return None
    if not isinstance(model.classifier, J48Tree):
        raise AttributeError(
            f"{type(model.classifier).__name__} has no tree to show; the default estimator has."
        )
    return model.classifier.tree_
