"""Scikit-learn's own estimator checks, as far as they apply to multi-label methods."""

import warnings

import numpy as np
import pytest
from sklearn.utils.estimator_checks import (
    check_classifiers_multilabel_output_format_predict,
    check_classifiers_multilabel_representation_invariance,
    estimator_checks_generator,
)

from eccru.methods import METHODS, make_method

SMALL = {
    "EBRUS": {"c": 2},
    "COCOA": {"couples": 1},
    **{name: {"c": 2} for name in ("ECC", "ECCRU", "ECCRU2", "ECCRU3")},
}

NOT_APPLICABLE = {
    "check_classifier_multioutput": "wants a threshold of 0.5; ours are tuned",
    "check_classifiers_multilabel_output_format_predict_proba": "wants no score to be 0 or 1",
    "check_classifiers_multilabel_output_format_decision_function": "there is none",
    "check_array_api_input": "numpy only",
    **dict.fromkeys(
        (
            "check_classifiers_train",
            "check_classifiers_classes",
            "check_classifiers_one_label",
            "check_classifiers_regression_target",
            "check_classifier_not_supporting_multiclass",
            "check_estimator_sparse_array",
            "check_estimator_sparse_matrix",
            "check_supervised_y_no_nan",
            "check_requires_y_none",
        ),
        "wants predictions or errors of one column of classes",
    ),
}

# The ensembles' parameter `score` stands where scikit-learn has a method of that name.
CALLS_SCORE = {
    "check_fit_score_takes_y",
    "check_n_features_in_after_fitting",
    "check_pipeline_consistency",
}


class OneColumn:
    """Takes one column of classes, as the checks give it, for they know of no label matrix.

    The column becomes two labels: "is the greatest class" and "is not".
    """

    def fit(self, X, y, nominal=None):
        y = np.asarray(y)
        if y.ndim == 2 and y.shape[1] > 1:
            return super().fit(X, y, nominal)
        greatest = (y.ravel() == np.max(y, initial=0)).astype(int)
        return super().fit(X, np.column_stack((greatest, 1 - greatest)), nominal)


ADAPTED = {name: type(name, (OneColumn, method), {}) for name, method in METHODS.items()}
globals().update(ADAPTED)  # so that they can be pickled


def checks():
    warnings.filterwarnings("ignore", "Estimator .* does not inherit")
    for name, adapted in ADAPTED.items():
        for estimator, check in estimator_checks_generator(adapted(**SMALL.get(name, {}))):
            check_name = check.func.__name__
            calls_score = check_name in CALLS_SCORE and name.startswith("ECC")
            if check_name not in NOT_APPLICABLE and not calls_score:
                yield pytest.param(estimator, check, id=f"{name}-{check_name}")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("estimator", "check"), list(checks()))
def test_scikit_learns_checks_pass(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", METHODS)
def test_the_multi_label_checks_pass_without_the_adapter(name):
    model = make_method(name, random_state=0, **SMALL.get(name, {}))
    check_classifiers_multilabel_output_format_predict(name, model)
    check_classifiers_multilabel_representation_invariance(name, model)
