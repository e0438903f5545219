"""The plot of each kind of answer."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from noumena.model.types import BOOLEAN, REAL, STRING
from noumena.posterior import QueryAnswer
from noumena.posterior.report import columns
from noumena.posterior.report.answers import headline
from noumena.posterior.report.bars import bars, truth_bar
from noumena.posterior.report.density import density
from noumena.posterior.report.matrix import identities, matrix
from noumena.posterior.report.series import series_of
from tests.pages import Page
from tests.posterior.making import answer, chain_answer


def tips(made: str) -> list[str]:
    return Page(made).values("data-tip")


def test_whole_numbers_have_columns_with_their_standard_errors() -> None:
    made = columns.columns(answer([2, 2, 2, 3]), "x")
    assert tips(made) == [
        "2: 0.75 ± 0.22",
        "3: 0.25 ± 0.22",
        "nine tenths lie between 2 and 3",
        "median 2",
        "mean 2.25 ± 0.22",
    ]


def test_columns_are_as_high_as_probable() -> None:
    made = columns.columns(answer([1, 2], [0.2, 0.8], sampled=False), "x")
    heights = [float(h) for h in re.findall(r"v([\d.]+)h", made)][:2]
    assert heights[1] == pytest.approx(4 * heights[0], abs=0.3)


@pytest.mark.parametrize(("values", "fits"), [([1, 60], True), ([1, 61], False), ([1.5], False), ([None], False)])
def test_only_few_whole_numbers_have_columns(values: list[float], fits: bool) -> None:
    assert columns.fits(answer(values, sampled=False)) is fits


def test_null_is_told_beside_the_columns() -> None:
    assert "null 0.250000" in Page(columns.columns(answer([1, None], [0.75, 0.25], sampled=False), "x")).text


def test_values_have_bars_the_most_probable_first() -> None:
    made = bars(answer(["a", "b", "c"], [0.2, 0.5, 0.3], STRING, sampled=False), "x", 2)
    assert tips(made) == ['"b": 0.500000', '"c": 0.300000']
    assert "and 1 more, together 0.200000" in Page(made).text


def test_truth_is_one_bar() -> None:
    made = truth_bar(answer([True, False, None], [0.5, 0.3, 0.2], BOOLEAN, sampled=False), "x")
    assert tips(made) == ["true: 0.500000", "null: 0.200000", "false: 0.300000"]


def test_reals_have_a_histogram_and_atoms_stand_out() -> None:
    draws = np.random.default_rng(2).normal(size=400)
    draws[::4] = 0.5
    made = density(answer(draws.tolist(), type_=REAL), None, "x")
    assert "exactly 0.5: 0.250" in tips(made)
    assert sum(" to " in tip for tip in tips(made)) == 13


def test_bins_sum_to_the_middle_of_the_distribution() -> None:
    made = density(answer(np.random.default_rng(2).normal(size=1000).tolist(), type_=REAL), None, "x")
    shares = [float(tip.rpartition(": ")[2]) for tip in tips(made) if " to " in tip]
    assert 0.96 < sum(shares) <= 1.0


@pytest.mark.parametrize("values", [[math.inf, -math.inf], [math.nan], [1e300, -1e300], [0.0], [5e-324, 1.0]])
def test_odd_reals_make_a_plot(values: list[float]) -> None:
    assert Page(density(answer(values, type_=REAL), None, "x")).count("svg") == 1


def test_the_headline_says_the_answer() -> None:
    assert headline(answer([1, 2, 3, 4])) == "mean <b>2.50 ± 0.56</b>, nine tenths within 1 to 4"
    assert headline(answer([True, False], [0.3, 0.7], BOOLEAN, sampled=False)).startswith("<b>true</b> with prob")
    assert headline(answer(["<a>"], type_=STRING, sampled=False)) == (
        "<b>&quot;&lt;a&gt;&quot;</b> with probability <b>1</b>"
    )


def pair(text: str, share: float) -> QueryAnswer:
    return answer([True, False], [share, 1.0 - share], BOOLEAN, text, sampled=False)


def test_pairs_make_a_matrix() -> None:
    asked = [pair("F(A) == F(B)", 0.9), pair("F(A)==F(C)", 0.2), pair(" F(C) == F(B)", 0.1), pair("G(A) == G(B)", 0.5)]
    (found,) = identities(asked)
    assert (found.function, found.items) == ("F", ("A", "B", "C"))
    assert found.probabilities == {(0, 1): 0.9, (0, 2): 0.2, (1, 2): 0.1}
    assert tips(matrix(found, "x"))[:3] == ["A", "A = B: 0.900", "A = C: 0.200"]


@pytest.mark.parametrize("text", ["F(A) == G(B)", "F(A) + F(B) == F(C)", "F(A) == F(B) + F(C)", "F(A) != F(B)"])
def test_other_queries_are_no_pairs(text: str) -> None:
    assert identities([pair(text, 0.5)] * 3) == []


def test_chains_have_outlines_of_their_own() -> None:
    asked = chain_answer(np.random.default_rng(0).normal(size=(3, 100)).tolist(), REAL)
    made = density(asked, series_of(asked), "x")
    assert [tip for tip in tips(made) if tip.startswith("chain")] == ["chain 1", "chain 2", "chain 3"]


def test_a_number_that_a_chain_came_back_to_is_no_atom() -> None:
    draws = np.random.default_rng(2).normal(size=400).tolist()
    draws[7] = draws[90]
    made = density(answer(draws, type_=REAL), None, "x")
    assert not any(tip.startswith("exactly") for tip in tips(made))


def test_items_of_a_matrix_are_in_the_order_of_their_numbers() -> None:
    (found,) = identities(
        [pair("F(P[10]) == F(P[9])", 0.5), pair("F(P[2]) == F(P[9])", 0.5), pair("F(A) == F(P[2])", 0.5)]
    )
    assert found.items == ("A", "P[2]", "P[9]", "P[10]")
