"""ln p of recorded states is that of the reference semantics, and the best of them is the one that is kept."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import noumena as nm
from noumena.inference.examination import examine
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.recorded_state import best_state
from noumena.inference.state import State
from tests.inference.chains import made

MODELS = Path(__file__).parents[1] / "models"
VARIED = (
    "c05_origin_attributes",
    "c07_several_number_statements",
    "c11_conditional_number",
    "c50_linear_evidence",
    "c54_fewest_densities",
    "c55_fame",
    "m03_citations",
    "m05_names",
    "m12_self_reference",
    "m14_jacobian",
    "urn_blue",
)


@pytest.mark.parametrize("name", VARIED)
@pytest.mark.parametrize("concrete", [False, True])
def test_ln_p_of_each_sample_is_that_of_the_reference_semantics(name: str, concrete: bool) -> None:
    problem = nm.Model.from_files(MODELS / f"{name}.blog").problem()
    chain = made(problem, concrete=problem.model.types if concrete else ())
    chain.prepare(1, 7, trace=True)
    best: tuple[float, float] = (math.inf, -math.inf)
    for _ in range(25):
        chain.record(1)
        chain.keep()
        examined = examine(State(chain.program, chain.world))
        assert chain.kept.log_joint[-1] == pytest.approx(examined.log_prob, abs=1e-9, rel=1e-12)
        best = min(best, (examined.observed_densities, -examined.log_prob))
    assert chain.best is not None
    assert (chain.best.densities, -chain.best.log_joint) == pytest.approx(best, abs=1e-9)


def test_the_best_state_is_the_one_of_its_sample_though_the_chain_has_gone_on() -> None:
    problem = nm.Model.from_files(MODELS / "m03_citations.blog").problem()
    chain = made(problem)
    chain.prepare(50, 5, trace=True)
    states = []
    for sample in range(50):
        chain.record(sample + 1)
        states.append(examine(State(chain.program, chain.world)))
    chain.keep()
    assert chain.best is not None
    found = best_state(chain.program, {0: chain.best, 3: chain.best})
    assert found is not None
    assert (found.chain, found.sample) == (0, int(np.argmax(chain.kept.log_joint)))
    then = states[found.sample]
    assert found.log_joint == pytest.approx(then.log_prob, abs=1e-9)
    assert len(found.values) == len(then.values)
    assert {str(v.function) for v in found.observed} == {str(v.function) for v in then.observed}  # type: ignore[union-attr]  # none is a number


def test_recording_in_parts_and_tracing_change_nothing() -> None:
    problem = nm.Model.from_files(MODELS / "urn_blue.blog").problem()
    traced, plain = made(problem), made(problem)
    for chain, trace in ((traced, True), (plain, False)):
        chain.prepare(30, 3, trace=trace)
        first = chain.first_answers()
        assert first == chain.first_answers()
        for _ in range(3):
            chain.record(30)
            chain.keep()
    assert traced.answers(0) == plain.answers(0)
    assert not np.isnan(traced.kept.log_joint).any()
    assert np.isnan(plain.kept.log_joint).all()
    assert plain.best is None


def test_a_query_that_fails_in_the_first_state_has_no_first_answer() -> None:
    text = "random Integer X ~ UniformInt(0, 0); random Boolean Y ~ BooleanDistrib(0.5); obs Y = true; query 1 / X;"
    chain = made(nm.Model.from_text(text).problem())
    chain.prepare(1, 1)
    assert chain.first_answers() == []
    assert (chain.world.recorded, chain.world.since) == (0, 0)


def test_there_is_no_best_state_of_nothing() -> None:
    problem = nm.Model.from_files(MODELS / "urn_blue.blog").problem()
    assert best_state(chain_program(problem, ()), {}) is None
