"""The exact posteriors of the benchmarks, against printed figures, each other and enumeration of the BLOG text."""

from __future__ import annotations

import numpy as np
import pytest

import noumena as nm
from benchmarks.exact import number_posterior, partitions, state_posterior
from benchmarks.problem import Problem, simulate
from benchmarks.titles import model as citations
from benchmarks.urn import model as urn


def test_urn_with_alternating_draws() -> None:
    expected = [0.00214, 0.03310, 0.07633, 0.12562, 0.16015, 0.16711, 0.14785, 0.11364, 0.07726, 0.04711]
    assert number_posterior(urn.alternating())[1:11] == pytest.approx(expected, abs=5e-6)


def test_urn_with_blue_draws_only() -> None:
    posterior = number_posterior(urn.all_blue())
    assert posterior[1:7] == pytest.approx([0.0918, 0.1402, 0.1613, 0.1608, 0.1420, 0.1121], abs=5e-5)
    assert posterior @ np.arange(len(posterior)) == pytest.approx(4.4537, abs=5e-5)


def test_there_are_as_many_partitions_as_bell_says() -> None:
    assert [len(list(partitions(size))) for size in range(7)] == [1, 1, 2, 5, 15, 52, 203]


@pytest.mark.parametrize(("kinds", "seen"), [(2, [0, 0, 1, 0]), (3, [0, 2, 0, 2, 1]), (5, [4, 4, 1])])
def test_the_sum_over_states_is_the_posterior_of_the_number(kinds: int, seen: list[int]) -> None:
    problem = Problem("small", 1.5, kinds, 0.7, np.array(seen))
    by_state = np.zeros(problem.most + 1)
    for (number, _, _), probability in state_posterior(problem, 30).items():
        by_state[number] += probability
    assert number_posterior(problem) == pytest.approx(by_state, abs=1e-12)


def enumerated(text: str, length: int, distributions: dict[str, type] | None = None) -> list[float]:
    """P(n = 0 … length-1) by exact enumeration of BLOG text."""
    model = nm.Model.from_text(text, distributions=distributions or {})
    (answer,) = model.infer(engine="exact")
    return [answer.probability(number) for number in range(length)]


def test_the_blog_text_of_the_urn_is_the_same_model() -> None:
    problem = urn.urn("small", [0, 1, 0])
    assert enumerated(urn.blog(problem), 12) == pytest.approx(number_posterior(problem)[:12], abs=1e-9)


def test_the_blog_text_of_the_citations_is_the_same_model() -> None:
    problem, _ = simulate("small", 1.5, 3, citations.FAITHFUL, 3, seed=5)
    answers = enumerated(citations.blog(problem), 8, {"NoisyCopy": citations.NoisyCopy})
    assert answers == pytest.approx(number_posterior(problem)[:8], abs=1e-9)
