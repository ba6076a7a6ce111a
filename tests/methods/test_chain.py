"""The layout of chains, and Algorithms 1 to 3 chain by chain against their plain transcription."""

import numpy as np
import pytest

from eccru.data.mulan import read_mulan
from eccru.methods import ECC, ECCRU, ECCRU2, ECCRU3
from eccru.methods.chain import chain_members, classifier_counts
from eccru.methods.sampling import bootstrap, stream, undersample
from eccru.study.folds import train_rows
from eccru.study.stratification import make_folds
from eccru.tree import Sample
from tests import naive
from tests.naive_j48 import NaiveJ48


def labels_with(minority, n):
    """Return a label matrix whose labels have the given numbers of ones, as a band each."""
    Y = np.zeros((n, len(minority)), dtype=np.uint8)
    for label, ones in enumerate(minority):
        Y[:ones, label] = 1
    return Y


def test_the_papers_example():
    counts = classifier_counts([10, 20, 30], c=10, theta_max=10)
    assert counts.tolist() == [20, 10, 6]
    chains = [labels.tolist() for labels in chain_members(counts)]
    assert chains == [[0, 1, 2]] * 6 + [[0, 1]] * 4

    X = np.random.default_rng(0).normal(size=(100, 3))
    model = ECCRU2(random_state=0).fit(X, labels_with([10, 20, 30], 100))
    assert [len(chain.order) for chain in model.chains_] == [3] * 6 + [2] * 4
    assert model.n_classifiers_.tolist() == [10, 10, 6]


def test_counts_are_bounded_from_both_sides():
    minority = [1, 100, 400]
    assert classifier_counts(minority, 10, 10).tolist() == [100, 16, 4]
    assert classifier_counts(minority, 10, 10, theta_min=0.5).tolist() == [100, 16, 5]
    assert classifier_counts([1, 1000, 10**6], 10, 3).tolist() == [30, 30, 3]
    assert classifier_counts([1, 10**6, 10**6], 1, 1).tolist() == [1, 1, 1]
    assert classifier_counts([50] * 100 + [10**4], 10, 10)[-1] == 1  # 0 by Equation 2


def test_a_label_without_a_minority_gets_c_and_does_not_count_in_the_mean():
    assert classifier_counts([0, 10, 20, 30], 10, 10).tolist() == [10, 20, 10, 6]
    assert classifier_counts([0, 0], 10, 10).tolist() == [10, 10]


def test_bounds_are_whole_where_floats_are_not():
    assert classifier_counts([1] * 9 + [1000], 100, 100, theta_min=0.29)[9] == 29


def test_the_rarest_label_stops_where_the_second_rarest_does():
    chains = chain_members(classifier_counts([17, 160, 500], 10, 10))
    assert len(chains) == 14
    assert [len(labels) for labels in chains[-2:]] == [2, 2]


@pytest.mark.parametrize(
    ("name", "eccru2", "eccru3"),
    [
        ("yeast", 179, 179),
        ("cal500", 5231, 5286),
        ("medical", 1809, 1824),
        ("enron", 2249, 2268),
        ("bibtex", 2054, 2073),
    ],
)
def test_as_many_trees_are_built_as_in_mulan(name, eccru2, eccru3, mirror):
    """Mulan's numbers are of another half of the rows, so they agree up to a few in a hundred."""
    folder = mirror / "data" / "multi-label" / name
    Y = read_mulan(folder / f"{name}.arff", folder / f"{name}.xml").Y
    built = {0: [], 0.5: []}
    for test_rows in make_folds(Y, repeats=2, folds=2, seed=0).values():
        half = Y[train_rows(test_rows, len(Y))]
        minority = np.minimum(half.sum(axis=0), len(half) - half.sum(axis=0))
        for theta_min, trees in built.items():
            members = chain_members(classifier_counts(minority, 10, 10, theta_min))
            trees.append(sum(len(labels) for labels in members))
    assert np.mean(built[0]) == pytest.approx(eccru2, rel=0.05)
    assert np.mean(built[0.5]) == pytest.approx(eccru3, rel=0.05)
    assert np.subtract(built[0.5], built[0]) == pytest.approx(eccru3 - eccru2, abs=15)


class Draws:
    """The random parts of an ensemble, drawn as the package draws them."""

    def __init__(self, seed, method, Y):
        self.seed, self.method, self.Y = seed, method, Y
        self.bags, self.seeds = {}, {}

    def permute(self, i, S):
        rng = stream(self.seed, self.method, i)
        order = rng.permutation(np.array(S)).tolist()
        self.bags[i] = bootstrap(np.arange(len(self.Y), dtype=np.int32), rng)
        seeds = rng.integers(2**64, size=len(S), dtype=np.uint64).tolist()
        self.seeds[i] = dict(zip(order, seeds, strict=True))
        return order

    def resample(self, i, D):
        return [D[row] for row in np.repeat(*self.bags[i])]

    def under_sampler(self, i):
        def under_sample(label, D_j):
            kept = naive.under_sample([y for _, y in D_j], self.seeds[i][label])
            return [D_j[place] for place in kept]

        return under_sample


@pytest.mark.parametrize(
    ("ensemble", "theta_max", "theta_min"), [(ECCRU, None, None), (ECCRU2, 3, 0), (ECCRU3, 3, 0.5)]
)
def test_ensembles_are_the_algorithms_chain_by_chain(ensemble, theta_max, theta_min):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    Y = (X @ rng.normal(size=(3, 5)) > [0, 0.5, 1, 2, 9]).astype(np.uint8)
    D = [(x.tolist(), y.tolist()) for x, y in zip(X, Y, strict=True)]
    bounds = {
        name: value for name, value in [("theta_max", theta_max), ("theta_min", theta_min)] if value
    }
    c = 4
    model = ensemble(
        c=c, combine="vote", estimator=naive.NearestMean(), random_state=11, **bounds
    ).fit(X, Y)

    if ensemble is ECCRU:
        counts, c_max = [c] * 5, c
    else:
        counts = naive.count_classifiers(D, 5, c, theta_max, theta_min)
        c_max = c * theta_max
    draws = Draws(11, ensemble._id, Y)
    expected = naive.train_eccru2(D, counts, c_max, draws)

    assert [chain.order.tolist() for chain in model.chains_] == [order for order, _ in expected]
    for chain, (_, models) in zip(model.chains_, expected, strict=True):
        for ours, theirs in zip(chain.models, models, strict=True):
            if len(theirs.classes_) == 1:
                assert ours.classifier == theirs.classes_[0]
            else:
                np.testing.assert_allclose(ours.classifier.means, theirs.means, rtol=1e-12)
    for number, chain in enumerate(model.chains_):
        one = ensemble(**model.get_params())
        one.__dict__ |= vars(model) | {
            "chains_": [chain],
            "n_classifiers_": np.bincount(chain.order, minlength=5).clip(1),
        }
        answers = one.predict_proba(X)
        for x, ours in zip(X.tolist(), answers, strict=True):
            inputs, votes = list(x), {}
            for label, theirs in zip(*expected[number], strict=True):
                votes[label] = theirs.predicts_one(inputs)
                inputs.append(votes[label])
            assert all(ours[label] == votes[label] for label in votes)
    scores = [naive.score_eccru2(x.tolist(), 5, expected) for x in X]
    assert model.predict_proba(X).tolist() == scores


@pytest.mark.parametrize("combine", ["vote", "mean"])
def test_chains_of_trees_are_algorithm_1_with_naive_trees(combine):
    rng = np.random.default_rng(4)
    X = np.round(rng.normal(size=(150, 6)), 1)
    X[:, 3:] = X[:, 3:] > 0.5
    Y = (X @ rng.normal(size=(6, 4)) + rng.normal(size=(150, 4)) > [0, 0.5, 2, 3]).astype(np.uint8)
    model = ECCRU(c=2, combine=combine, random_state=8).fit(X, Y)
    draws, nominal = Draws(8, ECCRU._id, Y), np.arange(6) >= 3
    expected = np.zeros(Y.shape)
    for number, chain in enumerate(model.chains_):
        assert draws.permute(number, range(4)) == chain.order.tolist()
        copies, inputs = np.repeat(*draws.bags[number]), X
        for label, tree in zip(chain.order, chain.models, strict=True):
            kept = naive.under_sample(Y[copies, label].tolist(), draws.seeds[number][label])
            rows, weight = np.unique(copies[kept], return_counts=True)
            is_nominal = np.append(nominal, np.ones(inputs.shape[1] - 6, dtype=bool))
            slow = NaiveJ48(inputs[rows], Y[rows, label], weight, is_nominal)
            assert tree.node_count == slow.root.size()
            p = slow.predict_proba(inputs)
            predicted = (p[:, 1] >= p[:, 0]).astype(int)
            expected[:, label] += predicted if combine == "vote" else p[:, 1]
            inputs = np.column_stack((inputs, predicted))
    np.testing.assert_allclose(model.predict_proba(X), expected / 2, rtol=1e-12)
    assert max(tree.node_count for chain in model.chains_ for tree in chain.models) > 5


class Recorder:
    """A base classifier that remembers the first feature of the rows that it was trained on."""

    def fit(self, X, y):
        self.seen = np.unique(X[:, 0]).astype(int)
        self.classes_ = np.array([0, 1])
        return self

    def predict_proba(self, X):
        return np.full((len(X), 2), 0.5)

    def get_params(self, deep=True):
        return {}


def test_majority_examples_are_used_as_often_as_equation_1_says():
    """The paper's Figure 2: 10 chains, 1000 examples, 20 to 400 of the minority."""
    n, m = 1000, np.arange(20, 401, 20)
    X = np.arange(n, dtype=float)[:, None] + 0.5
    Y = labels_with(m, n)
    used = np.zeros(len(m))
    runs = 8
    for seed in range(runs):
        model = ECCRU(estimator=Recorder(), random_state=seed).fit(X, Y)
        seen = np.zeros((n, len(m)), dtype=bool)
        for chain in model.chains_:
            for label, fitted in zip(chain.order, chain.models, strict=True):
                seen[fitted.classifier.seen, label] = True
        used += (seen & (Y == 0)).sum(axis=0) / (n - m) / runs
    equation = 1 - (1 - m / (n - m)) ** 10
    # With the bag, which Equation 1 leaves out, copies of an example are Poisson-like.
    with_bag = 1 - np.exp(-10 * m / (n - m))
    spread = np.sqrt(with_bag * (1 - with_bag) / ((n - m) * runs))
    assert (np.abs(used - with_bag) < 4 * spread + 0.005).all()
    assert np.abs(used - equation).max() < 0.035


@pytest.mark.parametrize("m", [20, 100, 400])
def test_equation_1_is_exact_without_the_bag(m):
    n, c, runs = 1000, 10, 100
    y = labels_with([m], n)[:, 0]
    rows = Sample(np.arange(n, dtype=np.int32), np.ones(n, dtype=np.int32))
    share = []
    for run in range(runs):
        kept = [undersample(y, rows, stream(0, run, chain)).rows for chain in range(c)]
        share.append((len(np.unique(np.concatenate(kept))) - m) / (n - m))
    p = 1 - (1 - m / (n - m)) ** c
    assert np.mean(share) == pytest.approx(p, abs=4 * np.std(share) / np.sqrt(runs) + 1e-3)


def test_ecc_learns_from_the_true_values_of_earlier_labels():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(80, 2)), rng.integers(0, 2, size=(80, 3), dtype=np.uint8)
    model = ECC(c=2, estimator=naive.NearestMean(), random_state=5).fit(X, Y)
    for number, chain in enumerate(model.chains_):
        streams = stream(5, ECC._id, number)
        order = streams.permutation(3)
        rows = np.repeat(*bootstrap(np.arange(80, dtype=np.int32), streams))
        assert order.tolist() == chain.order.tolist()
        for position, label in enumerate(order):
            inputs = np.hstack((X, Y[:, order[:position]]))[rows]
            expected = naive.NearestMean().fit(inputs.tolist(), Y[rows, label])
            means = chain.models[position].classifier.means
            np.testing.assert_allclose(means, expected.means, rtol=1e-12)
