"""What the training jobs are expected to cost, for the line of progress on the terminal."""

from types import SimpleNamespace

from eccru.study.progress import EXPECTED

EXPECTED.update(
    {
        f"train/{dataset}/{method}/{repeat}/{fold}": cost
        for dataset in PLAN.datasets
        for method in PLAN.methods
        for cost in [expected_cost(SimpleNamespace(dataset=dataset, method=method))]
        for repeat, fold in PLAN.folds_of_repeats
    }
)
