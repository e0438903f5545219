"""Gibbs on a reference leaves the posterior as it is, broken copies do not, and models it is not for are refused."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import GibbsReference, gibbs_reference
from tests.moves.library.trying import (
    COIN,
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

HYPER = f"""
type Ball; type Draw; distinct Ball G; distinct Draw D1, D2; #Ball ~ UniformInt(0, 1);
random Boolean Mu ~ BooleanDistrib(0.4);
random Boolean Red(Ball b) ~ if Mu then BooleanDistrib(0.3) else BooleanDistrib(0.8);
random Boolean Old(Ball b) ~ BooleanDistrib(0.3);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean Seen(Draw d) ~ if Red(F(d)) then (if Old(F(d)) {COIN}) else BooleanDistrib(0.5);
obs Seen(D1) = true; obs Seen(D2) = false; query Mu;
"""
"""All options need Mu, and some of them need an attribute of their own."""

TWO_LEVELS = f"""
type Res; type Pub; type Cit; distinct Cit C1, C2; #Res ~ UniformInt(1, 2); #Pub ~ UniformInt(1, 2);
random Boolean Name(Res r) ~ BooleanDistrib(0.3); random Res Author(Pub p) ~ UniformChoice({{r for Res r}});
random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}});
random Boolean Text(Cit c) ~ if Name(Author(PubCited(c))) {COIN};
obs Text(C1) = true; obs Text(C2) = false; query PubCited(C1) == PubCited(C2);
"""
"""Two options could share the name of an author, if they were not in use."""

RIGHT = [
    (TWO_LEVELS, GibbsReference("PubCited")),
    ("m03_citations", GibbsReference("PubCited")),
    ("m06_empty_set", GibbsReference("F")),
    ("m06_empty_set_guaranteed", GibbsReference("F")),
    ("m11_not_equal_filter", GibbsReference("C")),
    (GRID, GibbsReference("At")),
    (GUARANTEED, GibbsReference("F")),
    (KNOWN, GibbsReference("F")),
    (HYPER, GibbsReference("F")),
    ("m03_citations", GibbsReference("PubCited", LOPSIDED)),
    ("m03_citations", GibbsReference("PubCited", ONE_PAIR)),
    (GUARANTEED, GibbsReference("F", TWO_GROUPS)),
    (KNOWN, GibbsReference("F", LOPSIDED)),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: GibbsReference) -> None:
    moves = moves_of(model, move)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


SMALL = f"""
type Pub; type Cit; distinct Cit C1, C2; #Pub ~ UniformInt(1, 3); random Boolean Title(Pub p) ~ BooleanDistrib(0.3);
random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}}); random Boolean Text(Cit c) ~ if Title(PubCited(c)) {COIN};
obs Text(C1) = true; obs Text(C2) = false; query PubCited(C1) == PubCited(C2);
"""
WRONG = [
    (SMALL, GibbsReference("PubCited"), "is_alone = world.PubCited.preimage(old).number == 1", "is_alone = False"),
    (SMALL, GibbsReference("PubCited"), "world.repeat(chosen)", "pass"),  # what was weighed is not kept
    (SMALL, GibbsReference("PubCited"), "return -weight", "return 0.0"),
    (SMALL, GibbsReference("PubCited"), "total, chosen, weight = 0.0", "total, chosen, weight = 1.0"),
    ("m06_empty_set_guaranteed", GibbsReference("F"), "old >= 1 and ", ""),
    (GUARANTEED, GibbsReference("F", TWO_GROUPS), "not self.is_near(world, x, old)", "False"),
    (GUARANTEED, GibbsReference("F", LOPSIDED), "for place in range(i):", "for place in range(0):"),
]


@pytest.mark.parametrize(("model", "move", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, move: GibbsReference, old: str, new: str) -> None:
    assert wrongness(moves_of(model, Edited(move, old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    query = "size({b for Ball b})"
    model = nm.Model.from_text(TWO_WAYS)
    exact = model.infer(queries=[query], engine="exact")[query].mean
    assert exact is not None
    found = model.infer(
        queries=[query], engine="mh", samples=20_000, chains=2, seed=2, proposer=nm.moves.GibbsReference("F", share=0.9)
    )
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["GibbsReference(F)"] > 0.2
    assert standard_errors(found[query], exact) < 5


SHARED = f"""
type Ball; type Draw; distinct Ball G, H, K; distinct Draw D;
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean S ~ BooleanDistrib(0.4);
random Boolean Seen(Draw d) ~ if F(d) == G then BooleanDistrib(0.3)
  else if S then (if F(d) == H {COIN})
  else (if F(d) == H then BooleanDistrib(0.1) else BooleanDistrib(0.6));
obs Seen(D) = true; query S;
"""
"""Two of three options need S."""

GIVEN_LEVELS = TWO_LEVELS.replace("#Pub", "distinct Pub P1, P2; #Pub")
REFUSED = [
    (
        GIVEN_LEVELS,
        "PubCited",
        "the value of `PubCited` may decide whether `Name` is read, at model.blog:5:33, and could not be weighed",
    ),
    (
        "m12_self_reference",
        "First",
        "the value of `First` decides what becomes of other variables of `First`, and the move could not count them",
    ),
    (
        SHARED,
        "F",
        "the value of `F` may decide whether `S` is read, at model.blog:6:11, and could not be weighed",
    ),
]


@pytest.mark.parametrize(("model", "function", "message"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, function: str, message: str) -> None:
    with pytest.raises(BlogError) as caught:
        GibbsReference(function).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == f"GibbsReference({function}): {message}"
    assert diagnostic.hint == "write a proposer of your own for this model"


def test_what_is_refused_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gibbs_reference, "weighed_apart", lambda *given: None)
    assert wrongness(moves_of(SHARED, GibbsReference("F"))) > 1e-4
