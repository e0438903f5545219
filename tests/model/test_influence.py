"""What a change of a function may bring about, case by case."""

from __future__ import annotations

import pytest

from noumena.model.influence import influence
from noumena.model.model import Problem
from tests.asking import model_problem, problem


def named(found: Problem, name: str) -> str:
    """The key of a function by its name."""
    return next(key for key, f in found.random.items() if f.name == name)


def names(found: Problem, keys: frozenset[str]) -> set[str]:
    return {found.random[key].name for key in keys}


BALLS = """
type Ball; type Draw; distinct Draw D1, D2, D3; #Ball ~ UniformInt(1, 3);
random Ball F(Draw d) ~ UniformChoice({b for Ball b});
random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Boolean S ~ BooleanDistrib(0.3);
"""
COIN = "BooleanDistrib(0.9) else BooleanDistrib(0.2)"

CASES = [
    # Reading an attribute of what F refers to is decided by F, and what reads it changes.
    (f"random Boolean Y(Draw d) ~ if Red(F(d)) then {COIN}; obs Y(D1) = true;", "F", {"Y", "Red"}, {"Red"}),
    # The same term twice is read once.
    (
        f"random Boolean Y ~ if F(D1) != null then (if Red(F(D1)) then {COIN}); obs Y = true;",
        "F",
        {"Y", "Red"},
        {"Red"},
    ),
    # Another variable of F is read in some cases only.
    (
        f"random Boolean Y ~ if F(D1) == F(D2) then (if F(D3) == F(D1) then {COIN}) else BooleanDistrib(0.1);"
        "obs Y = true;",
        "F",
        {"Y", "F"},
        {"F"},
    ),
    (f"random Boolean Y ~ if F(D1) == F(D2) & F(D3) == F(D1) then {COIN}; obs Y = true;", "F", {"Y", "F"}, {"F"}),
    # What decides is another variable.
    (
        f"random Boolean Y ~ if S then (if F(D3) == F(D1) then {COIN}) else BooleanDistrib(0.1); obs Y = true;",
        "F",
        {"Y"},
        set(),
    ),
    (
        f"random Boolean Y ~ if S then (if F(D3) == F(D1) then {COIN}) else BooleanDistrib(0.1); obs Y = true;",
        "S",
        {"Y", "F"},
        {"F"},
    ),
    # Through a derived function, and a case.
    (
        "random Boolean Z = Red(F(D1)); random Boolean Y ~ case Z in {true -> BooleanDistrib(0.3), "
        f"false -> if F(D2) == null then {COIN}"
        "}; obs Y = true;",
        "F",
        {"Z", "Y", "F", "Red"},
        {"F", "Red"},
    ),
    # Evidence on a term lets one variable follow another.
    (
        "random Integer A ~ UniformInt(0, 4); random Integer B ~ UniformInt(0, 4); obs A + B = 4;",
        "A",
        {"A", "B"},
        set(),
    ),
    (
        "random Integer A ~ UniformInt(0, 4); random Integer B = A; random Integer C = A + B; obs C = 4;",
        "A",
        {"A", "B", "C"},
        set(),
    ),
    ("obs F(D1) = null;", "F", set(), set()),
    # A set looks at each of its members, and is filtered by the cause.
    (
        f"random Boolean Y ~ if size({{d for Draw d : F(d) == F(D1) & S}}) > 1 then {COIN}; obs Y = true;",
        "F",
        {"Y", "S"},
        {"S"},
    ),
]


@pytest.mark.parametrize(("statements", "cause", "changed", "decided"), CASES)
def test_what_a_function_may_change_and_decide(
    statements: str, cause: str, changed: set[str], decided: set[str]
) -> None:
    asked = problem(f"{BALLS} {statements} query S;")
    found = influence(asked, [named(asked, cause)])
    assert (names(asked, found.changed), names(asked, found.decided)) == (changed, decided)


def test_a_function_that_depends_on_itself_changes() -> None:
    asked = model_problem("m12_self_reference")
    found = influence(asked, [named(asked, "First")])
    assert names(asked, found.changed) == {"First", "Cites"}
    assert names(asked, found.decided) == {"Cites"}


def test_a_number_changes_what_is_drawn_from_its_objects() -> None:
    asked = model_problem("m03_citations")
    found = influence(asked, [], ["Pub"])
    assert names(asked, found.changed) == {"PubCited", "Text", "Title"}
    assert names(asked, found.decided) == {"Title"}


def test_a_number_changes_what_its_objects_generate() -> None:
    text = """
    type A; type B; origin A From(B); #A ~ UniformInt(1, 2); #B(From = a) ~ UniformInt(0, 1);
    random Boolean X ~ if size({b for B b}) > 1 then BooleanDistrib(0.9) else BooleanDistrib(0.2);
    obs X = true; query X;
    """
    asked = problem(text)
    assert names(asked, influence(asked, [], ["A"]).changed) == {"X"}
    assert names(asked, influence(asked, [], ["B"]).changed) == {"X"}
    assert names(asked, influence(asked, []).changed) == set()


def test_a_derived_number_changes_with_what_it_is_derived_from() -> None:
    text = """
    type A; #A = if S then 1 else 2; random Boolean S ~ BooleanDistrib(0.5);
    random A First ~ UniformChoice({a for A a}); random A Other ~ UniformChoice({a for A a});
    obs (First == Other) = true; query S;
    """
    asked = problem(text)
    assert {"First", "Other"} <= names(asked, influence(asked, [named(asked, "S")]).changed)
