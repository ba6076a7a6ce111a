"""Checks of what kernels are given: they themselves trust it, and would read or write elsewhere."""

import numpy as np

from eccru.sparse import CSR

MOST_WEIGHT = 1 << 26  # tables are as long as the weight of a bag
MOST_CLASSES = 1 << 16  # class codes are 16-bit numbers


def check_features(features, nominal) -> np.ndarray:
    """Check a feature matrix, dense or CSR; return which features are nominal."""
    if len(features.shape) != 2:
        raise ValueError(f"Features must have 2 dimensions, not {len(features.shape)}.")
    nominal = np.asarray(nominal)
    if nominal.dtype != bool or nominal.shape != features.shape[1:]:
        raise ValueError(f"nominal must hold one bool for each of {features.shape[1]} features.")
    if isinstance(features, CSR):
        check_layout(*features)
    if not are_finite(features.data if isinstance(features, CSR) else features):
        raise ValueError("Features must be finite; J48Tree takes missing ones.")
    return nominal


def check_layout(data, indices, indptr, shape) -> None:
    """Check that entries lie in their matrix, each of them once."""
    indices, indptr = np.asarray(indices), np.asarray(indptr)
    if (
        indptr.shape != (shape[0] + 1,)
        or indptr[0] != 0
        or (indptr[1:] < indptr[:-1]).any()
        or indptr[-1] != len(indices)
        or len(indices) != len(data)
    ):
        raise ValueError("The rows of the sparse features do not match their entries.")
    if len(indices) and (indices.min() < 0 or indices.max() >= shape[1]):
        raise ValueError(f"The sparse features have columns other than 0 to {shape[1] - 1}.")
    ascends = indices[1:] > indices[:-1]
    ascends[indptr[(indptr > 0) & (indptr < len(indices))] - 1] = True  # from row to row
    if not ascends.all():
        places = np.repeat(np.arange(shape[0]), np.diff(indptr)) * shape[1] + indices
        if len(np.unique(places)) < len(places):
            raise ValueError("The sparse features have more than one entry for the same place.")


def are_finite(values) -> bool:
    """Say whether all values are finite; their sum says so without much ado."""
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(np.sum(values)) or np.isfinite(values).all())


def check_sample(sample, n_rows) -> tuple[np.ndarray, np.ndarray]:
    """Check a sample of n rows; return its rows and weights as kernels take them."""
    rows, weight = np.asarray(sample.rows), np.asarray(sample.weight)
    if rows.ndim != 1 or rows.shape != weight.shape:
        raise ValueError(
            f"A sample needs one weight per row, not shapes {rows.shape} and {weight.shape}."
        )
    if len(rows) == 0:
        raise ValueError("Cannot grow a tree from an empty sample.")
    if (
        rows.dtype.kind not in "iu"
        or rows[0] < 0
        or rows[-1] >= n_rows
        or not (rows[1:] > rows[:-1]).all()
    ):
        raise ValueError(f"The rows of a sample must be ascending numbers from 0 to {n_rows - 1}.")
    if not (weight.min() >= 1 and weight.sum(dtype=np.float64) < MOST_WEIGHT):
        raise ValueError(
            f"The weights of a sample must be 1 at least and less than {MOST_WEIGHT} together."
        )
    whole = np.ascontiguousarray(weight, dtype=np.int32)
    if weight.dtype.kind == "f" and (whole != weight).any():
        raise ValueError("The weights of a sample must be whole numbers; J48Tree takes others.")
    return np.ascontiguousarray(rows, dtype=np.int32), whole


def check_codes(codes, n_classes) -> None:
    """Check class codes, one row of them for each number of classes."""
    if max(n_classes) > MOST_CLASSES:
        raise ValueError(f"There may be {MOST_CLASSES} classes, not {max(n_classes)}.")
    is_right = (codes.min(axis=1, initial=0) >= 0) & (codes.max(axis=1, initial=0) < n_classes)
    if codes.dtype.kind == "f":
        is_right &= (codes == np.floor(codes)).all(axis=1)
    if not is_right.all():
        most = n_classes[np.argmin(is_right)] - 1
        raise ValueError(f"y must hold class codes, whole numbers from 0 to {most}.")


def check_targets(targets, labels, shares, n_rows, n_seen) -> None:
    """Check what is to be trained; ``n_seen`` of the targets are to be appended to the labels."""
    codes, n_trees = targets.codes, len(targets.codes)
    if codes.ndim != 2 or codes.shape[1] != n_rows or codes.dtype != np.uint16:
        raise ValueError(f"Targets must be 16-bit codes, {n_rows} for each tree.")
    if len(targets.n_classes) != n_trees or len(targets.seeds) not in (0, n_trees):
        raise ValueError(f"Targets must have a number of classes, and a seed, for {n_trees} trees.")
    check_codes(codes, np.asarray(targets.n_classes))
    if len(labels.bits) < labels.count + n_seen:
        raise ValueError(f"There must be room for {labels.count + n_seen} labels.")
    if (labels.count or n_seen) and len(labels.length) != n_rows:
        raise ValueError(f"The labels must have {n_rows} rows, not {len(labels.length)}.")
    if len(shares) and shares.shape != codes.shape:
        raise ValueError(f"There must be room for {codes.shape} shares, not {shares.shape}.")
