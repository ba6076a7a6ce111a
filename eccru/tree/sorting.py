"""Sorting by digits: numbers that stand for floats, and the keys of a column."""

import numpy as np

from eccru.tree.kernels import kernel
from eccru.tree.keys import TO_RANK

INSERTION_UP_TO = 24
DIGIT = 8  # bits that one pass of a sort looks at
N_DIGITS = np.int64(64 // DIGIT)
FIRST = np.uint64(1 << 32)
SIGN = np.uint64(1 << 63)


@kernel
def order_of(value):
    """Return a whole number that compares with others as the floats do."""
    bits = np.float64(value).view(np.uint64)
    return ~bits if bits & SIGN else bits | SIGN


@kernel
def float_of(number):
    """Return the float that a number stands for."""
    bits = number ^ SIGN if number & SIGN else ~number
    return np.uint64(bits).view(np.float64)


@kernel
def sort_pairs(numbers, rows, length):
    """Sort numbers, and rows along with them; both have a second line that is room.

    Many numbers are sorted by the first 32 bits in which they differ at all, and then put right by
    insertion. Where that would take long, for most of them agree in those bits, all bits are used.
    """
    if length <= INSERTION_UP_TO:
        insert_pairs(numbers[0], rows[0], length, length * length)
        return
    lowest = highest = numbers[0, 0]
    for at in range(length):
        lowest, highest = min(lowest, numbers[0, at]), max(highest, numbers[0, at])
    shift = np.uint64(0)
    while (highest - lowest) >> shift >= FIRST:
        shift += np.uint64(1)
    sort_digits(numbers, rows, length, lowest, shift, N_DIGITS // 2)
    if shift > 0 and not insert_pairs(numbers[0], rows[0], length, length):
        sort_digits(numbers, rows, length, lowest, np.uint64(0), N_DIGITS)


@kernel
def sort_digits(numbers, rows, length, lowest, shift, n_digits):
    """Sort numbers, less the lowest, by some of their digits, which begin ``shift`` bits above."""
    places = np.zeros((n_digits, 1 << DIGIT), dtype=np.int64)
    mask, width = np.uint64((1 << DIGIT) - 1), np.uint64(DIGIT)
    for at in range(length):
        digits = (numbers[0, at] - lowest) >> shift
        for digit in range(n_digits):
            places[digit, digits & mask] += 1
            digits >>= width
    source = 0
    for digit in range(n_digits):
        place_of, target = places[digit], 1 - source
        turn_into_places(place_of)
        for at in range(length):
            number = numbers[source, at]
            value = ((number - lowest) >> shift) & mask
            place = np.uint64(place_of[value])
            numbers[target, place], rows[target, place] = number, rows[source, at]
            place_of[value] += 1
        source = target
        shift += width


@kernel
def insert_pairs(numbers, rows, length, most):
    """Sort numbers, and rows along with them, by insertion; give up after too many moves.

    Return whether they are sorted.
    """
    moves = 0
    for i in range(1, length):
        number, row, j = numbers[i], rows[i], i
        while j > 0 and numbers[j - 1] > number:
            numbers[j], rows[j] = numbers[j - 1], rows[j - 1]
            j -= 1
        numbers[j], rows[j] = number, row
        moves += i - j
        if moves > most:
            return False
    return True


@kernel
def turn_into_places(counts):
    """Turn how often each digit occurs into where its numbers begin."""
    place = 0
    for digit in range(len(counts)):
        counts[digit], place = place, place + counts[digit]


@kernel
def sort_few_keys(keys):
    """Sort keys in place by insertion."""
    for i in range(1, len(keys)):
        key, j = keys[i], i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            j -= 1
        keys[j] = key


@kernel
def sort_keys(keys, spare, n_ranks):
    """Sort keys, which are in the order of rows, by rank: digit by digit, the last one first."""
    shift, mask = TO_RANK, np.uint64((1 << DIGIT) - 1)
    source, target = keys, spare
    places = np.empty(1 << DIGIT, dtype=np.int64)
    while n_ranks > 0:
        for digit in range(1 << DIGIT):
            places[digit] = 0
        for at in range(len(keys)):
            places[(source[at] >> shift) & mask] += 1
        turn_into_places(places)
        for at in range(len(keys)):
            digit = (source[at] >> shift) & mask
            target[np.uint64(places[digit])] = source[at]
            places[digit] += 1
        source, target = target, source
        n_ranks >>= DIGIT
        shift += np.uint64(DIGIT)
    for at in range(len(keys)):
        keys[at] = source[at]
