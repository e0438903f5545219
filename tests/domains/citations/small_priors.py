"""Small counts for the tests of priors, and what they check with: masses by Markov chain, and the chi-square test."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from scipy.stats import chi2

from noumena.domains.citations.spelling import START, Speller, SpellingCounts, TableCounts, spelling_counts

FALSE_ALARM = 1e-6
LETTERS, SIGNS = "ab", "-"
SPELLED = ("ab", "a", "a-b", "abba", "b-a-b", "ab")
"""What the small speller learned from."""


def spelling(order: int = 3) -> SpellingCounts:
    return spelling_counts(SPELLED, order, LETTERS, SIGNS)


def table() -> TableCounts:
    return TableCounts({"ab": 5, "b": 3, "aaa": 2}, 4, 0.75, spelling())


def strings(alphabet: str, longest: int) -> Iterator[str]:
    for length in range(longest + 1):
        yield from map("".join, product(alphabet, repeat=length))


def masses_by_length(speller: Speller, longest: int) -> list[float]:
    """The mass of words of 0, 1, … letters, from the chain of contexts alone."""
    going, ended = {START: 1.0}, []
    for _ in range(longest + 1):
        after: Counter[str] = Counter()
        stopped = 0.0
        for context, mass in going.items():
            for letter in speller.may_follow(context):
                p = mass * speller.follower(context, letter)
                if letter:
                    after[(context + letter)[-speller.length :]] += p  # type: ignore[assignment]  # counts may be reals
                else:
                    stopped += p
        ended.append(stopped)
        going = dict(after)
    return ended


def mass_of_all_words(speller: Speller) -> float:
    """The probability that the chain of contexts ends: x = Q x + r for the contexts that can be reached."""
    contexts = [START]
    for context in contexts:
        for letter in filter(None, speller.may_follow(context)):
            after = (context + letter)[-speller.length :]
            if after not in contexts:
                contexts.append(after)
    between, ends = np.zeros((len(contexts), len(contexts))), np.zeros(len(contexts))
    for number, context in enumerate(contexts):
        for letter in speller.may_follow(context):
            p = speller.follower(context, letter)
            if letter:
                between[number, contexts.index((context + letter)[-speller.length :])] += p
            else:
                ends[number] += p
    return float(np.linalg.solve(np.eye(len(contexts)) - between, ends)[0])


def p_value(draws: Sequence[str], log_prob: Callable[[Any], float]) -> float:
    """Chi-square of what was drawn against its probabilities; values expected fewer than ten times are one class."""
    seen = Counter(draws)
    assert all(log_prob(value) > -math.inf for value in seen)
    expected = {value: len(draws) * math.exp(log_prob(value)) for value in seen}
    classes = [(seen[value], e) for value, e in expected.items() if e >= 10.0]
    rest = len(draws) - sum(e for _, e in classes), len(draws) - sum(n for n, _ in classes)
    statistic = sum((n - e) ** 2 / e for n, e in classes)
    if rest[0] >= 1.0:
        statistic += (rest[1] - rest[0]) ** 2 / rest[0]
    return float(chi2.sf(statistic, len(classes) - (rest[0] < 1.0)))


def total(log_prob: Callable[[Any], float], values: Iterable[str]) -> float:
    return math.fsum(math.exp(log_prob(value)) for value in values)
