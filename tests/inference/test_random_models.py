"""On random small models: exact enumeration = plain enumeration of concrete worlds = likelihood weighting, twice."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, reject, settings

from noumena.inference.enumeration import enumerate_exactly
from noumena.inference.generated_weighting import generated_weighting
from noumena.inference.likelihood_weighting import likelihood_weighting
from noumena.inference.result import Result
from noumena.model.diagnostics import BlogError, RunError
from noumena.model.model import Problem
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Enumerating
from noumena.reference.report import answer
from tests.asking import deviations, distribution, largest_error, plain, problem
from tests.strategies.models import models
from tests.strategies.rich_models import rich_models

Answers = list[dict[object, float]]
_WORLDS_AT_MOST = 4_000


def by_listing(asked: Problem) -> tuple[float, Answers]:
    """p(E), and the posterior from every sequence of choices of a forward run over concrete objects."""
    source = Enumerating()
    world = Forward(asked, source)
    found: Answers = [{} for _ in asked.queries]
    total = 0.0
    for count, _ in enumerate(source.runs()):
        if count == _WORLDS_AT_MOST:
            reject()
        world.start()
        if all(world.value(e.term, e.frame_size) == e.value for e in asked.evidence):
            values = [plain(answer(world, query)) for query in asked.queries]
            total += math.exp(source.log_prob)
            for answers, value in zip(found, values, strict=True):
                answers[value] = answers.get(value, 0.0) + math.exp(source.log_prob)
    return total, [{v: p / total for v, p in answers.items()} for answers in found]


def generated(asked: Problem, samples: int, seed: int) -> Result:
    """Likelihood weighting on the generated code, without compiling it."""
    return generated_weighting(asked, samples, seed, backend="python")


def compare(text: str, samples: int, bound: float) -> None:
    asked = problem(text)
    evidence, listed = by_listing(asked)
    if evidence == 0.0:
        with pytest.raises((RunError, BlogError), match=r"probability 0|but also"):
            enumerate_exactly(asked)
        return
    result = enumerate_exactly(asked)
    assert result.log_evidence == pytest.approx(math.log(evidence), abs=1e-9)
    for marginal, exact in zip(result.marginals, listed, strict=True):
        assert largest_error(distribution(marginal), exact) < 1e-12
    for weigh in (likelihood_weighting, generated):
        try:
            weighted = weigh(asked, samples, 1)
        except RunError:
            # The probability that no sample meets the evidence is at most that.
            assert (1.0 - evidence) ** samples > 1e-9
            continue
        for marginal, exact in zip(weighted.marginals, listed, strict=True):
            for deviation, _ in deviations(marginal, exact).values():
                assert abs(deviation) < bound


# About 30 models with 18 probabilities each at 6 standard errors of 400 samples: false alarm below 1e-5.
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(models())
def test_four_ways_to_the_same_answer(text: str) -> None:
    compare(text, 400, 6.0)


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(rich_models())
def test_four_ways_to_the_same_answer_for_many_constructs(text: str) -> None:
    compare(text, 300, 7.0)


@pytest.mark.campaign
@settings(max_examples=3_000, suppress_health_check=[HealthCheck.too_slow])
@given(models())
def test_four_ways_to_the_same_answer_at_full_count(text: str) -> None:
    compare(text, 500, 7.0)


@pytest.mark.campaign
@settings(max_examples=5_000, suppress_health_check=[HealthCheck.too_slow])
@given(rich_models())
def test_four_ways_to_the_same_answer_for_many_constructs_at_full_count(text: str) -> None:
    compare(text, 300, 8.0)
