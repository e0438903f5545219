"""The default move that draws proportions: always accepted, right, and the same in both backends."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.inference.checking import Checker
from noumena.moves.library import Conjugate
from noumena.runtime.kernel import proportions
from tests.asking import problem
from tests.inference.chains import made
from tests.moves.library.proportion_models import (
    MIXTURE,
    SEEN,
    SEEN_MEANS,
    TOPICS,
    mean_number_of_topics,
    mixture_means,
)
from tests.moves.library.trying import standard_errors


def run(model: str, samples: int, backend: str = "python", proposer: Any = None) -> Any:
    return nm.Model.from_text(model).infer(
        engine="mh", samples=samples, chains=2, thin=3, seed=4, backend=backend, workers=1, proposer=proposer
    )


def test_with_all_draws_seen_a_step_is_a_draw_from_the_posterior() -> None:
    """Each mean lies within five standard errors: a false alarm for two seeds of a million."""
    found = run(SEEN, 600, proposer=Conjugate("Pi", share=1.0))
    assert found.acceptance["Conjugate(Pi)"] == 1.0
    for query, mean in SEEN_MEANS.items():
        assert found[query].ess > 400
        assert standard_errors(found[query], mean) < 5


def test_with_latent_draws_all_is_accepted_and_answers_are_exact() -> None:
    """A false alarm for one seed of a million."""
    found, means = run(MIXTURE, 2000), mixture_means()
    assert found.acceptance["Conjugate(Pi)"] == 1.0
    assert found["Pi[0][0]"].ess > 200
    assert standard_errors(found["Pi[0][0]"], means[0]) < 5
    assert standard_errors(found["Pi[1][0]"], means[1]) < 5


def test_readers_that_are_kept_as_counts_are_counted() -> None:
    """A false alarm for six seeds of ten million."""
    world = made(problem(TOPICS)).world
    assert sum(world.k_lookers_size[kind] for kind in range(world.first_shared)) == 1
    found = run(TOPICS, 3000)
    assert found.acceptance["Conjugate(Phi)"] == 1.0
    assert found["#Topic"].ess > 200
    assert standard_errors(found["#Topic"], mean_number_of_topics()) < 5


def test_a_law_that_counts_nothing_is_right_but_not_always_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A false alarm for two seeds of a million."""
    monkeypatch.setattr(proportions, "_count", lambda w, v, start, size: None)
    found = run(SEEN, 1500, proposer=Conjugate("Pi", share=1.0))
    assert found.acceptance["Conjugate(Pi)"] < 0.9
    for query, mean in SEEN_MEANS.items():
        assert standard_errors(found[query], mean) < 5


def test_without_ln_q_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proportions, "_log_density", lambda w, density, x, given: 0.0)
    found = run(SEEN, 1500, proposer=Conjugate("Pi", share=1.0))
    assert max(standard_errors(found[query], mean) for query, mean in SEEN_MEANS.items()) > 10


@pytest.mark.parametrize("model", [SEEN, MIXTURE, TOPICS])
def test_checked_mode_finds_nothing_wrong(model: str) -> None:
    chain = made(problem(model))
    Checker(chain).advance(1000)
    number = next(k for k, m in enumerate(chain.program.moves) if m.function == "draw_proportions")
    assert chain.world.move_tried[number] == chain.world.move_done[number] > 50


def test_compiled_code_goes_the_same_way() -> None:
    samples = [run(SEEN, 200, backend) for backend in ("python", "native")]
    means = [[(found[query].mean, found[query].sd) for query in SEEN_MEANS] for found in samples]
    assert means[0] == means[1]
    assert samples[1].acceptance["Conjugate(Pi)"] == 1.0
