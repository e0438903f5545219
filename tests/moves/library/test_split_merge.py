"""Split-merge leaves the posterior as it is, broken copies do not, and models that it is not for are refused."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import SplitMerge
from tests.moves.library.trying import (
    COIN,
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
    ("m03_citations", SplitMerge("PubCited")),
    ("m03_citations", SplitMerge("PubCited", number=True)),
    ("m03_citations", SplitMerge("PubCited", candidates=TWO_GROUPS)),
    ("urn_small", SplitMerge("Drawn", number=True)),
    ("m06_empty_set", SplitMerge("F", number=True)),
    ("m06_empty_set_guaranteed", SplitMerge("F")),
    ("m06_empty_set_guaranteed", SplitMerge("F", number=True)),
    (TWO_WAYS, SplitMerge("F")),
    (TWO_WAYS, SplitMerge("F", number=True)),
    (GRID, SplitMerge("At")),
    (KNOWN, SplitMerge("F", number=True)),
    (TWO_WAYS, SplitMerge("F", candidates=LOPSIDED)),
    (KNOWN, SplitMerge("F", number=True, candidates=LOPSIDED)),
    ("urn_small", SplitMerge("Drawn", number=True, candidates=ONE_PAIR)),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: SplitMerge) -> None:
    assert wrongness(moves_of(model, move)) < 1e-12


@pytest.mark.parametrize(("model", "move"), [RIGHT[0], RIGHT[2], RIGHT[5], RIGHT[7], RIGHT[11]])
def test_it_undoes_what_it_does(model: str, move: SplitMerge) -> None:
    check_reverse(started(moves_of(model, move)))


ANY = "self.paired[rng.integer(self.paired.shape[0])]"
"""Where the pair is drawn, which must not look at the state."""
WRONG = [
    ("m03_citations", SplitMerge("PubCited"), "return (size - 2) * math.log(2.0)", "return 0.0"),
    ("m03_citations", SplitMerge("PubCited"), "(self.size(world, kept) - 2)", "(self.size(world, kept) - 1)"),
    ("m03_citations", SplitMerge("PubCited", number=True), "world.number.Pub[()] -= 1", "pass"),
    ("m06_empty_set_guaranteed", SplitMerge("F"), "if other < 1:", "if other < 0:"),
    (TWO_WAYS, SplitMerge("F"), "if world.First.preimage(other).number > 0:", "if False:"),
    (
        "m03_citations",
        SplitMerge("PubCited", candidates=LOPSIDED),
        ANY,
        f"0 if world.PubCited[0] == world.PubCited[1] else {ANY}",
    ),
    (KNOWN, SplitMerge("F"), "if world.F.free(x):\n                number", "if True:\n                number"),
]


@pytest.mark.parametrize(("model", "move", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, move: SplitMerge, old: str, new: str) -> None:
    assert wrongness(moves_of(model, Edited(move, old, new))) > 1e-4


@pytest.mark.parametrize(
    ("backend", "samples"), [("python", 800), pytest.param("native", 20_000, marks=pytest.mark.campaign)]
)
def test_a_run_agrees_with_the_exact_answer_and_names_the_move(backend: str, samples: int) -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(URN)
    move = nm.moves.SplitMerge("Drawn", number=True, candidates=nm.blocks(["a", "b", "b", "b", "a"]))
    exact = model.infer(engine="exact")[QUERY].mean
    assert exact is not None
    found = model.infer(engine="mh", samples=samples, chains=2, seed=1, backend=backend, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["SplitMerge(Drawn)"] > 0.1
    assert standard_errors(found[QUERY], exact) < 5


QUERY = "size({b for Ball b})"
URN = f"""
type Ball; type Draw; distinct Draw D[5];
#Ball ~ Poisson(3);
random Boolean Paint(Ball b) ~ BooleanDistrib(0.5);
random Ball Drawn(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean Seen(Draw d) ~ if Drawn(d) != null then (if Paint(Drawn(d)) {COIN});
obs Seen(D[0]) = true; obs Seen(D[1]) = false; obs Seen(D[2]) = true; obs Seen(D[3]) = false; obs Seen(D[4]) = true;
query {QUERY};
"""

NUMBER_DECIDES = f"""
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 3);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean Y ~ if size({{b for Ball b}}) > 2 then BooleanDistrib(0.3) else if F(D1) == F(D2) {COIN};
obs Y = true; query Y;
"""
GENERATES = """
type Ball; type Box; type Draw; distinct Draw D1, D2; origin Box In(Ball);
#Box ~ UniformInt(1, 2); #Ball(In = b) ~ UniformInt(1, 2);
random Box B(Draw d) ~ UniformChoice({b for Box b});
random Ball F(Draw d) ~ UniformChoice({b for Ball b : In(b) == B(d)});
random Boolean Y ~ if F(D1) == F(D2) then BooleanDistrib(0.9) else BooleanDistrib(0.3); obs Y = true; query Y;
"""
OVERLOADED = """
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 3);
random Ball F(Draw d) ~ UniformChoice({b for Ball b});
random Ball F(Draw d, Draw e) ~ UniformChoice({b for Ball b});
random Ball H(Draw d) ~ UniformChoice({b for Ball b});
random Boolean Y ~ if F(D1) == F(D1, D2) then BooleanDistrib(0.9) else BooleanDistrib(0.3);
random Boolean Z ~ if H(D1) == H(D2) then BooleanDistrib(0.9) else BooleanDistrib(0.3);
obs Y = true; obs Z = true; query Y;
"""
OWN = "write a proposer of your own for this model"

REFUSED = [
    ("m03_citations", ("PubCitd",), {}, "the model has no `PubCitd`", "did you mean `PubCited`?"),
    ("m03_citations", ("Pub",), {}, "`Pub` is a type, not a function", "there are PubCited, Text, Title"),
    (
        "m03_citations",
        ("Title",),
        {},
        "the values of `Title` are not objects but Boolean",
        "those of PubCited are",
    ),
    ("m03_citations", ("Text",), {}, "`Text` is evidence, which no move may change", None),
    (
        "m01_parental",
        ("X",),
        {},
        "the values of `X` are not objects but Boolean",
        "no function has objects as its values",
    ),
    (
        "c42_overloading",
        ("Grade",),
        {},
        "the model has several functions `Grade` with as many arguments",
        "write world.Grade_Pupil or world.Grade_Tutor",
    ),
    (OVERLOADED, ("F",), {}, "there are functions `F` with 1 and 2 arguments", OWN),
    (OVERLOADED, ("H",), {}, "`F` refers to `Ball` too, and has no name that a move could use", OWN),
    (
        "m12_self_reference",
        ("Cites",),
        {},
        "`Cites` is a function of Pub, and its arguments must be guaranteed objects",
        OWN,
    ),
    (
        "m12_self_reference",
        ("First",),
        {},
        "`First` has no arguments, and one variable cannot be split",
        "use MoveReferrer",
    ),
    (
        GUARANTEED,
        ("F",),
        {},
        "`B` has guaranteed objects only: there are no new ones",
        OWN,
    ),
    (
        GENERATES,
        ("F",),
        {},
        "the number of `Ball` is not one variable: it has several number statements, or generators",
        "the move is for types with one `#Ball ~ …;`",
    ),
    (GENERATES, ("B",), {}, "objects of `Box` generate others (`Ball`), which would keep them in use", OWN),
    (
        DECIDES,
        ("F",),
        {},
        "the value of `F` decides what becomes of other variables of `F`, and the move could not count them",
        OWN,
    ),
    (
        NUMBER_DECIDES,
        ("F",),
        {"number": True},
        "the number of `Ball` decides what becomes of the variables of `F`",
        f"leave the number as it is, or {OWN}",
    ),
    (
        "m03_citations",
        ("PubCited",),
        {"candidates": [[0, 1]]},
        "`candidates` is list",
        "make them with nm.canopies, nm.blocks or nm.Candidates.from_groups",
    ),
    (
        "m03_citations",
        ("PubCited",),
        {"candidates": nm.blocks(["a", "a", "b", "b"])},
        "the candidates are of 4 objects, and there are 3 of type Cit",
        "make them from one record for each object",
    ),
    (
        "m03_citations",
        ("PubCited",),
        {"candidates": nm.blocks(["a", "b"])},
        "no two objects are candidates of each other",
        "make the groups larger",
    ),
    (
        GRID,
        ("At",),
        {"candidates": TWO_GROUPS},
        "`At` has 2 arguments, and candidates are single objects",
        "leave `candidates` out",
    ),
]


@pytest.mark.parametrize(("model", "arguments", "options", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(
    model: str, arguments: tuple[str], options: dict[str, Any], message: str, hint: str | None
) -> None:
    move = SplitMerge(*arguments, **options)
    with pytest.raises(BlogError) as caught:
        move.text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"SplitMerge({arguments[0]}): {message}", hint)


def test_concrete_types_are_told() -> None:
    with pytest.raises(BlogError) as caught:
        SplitMerge("PubCited").text(table_of("m03_citations", ("Pub",)))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == (
        "SplitMerge(PubCited): `Pub` is concrete: its objects are numbered, and the move makes identifiers"
    )
    assert diagnostic.hint == "`noumena check` says what makes it so"


def test_the_number_alone_decides_nothing_for_a_fixed_number() -> None:
    assert wrongness(moves_of(NUMBER_DECIDES, SplitMerge("F"))) < 1e-12


def test_a_number_that_is_evidence_is_never_changed() -> None:
    text = f"{URN.split('query')[0]} obs {QUERY} = 2; query Paint(Drawn(D[0]));"
    chain = started(moves_of(text, SplitMerge("Drawn", number=True)))
    chain.advance(100)
    assert chain.world.move_done[len(chain.program.moves) - 1] == 0
