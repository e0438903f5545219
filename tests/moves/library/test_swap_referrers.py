"""Swap-referrers leaves the posterior as it is, broken copies do not, and it moves where no single variable can."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.inference.transitions import explore
from noumena.model.diagnostics import BlogError
from noumena.moves.library import SwapReferrers
from noumena.moves.library.fitting import Fitting
from noumena.runtime.faults import Fault
from tests.moves.library.trying import (
    COIN,
    DECIDES,
    GRID,
    KNOWN,
    LOPSIDED,
    ONE_PAIR,
    TWO_GROUPS,
    TWO_WAYS,
    Edited,
    standard_errors,
    table_of,
)
from tests.moves.proposers import PAIR
from tests.moves.running import moves_of, started, wrongness

PLACES = f"""
type Thing; type Place; distinct Thing T1, T2, T3; distinct Place P1, P2, P3;
random Thing At(Place p) ~ UniformChoice({{t for Thing t}});
random Boolean Once(Thing t) ~
  if size({{p for Place p : At(p) == t}}) == 1 then BooleanDistrib(1.0) else BooleanDistrib(0.0);
random Boolean Seen(Place p) ~ if At(p) == T1 {COIN};
random Boolean Last ~ if At(P3) == T2 {COIN};
obs Seen(P1) = true; obs Seen(P2) = false; obs Last = true; query At(P2);
obs Once(T1) = true; obs Once(T2) = true; obs Once(T3) = true;
"""
"""Each thing is in one place."""

RIGHT = [
    ("m03_citations", "PubCited", ()),
    ("urn_small", "Drawn", ()),
    (PLACES, "At", ()),
    (TWO_WAYS, "F", ()),
    (GRID, "At", ()),
    (KNOWN, "F", ()),
    (PAIR, "Drawn", ("Ball",)),
]


@pytest.mark.parametrize(("model", "function", "concrete"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, function: str, concrete: tuple[str, ...]) -> None:
    moves = moves_of(model, SwapReferrers(function), concrete=concrete)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


RESTRICTED = [
    ("m03_citations", SwapReferrers("PubCited", candidates=ONE_PAIR)),
    (PLACES, SwapReferrers("At", candidates=LOPSIDED)),
    (KNOWN, SwapReferrers("F", candidates=TWO_GROUPS)),
]


@pytest.mark.parametrize(("model", "move"), RESTRICTED)
def test_with_candidates_it_does_too(model: str, move: SwapReferrers) -> None:
    moves = moves_of(model, move)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


def test_candidates_that_depend_on_the_state_do_not() -> None:
    any_ = "self.paired[rng.integer(self.paired.shape[0])]"
    broken = Edited(RESTRICTED[1][1], any_, f"0 if world.At[0] == 0 else {any_}")
    assert wrongness(moves_of(PLACES, broken)) > 1e-4


@pytest.mark.parametrize(("candidates", "states"), [(ONE_PAIR, 2), (TWO_GROUPS, 6)])
def test_it_reaches_what_candidates_connect(candidates: nm.Candidates, states: int) -> None:
    moves = moves_of(PLACES, SwapReferrers("At", candidates=candidates))
    (kernel,) = explore(started(moves), moves.code.module, [len(moves.program.moves) - 1])
    assert len(kernel.states) == states


@pytest.mark.parametrize(
    ("old", "new"), [("return 0.0", "return -math.log(1.0 + one)"), ("world.PubCited[second] = one", "pass")]
)
def test_broken_copies_do_not(old: str, new: str) -> None:
    assert wrongness(moves_of("m03_citations", Edited(SwapReferrers("PubCited"), old, new))) > 1e-4


def test_alone_it_reaches_every_assignment_of_things_to_places() -> None:
    moves = moves_of(PLACES, SwapReferrers("At"))
    (kernel,) = explore(started(moves), moves.code.module, [len(moves.program.moves) - 1])
    assert len(kernel.states) == 6


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    query = "size({p for Place p : p == P2 & At(p) == T2})"
    model = nm.Model.from_text(PLACES)
    exact = model.infer(queries=[query], engine="exact")[query].mean
    assert exact is not None
    move = nm.moves.SwapReferrers("At", share=1.0)
    found = model.infer(queries=[query], engine="mh", samples=10_000, chains=2, seed=3, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["SwapReferrers(At)"] > 0.1
    assert standard_errors(found[query], exact) < 5


REFUSED = [
    (
        "m12_self_reference",
        "First",
        "`First` has no arguments, and is one variable only",
        "the move needs two to exchange",
    ),
    (
        DECIDES,
        "F",
        "the value of `F` decides which variables of `F` are in the state",
        "write a proposer of your own for this model",
    ),
]


@pytest.mark.parametrize(("model", "function", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, function: str, message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        SwapReferrers(function).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"SwapReferrers({function}): {message}", hint)


def test_what_is_refused_would_break(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fitting, "always_read", lambda *given: None)
    with pytest.raises(Fault):
        wrongness(moves_of(DECIDES, SwapReferrers("F")))
