"""How MLflow shows a study: ready-made views of its runs, as tags of the experiment.

MLflow's interface lists them in its "Views" menu, as it does views that a user saves there.
"""

import json

from eccru.names import METRICS

_COLUMNS = ("auc_pr", "auc_roc", "f_measure", "g_mean", "balanced_accuracy", "training_time")
_PARALLEL = {
    "type": "PARALLEL",
    "selectedParams": ["method"],
    "selectedMetrics": ["f_measure", "auc_roc", "auc_pr"],
    "showAllRuns": True,
}


def experiment_tags(study: str) -> dict[str, str]:
    """Return the tags that set up the experiment of a study."""
    bars = [{"type": "BAR", "metricKey": metric} for metric in METRICS]
    views = {
        "methods": ("Methods, grouped", _state("fold", bars, group_by="method")),
        "means": ("Means over the folds", _state("mean", [_PARALLEL])),
        "folds": ("Folds by AUC-PR", _state("fold", [_PARALLEL])),
    }
    # The menu shows the latest view first.
    envelopes = {
        f"mlflow.sharedViewState.{key}": {
            "name": name,
            "createdAt": order,
            "updatedAt": order,
            "state": json.dumps(state),
        }
        for order, (key, (name, state)) in enumerate(views.items())
    }
    return {
        "study": study,
        "mlflow.experimentKind": "custom_model_development",
        "mlflow.experiment.primaryMetric.name": "auc_pr",
        **{tag: json.dumps(envelope) for tag, envelope in envelopes.items()},
    }


def _state(level: str, charts: list[dict], group_by: str | None = None) -> dict:
    """Describe a view of one level of runs: sorted by AUC-PR, and no wider than a small screen."""
    grouping = {
        "aggregateFunction": "average",
        "groupByKeys": [{"mode": "param", "groupByData": group_by}],
    }
    section = {"uuid": "charts", "name": "Charts", "display": True, "isReordered": False}
    shared = {"metricSectionId": section["uuid"], "deleted": False, "isGenerated": False}
    return {
        "searchFilter": f"tags.level = '{level}'",
        "orderByKey": "metrics.`auc_pr`",
        "orderByAsc": False,
        "selectedColumns": [f"metrics.`{metric}`" for metric in _COLUMNS],
        "columnOrder": [f"metrics.`{metric}`" for metric in _COLUMNS],
        "groupBy": grouping if group_by else None,
        "runsHiddenMode": "SHOW_ALL",
        "compareRunSections": [section],
        "compareRunCharts": [
            {"uuid": f"chart-{number}", **shared, **chart} for number, chart in enumerate(charts)
        ],
    }
