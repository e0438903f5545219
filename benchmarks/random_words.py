"""The generator xoshiro256++ of Blackman and Vigna, with its four words held in local variables of the caller."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchmarks.compiled import inlined

Word = np.uint64


@inlined
def rotated(word: Word, places: int) -> Word:
    """The word rotated to the left."""
    return (word << Word(places)) | (word >> Word(64 - places))


@inlined
def advance(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word, Word]:
    """64 random bits, and the next four words of the generator."""
    bits = rotated(a + d, 23) + a
    shifted = b << Word(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 45)
    return bits, a, b, c, d


@inlined
def unit(bits: Word) -> float:
    """A uniform number in [0, 1) from the upper 53 bits; the lower 11 are left for coins."""
    return np.float64(np.int64(bits >> Word(11))) * 2.0**-53


@inlined
def below(bits: Word, bound: int) -> int:
    """A uniform integer in 0 … bound-1 from the upper 32 bits; uneven by at most bound / 2^32."""
    return np.int64(((bits >> Word(32)) * Word(bound)) >> Word(32))  # type: ignore[return-value]  # an int to the caller


@inlined
def lower_half(bits: Word) -> int:
    """The lower 32 bits as an integer."""
    return np.int64(bits & Word(0xFFFFFFFF))  # type: ignore[return-value]  # an int to the caller


def seeded(seed: int) -> npt.NDArray[np.uint64]:
    """Four words to start from."""
    return np.random.SeedSequence(seed).generate_state(4, np.uint64).astype(np.uint64)
