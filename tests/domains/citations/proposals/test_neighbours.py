"""Neighbours of citations: the texts most alike by their words, both ways, found without looking at all pairs."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.domains.citations.proposals import neighbours as module
from noumena.domains.citations.proposals.neighbours import LEAST_ALIKE, MOST_NEIGHBOURS, Neighbours, neighbours


def texts_of(number: int, words: int, seed: int = 1) -> list[str]:
    """Texts of eight words each, some of which are much more common than others."""
    rng = np.random.default_rng(seed)
    drawn = (words * rng.random((number, 8)) ** 2).astype(int)
    return [" ".join(chr(97 + w % 26) + chr(97 + w // 26) for w in row) for row in drawn.tolist()]


def slowly(texts: list[str]) -> dict[tuple[int, int], float]:
    """The neighbours by looking at all pairs."""
    words = [set(text.split()) for text in texts]
    frequency = Counter(word for held in words for word in held)
    square = {word: math.log1p(len(texts) / count) ** 2 for word, count in frequency.items()}
    found = {}
    for c, held in enumerate(words):
        alike = {}
        for d, other in enumerate(words):
            if c != d and held & other:
                shared, all_c, all_d = (sum(square[w] for w in some) for some in (held & other, held, other))
                alike[d] = shared / math.sqrt(all_c * all_d)
        best = sorted((-round(value, 12), d) for d, value in alike.items() if value >= LEAST_ALIKE)[:MOST_NEIGHBOURS]
        for _, d in best:
            found[c, d] = found[d, c] = alike[d]
    return found


def pairs_of(found: Neighbours) -> dict[tuple[int, int], float]:
    of = np.repeat(np.arange(len(found.first) - 1), np.diff(found.first)).tolist()
    return dict(zip(zip(of, found.near.tolist(), strict=True), found.alike.tolist(), strict=True))


def test_they_are_those_of_all_pairs() -> None:
    texts = texts_of(60, 90)
    found, wanted = pairs_of(neighbours(texts)), slowly(texts)
    assert len(wanted) > 200
    assert found == pytest.approx(wanted)
    assert list(found) == sorted(found)


def test_citations_of_what_a_quarter_of_all_cite_find_each_other() -> None:
    texts = ["aha kibler albert instance learning"] * 20 + [chr(97 + k % 26) * k + " other" for k in range(2, 62)]
    found = pairs_of(neighbours(texts))
    assert all(found[c, d] == pytest.approx(1.0) for c in range(20) for d in range(20) if c != d)


def test_each_chooses_only_the_best() -> None:
    texts = ["one two " + "x" * k for k in range(2, 32)] + ["y" * k for k in range(2, 302)]
    found = neighbours(texts)
    # The first are chosen by all others, the last only choose.
    assert np.diff(found.first)[:30].tolist() == [29] * 25 + [25] * 5
    assert pairs_of(found) == pytest.approx(slowly(texts))


def test_what_a_person_has_said_makes_neighbours() -> None:
    texts = ["alpha beta", "gamma delta", "alpha beta"]
    assert pairs_of(neighbours(texts)) == pytest.approx({(0, 2): 1.0, (2, 0): 1.0})
    found = pairs_of(neighbours(texts, [(0, 1), (2, 0)]))
    assert found == {(0, 1): 1.0, (1, 0): 1.0, (0, 2): 1.0, (2, 0): 1.0}


def test_rare_words_lead_to_others_first(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["rare usual"] * 2 + ["usual"] * 8 + [chr(97 + k) * 4 for k in range(20)]
    assert (0, 2) in pairs_of(neighbours(texts))
    monkeypatch.setattr(module, "MOST_REACHED", 9)
    found = pairs_of(neighbours(texts))
    assert (0, 1) in found
    assert (0, 2) not in found


@pytest.mark.parametrize("texts", [[], ["x"], ["", ""], ["word"]])
def test_without_words_there_are_none(texts: list[str]) -> None:
    found = neighbours(texts)
    assert found.first.tolist() == [0] * (len(texts) + 1)
    assert not len(found.near)


def test_who_is_more_alike_is_picked_more_often() -> None:
    found = neighbours(texts_of(60, 90))
    for begin, end in zip(found.first[:-1].tolist(), found.first[1:].tolist(), strict=True):
        alike, chance = found.alike[begin:end], found.chance[begin:end]
        if begin < end:
            assert chance.sum() == pytest.approx(1.0)
            assert chance == pytest.approx(0.3 / (end - begin) + 0.7 * alike**3 / (alike**3).sum())
