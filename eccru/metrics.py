"""The study's five metrics, for all labels at once.

Every function takes and returns one value per label; :func:`macro_average` averages over labels.
Arguments ``Y`` and ``scores`` have one row per example and one column per label.
"""

from typing import NamedTuple

import numpy as np

from eccru.names import RANKING_METRICS, THRESHOLD_METRICS


class Confusion(NamedTuple):
    """Counts of true and false positives and negatives.

    Attributes
    ----------
    tp, fp, fn, tn : arrays of any one shape
        True positives, false positives, false negatives and true negatives.

    """

    tp: np.ndarray
    fp: np.ndarray
    fn: np.ndarray
    tn: np.ndarray


def confusion(Y, predictions, sample_weight=None) -> Confusion:
    """Count the four outcomes of 0/1 predictions, per label, or add up their weights.

    Parameters
    ----------
    Y : array of shape (n, q)
        True labels, 0 or 1.
    predictions : array of shape (n, q)
        Predicted labels, 0 or 1.
    sample_weight : array of shape (n,), default=None
        Weights of the examples.

    Returns
    -------
    Confusion
        Arrays of shape (q,).

    Examples
    --------
    >>> from eccru.metrics import confusion, f_measure
    >>> counts = confusion([[1, 0], [1, 1], [0, 0]], [[1, 0], [0, 1], [0, 1]])
    >>> counts.tp.tolist(), counts.fp.tolist()
    ([1, 1], [0, 1])
    >>> f_measure(counts).round(2).tolist()
    [0.67, 0.67]

    """
    truth, answer = np.asarray(Y, dtype=bool), np.asarray(predictions, dtype=bool)
    if sample_weight is not None:
        weight = np.asarray(sample_weight, dtype=np.float64)
        pairs = ((truth, answer), (~truth, answer), (truth, ~answer), (~truth, ~answer))
        return Confusion(*(weight @ (one & other) for one, other in pairs))
    tp = np.count_nonzero(truth & answer, axis=0)
    fp = np.count_nonzero(answer, axis=0) - tp
    fn = np.count_nonzero(truth, axis=0) - tp
    return Confusion(tp, fp, fn, len(truth) - tp - fp - fn)


def _ratio(part, whole, empty=0.0):
    """Divide; where the whole is 0 the ratio is ``empty``."""
    return np.where(whole > 0, part / np.where(whole > 0, whole, 1), empty)


def f_measure(counts: Confusion) -> np.ndarray:
    """Return 2tp / (2tp + fp + fn); 1 where there is nothing to find and nothing was found.

    Parameters
    ----------
    counts : Confusion
        Outcomes.

    Returns
    -------
    array
        Of the shape of the counts.

    """
    tp, fp, fn, _ = counts
    return _ratio(2 * tp, 2 * tp + fp + fn, empty=1.0)


def _recall(tp, fp, fn):
    """Return tp / (tp + fn); without positives, 1 if none was predicted and else 0."""
    return _ratio(tp, tp + fn, empty=fp == 0)


def _recall_and_specificity(counts: Confusion):
    tp, fp, fn, tn = counts
    return _recall(tp, fp, fn), _recall(tn, fn, fp)


def g_mean(counts: Confusion) -> np.ndarray:
    """Return the geometric mean of recall and specificity.

    Parameters
    ----------
    counts : Confusion
        Outcomes.

    Returns
    -------
    array
        Of the shape of the counts.

    """
    recall, specificity = _recall_and_specificity(counts)
    return np.sqrt(recall * specificity)


def balanced_accuracy(counts: Confusion) -> np.ndarray:
    """Return the mean of recall and specificity.

    Parameters
    ----------
    counts : Confusion
        Outcomes.

    Returns
    -------
    array
        Of the shape of the counts.

    """
    recall, specificity = _recall_and_specificity(counts)
    return (recall + specificity) / 2


OF_CONFUSION = dict(zip(THRESHOLD_METRICS, (f_measure, g_mean, balanced_accuracy), strict=True))


def rank_areas(Y, scores) -> tuple[np.ndarray, np.ndarray]:
    """Compute the areas under the ROC and the precision-recall curve of every label.

    The area under the precision-recall curve is the average precision (its step form). Examples
    of equal score are reached together, by both curves.

    Parameters
    ----------
    Y : array of shape (n, q)
        True labels, 0 or 1.
    scores : array of shape (n, q)
        Relevance degrees.

    Returns
    -------
    auc_roc, auc_pr : arrays of shape (q,)
        NaN for labels without positive or without negative examples.

    """
    n = len(scores)
    descending = -np.ascontiguousarray(np.transpose(scores), dtype=np.float64)
    order = np.argsort(descending, axis=1)
    descending = np.take_along_axis(descending, order, axis=1)
    truth = np.take_along_axis(np.transpose(np.asarray(Y, dtype=bool)), order, axis=1)

    # Examples of equal score form a group; first and last are its ends, for every example.
    new_group = np.ones((len(truth), n + 1), dtype=bool)
    np.not_equal(descending[:, 1:], descending[:, :-1], out=new_group[:, 1:n])
    position = np.arange(n)
    first = np.maximum.accumulate(np.where(new_group[:, :n], position, 0), axis=1)
    last = np.where(new_group[:, 1:], position, n)
    last = np.minimum.accumulate(last[:, ::-1], axis=1)[:, ::-1]

    # Both areas are sums over the positive examples alone, which are few.
    label, at = np.nonzero(truth)
    first, last = first[label, at], last[label, at]
    found = np.zeros((len(truth), n + 1), dtype=np.int64)
    np.cumsum(truth, axis=1, out=found[:, 1:])
    precision = found[label, last + 1] / (last + 1)
    negatives_above = (first - found[label, first]) + (last + 1 - found[label, last + 1])

    positives = found[:, n]
    negatives = n - positives
    defined = (positives > 0) & (negatives > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        average_precision = np.bincount(label, precision, len(truth)) / positives
        misordered = np.bincount(label, negatives_above, len(truth)) / 2
        auc = 1 - misordered / (positives * negatives)
    return np.where(defined, auc, np.nan), np.where(defined, average_precision, np.nan)


def label_metrics(Y, scores, thresholds, absent_labels="omit") -> dict[str, np.ndarray]:
    """Compute the five metrics of every label.

    Parameters
    ----------
    Y : array of shape (n, q)
        True labels, 0 or 1.
    scores : array of shape (n, q)
        Relevance degrees.
    thresholds : dict of str to array of shape (q,)
        Thresholds per metric of ``THRESHOLD_METRICS``; a score that reaches its label's threshold
        is a positive prediction.
    absent_labels : {"omit", "mulan"}, default="omit"
        What the area under the precision-recall curve of a label without positives is: undefined
        or, as Mulan has it, 0.

    Returns
    -------
    dict of str to array of shape (q,)
        Values by metric; NaN for the two areas of a label with one class only, but for those that
        `absent_labels` defines.

    """
    scores = np.asarray(scores)
    values = {
        metric: function(confusion(Y, scores >= thresholds[metric]))
        for metric, function in OF_CONFUSION.items()
    }
    auc_roc, auc_pr = rank_areas(Y, scores)
    if absent_labels == "mulan":
        auc_pr[~np.asarray(Y, dtype=bool).any(axis=0)] = 0.0
    return values | dict(zip(RANKING_METRICS, (auc_roc, auc_pr), strict=True))


def macro_average(values: dict[str, np.ndarray]) -> dict[str, float]:
    """Average every metric over the labels for which it is defined.

    Parameters
    ----------
    values : dict of str to array of shape (q,)
        Values of the labels by metric, as :func:`label_metrics` returns them.

    Returns
    -------
    dict of str to float
        Means by metric, and ``undefined_labels``: how many labels have no area under
        the ROC curve.

    """
    means = {}
    for metric, of_labels in values.items():
        defined = of_labels[~np.isnan(of_labels)]
        means[metric] = float(defined.mean()) if len(defined) else float("nan")
    return means | {"undefined_labels": int(np.isnan(values["auc_roc"]).sum())}
