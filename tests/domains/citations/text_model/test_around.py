"""Words, numbers, shapes and labels: each sums to 1, and texts are cut into tokens in one way only."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from noumena.domains.citations.text_model.alphabet import (
    ALPHABET,
    DIGITS,
    EDGE,
    LETTERS,
    NUMBER,
    SYMBOLS,
    WORD,
    runs,
)
from noumena.domains.citations.text_model.formats import KINDS, Formats
from noumena.domains.citations.text_model.label import drawn_label, label_ln
from noumena.domains.citations.text_model.letters import Letters
from noumena.domains.citations.text_model.noise import Noise
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.text_view import TextView
from noumena.domains.citations.text_model.word_pairs import ANYWHERE, START
from noumena.domains.citations.text_model.words import Background, bag, drawn, year_chances

FORMATS = Formats(
    words={"in": (1, 9, 2, 0, 3), "mit": (4, 1, 1, 1, 1)},
    first_words={"in": 3, "report": 1},
    word_letters={"Ea": 5, "ab": 2, "aE": 3, "bE": 2, "Ei": 2, "in": 4, "nE": 4},
    number_lengths=(3, 2, 1, 0, 0, 0, 0, 0),
    years=4,
)


def ln_words(words: list[str], kind: int) -> tuple[np.ndarray, np.ndarray]:
    """ln of the probability of each of some words after another word, and as the first."""
    background = Background(FORMATS)
    found = []
    for word in words:
        later, first = background.along(TextView(word, Letters({}, {}), 0.0))
        found.append((later[kind, 0], first[kind, 0]))
    later, first = np.array(found).T
    return later, first


def test_words_sum_to_one() -> None:
    background = Background(FORMATS)
    pairs = np.exp(background.ln_pairs)
    assert pairs.sum(axis=1) == pytest.approx(1.0)
    words = ["".join(letters) for size in (1, 2) for letters in product(LETTERS, repeat=size)]
    # Mass of spelled words of one and two letters, by the chain of letters.
    inside, ending = pairs[:26, :26], pairs[:26, 26]
    short = pairs[26, :26] @ ending + pairs[26, :26] @ inside @ ending
    for kind in range(KINDS):
        listed = sum(float(row[kind]) for row in background.listed.values())
        assert listed + background.rare == pytest.approx(1.0)
        later, first = ln_words(words, kind)
        assert np.exp(later).sum() == pytest.approx(background.rare * short + background.listed["in"][kind])
        shares = 0.8 * background.first["in"][kind] + 0.2 * np.exp(later).sum()
        assert np.exp(first).sum() == pytest.approx(shares)


def test_a_word_says_the_more_of_the_kind_the_more_often_it_was_seen() -> None:
    words = {"once": (1, 0, 0, 0, 0), "often": (200, 0, 0, 0, 0), "others": (0, 201, 201, 201, 201)}
    background = Background(replace(FORMATS, words=words))
    once, often = (background.tilt(word) for word in ("once", "often"))
    assert once[0] / once[1] == pytest.approx(2.0, abs=0.02)  # (1/0.2 + 5)/6 against 5/6
    assert often[0] / often[1] == pytest.approx(201.0, rel=0.02)
    assert background.tilt("unseen").tolist() == [1.0] * 5


def test_numbers_sum_to_one() -> None:
    background = Background(FORMATS)
    numbers = ["".join(digits) for size in range(1, 5) for digits in product(DIGITS, repeat=size)]
    total = sum(np.exp(background.ln_number(number)) for number in numbers)
    longer = (1.0 - background.year_share) * (1.0 - background.lengths[:4].sum())
    assert total + longer == pytest.approx(1.0)
    ratio = background.ln_number("1" * 10) - background.ln_number("1" * 9)
    assert ratio == pytest.approx(-np.log(20.0))  # half of those beyond eight digits have one more
    assert background.ln_number("1" * 2000) > -np.inf


def test_names_and_years_of_a_publication_sum_to_one() -> None:
    assert bag("proc of proc 12", 0.15) == pytest.approx(
        {"proc": 2 / 3 * 0.85, "pro": 2 / 3 * 0.05, "pr": 2 / 3 * 0.05, "p": 2 / 3 * 0.05, "of": 0.85 / 3, "o": 0.05}
    )
    assert bag("", 0.1) == {}
    for year in (1000, 1900, 1993, 2029, 9998):
        assert sum(year_chances(year, Noise()).values()) == pytest.approx(1.0)
    chances = year_chances(1993, Noise())
    assert chances["1993"] == pytest.approx((0.95 + 0.0075 / 130) * 0.93)
    assert chances["1992"] == pytest.approx((0.0175 + 0.0075 / 130) * 0.93)
    far = chances["1923"]
    assert far == pytest.approx(0.0075 / 130 * 0.93)
    assert (chances["1996"] - far) / (chances["1995"] - far) == pytest.approx(0.7)
    assert chances["1990"] == pytest.approx(chances["1996"])
    assert year_chances(0, Noise()) == {}


@pytest.mark.parametrize("bounded", [False, True])
def test_shapes_sum_to_one_and_are_read_in_one_way(bounded: bool) -> None:
    chances = np.exp(Shapes({"EE.": 5, "E. ": 4, ". W": 3, " WE": 2}, bounded).ln)
    assert chances.sum(axis=2) == pytest.approx(1.0)
    assert not chances[:, WORD, WORD].any()
    assert not chances[:, NUMBER, NUMBER].any()
    assert chances[:, [EDGE, WORD, NUMBER], EDGE].any() != bounded
    if not bounded:
        single = (5 + 1 / SYMBOLS) / (14 + 1 + 1)
        after_edge = (5 + 2 * single) / 7
        assert chances[EDGE, EDGE, 4] == pytest.approx((5 + 2 * after_edge) / 7)  # symbol 4 is the stop


def test_labels_sum_to_one() -> None:
    signs = ALPHABET[:2] + "[](). :-"
    total = sum(
        np.exp(label_ln(text, 0.5)[-1]) for size in range(5) for text in map("".join, product(signs, repeat=size))
    )
    # Of the 39 signs inside, a, b, space and - are among these ten; labels have at most two signs inside.
    one, two = 4 / 39 * 0.2, (4 / 39) ** 2 * 0.16
    assert total == pytest.approx(0.5 + 0.5 * (0.7 * one + 0.3 * (one + two)))
    assert np.exp(label_ln("[a] b", 0.5)) == pytest.approx([0.5, 0, 0, 0, 0.5 * 0.6 * 0.2 / 39, 0])
    rng = np.random.default_rng(2)
    drawn_labels = [drawn_label(rng, 0.5) for _ in range(200)]
    assert all(label_ln(text, 0.5)[-1] > -np.inf for text in drawn_labels)
    assert {label[-2:] for label in drawn_labels} == {"", "] ", ") ", ". ", ": "}


def test_words_are_drawn_as_often_as_they_are_likely() -> None:
    rng = np.random.default_rng(3)
    background = Background(FORMATS)
    for first in (False, True):
        words = [background.draw_word(rng, 1, START if first else ANYWHERE) for _ in range(4000)]
        for word in ("in", "mit", "a"):
            share = float(np.exp(ln_words([word], 1)[int(first)][0]))
            assert abs(words.count(word) / 4000 - share) < 5.3 * np.sqrt(share / 4000)  # false alarm below 1e-6
    numbers = [background.draw_number(rng) for _ in range(4000)]
    for number in ("7", "12", "1990"):
        share = float(np.exp(background.ln_number(number)))
        assert abs(numbers.count(number) / 4000 - share) < 5.3 * np.sqrt(share / 4000)
    assert drawn(rng, {"only": 1.0}) == "only"


def test_a_text_is_cut_into_words_numbers_and_signs() -> None:
    cut = runs("ai-94, x")
    assert cut.end.tolist() == [2, 2, 3, 5, 5, 6, 7, 8]
    assert cut.symbol[[0, 1, 3, 7]].tolist() == [WORD, WORD, NUMBER, WORD]
    assert cut.before[[1, 2, 3, 4, 5]].tolist() == [EDGE, EDGE, WORD, cut.symbol[2], cut.symbol[2]]
    assert runs("").end.tolist() == []
