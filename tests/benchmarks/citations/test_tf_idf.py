"""Cosines of n-grams against comparing all pairs, linkage, and thresholds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest

from benchmarks.citations.tf_idf import Pairs, cut, grams, similar_pairs, single_linkage
from benchmarks.citations.thresholds import best_threshold, unlabelled_threshold
from noumena.posterior.linkage import Merge


def made_up_texts(count: int) -> list[str]:
    random = np.random.default_rng(count)
    words = ["".join(random.choice(list("abcdefgh"), size=random.integers(3, 7))) for _ in range(40)]
    texts = [" ".join(random.choice(words, size=6)) for _ in range(count)]
    return texts + [f"{text} {words[0]}" for text in texts[::3]]


def cosine(one: str, other: str, texts: list[str]) -> float:
    often = Counter(gram for text in texts for gram in grams(text))
    weights = [
        {gram: (1 + log(number)) * log(len(texts) / often[gram]) for gram, number in grams(text).items()}
        for text in (one, other)
    ]
    dot = sum(weight * weights[1].get(gram, 0.0) for gram, weight in weights[0].items())
    return dot / sqrt(sum(x * x for x in weights[0].values()) * sum(x * x for x in weights[1].values()))


@pytest.mark.parametrize("floor", [0.1, 0.3, 0.7])
def test_all_pairs_above_the_floor_are_found_with_their_cosines(floor: float) -> None:
    texts = made_up_texts(30)
    found = similar_pairs(texts, floor)
    wanted = {(i, j): cosine(texts[i], texts[j], texts) for i, j in combinations(range(len(texts)), 2)}
    wanted = {pair: value for pair, value in wanted.items() if value >= floor}
    made = dict(zip(zip(found.first.tolist(), found.second.tolist(), strict=True), found.cosine.tolist(), strict=True))
    assert made.keys() == wanted.keys()
    assert len(made) >= 10
    for pair, value in made.items():
        assert value == pytest.approx(wanted[pair])


def test_grams_cross_words_and_know_no_accents() -> None:
    assert grams("É. as") == Counter([" e ", "e a", " as", "as "])


def test_texts_without_anything_in_common() -> None:
    for texts in ([], ["one"], ["aaa", "bbb"], ["...", "..."]):
        assert similar_pairs(texts).first.size == 0


def test_single_linkage_goes_by_the_nearest_pair() -> None:
    pairs = Pairs(np.array([0, 1, 0, 3]), np.array([1, 2, 2, 4]), np.array([0.5, 0.9, 0.7, 0.6]))
    merges = single_linkage(5, pairs)
    assert merges == [Merge(1, 2, 0.9), Merge(0, 2, 0.7), Merge(3, 4, 0.6)]
    assert cut(5, merges, 0.7).tolist() == [0, 0, 0, 1, 2]
    assert cut(5, merges, 0.71).tolist() == [0, 1, 1, 2, 3]


def test_the_unlabelled_threshold_lies_between_two_kinds_of_merges() -> None:
    merges = [Merge(0, 1, 0.9), Merge(0, 2, 0.85), Merge(3, 4, 0.8), Merge(0, 3, 0.2)]
    # The sixth item was never found near another one: its merge counts as 0.
    assert unlabelled_threshold(6, merges) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("count", "merges"), [(1, []), (2, []), (2, [Merge(0, 1, 0.4)]), (3, [Merge(0, 1, 0.4), Merge(0, 2, 0.4)])]
)
def test_merges_of_one_kind_are_all_kept(count: int, merges: list[Merge]) -> None:
    assert unlabelled_threshold(count, merges) == 0.0


def test_the_best_threshold_knows_the_truth() -> None:
    merges = [Merge(0, 1, 0.9), Merge(2, 3, 0.6), Merge(0, 2, 0.5)]
    assert best_threshold(4, merges, "aabb") == 0.6
    assert best_threshold(4, merges, "aaaa") == 0.5
    assert best_threshold(4, merges, "abcd") > 0.9
