"""The generator: known words, equal draws in both backends, and the distributions of the basic draws.

Statistical tests fail when their p-value is below `FALSE_ALARM`; seeds are fixed, so that they fail always or never.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from noumena.runtime.kernel import random as plain
from tests.runtime.worlds import BACKENDS, module, words_of, world, world_of

FALSE_ALARM = 1e-6
DRAWS = 4000
SIZES = [1, 2, 3, 7, 10, 1000, 2**16 + 1, 3 * 2**29, 2**31 - 1, 2**31, 2**32 + 5, 2**53 + 1, 3 * 2**61, 2**63 - 1]
WORD = st.integers(-(2**63), 2**63 - 1)


def reference(state: list[int]) -> tuple[int, list[int]]:
    """One step of xoshiro256++ on unsigned words, as its authors define it."""
    mask = 2**64 - 1

    def rotated(x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & mask

    a, b, c, d = state
    word = (rotated((a + d) & mask, 23) + a) & mask
    shifted = (b << 17) & mask
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return word, [a, b, c, rotated(d, 45)]


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_words_published_for_the_state_1_2_3_4(backend: str) -> None:
    made = world_of(backend, [1, 2, 3, 4])
    words = [module(backend, "random").next_word(made) % 2**64 for _ in range(6)]
    assert words == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
    ]


@given(st.lists(WORD, min_size=4, max_size=4))
def test_any_state_steps_as_defined(words: list[int]) -> None:
    state = [word % 2**64 for word in words]
    for backend in BACKENDS:
        made, expected = world_of(backend, words), state
        for _ in range(3):
            word, expected = reference(expected)
            found = module(backend, "random").next_word(made)
            assert -(2**63) <= found < 2**63
            assert found % 2**64 == word
            assert [word % 2**64 for word in words_of(made)] == expected
        assert all(-(2**63) <= word < 2**63 for word in words_of(made))


@pytest.mark.parametrize("draw", ["uniform", "centred"])
def test_uniforms_are_bit_identical_in_both_backends(draw: str) -> None:
    draws = [[getattr(module(b, "random"), draw)(made) for _ in range(2000)] for b, made in both(1)]
    assert draws[0] == draws[1]


@pytest.mark.parametrize("n", SIZES)
def test_integers_are_identical_in_both_backends(n: int) -> None:
    draws = [[module(b, "random").integer(made, n) for _ in range(500)] for b, made in both(2)]
    assert draws[0] == draws[1]
    assert all(0 <= k < n for k in draws[0])


def test_flips_are_identical_in_both_backends() -> None:
    draws = [[module(b, "random").flip(made, 0.3) for _ in range(500)] for b, made in both(3)]
    assert draws[0] == draws[1]
    assert {type(draw) for draw in draws[1]} == {bool}


@pytest.mark.parametrize("draw", ["normal", "exponential"])
def test_normals_and_exponentials_agree_in_both_backends(draw: str) -> None:
    draws = [[getattr(module(b, "random"), draw)(made) for _ in range(2000)] for b, made in both(4)]
    # Logarithms of two libraries may differ in their last digit.
    assert draws[0] == pytest.approx(draws[1], rel=1e-13)


def both(seed: int) -> list[tuple[str, Any]]:
    return [(backend, world(backend, seed)) for backend in BACKENDS]


@pytest.mark.parametrize("backend", BACKENDS)
def test_streams_do_not_touch_one_another(backend: str) -> None:
    random = module(backend, "random")
    made, other = world(backend, 5), world(backend, 5)
    first = [random.next_word(made) for _ in range(5)]
    kept = words_of(made)[:4]
    made.stream = other.stream = 1
    assert [random.next_word(made) for _ in range(5)] == [random.next_word(other) for _ in range(5)]
    assert words_of(made)[:4] == kept
    assert words_of(made)[4:] == words_of(other)[4:]
    other.stream = 0
    assert [random.next_word(other) for _ in range(5)] == first


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_words_of_steps_are_those_of_splitmix(backend: str) -> None:
    random = module(backend, "random")
    made = world(backend, 5)
    made.key = 1234567
    assert [random.word_of_step(made, step) % 2**64 for step in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    words = {f(made, step) for f in (random.word_of_step, random.second_word_of_step) for step in range(50)}
    assert len(words) == 100


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_step_is_decided_by_its_uniform_number(backend: str) -> None:
    random, decision = module(backend, "random"), module(backend, "decision")
    made = world(backend, 5)
    made.key = 99
    for step in range(2000):
        made.second_word = random.second_word_of_step(made, step)
        rest = [int(word) for word in made.random]
        u = random.deciding_uniform(made)
        near = math.log(u) if u > 0.0 else -745.0
        for ratio in (-math.inf, -700.0, -3.0, near - 1e-9, near + 1e-9, -1e-3, 0.0, 5.0, 800.0):
            made.random[:] = rest
            assert decision.falls_below(made, ratio) == (u < math.exp(min(ratio, 0.0)))


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_number_that_decides_is_uniform_and_has_nothing_of_the_choice(backend: str) -> None:
    """200 cells of 50 each: beyond the bound by chance once in a million."""
    random = module(backend, "random")
    made = world(backend, 5)
    made.key = 17
    cells = np.zeros((10, 20))
    for step in range(10_000):
        made.second_word = random.second_word_of_step(made, step)
        u = random.deciding_uniform(made)
        assert 0.0 <= u <= 1.0
        cells[random.integer_of(made, made.second_word, 10), min(int(20 * u), 19)] += 1
    assert scipy.stats.chisquare(cells.ravel()).pvalue > 1e-6


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_hopeless_is_never_accepted(backend: str) -> None:
    """However small the number of the step is in its part of the range; and hopeless steps are found."""
    decision = module(backend, "decision")
    made = world(backend, 5)
    found = 0
    for part in range(256):
        for rest in (0, 2**24 - 1):
            made.second_word = (part << 24) + rest
            for ratio in (-math.inf, -700.0, -6.0, -3.0, -1.0, -0.1, 0.0, 2.0):
                if decision.is_hopeless(made, ratio):
                    found += 1
                    assert not any(decision.falls_below(made, ratio - less) for less in (-1e-9, 0.0, 0.5))
    assert found > 1000


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_is_impossible_is_rejected_without_asking(backend: str) -> None:
    decision = module(backend, "decision")
    made = world(backend, 5)
    rest = [int(word) for word in made.random]
    for part in range(256):
        made.second_word = part << 24
        for ratio in (-math.inf, -3.0, 0.0, 5.0):
            assert not decision.falls_below(made, decision.if_possible(ratio, False))
            assert decision.if_possible(ratio, True) == ratio
    assert [int(word) for word in made.random] == rest


def feed(monkeypatch: pytest.MonkeyPatch, words: list[int]) -> None:
    """Let the plain generator give these words."""
    left = iter(words)
    monkeypatch.setattr(plain, "next_word", lambda w: next(left))


def test_the_least_and_the_greatest_uniform(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world("python", 0)
    feed(monkeypatch, [0, 2047, 2048, -1, -1, 0, -1])
    assert [plain.uniform(made) for _ in range(4)] == [0.0, 0.0, 2.0**-53, 1.0 - 2.0**-53]
    assert plain.exponential(made) == pytest.approx(53 * math.log(2.0))
    assert [plain.centred(made) for _ in range(2)] == [-0.5 + 2.0**-54, 0.5 - 2.0**-54]


def test_certain_flips(monkeypatch: pytest.MonkeyPatch) -> None:
    made = world("python", 0)
    feed(monkeypatch, [0, -1])
    assert not plain.flip(made, 0.0)
    assert plain.flip(made, 1.0)


def test_short_words_in_excess_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^32 = 1 modulo 3, so one word must go: the first."""
    made = world("python", 0)
    feed(monkeypatch, [0, 0, -1, 1 << 32])
    assert [plain.integer(made, 3) for _ in range(2)] == [2, 0]


def test_long_words_in_excess_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the 2^63 words the first 2^62 + 1 make the only whole block."""
    made, n = world("python", 0), 2**62 + 1
    feed(monkeypatch, [-1, n << 1, (n - 1) << 1, 0])
    assert [plain.integer(made, n) for _ in range(2)] == [n - 1, 0]


@pytest.mark.parametrize(
    ("n", "cells"),
    # Without refusal, 3 * 2^29 values would get 3, 3 and 2 words by turns.
    [(7, 7), (3 * 2**29, 3), (3 * 2**29, 16), (2**31 + 1, 5), (3 * 2**61, 3), (2**63 - 1, 10)],
)
@pytest.mark.parametrize("group", ["remainder", "order"])
def test_integers_are_uniform(n: int, cells: int, group: str) -> None:
    made, random = world("native", 6), module("native", "random")
    draws = [random.integer(made, n) for _ in range(DRAWS)]
    counts = Counter(k % cells if group == "remainder" else k * cells // n for k in draws)
    observed = [counts[cell] for cell in range(cells)]
    assert sum(observed) == DRAWS
    assert scipy.stats.chisquare(observed).pvalue > FALSE_ALARM


def test_flips_have_their_chance() -> None:
    made, random = world("native", 7), module("native", "random")
    successes = sum(random.flip(made, 0.3) for _ in range(DRAWS))
    assert scipy.stats.binomtest(successes, DRAWS, 0.3).pvalue > FALSE_ALARM


@pytest.mark.parametrize(
    ("draw", "cumulative"),
    [
        ("uniform", scipy.stats.uniform.cdf),
        ("centred", scipy.stats.uniform(-0.5, 1.0).cdf),
        ("normal", scipy.stats.norm.cdf),
        ("exponential", scipy.stats.expon.cdf),
    ],
)
def test_draws_follow_their_distribution(draw: str, cumulative: Callable[[float], float]) -> None:
    made, function = world("native", 8), getattr(module("native", "random"), draw)
    draws = [function(made) for _ in range(DRAWS)]
    assert scipy.stats.kstest(draws, cumulative).pvalue > FALSE_ALARM
    assert scipy.stats.pearsonr(draws[1:], draws[:-1]).pvalue > FALSE_ALARM  # neighbours are independent
