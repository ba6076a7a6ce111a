"""Documentation that the methods share, written once and put into their docstrings."""

import inspect
import re

_PARTS = {
    "chains": """\
c : int, default=10
    Number of chains.""",
    "members": """\
c : int, default=10
    Number of members.""",
    "budget": """\
c : int, default=10
    Budget: the number of classifiers per label that ECCRU would build.
theta_max : float, default=10
    No label gets more than ``theta_max * c`` classifiers.""",
    "combine": """\
combine : {"mean", "vote"}, default="mean"
    A label's score: the mean of the probabilities of its classifiers, as in the authors' code, or
    the share of them that predict it, as in the paper's text.""",
    "shared_parameters": """\
estimator : classifier, default=None
    A scikit-learn classifier; None is the package's J48 tree at its defaults.
threshold_metric : {"f_measure", "g_mean", "balanced_accuracy"}, default="f_measure"
    Metric whose thresholds ``predict`` uses.
thresholds : {"auto", "train", "cv", "oob"}, float or array of shape (n_labels,), default="auto"
    Where the scores come from that thresholds are tuned on: the training set (the paper),
    cross-validation on it, or for each example the classifiers whose bags are without it; "auto"
    is "oob" where there are bags and "cv" elsewhere. Or the thresholds themselves. Other than by
    "train", no threshold is chosen that would predict a label for every example.
threshold_grid : float, "exact" or sequence of floats, default=0.05
    Thresholds to try: their distance between 0 and 1, every distinct score of a label, or a
    list of them.
threshold_ties : {"lowest", "highest"}, default="highest"
    Which of equally good thresholds is taken.
n_jobs : int, default=None
    Number of threads, as joblib counts them. Results do not depend on it.
random_state : int, RandomState, Generator or None, default=None
    Seed.
verbose : int, default=0
    1 shows a bar of the chains or labels that are trained, and the time left.""",
    "models_": """\
models_ : list of lists of models
    Models of each label.""",
    "chains_": """\
chains_ : list of Chain
    The chains: ``order``, the labels, and ``models``, their classifiers.""",
    "shared_attributes": """\
n_classifiers_ : array of int of shape (n_labels,)
    Number of classifiers of each label.
node_count_ : int
    Number of nodes of all trees.
feature_importances_ : array of shape (n_features,)
    Share of each feature in the decrease of entropy, mean over all trees of all labels.
thresholds_ : dict of str to array of shape (n_labels,)
    Thresholds by metric.
label_names_ : array of str of shape (n_labels,)
    Names of the labels.
classes_ : array of shape (n_labels, 2) or (2,)
    The values of each label; of one label that was given in one dimension, its classes.""",
    "paper": """\
B. Liu and G. Tsoumakas, "Making classifier chains resilient to class imbalance", Asian
Conference on Machine Learning, 2018.""",
}


def documented(cls):
    """Put the shared parts in the place of ``%(part)s`` in the docstring of a class.

    The defaults in them are those of the class.
    """
    if cls.__doc__:  # python -OO has none
        parameters = inspect.signature(cls).parameters

        def with_default(line):
            default = repr(parameters[line[2]].default).replace("'", '"')
            return f"{line[1]}{default}"

        text = inspect.cleandoc(cls.__doc__) % _PARTS + "\n"
        cls.__doc__ = re.sub(r"^((\w+) : .*default=).*$", with_default, text, flags=re.MULTILINE)
    return cls
