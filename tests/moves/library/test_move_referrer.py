"""Move-referrer leaves the posterior as it is, broken copies do not, and models that it is not for are refused."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import MoveReferrer
from noumena.moves.library.fitting import Fitting
from tests.moves.library.trying import (
    DECIDES,
    GRID,
    GUARANTEED,
    KNOWN,
    LOPSIDED,
    ONE_PAIR,
    TWO_GROUPS,
    TWO_WAYS,
    Edited,
    standard_errors,
    table_of,
)
from tests.moves.running import moves_of, started, wrongness

RIGHT = [
    ("m03_citations", MoveReferrer("PubCited")),
    ("urn_small", MoveReferrer("Drawn", new=0.6)),
    ("m06_empty_set", MoveReferrer("F")),
    ("m06_empty_set_guaranteed", MoveReferrer("F")),
    ("m11_not_equal_filter", MoveReferrer("C")),
    (TWO_WAYS, MoveReferrer("F")),
    (TWO_WAYS, MoveReferrer("First")),
    (GRID, MoveReferrer("At")),
    (GUARANTEED, MoveReferrer("F")),
    (KNOWN, MoveReferrer("F")),
    ("m03_citations", MoveReferrer("PubCited", candidates=LOPSIDED)),
    ("m03_citations", MoveReferrer("PubCited", candidates=ONE_PAIR)),
    ("urn_small", MoveReferrer("Drawn", new=0.6, candidates=ONE_PAIR)),
    (TWO_WAYS, MoveReferrer("F", candidates=TWO_GROUPS)),
    (GUARANTEED, MoveReferrer("F", candidates=LOPSIDED)),
    (KNOWN, MoveReferrer("F", candidates=LOPSIDED)),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: MoveReferrer) -> None:
    moves = moves_of(model, move)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


WRONG = [
    ("m03_citations", MoveReferrer("PubCited"), "math.log(back) - math.log(forward)", "0.0"),
    ("m03_citations", MoveReferrer("PubCited"), "back = 0.25", "back = 0.75"),
    ("m11_not_equal_filter", MoveReferrer("C", new=0.4), "world.A.preimage(old).number + ", ""),
    ("m06_empty_set_guaranteed", MoveReferrer("F", new=0.9), "old >= 1 and ", ""),
    (KNOWN, MoveReferrer("F"), "if world.F.free(x):\n                number", "if True:\n                number"),
    (GUARANTEED, MoveReferrer("F"), "given = 0.5 / 3", "given = 0.5"),
    ("m03_citations", MoveReferrer("PubCited", candidates=LOPSIDED), "near += 1.0 / (", "near += 1.0 + 0.0 * ("),
    ("m03_citations", MoveReferrer("PubCited", candidates=TWO_GROUPS), "near += self.nearness(x, y)", "near += 0.5"),
    (TWO_WAYS, MoveReferrer("F", candidates=TWO_GROUPS), "if back == 0.0:", "back += 0.1\n        if back == 0.0:"),
    (KNOWN, MoveReferrer("F", candidates=LOPSIDED), "if world.F.free(y):\n", "if True:\n"),
]


@pytest.mark.parametrize(("model", "move", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, move: MoveReferrer, old: str, new: str) -> None:
    assert wrongness(moves_of(model, Edited(move, old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    query = "size({b for Ball b})"
    model = nm.Model.from_text(TWO_WAYS)
    exact = model.infer(queries=[query], engine="exact")[query].mean
    assert exact is not None
    found = model.infer(
        queries=[query], engine="mh", samples=20_000, chains=2, seed=2, proposer=nm.moves.MoveReferrer("F", share=0.9)
    )
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["MoveReferrer(F)"] > 0.1
    assert standard_errors(found[query], exact) < 5


@pytest.mark.campaign
def test_a_compiled_run_with_candidates_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    query = "size({b for Ball b})"
    model = nm.Model.from_text(TWO_WAYS)
    exact = model.infer(queries=[query], engine="exact")[query].mean
    assert exact is not None
    move = nm.moves.MoveReferrer("F", candidates=TWO_GROUPS)
    found = model.infer(queries=[query], engine="mh", samples=20_000, chains=2, seed=2, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["MoveReferrer(F)"] > 0.05
    assert standard_errors(found[query], exact) < 5


REFUSED = [
    (
        "m11_not_equal_filter",
        MoveReferrer("C", candidates=ONE_PAIR),
        "`C` has 0 arguments, and candidates are single objects",
        "leave `candidates` out",
    ),
    (
        "m03_citations",
        MoveReferrer("PubCited", new=1.5),
        "the probability of a new object is 1.5",
        "it must be between 0 and 1",
    ),
    (
        "m02_completion_draws_objects",
        MoveReferrer("C"),
        "the value of `C` decides what becomes of other variables of `C`, and the move could not count them",
        "write a proposer of your own for this model",
    ),
    (
        "m11_not_equal_filter",
        MoveReferrer("A"),
        "the value of `A` decides what becomes of the variables of `B`, and the move could not count them",
        "write a proposer of your own for this model",
    ),
    (
        "m12_self_reference",
        MoveReferrer("First"),
        "the value of `First` decides what becomes of other variables of `First`, and the move could not count them",
        "write a proposer of your own for this model",
    ),
]


@pytest.mark.parametrize(("model", "move", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, move: MoveReferrer, message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        move.text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{move.name}: {message}", hint)


def test_what_is_refused_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BlogError, match="decides what becomes of other variables"):
        MoveReferrer("F").text(table_of(DECIDES))
    monkeypatch.setattr(Fitting, "steady", lambda *given: None)
    assert wrongness(moves_of(DECIDES, MoveReferrer("F"))) > 1e-4
