"""The metrics of the study: their keys, titles and which way is better."""

from eccru.metrics import METRICS

TIMES = ("training_time", "prediction_time")
COMPARED = (*METRICS, "training_time")  # the six columns of the paper's Tables 2 and 3

TITLES = {
    "f_measure": "F-measure",
    "g_mean": "G-mean",
    "balanced_accuracy": "Balanced Acc.",
    "auc_roc": "AUC-ROC",
    "auc_pr": "AUC-PR",
    "training_time": "Training Time",
    "prediction_time": "Prediction Time",
}
LETTERS = dict(zip(COMPARED, "FGBRPT", strict=True))  # the paper's abbreviations in Table 3


def smaller_is_better(metric: str) -> bool:
    """Tell whether a small value of the metric is a good one."""
    return metric in TIMES
