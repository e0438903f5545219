"""The channel of typing mistakes: normalisation, a slow sum over all alignments, long strings."""

from __future__ import annotations

import itertools
import math
from functools import cache

import pytest

from noumena.distributions import BUILT_IN
from noumena.distributions.string_edit import PRINTABLE

FAMILY = BUILT_IN["StringEditModel"]


def by_alignments(s: str, t: str, insert: float, delete: float, substitute: float, alphabet: str) -> float:
    """P(t | s) by trying each decision of the copyist in turn."""

    @cache
    def rest(i: int, j: int) -> float:
        total = 0.0
        if j < len(t) and t[j] in alphabet:
            total += insert / len(alphabet) * rest(i, j + 1)
        if i == len(s):
            return total + (1 - insert) * (j == len(t))
        after = delete * rest(i + 1, j)
        if j < len(t):
            if t[j] == s[i]:
                after += (1 - delete - substitute) * rest(i + 1, j + 1)
            elif t[j] in alphabet:
                after += substitute / len(set(alphabet) - {s[i]}) * rest(i + 1, j + 1)
        return total + (1 - insert) * after

    return rest(0, 0)


def strings(alphabet: str, longest: int) -> list[str]:
    return ["".join(s) for length in range(longest + 1) for s in itertools.product(alphabet, repeat=length)]


@pytest.mark.parametrize("rates", [(0.2, 0.3, 0.1), (0.0, 0.3, 0.1), (0.3, 0.0, 0.0), (0.1, 0.4, 0.6), (0.1, 1.0, 0.0)])
@pytest.mark.parametrize("source", ["", "a", "ab", "aab", "a-b", "--"])
def test_against_a_sum_over_alignments(source: str, rates: tuple[float, float, float]) -> None:
    for target in [*strings("ab", 4), "-", "a-", "-b-", "a-ab", "?", "a?"]:
        expected = by_alignments(source, target, *rates, "ab")
        found = math.exp(FAMILY.log_prob(target, source, *rates, "ab"))
        assert found == pytest.approx(expected, rel=1e-9), target


@pytest.mark.parametrize("source", ["", "a", "abc", "cabb", "a-c"])
@pytest.mark.parametrize("rates", [(0.05, 0.2, 0.3), (0.1, 0.0, 0.9), (0.0, 0.5, 0.25)])
def test_the_sum_over_all_strings_is_one(source: str, rates: tuple[float, float, float]) -> None:
    """Only strings of more than `extra` insertions are left out: a tail of the negative binomial distribution."""
    letters = "abc" + ("-" if "-" in source else "")
    longest = 8 if len(letters) == 3 else 6
    total = sum(math.exp(FAMILY.log_prob(t, source, *rates, "abc")) for t in strings(letters, longest))
    gaps, extra = len(source) + 1, longest - len(source)
    fewer = sum(math.comb(k + gaps - 1, k) * rates[0] ** k * (1 - rates[0]) ** gaps for k in range(extra + 1))
    assert fewer - 1e-12 <= total <= 1.0 + 1e-12


def test_defaults() -> None:
    assert FAMILY.log_prob("cat", "cat") == FAMILY.log_prob("cat", "cat", 0.02, 0.02, 0.02, PRINTABLE)
    assert len(PRINTABLE) == 95
    assert FAMILY.log_prob("caté", "cat") == -math.inf
    assert FAMILY.log_prob("caté", "caté") > math.log(0.5)


def test_what_only_copying_can_explain_needs_it() -> None:
    assert FAMILY.log_prob("-", "-", 0.1, 0.1, 0.2, "ab") > -math.inf
    assert FAMILY.log_prob("--", "-", 0.1, 0.1, 0.2, "ab") == -math.inf


def test_long_strings_do_not_underflow() -> None:
    """A hundred and twenty letters inserted in front: the logarithm of a product that no float holds."""
    source, prefix = "abcdefghij" * 20, "x" * 120
    found = FAMILY.log_prob(prefix + source, source)
    one_alignment = 120 * math.log(0.02 / 95) + 201 * math.log(0.98) + 200 * math.log(0.96)
    assert found == pytest.approx(one_alignment, abs=1.0)
    assert found >= one_alignment


def test_equal_halves_count_twice() -> None:
    """Of a text written twice either half may have been left out."""
    half = "".join(PRINTABLE[(7 * i + i * i) % 95] for i in range(90))
    whole = FAMILY.log_prob(half, half + half)
    assert whole > math.log(2.0) + 90 * (math.log(0.02) + math.log(0.96)) + 181 * math.log(0.98)


def test_values_that_are_no_strings() -> None:
    assert FAMILY.log_prob(None, "a") == FAMILY.log_prob(3, "a") == -math.inf
    assert FAMILY.support("a") is None
    assert not FAMILY.density
