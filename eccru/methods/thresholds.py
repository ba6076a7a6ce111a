"""Per-label thresholds that turn relevance degrees into 0/1 predictions."""

import numpy as np

from eccru.metrics import OF_CONFUSION, Confusion

# Two ways to add up the same exact value may differ in the last digits; they are tied.
TIE = 1e-12


def tune_thresholds(Y, scores, grid=0.05) -> dict[str, np.ndarray]:
    """Find the threshold of every label that maximises each metric.

    A score that reaches the threshold is a positive prediction. Among equally good thresholds the
    lowest wins.

    Parameters
    ----------
    Y : array of shape (n, q)
        True labels, 0 or 1.
    scores : array of shape (n, q)
        Relevance degrees.
    grid : float or "exact", default=0.05
        Thresholds to try: their distance between 0 and 1, or every distinct score of the label.

    Returns
    -------
    dict of str to array of shape (q,)
        Thresholds by metric.

    """
    check_grid(grid)
    if len(scores) == 0:
        raise ValueError("Thresholds cannot be tuned on zero examples.")
    truth = np.ascontiguousarray(np.transpose(Y), dtype=np.int64)
    scores = np.ascontiguousarray(np.transpose(scores), dtype=np.float64)
    if grid == "exact":
        candidates, predicted, tp = _reaching_scores(truth, scores)
    else:
        candidates, predicted, tp = _reaching_steps(truth, scores, round(1 / grid))
    positives = truth.sum(axis=1, keepdims=True)
    fn = positives - tp
    counts = Confusion(tp, predicted - tp, fn, truth.shape[1] - predicted - fn)

    thresholds = {}
    for metric, function in OF_CONFUSION.items():
        values = np.where(np.isnan(candidates), -np.inf, function(counts))
        best = np.argmax(values >= values.max(axis=1, keepdims=True) - TIE, axis=1)
        thresholds[metric] = candidates[np.arange(len(best)), best]
    return thresholds


def check_grid(grid):
    """Raise an error if a grid is neither "exact" nor an even division of 0 to 1."""
    if grid == "exact":
        return
    if (
        not isinstance(grid, (int, float))
        or not 0 < grid <= 1
        or abs(1 / grid - round(1 / grid)) > 1e-9
    ):
        raise ValueError(
            f'grid must be "exact" or a distance that divides 1 evenly, such as 0.05; got {grid!r}.'
        )


def _reaching_steps(truth, scores, n_steps):
    """Return the steps, and how many scores and positives of each label reach each of them."""
    # k / 20 is the double nearest to the decimal, as is 3 votes / 10: a share of 0.3 reaches 0.3.
    steps = np.arange(n_steps + 1) / n_steps
    q, n_bins = len(scores), len(steps) + 1
    bins = np.searchsorted(steps, scores, side="right")
    bins += n_bins * np.arange(q)[:, None]
    reached = []
    for weights in (None, truth.ravel()):
        histogram = np.bincount(bins.ravel(), weights, q * n_bins).reshape(q, n_bins)
        at_least = histogram[:, ::-1].cumsum(axis=1)[:, ::-1]
        reached.append(at_least[:, 1:].astype(np.int64))
    return np.broadcast_to(steps, (q, len(steps))), *reached


def _reaching_scores(truth, scores):
    """As :func:`_reaching_steps` at the sorted scores themselves; repeated ones are NaN."""
    order = np.argsort(scores, axis=1)
    candidates = np.take_along_axis(scores, order, axis=1)
    truth = np.take_along_axis(truth, order, axis=1)
    repeated = candidates[:, 1:] == candidates[:, :-1]
    candidates[:, 1:][repeated] = np.nan
    predicted = np.broadcast_to(np.arange(scores.shape[1], 0, -1), scores.shape)
    return candidates, predicted, truth[:, ::-1].cumsum(axis=1)[:, ::-1]
