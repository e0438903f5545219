"""Tempered chains have the law p^beta, exactly; annealed ones find the most probable state."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.compiler.program import compile_problem
from noumena.inference.annealing import Schedule
from noumena.inference.chain import Chain
from noumena.inference.examination import examine
from noumena.inference.state import State
from noumena.inference.transitions import Kernel, explore
from noumena.inference.user_moves import user_moves
from noumena.model.symmetry import concrete_types
from noumena.moves import Cycle, Defaults, Drift, Gibbs, Mixture, Parental, SplitMerge, Walk
from noumena.moves.mixture import Part
from noumena.runtime.kernel import chain as kernel_chain
from noumena.runtime.kernel import moves as kernel_moves
from noumena.runtime.kernel import tempering
from tests.asking import model_problem, problem
from tests.moves.test_mixture import ByName, Repaint


def tempered_chain(model: str, given: Part | None = None, beta: float = 1.0, backend: str = "python") -> Chain:
    stated = problem(model) if ";" in model else model_problem(model)
    program = compile_problem(stated, frozenset(concrete_types(stated)), by_patch=True)
    chain = user_moves(program, given or Defaults(), backend, tempered=True).chain(np.random.SeedSequence(1))
    chain.world.beta, chain.world.tempered = 1.0, 1
    chain.initialise()
    chain.world.beta, chain.world.log_p, chain.world.best = beta, 0.0, 0.0
    return chain


def wrongness(kernel: Kernel, beta: float) -> float:
    """The largest |π T - π| for π in proportion to p^beta."""
    top = max(kernel.log_probs)
    weights = [math.exp(beta * (p - top)) for p in kernel.log_probs]
    after = [0.0] * len(weights)
    for weight, row in zip(weights, kernel.matrix, strict=True):
        for to, probability in row.items():
            after[to] += weight * probability
    return max(abs(a - b) for a, b in zip(after, weights, strict=True)) / math.fsum(weights)


def worst(model: str, given: Part | None, beta: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """How far the moves of a tempered chain are from leaving p^beta as it is."""
    chain = tempered_chain(model, given, beta)
    module = chain.code.module
    monkeypatch.setattr(kernel_chain, "proposed", tempering.tempered)
    monkeypatch.setattr(module, "several", lambda w, _: kernel_moves.several(w, 2))
    left_out = () if model in SMALLEST else ("several",)
    moves = [k for k, m in enumerate(chain.program.moves) if m.weight > 0 and m.function not in left_out]
    assert not any(chain.program.layout.direct)
    return max(wrongness(kernel, beta) for kernel in explore(chain, module, moves))


MODELS: list[tuple[str, Part | None]] = [
    ("m01_parental", None),
    ("m02_completion_draws_objects", None),
    ("m03_citations", Mixture([SplitMerge("PubCited", number=True), Defaults()])),
    ("m04_observed_total", None),
    ("m06_empty_set", None),
    ("m08_switch", None),
    ("m10_generators", None),
]
SMALLEST = ("m01_parental", "m06_empty_set", "m08_switch")
"""On these the moves that draw several variables at once are enumerated too."""


@pytest.mark.parametrize(("model", "given"), MODELS)
@pytest.mark.parametrize("beta", [0.3, 2.5])
def test_a_tempered_chain_has_a_power_of_p_as_its_law(
    model: str, given: Part | None, beta: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert worst(model, given, beta, monkeypatch) < 1e-12


def test_tempering_the_whole_ratio_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mistake: what belongs to the proposals is raised to beta too."""
    monkeypatch.setattr(tempering, "log_proposals", lambda w: 0.0)
    assert worst("m03_citations", None, 2.5, monkeypatch) > 1e-3


RUNNING = [
    "m04_observed_total",
    "m13_forced_value",
    "m14_jacobian",
    "m10_generators",
    "c08_two_levels",
    "c49_gaussian_classes",
]


@pytest.mark.parametrize("model", RUNNING)
def test_the_running_ln_p_is_that_of_the_reference(model: str) -> None:
    chain = tempered_chain(model, beta=0.4)
    state = State(chain.program, chain.world)
    first = examine(state).log_prob
    for _ in range(20):
        chain.advance(10)
        assert first + chain.world.log_p == pytest.approx(examine(state).log_prob, abs=1e-8)
    assert chain.world.best >= chain.world.log_p


def most_probable(model: str) -> float:
    """ln p of the most probable state of all."""
    chain = tempered_chain(model)
    moves = [k for k, m in enumerate(chain.program.moves) if m.function not in ("several", "walk")]
    return max(explore(chain, chain.code.module, moves)[0].log_probs)


def best(model: str, **options: Any) -> nm.Maximum:
    options = {"steps": 2000, "chains": 2, "backend": "python", **options}
    if ";" in model:
        return nm.Model.from_text(model).anneal(**options)
    return nm.Model.from_files(f"tests/models/{model}.blog").anneal(**options)


@pytest.mark.parametrize("model", ["m03_citations", "urn_small", "m08_switch"])
def test_the_most_probable_state_is_found(model: str) -> None:
    found = best(model)
    assert found.log_prob == pytest.approx(most_probable(model), abs=1e-12)


def test_the_state_can_be_read() -> None:
    found = best("urn_small")
    assert found.values["Seen(D[1])"] == "Green"
    assert {"#Ball", "Drawn(D[0])", "Drawn(D[1])", "Drawn(D[2])"} <= found.values.keys()
    lines = str(found).splitlines()
    assert lines[0] == f"ln p = {found.log_prob:.6g}, the best of 2 chains of 2,000 steps"
    assert "Seen(D[1]) = Green" in lines
    assert found.acceptance.keys() >= {"Other(Paint)", "Identity(Drawn)"}
    assert "Gibbs(Paint)" not in found.acceptance


def test_the_mode_of_a_density_is_approached() -> None:
    """With a variance of 1/(1 + 4), beta = 20 leaves a standard deviation of 0.1; the best of many is far nearer."""
    text = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 0.25); obs Y = 2.0;"
    for given in (None, Drift("X", 0.3), Cycle(Walk("X"), Parental("X"))):
        assert float(best(text, proposer=given).values["X"]) == pytest.approx(1.6, abs=0.02)


@pytest.mark.campaign
def test_a_compiled_run_goes_the_same_way_and_python_runs_what_it_must() -> None:
    given = Mixture([Repaint(0.3), ByName(), Defaults(), Cycle(Repaint(0.6), Parental("Drawn"))])
    python = best("urn_small", proposer=given, steps=500)
    assert best("urn_small", proposer=given, steps=500, backend="native") == python


def test_a_first_state_that_has_to_be_sought_is_found() -> None:
    coins = "type Coin; distinct Coin C[12]; random Boolean Heads(Coin c) ~ BooleanDistrib(0.3);"
    evidence = " ".join(f"obs (Heads(C[{i}]) & Heads(C[{i + 1}])) = true;" for i in range(11))
    found = best(f"{coins} {evidence}", steps=10)
    assert found.log_prob == pytest.approx(12 * math.log(0.3))
    assert set(found.values.values()) == {"true"}


def test_the_same_seed_finds_the_same() -> None:
    assert best("urn_small", steps=60, seed=3) == best("urn_small", steps=60, seed=3)


def test_beta_rises_in_equal_ratios() -> None:
    rounds = list(Schedule(1000, 0.5, 8.0).rounds())
    assert (rounds[0], rounds[-1][1]) == ((0.5, 5), 1000)
    assert rounds[-1][0] == pytest.approx(8.0)
    ratios = {round(b / a, 9) for (a, _), (b, _) in itertools.pairwise(rounds)}
    assert len(ratios) == 1
    assert list(Schedule(1, 0.5, 8.0).rounds()) == [(8.0, 1)]
    assert [goal for _, goal in Schedule(7, 1.0, 1.0).rounds()] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"steps": 0}, "steps must be at least 1, not 0"),
        ({"first": 0.0}, "beta is 0"),
        ({"last": math.inf}, "beta is inf"),
        ({"chains": 0}, "chains must be at least 1, not 0"),
        ({"backend": "java"}, "there is no backend `java`"),
        ({"proposer": Gibbs("Paint")}, r"this model has no default move Gibbs\(Paint\)"),
    ],
)
def test_what_cannot_be_is_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(nm.BlogError, match=message):
        best("urn_small", **options)
