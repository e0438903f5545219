"""Canopies are those of the definition; common tokens are not followed; what is no text is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.moves.tokens import grams, words

TEXTS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=4).map(" ".join), max_size=12)


def by_definition(texts: Sequence[str], loose: float, tight: float) -> list[list[int]]:
    """Canopies without an index: every centre is compared with every text."""
    sets = [frozenset(text.split()) for text in texts]
    different = list(dict.fromkeys(sets))
    weight = {t: math.log(1 + len(different) / sum(t in s for s in different)) ** 2 for s in different for t in s}

    def square(tokens: frozenset[str]) -> float:
        return sum(weight[t] for t in tokens)

    found, is_tight = [], set()
    for centre in different:
        if not centre or centre in is_tight:
            continue
        alike = {s: square(centre & s) / math.sqrt(square(centre) * square(s)) for s in different if s}
        is_tight |= {s for s, value in alike.items() if value >= tight - 1e-12}
        found.append([x for x, s in enumerate(sets) if s and alike[s] >= loose - 1e-12])
    return [members for members in found if len(members) > 1]


@given(TEXTS, st.sampled_from([(0.1, 0.1), (0.3, 0.7), (0.5, 0.9), (1.0, 1.0)]))
def test_they_are_those_of_the_definition(texts: list[str], thresholds: tuple[float, float]) -> None:
    loose, tight = thresholds
    made = nm.canopies(texts, loose=loose, tight=tight)
    assert list(made.groups()) == by_definition(texts, loose, tight)
    assert made.number == len(texts)


CITATIONS = [
    "Jain, S. and Neal, R. (2004) A split-merge Markov chain Monte Carlo procedure",
    "S. Jain, R. M. Neal. A split merge Markov chain procedure. JCGS 2004",
    "McCallum, Nigam, Ungar: Efficient clustering of high-dimensional data sets, 2000",
    "A. McCallum, K. Nigam, L. Ungar, Eficient clusterng of high dimensional data. KDD",
    "Green, Reversible jump, Biometrika 1995",
    None,
]


@pytest.mark.parametrize("tokens", [None, 3, lambda text: set(words(text))])
def test_citations_of_one_paper_are_candidates(tokens: Any) -> None:
    made = nm.canopies(CITATIONS, tokens=tokens)
    assert [made.of(x) for x in range(6)] == [[1], [0], [3], [2], [], []]


def test_records_may_be_anything_that_a_function_gives_tokens_of() -> None:
    rows = [("Ann", 1970), ("Anne", 1970), ("Bob", 1985)]
    assert list(nm.canopies(rows, tokens=lambda row: {row[0][:2], row[1]}).groups()) == [[0, 1]]


def test_a_common_token_counts_but_is_not_followed() -> None:
    texts = [f"the {word}" for word in "abcdefgh"]
    assert nm.canopies(texts, loose=0.05).of(0) == [1, 2, 3, 4, 5, 6, 7]
    assert nm.canopies(texts, loose=0.05, most=7).of(0) == []
    assert nm.canopies([*texts, "the a x"], loose=0.05, most=7).of(0) == [8]


def test_copies_of_a_text_are_together_however_many_they_are() -> None:
    assert [len(g) for g in nm.canopies(["the same text"] * 50, most=1).groups()] == [50]


def test_the_order_of_tokens_does_not_matter() -> None:
    random = np.random.default_rng(1)
    lists = [[f"w{i}" for i in random.integers(0, 60, size=6)] for _ in range(200)]
    found = [
        nm.canopies(lists, tokens=order, most=20) for order in (list, lambda x: reversed(x), lambda x: sorted(x * 2))
    ]
    assert all(list(f.groups()) == list(found[0].groups()) for f in found)


def test_words_and_grams() -> None:
    assert words("Noisy-OR, 2nd ed.") == ["noisy", "or", "2nd", "ed"]
    assert grams(3)("To be") == [" to", "to ", " be", "be "]
    assert grams(9)("To be") == [" to ", " be "]


LIST = "it must give a list of strings, numbers or tuples"
WRONG: list[tuple[Callable[[], Any], str, str]] = [
    (lambda: nm.canopies("one text"), "the texts are one string", "give a list with one text for each object"),
    (
        lambda: nm.canopies(["a", 3]),
        "text 1 is 3, of type int",
        "give strings, None for what is not known, or tokens=… a function that makes tokens",
    ),
    (
        lambda: nm.canopies(["a"], tokens=0),
        "`tokens` is 0",
        "leave it out for words, or give a number for character n-grams, such as 3, or a function",
    ),
    (
        lambda: nm.canopies(["a"], tokens="words"),  # type: ignore[arg-type]  # what a user may do
        "`tokens` is 'words'",
        "leave it out for words, or give a number for character n-grams, such as 3, or a function",
    ),
    (lambda: nm.canopies(["a b"], tokens=lambda text: text.upper()), "`tokens` gives 'A B' for record 0", LIST),
    (
        lambda: nm.canopies(["a"], tokens=lambda text: len(text)),  # type: ignore[arg-type,return-value]  # likewise
        "`tokens` gives 1 for record 0",
        LIST,
    ),
    (
        lambda: nm.canopies(["a"], tokens=lambda text: [[text]]),  # type: ignore[list-item]  # likewise
        "`tokens` gives [['a']] for record 0",
        LIST,
    ),
    (
        lambda: nm.canopies(["a"], loose=0.8, tight=0.5),
        "`loose` is 0.8 and `tight` is 0.5",
        "texts are alike by 0 to 1: 0 < loose <= tight <= 1",
    ),
    (
        lambda: nm.canopies(["a"], most=0),
        "`most` is 0",
        "tokens that so many texts have are followed: 1 at least",
    ),
]


@pytest.mark.parametrize(("make", "message", "hint"), WRONG)
def test_what_is_no_text_is_told(make: Callable[[], Any], message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        make()
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (message, hint)
