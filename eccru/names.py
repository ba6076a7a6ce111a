"""The names of metrics, methods and phases: their keys, titles and order, for the whole project."""

THRESHOLD_METRICS = ("f_measure", "g_mean", "balanced_accuracy")
RANKING_METRICS = ("auc_roc", "auc_pr")
METRICS = THRESHOLD_METRICS + RANKING_METRICS

PHASES = ("startup", "training", "tuning", "prediction")  # of a run, in their order
TIMES = ("training_time", "prediction_time")  # CPU seconds that are compared like a metric
MEASURES = METRICS + TIMES  # what a run is scored by
STOPPED = "stopped"  # in the place of a measure: CPU seconds after which a run was stopped
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

COMPETITORS = ("BR", "ECC", "BRUS", "EBRUS", "COCOA")
PROPOSED = ("ECCRU", "ECCRU2", "ECCRU3")
METHODS = COMPETITORS + PROPOSED  # in the order of the paper's tables
FURTHER = ("ECCRUSelect", "ForestRU")  # methods of the package that are not the paper's
KNOWN = METHODS + FURTHER
PARAMETERS = {  # what a study may set of each method
    "BR": (),
    "ECC": ("c", "combine"),
    "BRUS": (),
    "EBRUS": ("c", "bootstrap"),
    "COCOA": ("couples",),
    "ECCRU": ("c", "combine"),
    "ECCRU2": ("c", "theta_max", "combine"),
    "ECCRU3": ("c", "theta_max", "theta_min", "combine"),
    "ECCRUSelect": ("c", "theta_max", "limit", "combine"),
    "ForestRU": ("c", "chained", "ratio", "max_features", "combine"),
}
THRESHOLD_PARAMETERS = ("thresholds", "threshold_grid", "threshold_ties")  # of every method


def smaller_is_better(measure: str) -> bool:
    """Tell whether a small value of the measure is a good one."""
    return measure in TIMES
