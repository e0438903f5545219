"""Numbers that are copied as they are: how many there are, how shapes with so many are drawn, and what it is for."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.domains.citations.model.library import library
from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER
from noumena.domains.citations.text_model.citation_text import CitationText
from noumena.domains.citations.text_model.copied_whole import YEARS, NumberCounts, ShapesWith, drawn_whole
from noumena.domains.citations.text_model.shapes import Shapes

SHAPES = Shapes(
    {"EEE": 3, "EE ": 9, "E N": 6, " NE": 4, " N ": 3, "N N": 3, "E W": 5, " WE": 3, " W ": 2}, bounded=False
)
DRAWS = 3000


def shape(shapes: Shapes | ShapesWith, rng: np.random.Generator) -> tuple[int, ...]:
    symbols = [EDGE, EDGE]
    while len(symbols) == 2 or symbols[-1] != EDGE:
        symbols.append(shapes.draw(rng, symbols[-2], symbols[-1]))
    return tuple(symbols[2:-1])


def near(count: int, chance: float) -> bool:
    return abs(count - DRAWS * chance) < 5.5 * math.sqrt(DRAWS * chance * (1 - chance))  # false alarm 4e-8 each


def test_counts_sum_to_one_and_are_those_of_shapes() -> None:
    counts, rng = NumberCounts(SHAPES), np.random.default_rng(1)
    assert math.fsum(math.exp(counts.ln(m)) for m in range(400)) == pytest.approx(1.0, abs=1e-9)
    seen = Counter(shape(SHAPES, rng).count(NUMBER) for _ in range(DRAWS))
    drawn = Counter(counts.draw(rng) for _ in range(DRAWS))
    for number in range(4):
        assert near(seen[number], math.exp(counts.ln(number)))
        assert near(drawn[number], math.exp(counts.ln(number)))


def test_shapes_with_so_many_numbers_are_drawn_as_those_that_happen_to_have_them() -> None:
    counts, rng = NumberCounts(SHAPES), np.random.default_rng(2)
    for number in (0, 2):
        seen = Counter(shape(counts.given(number), rng) for _ in range(DRAWS))
        assert all(symbols.count(NUMBER) == number for symbols in seen)
        for symbols, count in seen.most_common(4):
            padded = [EDGE, EDGE, *symbols, EDGE]
            ln = sum(SHAPES.ln[a, b, s] for a, b, s in zip(padded, padded[1:], padded[2:], strict=False))
            assert near(count, math.exp(ln - counts.ln(number)))


def test_the_year_stands_anywhere_among_the_numbers() -> None:
    rng = np.random.default_rng(3)
    seen = Counter(" ".join(drawn_whole(rng, ["7", "8"], {"1990": 1.0}, 0.0)) for _ in range(DRAWS))
    for written in ("1990 7 8", "7 1990 8", "7 8 1990"):
        assert near(seen[written], YEARS[1] / 3)
    assert near(seen["7 8"], YEARS[0])
    assert {tuple(drawn_whole(rng, ["7", "8"], {}, 0.0)) for _ in range(20)} == {("7", "8")}


def test_one_of_several_numbers_is_left_out() -> None:
    rng = np.random.default_rng(4)
    seen = Counter(" ".join(drawn_whole(rng, ["7", "8", "9"], {}, 0.3)) for _ in range(DRAWS))
    for written in ("7 8", "7 9", "8 9"):
        assert near(seen[written], 0.1)
    assert near(seen["7 8 9"], 0.7)
    assert {tuple(drawn_whole(rng, ["7"], {}, 0.3)) for _ in range(20)} == {("7",)}


def test_an_issue_that_is_left_out_costs_little() -> None:
    made = CitationText()
    text = "b. ek. learning to read. journal of reading, 27: 459-465, 1990."
    same, with_issue, other = (
        made.log_prob(text, "learning to read", "ek, b", 1990, 2, "", numbers)
        for numbers in ("27 459 465", "27 3 459 465", "27 459 465 3")
    )
    assert same - 3.0 < with_issue < same - 1.0
    assert other == pytest.approx(with_issue, abs=0.5)


def test_other_pages_speak_against_one_publication() -> None:
    """A text with numbers of its own, as one of a publication with others, and of a second one that pays for them."""
    made, prior = CitationText(), library([]).distributions["NumbersPrior"]
    text, own, other = "b. ek. learning to read. journal of reading, 12(3): 2-9, 1990.", "12 3 2 9", "27 459 465"
    one, two = (made.log_prob(text, "learning to read", "ek, b", 1990, 2, "", numbers) for numbers in (other, own))
    assert two + prior.log_prob(own) > one + 1.0
    assert prior.log_prob(own) < -10.0  # what a second publication with the same pages would pay for nothing


def test_numbers_cost_hardly_more_if_they_are_described() -> None:
    made, prior = CitationText(), library([]).distributions["NumbersPrior"]
    text = "b. ek. learning to read. journal of reading, 27: 459-465, 1990."
    described, bare = (
        made.log_prob(text, "learning to read", "ek, b", 1990, 2, "", numbers) + prior.log_prob(numbers)
        for numbers in ("27 459 465", "")
    )
    assert described > bare - 1.0
