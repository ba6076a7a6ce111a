"""Bags and balanced samples: what they hold, and with which probability."""

import numpy as np
import pytest
from scipy import stats

from eccru.methods.sampling import bootstrap, entropy_of, stream, undersample, whole
from eccru.tree import Sample
from eccru.tree.draws import undersample_rows
from tests import naive


def test_a_bag_has_as_many_copies_as_there_are_rows():
    bag = bootstrap(np.arange(500, dtype=np.int32), stream(0, 1))
    assert bag.weight.sum() == 500
    assert bag.weight.min() >= 1
    assert (np.diff(bag.rows) > 0).all()
    assert bag.rows.dtype == bag.weight.dtype == np.int32


def test_copies_in_bags_are_binomial():
    n, n_bags = 50, 2000
    copies = np.zeros((n_bags, n), dtype=int)
    for number in range(n_bags):
        bag = bootstrap(np.arange(n, dtype=np.int32), stream(7, number))
        copies[number, bag.rows] = bag.weight
    observed = np.bincount(copies[:, 0], minlength=5)[:5]
    expected = n_bags * stats.binom.pmf(np.arange(5), n, 1 / n)
    observed, expected = [np.append(v[:4], n_bags - v[:4].sum()) for v in (observed, expected)]
    assert stats.chisquare(observed, expected).pvalue > 0.001


@pytest.mark.parametrize("n_classes", [2, 3])
def test_every_class_is_cut_to_the_smallest_which_is_kept_whole(n_classes):
    rng = np.random.default_rng(n_classes)
    y = rng.choice(n_classes, size=300, p=[0.8, 0.2] if n_classes == 2 else [0.6, 0.3, 0.1])
    bag = bootstrap(np.arange(300, dtype=np.int32), rng)
    copies = dict(zip(bag.rows, bag.weight, strict=True))
    sizes = np.bincount(np.repeat(y[bag.rows], bag.weight))
    sample = undersample(y, bag, rng)
    assert (np.bincount(np.repeat(y[sample.rows], sample.weight)) == sizes.min()).all()
    assert all(weight <= copies[row] for row, weight in zip(*sample, strict=True))
    smallest = bag.rows[y[bag.rows] == sizes.argmin()]
    kept = dict(zip(*sample, strict=True))
    assert all(kept[row] == copies[row] for row in smallest)
    assert (np.diff(sample.rows) > 0).all()
    assert sample.rows.dtype == sample.weight.dtype == np.int32


def test_copies_of_a_row_are_drawn_one_by_one():
    # 3 of 8 majority copies are kept, 5 of which are of row 1: a hypergeometric number of them
    y = np.array([1, 0, 0])
    sample = Sample(np.arange(3, dtype=np.int32), np.array([3, 5, 3], dtype=np.int32))
    kept = np.zeros(4)
    for number in range(3000):
        drawn = undersample(y, sample, stream(1, number))
        kept[dict(zip(*drawn, strict=True)).get(1, 0)] += 1
    expected = 3000 * stats.hypergeom.pmf(np.arange(4), 8, 5, 3)
    assert stats.chisquare(kept, expected).pvalue > 0.001


def test_numbers_are_those_of_split_mix():
    """The first numbers that the generator's published implementation gives for a seed."""
    numbers = naive.split_mix(1234567)
    assert [next(numbers) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_the_copies_that_are_kept_are_the_naive_ones(n_classes, seed):
    rng = np.random.default_rng(n_classes)
    y = rng.integers(n_classes, size=80) * rng.integers(2, size=80)
    bag = bootstrap(np.arange(80, dtype=np.int32), rng)
    rows, weight = undersample_rows(y.astype(np.uint16), *bag, n_classes, np.uint64(seed), 1.0)
    copies = np.repeat(*bag)
    kept = naive.under_sample(y[copies].tolist(), seed)
    assert np.repeat(rows, weight).tolist() == copies[kept].tolist()


@pytest.mark.parametrize("code", [0, 1])
def test_a_sample_of_one_class_is_left_as_it_is(code):
    sample = undersample(np.full(9, code), whole(np.arange(9, dtype=np.int32)), stream(0, 0))
    assert sample.rows.tolist() == list(range(9))
    assert sample.weight.tolist() == [1] * 9


def test_an_absent_class_does_not_empty_the_others():
    y = np.array([0, 0, 0, 2, 2])
    sample = undersample(y, whole(np.arange(5, dtype=np.int32)), stream(0, 0))
    assert np.bincount(y[sample.rows]).tolist() == [2, 0, 2]


def test_streams_differ_by_every_part_of_their_key_and_by_nothing_else():
    keys = [(1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0)]
    draws = [stream(3, *key).integers(2**62) for key in keys]
    assert len(set(draws)) == len(keys)
    assert stream(4, 1, 0).integers(2**62) != draws[0]
    assert [stream(3, *key).integers(2**62) for key in reversed(keys)] == draws[::-1]


def test_seeds_are_what_random_state_says():
    assert entropy_of(5) == entropy_of(np.int64(5)) == 5
    assert entropy_of(np.random.RandomState(0)) == entropy_of(np.random.RandomState(0))
    assert entropy_of(np.random.default_rng(0)) == entropy_of(np.random.default_rng(0))
    assert entropy_of(None) != entropy_of(None)
    for bad in (-1, 0.5, "seed"):
        with pytest.raises(ValueError, match="random_state must be"):
            entropy_of(bad)
