"""J48 written slowly and obviously, which the tests compare the trees with."""

from dataclasses import dataclass

import numpy as np

SMALL = 1e-6
Z = 0.6744897501960817  # the 0.75 quantile of the standard normal


def greater(a, b):
    """Say whether a is greater than b by more than Weka's tolerance."""
    return a - b > SMALL


def n_log_n(counts):
    """Return the sum of n log2(n) over all counts."""
    counts = np.asarray(counts, dtype=float).ravel()
    counts = counts[counts > 0]
    return float(np.sum(counts * np.log2(counts)))


@dataclass
class Split:
    """What one attribute offers at a node; rows with value <= threshold go to the first branch."""

    attribute: int
    threshold: float
    gain: float
    ratio: float


@dataclass
class Node:
    """A node of the tree with the training rows that reach it."""

    rows: np.ndarray
    counts: np.ndarray
    attribute: int = -1
    threshold: float = 0.0
    sons: tuple = ()

    def size(self):
        """Return the number of nodes."""
        return 1 + sum(son.size() for son in self.sons)

    def leaves(self):
        """Return the number of leaves."""
        return sum(son.leaves() for son in self.sons) if self.sons else 1

    def proba(self, x):
        """Return the class proportions of the leaf that a row falls into."""
        if not self.sons:
            return self.counts / self.counts.sum()
        return self.sons[0 if x[self.attribute] <= self.threshold else 1].proba(x)


class NaiveJ48:
    """J48 over numeric and 0/1 nominal attributes and integer row weights.

    It has Weka's defaults, but may look at no more than ``limit`` attributes of a node, drawn by
    ``numbers``, and leave trees uncollapsed or unpruned.
    """

    def __init__(
        self,
        X,
        y,
        weight,
        nominal,
        n_classes=2,
        limit=None,
        numbers=None,
        collapse=True,
        prune=True,
    ):
        self.X = np.asarray(X, dtype=float)
        self.y = np.asarray(y).astype(int)
        self.weight = np.asarray(weight).astype(int)
        self.nominal = np.asarray(nominal, dtype=bool)
        self.n_classes = n_classes
        self.limit, self.numbers = limit, numbers
        self.used = np.flatnonzero(self.weight > 0)
        self.total = self.weight.sum()
        self.root = self.build(self.used)
        if collapse:
            self.collapse(self.root)
        if prune:
            self.prune(self.root)

    def predict_proba(self, X):
        """Return the class proportions of every row."""
        return np.array([self.root.proba(x) for x in np.asarray(X, dtype=float)])

    def class_counts(self, rows):
        """Return the weight of every class among the rows."""
        return np.bincount(self.y[rows], self.weight[rows], minlength=self.n_classes)

    # ---- growing

    def build(self, rows):
        """Grow the tree over the given rows."""
        node = Node(rows, self.class_counts(rows))
        split = self.select(node)
        if split is not None:
            node.attribute = split.attribute
            node.threshold = self.occurring_threshold(split)
            parts = self.divide(node, rows)
            smaller = 0 if len(parts[0]) <= len(parts[1]) else 1  # it is grown, and draws, first
            sons = {side: self.build(parts[side]) for side in (smaller, 1 - smaller)}
            node.sons = (sons[0], sons[1])
        return node

    def divide(self, node, rows):
        """Send rows to the two branches of a node."""
        left = self.X[rows, node.attribute] <= node.threshold
        return rows[left], rows[~left]

    def occurring_threshold(self, split):
        """Lower a numeric threshold to the greatest value of the training set below it."""
        if self.nominal[split.attribute]:
            return split.threshold
        values = self.X[self.used, split.attribute]
        return values[values <= split.threshold].max()

    def select(self, node):
        """Return the split of a node, or None where it stays a leaf."""
        total = node.counts.sum()
        if total < 4 or node.counts.max() == total:
            return None
        if self.limit is not None:
            live = [a for a in range(self.X.shape[1]) if self.is_live(node, a)]
            if len(live) > self.limit:
                split = self.select_among(node, self.draw(live))
                if split is not None:
                    return split
        return self.select_among(node, range(self.X.shape[1]))

    def is_live(self, node, attribute):
        """Say whether an attribute may split a node."""
        values = self.X[node.rows, attribute]
        if self.nominal[attribute]:
            ones = self.weight[node.rows][values == 1].sum()
            return 2 <= ones <= node.counts.sum() - 2
        return values.min() + 1e-5 < values.max()

    def draw(self, live):
        """Draw attributes, nominal ones before numeric ones, one number for each of them."""
        drawn = []
        for passed, attribute in enumerate(sorted(live, key=lambda a: not self.nominal[a])):
            share = (next(self.numbers) >> 11) / 2**53
            if share * (len(live) - passed) < self.limit - len(drawn):
                drawn.append(attribute)
        return sorted(drawn)

    def select_among(self, node, attributes):
        """Return the split of a node by one of the attributes, or None where there is none."""
        candidates = [self.candidate(node, a) for a in attributes]
        candidates = [split for split in candidates if split is not None]
        few_values = self.total * 0.3 - 2 > SMALL
        averaged = [
            split.gain
            for split in candidates
            if few_values or self.nominal.all() or not self.nominal[split.attribute]
        ]
        if not averaged:
            return None
        average = sum(averaged) / len(averaged)
        best, best_ratio = None, 0.0
        for split in candidates:
            if split.gain >= average - 1e-3 and greater(split.ratio, best_ratio):
                best, best_ratio = split, split.ratio
        return best

    def candidate(self, node, attribute):
        """Return the candidate split of one attribute, or None."""
        if self.nominal[attribute]:
            return self.nominal_candidate(node, attribute)
        return self.numeric_candidate(node, attribute)

    def nominal_candidate(self, node, attribute):
        """One branch per value; both need a weight of 2."""
        ones = node.rows[self.X[node.rows, attribute] == 1]
        right = self.class_counts(ones)
        left = node.counts - right
        if min(left.sum(), right.sum()) < 2:
            return None
        return self.make_split(attribute, 0.5, left, right, self.gain(left, right))

    def numeric_candidate(self, node, attribute):
        """The first of the best cuts, its gain reduced by the price of choosing it."""
        total = node.counts.sum()
        least = min(max(0.1 * total / self.n_classes, 2), 25)
        if total < 2 * least - SMALL:
            return None
        order = node.rows[np.argsort(self.X[node.rows, attribute], kind="stable")]
        values = self.X[order, attribute]
        copies = np.eye(self.n_classes)[self.y[order]] * self.weight[order, None]
        up_to = np.cumsum(copies, axis=0)
        best_gain, best_at, admissible = 0.0, -1, 0
        for at in np.flatnonzero(values[:-1] + 1e-5 < values[1:]):
            left, right = up_to[at], node.counts - up_to[at]
            if min(left.sum(), right.sum()) < least - SMALL:
                continue
            admissible += 1
            gain = self.gain(left, right)
            if greater(gain, best_gain):
                best_gain, best_at = gain, at
        if best_at < 0:
            return None
        gain = best_gain - np.log2(admissible) / total
        if gain <= SMALL:
            return None
        left = up_to[best_at]
        threshold = (values[best_at] + values[best_at + 1]) / 2
        if threshold == values[best_at + 1]:
            threshold = values[best_at]
        return self.make_split(attribute, threshold, left, node.counts - left, gain)

    def gain(self, left, right):
        """Return the information gain of two branches."""
        total = left.sum() + right.sum()
        before = n_log_n(total) - n_log_n(left + right)
        after = n_log_n(left.sum()) + n_log_n(right.sum()) - n_log_n(left) - n_log_n(right)
        return 0.0 if abs(before - after) < SMALL else (before - after) / total

    def make_split(self, attribute, threshold, left, right, gain):
        """Add the gain ratio to a candidate."""
        total = left.sum() + right.sum()
        information = (n_log_n(total) - n_log_n(left.sum()) - n_log_n(right.sum())) / total
        return Split(attribute, threshold, gain, gain / information if information else 0.0)

    # ---- pruning

    def collapse(self, node):
        """Cut subtrees that do not lower the training errors."""
        if node.sons:
            if self.training_errors(node) >= node.counts.sum() - node.counts.max() - 1e-3:
                node.sons = ()
            for son in node.sons:
                self.collapse(son)

    def training_errors(self, node):
        """Return the training errors of a subtree."""
        if not node.sons:
            return node.counts.sum() - node.counts.max()
        return sum(self.training_errors(son) for son in node.sons)

    def prune(self, node):
        """Replace subtrees by a leaf or by their heavier branch, from the leaves upward."""
        if not node.sons:
            return
        for son in node.sons:
            self.prune(son)
        heavier = node.sons[1 if node.sons[1].counts.sum() >= node.sons[0].counts.sum() else 0]
        as_leaf = self.leaf_errors(node.counts)
        as_tree = self.estimated_errors(node, node.rows)
        as_branch = self.estimated_errors(heavier, node.rows)
        if not greater(as_leaf, as_tree + 0.1) and not greater(as_leaf, as_branch + 0.1):
            node.sons = ()
        elif not greater(as_branch, as_tree + 0.1):
            node.attribute, node.threshold = heavier.attribute, heavier.threshold
            node.sons = heavier.sons
            self.resend(node, node.rows)
            self.prune(node)

    def estimated_errors(self, node, rows):
        """Return the estimated errors of a subtree when the given rows are sent down it."""
        if not node.sons:
            return self.leaf_errors(self.class_counts(rows))
        parts = self.divide(node, rows)
        return sum(self.estimated_errors(*pair) for pair in zip(node.sons, parts, strict=True))

    def resend(self, node, rows):
        """Send other rows down a subtree and count its classes anew."""
        node.rows, node.counts = rows, self.class_counts(rows)
        if node.sons:
            for son, part in zip(node.sons, self.divide(node, rows), strict=True):
                self.resend(son, part)

    def leaf_errors(self, counts):
        """Return the estimated errors of a leaf."""
        total = counts.sum()
        errors = total - counts.max()
        return errors + self.added_errors(total, errors) if total else 0.0

    def added_errors(self, n, e):
        """Return what the upper confidence limit adds to the errors of a leaf."""
        if e < 1:
            base = n * (1 - 0.25 ** (1 / n))
            return base if e == 0 else base + e * (self.added_errors(n, 1) - base)
        if e + 0.5 >= n:
            return max(n - e, 0)
        f = (e + 0.5) / n
        root = np.sqrt(f / n - f * f / n + Z * Z / (4 * n * n))
        return (f + Z * Z / (2 * n) + Z * root) / (1 + Z * Z / n) * n - e
