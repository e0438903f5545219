"""What some values of a variable share is found in the text of a model; what all or one of them need is no matter."""

from __future__ import annotations

import pytest

from noumena.moves.library.apart import first_clash
from tests.asking import problem

HEAD = """
type Ball; type Draw; type Age; distinct Ball G, H; distinct Draw D1, D2; distinct Age Old, Young;
#Ball ~ UniformInt(1, 3); #Age ~ Poisson(2);
random Ball F(Draw d) ~ UniformChoice({b for Ball b});
random Ball First ~ UniformChoice({b for Ball b});
random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Boolean Near(Ball b, Ball c) ~ BooleanDistrib(0.3);
random Boolean S ~ BooleanDistrib(0.4);
random Boolean T ~ BooleanDistrib(0.4);
random Integer K ~ UniformInt(1, 3);
random Real X ~ Gaussian(0, 1);
"""
NONE = [
    ("F", "random Boolean Y(Draw d) ~ if Red(F(d)) then BooleanDistrib(0.1) else BooleanDistrib(0.2);"),
    ("F", "random Boolean Y(Draw d) ~ if S then (if F(d) == G then BooleanDistrib(0.1) else BooleanDistrib(0.2));"),
    ("F", "random Boolean Y(Draw d) ~ if F(d) != null then BooleanDistrib(0.1);"),
    (
        "F",
        "random Boolean Big(Ball b) ~ if S then BooleanDistrib(0.1) else BooleanDistrib(0.2);"
        "random Boolean Y(Draw d) ~ if Big(F(d)) then BooleanDistrib(0.1) else BooleanDistrib(0.2);",
    ),
    (
        "K",
        "random Boolean Y(Draw d) ~ if K > 1 then (if S then BooleanDistrib(0.1) else BooleanDistrib(0.2))"
        " else (if S then BooleanDistrib(0.3) else BooleanDistrib(0.4));",
    ),
    ("K", "random Boolean Y(Draw d) ~ if S & K > 1 then BooleanDistrib(0.1) else BooleanDistrib(0.2);"),
    ("X", "random Boolean Y(Draw d) ~ BooleanDistrib(exp(-X * X));"),
]
SOME = [
    (
        "F",
        "random Boolean Y(Draw d) ~ if F(d) == G then BooleanDistrib(0.1) else if S then BooleanDistrib(0.2)"
        " else BooleanDistrib(0.3);",
        "S",
    ),
    ("F", "random Boolean Y(Draw d) ~ if F(d) == G & S then BooleanDistrib(0.1) else BooleanDistrib(0.2);", "S"),
    ("F", "random Boolean Y(Draw d) ~ if Near(F(d), First) then BooleanDistrib(0.1) else BooleanDistrib(0.2);", "Near"),
    (
        "F",
        "random Ball Next(Ball b) ~ UniformChoice({c for Ball c});"
        "random Boolean Y(Draw d) ~ if Red(Next(F(d))) then BooleanDistrib(0.1) else BooleanDistrib(0.2);",
        "Red",
    ),
    (
        "F",
        "random Boolean Big(Ball b) ~ if b == G then BooleanDistrib(0.1) else if S then BooleanDistrib(0.1)"
        " else BooleanDistrib(0.2);"
        "random Boolean Y(Draw d) ~ if Big(F(d)) then BooleanDistrib(0.1) else BooleanDistrib(0.2);",
        "S",
    ),
    ("F", "random Boolean Y(Draw d) ~ if F(d) == G then BooleanDistrib(0.1);", "Y"),
    (
        "F",
        "random Ball E(Draw d) ~ UniformChoice({b for Ball b : b != F(d)});"
        "random Boolean Y(Draw d) ~ if E(d) == G then BooleanDistrib(0.1) else BooleanDistrib(0.2);",
        "E",
    ),
    (
        "F",
        "random Boolean Y(Draw d) ~ if F(d) == G then BooleanDistrib(0.1)"
        " else BooleanDistrib(1 / (1 + size({a for Age a})));",
        "#Age",
    ),
    (
        "K",
        "random Boolean Big = K > 1;"
        "random Boolean Y(Draw d) ~ if Big then BooleanDistrib(0.1) else if S then BooleanDistrib(0.2)"
        " else BooleanDistrib(0.3);",
        "S",
    ),
    ("K", "random Boolean Y(Draw d) ~ case K in {1 -> BooleanDistrib(0.1), 2 -> BooleanDistrib(0.2)};", "Y"),
    ("K", "random Integer Y(Draw d) ~ if K > 1 then K;", "Y"),
]


@pytest.mark.parametrize(("cause", "text"), NONE)
def test_what_all_or_one_need_is_no_clash(cause: str, text: str) -> None:
    assert clash(cause, text) is None


@pytest.mark.parametrize(("cause", "text", "name"), SOME)
def test_what_some_need_is_one(cause: str, text: str, name: str) -> None:
    assert clash(cause, text) == name


ALIKE = """
type Res; type Pub; type Cit; distinct Cit C; #Res ~ Poisson(2); #Pub ~ Poisson(2); random Real X ~ Gaussian(0, 1);
random Real Name(Res r) ~ Gaussian(0, 1); random Res Author(Pub p) ~ UniformChoice({r for Res r});
random Pub F(Cit c) ~ UniformChoice({p for Pub p}); random Real Text(Cit c) ~ Gaussian(Name(Author(F(c))), 1);
"""


def test_what_only_a_new_object_needs_is_no_clash() -> None:
    assert clash_of(ALIKE + "obs Text(C) = 1.0; query X;", "F", "Pub") is None


@pytest.mark.parametrize(
    "text",
    [
        "random Pub First ~ UniformChoice({p for Pub p}); obs Text(C) = 1.0; obs Name(Author(First)) = 1.0;",
        "random Real Other(Cit c) ~ Gaussian(Name(Author(F(c))), 1); obs Text(C) = 1.0; obs Other(C) = 1.0;",
        "distinct Pub P; obs Text(C) = 1.0;",
        "obs Text(C) = 1.0; obs (F(C) != null) = true;",
    ],
)
def test_what_others_may_need_is_one(text: str) -> None:
    assert clash_of(f"{ALIKE}{text} query X;", "F", "Pub") == "Name"


def clash(cause: str, text: str) -> str | None:
    value = "1" if "Integer Y" in text else "true"
    return clash_of(f"{HEAD}{text} obs Y(D1) = {value}; query K;", cause, "Ball" if cause == "F" else None)


def clash_of(text: str, cause: str, referred: str | None) -> str | None:
    found = problem(text)
    (key,) = (k for k, f in found.random.items() if f.name == cause)
    met = first_clash(found, [key], referred)
    return None if met is None else met.name
