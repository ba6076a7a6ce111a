"""What the training jobs are expected to cost, for the line of progress on the terminal."""

from types import SimpleNamespace

from eccru.study.progress import EXPECTED

EXPECTED.update(
    {
        f"train/{dataset}/{method}/{repeat}/{fold}": cost
        for dataset in DATASETS
        for method in METHODS
        for cost in [expected_cost(SimpleNamespace(dataset=dataset, method=method))]
        for repeat in range(config["repeats"])
        for fold in range(config["folds"])
    }
)
