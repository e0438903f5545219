"""Every warning has a model that provokes it and one that must not."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import noumena as nm
from noumena import moves
from noumena.model.types import BOOLEAN
from noumena.posterior import Posterior
from noumena.posterior.doubts import Doubt, Kind
from tests.posterior.making import autoregressive, chain_marginal, chain_posterior

COINS = """
random Boolean X ~ BooleanDistrib(0.5);
random Boolean Y ~ BooleanDistrib(0.5);
random Boolean Z ~ if X == Y then BooleanDistrib(0.6) else BooleanDistrib(0.4);
obs Z = true;
query X; query Y; query Z;
"""
SURE = COINS.replace("random Boolean X ~ BooleanDistrib(0.5)", "random Boolean X ~ BooleanDistrib(0.9999999)")
HARD = """
random Boolean F ~ BooleanDistrib(0.05);
random Boolean G ~ BooleanDistrib(0.05);
random Boolean Q ~ BooleanDistrib(0.5);
obs (F & G) = true;
query Q;
"""
EASY = HARD.replace("0.05", "0.9")
NEAR = "random Real M ~ Gaussian(0, {}); random Real S ~ Gaussian(M, 1); obs S = 20.0; query M;"


class Refuser(nm.Proposer):
    """Proposes nothing that could be accepted."""

    def propose(self, world: Any, rng: Any) -> float:
        return nm.REJECT


@functools.cache
def ran(text: str, proposer: Any = None, chains: int = 2, **options: Any) -> Posterior:
    kept = options or {"samples": 1000, "burn_in": 200, "thin": 3, "backend": "python"}
    model = nm.Model.from_text(text)
    if "engine" in options:
        return model.infer(**options)
    return model.infer(engine="mh", chains=chains, proposer=proposer, **kept)


def of_kind(found: Posterior, kind: Kind) -> list[Doubt]:
    return [doubt for doubt in found.doubts if doubt.kind == kind]


def only(found: Posterior, kind: Kind) -> Doubt:
    (doubt,) = of_kind(found, kind)
    assert doubt.words in found.run_warnings
    assert doubt.words.endswith(f": {doubt.advice}")
    return doubt


ONLY_Y = moves.Gibbs("Y")
"""Never changes X."""


def test_a_good_run_raises_no_doubt() -> None:
    assert ran(COINS).doubts == ()
    assert ran(COINS).run_warnings == ()


def test_chains_that_stay_apart_disagree_and_may_be_stuck() -> None:
    found = ran(COINS, ONLY_Y, 4)
    apart, stuck = only(found, Kind.CHAINS_DISAGREE), only(found, Kind.STUCK)
    assert apart.query == stuck.query == "X"
    assert apart.figures["rhat"] == float("inf")
    assert stuck.words == (
        "the chains may be stuck: none of 4 leaves its value of `X`, and these differ:"
        " give a proposer that leads from one to the other, or raise burn-in"
    )
    assert not of_kind(found, Kind.NEVER_LEFT)
    assert "⚠ the chains may be stuck" in found.summary()
    assert "⚠" in found._repr_html_()


def test_a_query_that_never_left_its_first_value_though_it_could_have() -> None:
    found = ran(COINS, ONLY_Y, 1)
    doubt = only(found, Kind.NEVER_LEFT)
    assert doubt.query == "X"
    assert doubt.figures["samples"] == 1000
    assert doubt.figures["weight"] == pytest.approx(0.5, abs=0.2)  # 200 worlds: an error of 0.035
    assert doubt.words.startswith("`X` was ")
    assert "in all 1,000 samples, but in 200 drawn worlds other values have " in doubt.words


def test_a_short_chain_may_just_not_have_moved() -> None:
    found = ran(COINS, ONLY_Y, 1, samples=20, burn_in=20, thin=1, backend="python")
    assert found["X"].undiagnosed == "the same value in every sample"
    assert not of_kind(found, Kind.NEVER_LEFT)


def test_what_is_observed_or_nearly_certain_may_stay_as_it_is() -> None:
    assert {a.query for a in ran(SURE, None, 1) if a.undiagnosed} >= {"X", "Z"}
    assert ran(SURE, None, 1).doubts == ()
    assert ran(SURE, ONLY_Y, 1).doubts == ()


def test_a_move_that_was_never_accepted() -> None:
    found = ran(COINS, Refuser())
    doubt = only(found, Kind.NEVER_ACCEPTED)
    assert doubt.query is None
    assert doubt.figures["move"] == "Refuser"
    assert found.tries is not None
    assert doubt.words.startswith(f"the move Refuser was not accepted once in {found.tries['Refuser']:,} tries: ")


def test_a_move_that_was_tried_only_a_few_times_is_left_in_peace() -> None:
    found = ran(COINS, Refuser(), 1, samples=20, burn_in=20, thin=1, backend="python")
    assert found.tries is not None
    assert 0 < found.tries["Refuser"] < 1000
    assert not of_kind(found, Kind.NEVER_ACCEPTED)


def test_evidence_that_no_drawn_world_met() -> None:
    doubt = only(ran(HARD, None, 1), Kind.IMPROBABLE_EVIDENCE)
    assert doubt.figures == {"sought": 1, "chains": 1}
    assert doubt.words.startswith(
        "the evidence is improbable under the model: for 1 of 1 chains none of 200 drawn worlds met it, and a first"
    )
    assert not of_kind(ran(EASY, None, 1), Kind.IMPROBABLE_EVIDENCE)


@pytest.mark.parametrize(("engine", "samples"), [("lw", 3000), ("rejection", 20)])
def test_evidence_that_few_drawn_worlds_meet(engine: str, samples: int) -> None:
    doubt = only(ran(HARD, engine=engine, samples=samples), Kind.IMPROBABLE_EVIDENCE)
    assert 0 < doubt.figures["met"] < 0.01
    assert "% of the drawn worlds meet it: use the engine mh" in doubt.words
    assert not of_kind(ran(EASY, engine=engine, samples=samples), Kind.IMPROBABLE_EVIDENCE)


def test_evidence_that_few_drawn_worlds_are_near_to() -> None:
    doubt = only(ran(NEAR.format(25), engine="lw", samples=2000), Kind.IMPROBABLE_EVIDENCE)
    assert doubt.figures["met"] == 1.0
    assert doubt.figures["share"] < 0.01
    assert "all samples together are worth 0." in doubt.words
    assert not of_kind(ran(NEAR.format(400), engine="lw", samples=2000), Kind.IMPROBABLE_EVIDENCE)


def test_too_few_effective_samples() -> None:
    doubt = only(ran(COINS, engine="lw", samples=90), Kind.FEW_SAMPLES)
    assert doubt.query is None
    assert not of_kind(ran(COINS, engine="lw", samples=400), Kind.FEW_SAMPLES)


def test_moves_that_hardly_ever_change_what_a_doubtful_query_reads() -> None:
    """The first of these chains changes 8 times, the others not much more often: a few samples in effect."""
    slow = chain_marginal((autoregressive(0.999, 4, 500, seed=2) > 0).tolist(), BOOLEAN)
    rates = {"moves_of": (("Slow",),), "tries": {"Slow": 20_000}, "acceptance": {"Slow": 0.0005}}
    doubt = only(chain_posterior(slow, **rates), Kind.STUCK)
    assert doubt.words.startswith(
        "the chains may be stuck: the moves on what `X` reads were accepted in 0.05% of 20,000 tries: give"
    )
    assert not of_kind(chain_posterior(slow, **(rates | {"acceptance": {"Slow": 0.05}})), Kind.STUCK)
    assert not of_kind(chain_posterior(slow, **(rates | {"tries": {"Slow": 999}})), Kind.STUCK)
    good = chain_marginal((autoregressive(0.3, 4, 500, seed=1) > 0).tolist(), BOOLEAN)
    assert not of_kind(chain_posterior(good, **rates), Kind.STUCK)


def test_doubts_are_data_before_they_are_words() -> None:
    found = ran(COINS, ONLY_Y, 4)
    (doubt,) = of_kind(found, Kind.CHAINS_DISAGREE)
    assert (doubt.kind, doubt.query) == ("chains disagree", "X")
    assert doubt.advice == "raise samples and burn-in until R-hat is below 1.05"
    assert set(found.run_warnings) >= {d.words for d in found.doubts}
    assert found.other_warnings == ()
