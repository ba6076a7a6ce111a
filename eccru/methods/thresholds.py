"""Per-label thresholds that turn relevance degrees into 0/1 predictions."""

import numbers

import numpy as np

from eccru.metrics import OF_CONFUSION, Confusion

# Two ways to add up the same exact value may differ in the last digits; they are tied.
TIE = 1e-12
TIES = ("lowest", "highest")
BLOCK = 1 << 22  # scores that are looked at at a time


def tune_thresholds(
    Y, scores, grid=0.05, ties="lowest", sample_weight=None, everything=True
) -> dict[str, np.ndarray]:
    """Find the threshold of every label that maximises each metric.

    A score that reaches the threshold is a positive prediction.

    Parameters
    ----------
    Y : array of shape (n, q)
        True labels, 0 or 1.
    scores : array of shape (n, q)
        Relevance degrees; examples of which a label's is NaN do not count for that label.
    grid : float, "exact" or sequence of floats, default=0.05
        Thresholds to try: their distance between 0 and 1, every distinct score of the label, or
        the thresholds themselves.
    ties : {"lowest", "highest"}, default="lowest"
        Which of equally good thresholds is taken.
    sample_weight : array of shape (n,), default=None
        Weights of the examples.
    everything : bool, default=True
        Whether a threshold may be taken with which a label is predicted for every example,
        although some are without it.

    Returns
    -------
    dict of str to array of shape (q,)
        Thresholds by metric.

    """
    check_grid(grid)
    if len(scores) == 0:
        raise ValueError("Thresholds cannot be tuned on zero examples.")
    truth, scores = np.transpose(Y), np.transpose(scores)
    size = max(1, BLOCK // scores.shape[1])  # labels at a time, for many scores take much memory
    blocks = [
        _tune(
            truth[first : first + size],
            scores[first : first + size],
            grid,
            ties,
            sample_weight,
            everything,
        )
        for first in range(0, len(scores), size)
    ]
    return {metric: np.concatenate([block[metric] for block in blocks]) for metric in OF_CONFUSION}


def _tune(truth, scores, grid, ties, sample_weight, everything):
    """Tune the thresholds of some labels, each of which is a row."""
    truth = np.ascontiguousarray(truth, dtype=np.int64)
    scores = np.ascontiguousarray(scores, dtype=np.float64)
    weight = _weights(scores, sample_weight)
    if isinstance(grid, str):
        candidates, predicted, tp = _reaching_scores(truth, scores, weight)
    else:
        candidates, predicted, tp = _reaching_steps(truth, scores, _steps(grid), weight)
    whole = truth.shape[1] if weight is None else weight.sum(axis=1, keepdims=True)
    weighted = truth if weight is None else truth * weight
    fn = weighted.sum(axis=1, keepdims=True) - tp
    counts = Confusion(tp, predicted - tp, fn, whole - predicted - fn)
    if weight is not None:  # differences of sums of fractions
        counts = Confusion(*(np.maximum(count, 0) for count in counts))

    refused = np.isnan(candidates)
    if not everything:  # fractions do not add up exactly
        refused = refused | ((counts.fn + counts.tn <= TIE * whole) & (counts.fp > TIE * whole))
    thresholds = {}
    for metric, function in OF_CONFUSION.items():
        values = np.where(refused, -np.inf, function(counts))
        is_best = values >= values.max(axis=1, keepdims=True) - TIE
        best = np.argmax(is_best, axis=1)
        if ties == "highest":
            best = is_best.shape[1] - 1 - np.argmax(is_best[:, ::-1], axis=1)
        thresholds[metric] = candidates[np.arange(len(best)), best]
    return thresholds


def check_grid(grid):
    """Raise an error if a grid is none of what :func:`tune_thresholds` takes."""
    if isinstance(grid, str) and grid == "exact":
        return
    if isinstance(grid, (list, tuple, np.ndarray)):
        steps = np.asarray(grid)
        if (
            steps.ndim == 1
            and steps.dtype.kind in "iuf"
            and (steps > 0).any()
            and (steps >= 0).all()
            and (steps <= 1).all()
        ):
            return
    elif (
        isinstance(grid, numbers.Real) and 0 < grid <= 1 and abs(1 / grid - round(1 / grid)) <= 1e-9
    ):
        return
    raise ValueError(
        'threshold_grid must be "exact", a distance that divides 1 evenly, such as 0.05, or '
        f"thresholds between 0 and 1, one of them above 0; got {grid!r}."
    )


def _steps(grid):
    if np.ndim(grid):
        return np.unique(np.asarray(grid, dtype=np.float64))
    # k / 20 is the double nearest to the decimal, as is 3 votes / 10: a share of 0.3 reaches 0.3.
    n_steps = round(1 / grid)
    return np.arange(n_steps + 1) / n_steps


def _weights(scores, sample_weight):
    """Return the weight of every score, (q, n), 0 where there is none; None if all are 1."""
    known = ~np.isnan(scores)
    if sample_weight is None:
        return None if known.all() else known.astype(np.int64)
    return known * np.asarray(sample_weight, dtype=np.float64)


def _reaching_steps(truth, scores, steps, weight):
    """Return the steps, and how many scores and positives of each label reach each of them."""
    q, n_bins = len(scores), len(steps) + 1
    bins = np.searchsorted(steps, scores, side="right")
    bins += n_bins * np.arange(q)[:, None]
    reached = []
    for weights in (weight, truth if weight is None else truth * weight):
        each = None if weights is None else weights.ravel()
        histogram = np.bincount(bins.ravel(), each, q * n_bins).reshape(q, n_bins)
        at_least = histogram[:, ::-1].cumsum(axis=1)[:, ::-1][:, 1:]
        whole = weight is None or weight.dtype.kind == "i"
        reached.append(at_least.astype(np.int64) if whole else at_least)
    return np.broadcast_to(steps, (q, len(steps))), *reached


def _reaching_scores(truth, scores, weight):
    """As :func:`_reaching_steps` at the sorted scores themselves; repeated ones are NaN."""
    order = np.argsort(scores, axis=1)  # NaN comes last
    candidates = np.take_along_axis(scores, order, axis=1)
    weight = np.ones(scores.shape, dtype=np.int64) if weight is None else weight
    weight = np.take_along_axis(weight, order, axis=1)
    truth = np.take_along_axis(truth, order, axis=1) * weight
    repeated = candidates[:, 1:] == candidates[:, :-1]
    candidates[:, 1:][repeated] = np.nan
    predicted, tp = (part[:, ::-1].cumsum(axis=1)[:, ::-1] for part in (weight, truth))
    return candidates, predicted, tp
