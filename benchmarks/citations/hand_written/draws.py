"""Random draws from the words of the state."""

from __future__ import annotations

from benchmarks.citations.hand_written.state import State
from benchmarks.compiled import inlined
from benchmarks.random_words import Word, advance, below, unit


@inlined
def _word(s: State) -> Word:
    bits, a, b, c, d = advance(s.words[0], s.words[1], s.words[2], s.words[3])
    s.words[0], s.words[1], s.words[2], s.words[3] = a, b, c, d
    return bits


@inlined
def integer(s: State, bound: int) -> int:
    """One of 0 … bound-1, each alike."""
    return below(_word(s), bound)


@inlined
def uniform(s: State) -> float:
    """A number in [0, 1)."""
    return unit(_word(s))


@inlined
def flip(s: State, chance: float) -> bool:
    """True with this probability."""
    return unit(_word(s)) < chance


@inlined
def neighbour(s: State, c: int) -> int:
    """A neighbour of a citation that has one, by its chance."""
    i, last = s.first[c], s.first[c + 1] - 1
    u = uniform(s)
    while i < last and u >= s.chance[i]:
        u -= s.chance[i]
        i += 1
    return int(s.near[i])
