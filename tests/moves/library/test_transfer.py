"""Transfer leaves the posterior as it is, broken copies do not, and models that it is not for are refused."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import Transfer
from tests.moves.library.trying import Edited, standard_errors, table_of
from tests.moves.running import moves_of, started, wrongness

KNOWN_BOXES = """
type Box; distinct Box B1, B2, B3, B4;
random Integer Weight(Box b) ~ if b == B1 then UniformInt(0, 4) else Categorical({0 -> 0.2, 1 -> 0.5, 2 -> 0.3});
obs sum({Weight(b) for Box b}) = 4; query Weight(B1);
"""
"""A sum that is known, of guaranteed objects."""

BOXES = """
type Box; #Box ~ UniformInt(1, 3); random Integer Weight(Box b) ~ Categorical({1 -> 0.5, 2 -> 0.3, 3 -> 0.2});
obs sum({Weight(b) for Box b}) = 5; query #Box;
"""
"""A sum that is known, of objects whose number is not."""

PAIRS = """
type Box; type Lot; distinct Lot L1, L2; #Box ~ UniformInt(2, 3);
random Integer Weight(Box b, Lot l) ~ Categorical({0 -> 0.5, 1 -> 0.3, 2 -> 0.2});
obs size({b for Box b}) = 2; obs sum({Weight(b, L1) + Weight(b, L2) for Box b}) = 3;
query exists Box b (Weight(b, L1) == 2);
"""
"""A function of two arguments, of one of which it is known how many there are."""

TOTAL = """
type Box; #Box ~ UniformInt(2, 4); random Integer Weight(Box b) ~ Categorical({0 -> 0.5, 1 -> 0.3, 2 -> 0.2});
random Integer Total = sum({Weight(b) for Box b}); obs Total + 1 = 4; query #Box;
"""
"""The sum is derived."""

BLIPS = """
type Aircraft; type Blip; distinct Aircraft A1, A2, A3; origin Aircraft Source(Blip);
#Blip(Source = a) ~ if a == A1 then Categorical({0 -> 0.2, 1 -> 0.3, 2 -> 0.5}) else UniformInt(0, 2);
obs size({b for Blip b}) = 3; query size({b for Blip b : Source(b) == A1});
"""
"""An observed total of guaranteed generators."""

RIGHT = [
    (KNOWN_BOXES, Transfer("Weight", 2)),
    (BOXES, Transfer("Weight")),
    (PAIRS, Transfer("Weight")),
    (TOTAL, Transfer("Weight")),
    (BLIPS, Transfer("Blip")),
    ("m04_observed_total", Transfer("Blip", 2)),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: Transfer) -> None:
    moves = moves_of(model, move)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))
    chain = started(moves)
    chain.advance(200)
    assert chain.world.move_done[len(chain.program.moves) - 1] > 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return 0.0", "return 0.5 if first < second else -0.4"),
        ("if first == second or", "if first >= second or"),
        ("world.Weight[second] += k", "world.Weight.resample(second)"),
        ("1 + rng.integer(2)", "1 + rng.integer(max(world.Weight[first], 1))"),
    ],
)
def test_broken_copies_do_not(old: str, new: str) -> None:
    assert wrongness(moves_of(KNOWN_BOXES, Edited(RIGHT[0][1], old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(KNOWN_BOXES)
    exact = model.infer(engine="exact")["Weight(B1)"].mean
    assert exact is not None
    found = model.infer(engine="mh", samples=10_000, chains=2, seed=6, proposer=nm.moves.Transfer("Weight", 2))
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["Transfer(Weight)"] > 0.1
    assert standard_errors(found["Weight(B1)"], exact) < 5


FOLLOWS = """
type Box; type Lot; distinct Lot L; #Box ~ UniformInt(1, 3);
random Integer Weight(Box b) ~ UniformInt(1, 3); random Integer More(Lot l) ~ UniformInt(0, 2);
obs sum({Weight(b) for Box b}) = 4; obs More(L) + size({b for Box b}) = 3; query More(L);
"""
SELDOM = """
type Aircraft; type Blip; distinct Aircraft A1, A2; origin Aircraft Source(Blip);
#Blip(Source = a) ~ if a == A1 then 2 else UniformInt(0, 2);
obs size({b for Blip b}) = 3; query size({b for Blip b : Source(b) == A1});
"""
SOURCES = """
type Day; type Aircraft; type Blip; distinct Day D1, D2; distinct Aircraft A1, A2;
origin Aircraft Source(Blip); origin Day On(Blip);
#Blip(Source = a) ~ UniformInt(0, 2); #Blip(Source = a, On = d) ~ UniformInt(0, 2);
obs size({b for Blip b}) = 3; query size({b for Blip b : Source(b) == A1});
"""
DERIVED = """
type Box; distinct Box B1, B2, B3;
random Integer Weight(Box b) ~ if b == B1 then UniformInt(0, 2) else if Weight(B1) == 1 then 2 else UniformInt(0, 2);
obs sum({Weight(b) for Box b}) = 4; query Weight(B1);
"""
READS = """
type Box; distinct Box B1, B2; random Integer Weight(Box b) ~ UniformInt(0, 2);
random Boolean Y ~ if Weight(B1) == 1 then BooleanDistrib(0.3) else BooleanDistrib(0.1 * Weight(B2));
obs Y = true; query Weight(B1);
"""
OWN = "write a proposer of your own for this model"
REFUSED: list[tuple[str, tuple[Any, ...], str, str | None]] = [
    (BOXES, ("Weight", 0), "`most` is 0", "it must be 1 or more"),
    (BOXES, ("Wieght",), "the model has no `Wieght`", "did you mean `Weight`?"),
    (BOXES, ("Box",), "the number of `Box` is one variable only", "the move needs two"),
    (
        KNOWN_BOXES,
        ("Box",),
        "`Box` has guaranteed objects only, and no number statement",
        "name a function whose values are whole numbers",
    ),
    (SOURCES, ("Blip",), "`Blip` has number statements with different numbers of generating objects", OWN),
    (
        "c07_several_number_statements",
        ("Blip",),
        "`Blip` has several number statements with as many generating objects",
        "write world.number.Blip_Source or world.number.Blip_Place",
    ),
    (SELDOM, ("Blip",), "the number of `Blip` is not drawn in all cases", OWN),
    ("c45_integer_sum", ("X",), "`X` is one variable only", "the move needs two"),
    ("m13_forced_value", ("D",), "the values of `D` are Boolean, and only whole numbers can be shared out", None),
    (
        DERIVED,
        ("Weight",),
        "the value of `Weight` decides what becomes of other variables of `Weight`, and the move could not count them",
        OWN,
    ),
    (READS, ("Weight",), "the value of `Weight` decides which variables of `Weight` are in the state", OWN),
    (
        FOLLOWS,
        ("Weight",),
        "the number of `Box` may follow what is transferred, and the move could not count its objects",
        OWN,
    ),
    (
        "m10_generators",
        ("Pub",),
        "the arguments of `Pub` are of type Res, and must be guaranteed or numbered",
        OWN,
    ),
]


@pytest.mark.parametrize(("model", "arguments", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, arguments: tuple[Any, ...], message: str, hint: str | None) -> None:
    with pytest.raises(BlogError) as caught:
        Transfer(*arguments).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"Transfer({arguments[0]}): {message}", hint)


def test_a_number_is_never_below_nothing() -> None:
    """Without the check the move stops the run."""
    chain = started(moves_of("m04_observed_total", Transfer("Blip", 2)))
    chain.advance(300)
