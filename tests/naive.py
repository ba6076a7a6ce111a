"""The slow and obvious version of every fast thing, which the tests compare the fast one with.

That of the tree is in `naive_j48`.
"""

import numpy as np

# --------------------------------------------------------------------------------------
# Statistics


def partitions(members):
    """Yield every partition of a list into blocks."""
    if not members:
        yield []
        return
    first, *rest = members
    for partition in partitions(rest):
        yield [[first], *partition]
        for number, block in enumerate(partition):
            yield [*partition[:number], [first, *block], *partition[number + 1 :]]


def bergmann_hommel(p):
    """Adjust pairwise p-values by going through every exhaustive set."""
    k = len(p)
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    largest = dict.fromkeys(pairs, 0.0)
    for partition in partitions(list(range(k))):
        exhaustive = [(i, j) for block in partition for i in block for j in block if i < j]
        if exhaustive:
            value = len(exhaustive) * min(p[i][j] for i, j in exhaustive)
            for pair in exhaustive:
                largest[pair] = max(largest[pair], min(1.0, value))
    adjusted = np.ones((k, k))
    for i, j in pairs:
        smaller = [largest[a, b] for a, b in pairs if p[a][b] < p[i][j]]
        adjusted[i, j] = adjusted[j, i] = max([largest[i, j], *smaller])
    return adjusted


def bayesian_signed_rank(first, second, rope, weights):
    """Return the shares of posterior samples in which either method or neither is better.

    The samples are rows of weights of the differences, after that of a difference of zero.
    """
    difference = [0.0, *(a - b for a, b in zip(first, second, strict=True))]
    counts = [0, 0, 0]
    for weight in weights:
        shares = [0.0, 0.0, 0.0]
        for wi, di in zip(weight, difference, strict=True):
            for wj, dj in zip(weight, difference, strict=True):
                mean = (di + dj) / 2
                shares[0 if mean > rope else 2 if mean < -rope else 1] += wi * wj
        counts[shares.index(max(shares))] += 1
    return [count / len(weights) for count in counts]


# --------------------------------------------------------------------------------------
# Metrics and thresholds


def outcomes(y, answer):
    """Count true positives, false positives, false negatives and true negatives."""
    pairs = [(int(truth), int(said)) for truth, said in zip(y, answer, strict=True)]
    return [pairs.count(pair) for pair in ((1, 1), (0, 1), (1, 0), (0, 0))]


def f_measure(y, answer):
    """F-measure of one label, by Mulan's rules."""
    tp, fp, fn, _ = outcomes(y, answer)
    return 1 if tp + fp + fn == 0 else 2 * tp / (2 * tp + fp + fn)


def recall_and_specificity(y, answer):
    """Recall and specificity of one label, by Mulan's rules."""
    tp, fp, fn, tn = outcomes(y, answer)
    recall = 1 if tp + fp + fn == 0 else 0 if tp + fn == 0 else tp / (tp + fn)
    specificity = 1 if tn + fp + fn == 0 else 0 if tn + fp == 0 else tn / (tn + fp)
    return recall, specificity


def g_mean(y, answer):
    """G-mean of one label."""
    recall, specificity = recall_and_specificity(y, answer)
    return (recall * specificity) ** 0.5


def balanced_accuracy(y, answer):
    """Balanced accuracy of one label."""
    return sum(recall_and_specificity(y, answer)) / 2


def best_threshold(y, scores, candidates, metric):
    """Try every candidate, and keep the first of the best."""
    best, best_value = None, -1
    for threshold in sorted(candidates):
        value = metric(y, scores >= threshold)
        if value > best_value + 1e-12:
            best, best_value = threshold, value
    return best


# --------------------------------------------------------------------------------------
# Balanced samples


def split_mix(state):
    """Yield the numbers of the generator SplitMix64."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        number = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB % 2**64
        yield number ^ (number >> 31)


def under_sample(codes, seed, ratio=1):
    """Return the places of the copies that are kept if every class is cut to the smallest.

    Or to a multiple of it.
    """
    smallest = int(ratio * min(codes.count(code) for code in set(codes)))
    numbers, kept, passed = split_mix(seed), [], []
    for place, code in enumerate(codes):
        if codes.count(code) > smallest:
            left = codes.count(code) - passed.count(code)
            wanted = smallest - [codes[i] for i in kept].count(code)
            share = (next(numbers) >> 11) / 2**53
            if share * left < wanted:
                kept.append(place)
        else:
            kept.append(place)
        passed.append(code)
    return kept


# --------------------------------------------------------------------------------------
# The methods: Algorithms 1 to 3 of the paper


class NearestMean:
    """A base classifier of few words: the nearer a class's mean, the likelier the class."""

    def fit(self, X, y):
        self.classes_ = sorted({int(code) for code in y})
        self.means = []
        for code in self.classes_:
            rows = [x for x, own in zip(X, y, strict=True) if own == code]
            self.means.append([sum(column) / len(rows) for column in zip(*rows, strict=True)])
        return self

    def predict_proba(self, X):
        return np.array([self._probabilities(x) for x in X])

    def _probabilities(self, x):
        nearness = [
            1 / (1e-9 + sum((a - b) ** 2 for a, b in zip(x, mean, strict=True)))
            for mean in self.means
        ]
        return [value / sum(nearness) for value in nearness]

    def predicts_one(self, x):
        """The rule of Mulan's chains: 0 only if it is likelier."""
        if len(self.classes_) == 1:
            return self.classes_[0]
        p_0, p_1 = self._probabilities(x)
        return 0 if p_0 > p_1 else 1

    def get_params(self, deep=True):
        return {}


def train_ccru(D, CH, under_sample):
    """Algorithm 1: D is a list of pairs (x, y), under_sample(label, D_j) returns a part of D_j."""
    D_j = [(x, y[CH[0]]) for x, y in D]
    h = []
    for j in range(len(CH)):
        D_star = under_sample(CH[j], D_j)
        h_j = NearestMean().fit([x for x, _ in D_star], [y for _, y in D_star])
        h.append(h_j)
        if j + 1 < len(CH):
            D_next = []
            for (x, _), (_, y) in zip(D_j, D, strict=True):
                D_next.append(([*x, h_j.predicts_one(x)], y[CH[j + 1]]))
            D_j = D_next
    return h


def count_classifiers(D, q, c, theta_max, theta_min):
    """Equation 2 and its bounds; labels without a minority are left out of the mean and get c."""
    m = []
    for j in range(q):
        ones = sum(y[j] for _, y in D)
        m.append(min(ones, len(D) - ones))
    known = [m_j for m_j in m if m_j > 0]
    counts = []
    for m_j in m:
        c_j = int(c * sum(known) / len(known) / m_j + 1e-9) if m_j > 0 else c
        counts.append(int(min(max(c_j, 1, c * theta_min), c * theta_max)))
    return counts


def train_eccru2(D, cn, c_max, draws):
    """Algorithm 2 from line 5 on, given the counts; draws has the random parts."""
    cn = list(cn)
    h = []
    for i in range(c_max):
        S = []
        for j in range(len(cn)):
            if cn[j] > 0:
                S.append(j)
                cn[j] -= 1
        if len(S) < 2:
            break
        CH = draws.permute(i, S)
        D_bag = draws.resample(i, D)
        h.append((CH, train_ccru(D_bag, CH, draws.under_sampler(i))))
    return h


def score_eccru2(x, q, h):
    """Algorithm 3."""
    y_hat, cc = [0] * q, [0] * q
    for CH, models in h:
        inputs = list(x)
        for k, h_j in zip(CH, models, strict=True):
            cc[k] += 1
            answer = h_j.predicts_one(inputs)
            if answer == 1:
                y_hat[k] += 1
            inputs.append(answer)
    return [votes / count for votes, count in zip(y_hat, cc, strict=True)]
