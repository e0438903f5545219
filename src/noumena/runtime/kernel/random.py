"""Random numbers of a world's current stream: words, and the few draws from which all others are made.

The generator is xoshiro256++ of Blackman and Vigna. The four words of stream s are `w.random[4 s]` to
`w.random[4 s + 3]`, signed integers of 64 bits that stand for their two's complement; not all four are 0. Plain
Python and compiled code draw the same words, uniforms and integers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from . import NATIVE, inlined, jit

if TYPE_CHECKING:
    from noumena.runtime.world import World

_WORDS = 4
_STEP = 2.0**-53
_HALF_STEP = 2.0**-54
_LOW_53_BITS = 2**53 - 1
_HALF_WORD = 2**32
LOW_HALF = 2**32 - 1
_SHORT = 2**31
_LARGEST = 2**63 - 1
_GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR = (
    word - 2**64 for word in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
"""The constants of SplitMix64, as signed words."""
_SECOND = 2**61
"""Where the second words of steps begin, which no chain comes to."""

if NATIVE:
    # Overflow of signed integers is undefined in compiled code, that of unsigned ones drops the high bits.

    @inlined
    def wrapped_sum(a: int, b: int) -> int:
        """a + b modulo 2^64, as a signed word."""
        return np.int64(np.uint64(a) + np.uint64(b))  # type: ignore[return-value]  # an int once compiled

    @inlined
    def wrapped_product(a: int, b: int) -> int:
        """a b modulo 2^64, as a signed word."""
        return np.int64(np.uint64(a) * np.uint64(b))  # type: ignore[return-value]  # an int once compiled

    @inlined
    def wrapped_shift(a: int, bits: int) -> int:
        """The word a moved to the left, without the bits that leave it; 0 <= bits < 64."""
        return a << bits

else:
    _SIGN, _ALL_BITS = 2**63, 2**64 - 1

    @inlined
    def wrapped_sum(a: int, b: int) -> int:
        """a + b modulo 2^64, as a signed word."""
        return ((a + b + _SIGN) & _ALL_BITS) - _SIGN

    @inlined
    def wrapped_product(a: int, b: int) -> int:
        """a b modulo 2^64, as a signed word."""
        return ((a * b + _SIGN) & _ALL_BITS) - _SIGN

    @inlined
    def wrapped_shift(a: int, bits: int) -> int:
        """The word a moved to the left, without the bits that leave it; 0 <= bits < 64."""
        return (((a << bits) + _SIGN) & _ALL_BITS) - _SIGN


@inlined
def shifted(a: int, bits: int) -> int:
    """The word a moved to the right, with zeros at its high end; 0 < bits < 63."""
    return (a >> bits) & ((1 << (64 - bits)) - 1)


@inlined
def rotated(a: int, bits: int) -> int:
    """The word a with its highest bits moved round to its low end; 0 < bits < 63."""
    return wrapped_shift(a, bits) | ((a >> (64 - bits)) & ((1 << bits) - 1))


@inlined
def next_word(w: World) -> int:
    """The next word of the stream: any integer from -2^63 to 2^63 - 1, all alike."""
    first = _WORDS * w.stream
    a, b, c, d = w.random[first], w.random[first + 1], w.random[first + 2], w.random[first + 3]
    word = wrapped_sum(rotated(wrapped_sum(a, d), 23), a)
    c ^= a
    d ^= b
    w.random[first] = a ^ d
    w.random[first + 1] = b ^ c
    w.random[first + 2] = c ^ wrapped_shift(b, 17)
    w.random[first + 3] = rotated(d, 45)
    return word


@inlined
def save_stream(w: World) -> None:
    """Keeps the chain's own stream as it is, since a step begins here."""
    w.saved[0], w.saved[1], w.saved[2], w.saved[3] = w.random[0], w.random[1], w.random[2], w.random[3]


@inlined
def word_of_step(w: World, step: int) -> int:
    """The word of a step, as far ahead as one likes: that of SplitMix64 (Steele, Lea and Flood) from the chain's key.

    It waits for nothing that was computed before, so that the processor knows the next move in time.
    """
    word = wrapped_sum(w.key, wrapped_product(step, _GOLDEN))
    word = wrapped_product(word ^ shifted(word, 30), _FIRST_FACTOR)
    word = wrapped_product(word ^ shifted(word, 27), _SECOND_FACTOR)
    return word ^ shifted(word, 31)


@inlined
def second_word_of_step(w: World, step: int) -> int:
    """Another word of a step: its high half chooses an object, its low half accepts or rejects.

    A step that chooses no object and accepts in any case may have the whole of it (`step_uniform`).
    """
    return word_of_step(w, step + _SECOND)


@inlined
def step_uniform(w: World) -> float:
    """A uniform number from the second word, like that of `uniform`; no other use is made of the word then."""
    return ((w.second_word >> 11) & _LOW_53_BITS) * _STEP


@inlined
def deciding_uniform(w: World) -> float:
    """A uniform number that begins with the low half of the second word; a step may ask for it once."""
    return ((w.second_word & LOW_HALF) + uniform(w)) / _HALF_WORD


@inlined
def uniform(w: World) -> float:
    """A real number from 0 up to but not including 1: a multiple of 2^-53, all alike."""
    return ((next_word(w) >> 11) & _LOW_53_BITS) * _STEP


@jit
def centred(w: World) -> float:
    """A real number between -1/2 and 1/2, never 0 and neither end: an odd multiple of 2^-54, all alike."""
    return uniform(w) - 0.5 + _HALF_STEP


@inlined
def integer(w: World, n: int) -> int:
    """An integer from 0 to n - 1, all alike; 0 < n < 2^63.

    For n < 2^31 it is the high half of n times a word of 32 bits. Each integer has 2^32 // n words whose low half of
    the product is at least 2^32 mod n; the words in excess are refused, so that the chances are exactly equal.
    """
    return _long_integer(w, n) if n >= _SHORT else integer_of(w, next_word(w), n)


@inlined
def integer_of(w: World, word: int, n: int) -> int:
    """An integer from 0 to n - 1, all alike, from the high half of a random word; 0 < n < 2^31."""
    product = ((word >> 32) & LOW_HALF) * n
    low = product & LOW_HALF
    if low < n:  # Rare, and spares the division: the excess is less than n.
        excess = _HALF_WORD % n
        while low < excess:
            product = ((next_word(w) >> 32) & LOW_HALF) * n
            low = product & LOW_HALF
    return product >> 32


@jit
def _long_integer(w: World, n: int) -> int:
    while True:
        word = (next_word(w) >> 1) & _LARGEST
        result = word % n
        # The words from `word - result` on belong to one block of n; the last block may not be whole.
        if word - result <= _LARGEST - (n - 1):
            return result


@jit
def flip(w: World, p: float) -> bool:
    """True with probability p, for 0 <= p <= 1."""
    return uniform(w) < p


@jit
def exponential(w: World) -> float:
    """An exponential variable of rate 1, at most 53 ln 2."""
    return -math.log(1.0 - uniform(w))


@jit
def normal(w: World) -> float:
    """A standard normal variable, never 0: by the polar method, whose second variable is thrown away."""
    while True:
        x, y = 2.0 * centred(w), 2.0 * centred(w)
        square = x * x + y * y
        if square < 1.0:
            return x * math.sqrt(-2.0 * math.log(square) / square)
