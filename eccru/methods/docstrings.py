"""Documentation that the methods share, written once and put into their docstrings."""

import inspect

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
    "score": """\
score : {"votes", "confidence"}, default="votes"
    A label's score: the share of its classifiers that predict it, or the mean of their
    probabilities.""",
    "shared_parameters": """\
base_estimator : classifier, default=None
    A scikit-learn classifier; None is the package's J48 tree.
threshold_metric : {"f_measure", "g_mean", "balanced_accuracy"}, default="f_measure"
    Metric whose thresholds ``predict`` uses.
grid : float or "exact", default=0.05
    Thresholds to try: their distance between 0 and 1, or every distinct score of a label.
n_jobs : int, default=None
    Number of threads; None is 1, -1 all processors. Results do not depend on it.
random_state : int, RandomState, Generator or None, default=None
    Seed.""",
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
thresholds_ : dict of str to array of shape (n_labels,)
    Tuned thresholds by metric.""",
    "paper": """\
B. Liu and G. Tsoumakas, "Making classifier chains resilient to class imbalance", Asian
Conference on Machine Learning, 2018.""",
}


def documented(cls):
    """Put the shared parts in the place of ``%(part)s`` in the docstring of a class."""
    if cls.__doc__:  # python -OO has none
        cls.__doc__ = inspect.cleandoc(cls.__doc__) % _PARTS + "\n"
    return cls
