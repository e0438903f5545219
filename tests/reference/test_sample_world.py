"""A world drawn from the prior, as text."""

from __future__ import annotations

import re

from noumena.reference.sample_world import sample_world
from tests.asking import problem

MODEL = """
type Cup; type Ball; distinct Cup Left, Right; origin Cup In(Ball); #Ball ~ 1; #Ball(In = c) ~ UniformInt(1, 1);
random Boolean Red(Ball b) ~ BooleanDistrib(1.0); random Integer Count(Cup c) ~ size({b for Ball b : In(b) == c});
random Integer Twice ~ 2 * UniformInt(3, 3); random Boolean Flag(Boolean b) ~ b;
random Boolean State(Timestep t) ~ if t == @0 then BooleanDistrib(1.0) else State(prev(t));
random Boolean Later ~ State(@1); random Boolean Unread(Integer i) ~ BooleanDistrib(0.5);
"""


def test_everything_that_exists_is_shown_with_its_value() -> None:
    world = dict(sample_world(problem(MODEL), 0))
    assert world["#Ball"] == "1"
    assert world["#Ball(In = Left)"] == "1"
    assert world["Red(Ball(Right)@1)"] == "true"
    assert world["Count(Left)"] == "1"
    assert world["Twice"] == "6"
    assert world["the draw inside Twice"] == "3"
    assert {name: value for name, value in world.items() if name.startswith("Flag")} == {
        "Flag(false)": "false",
        "Flag(true)": "true",
    }


def test_functions_of_time_are_shown_where_they_were_read() -> None:
    names = {name for name, _ in sample_world(problem(MODEL), 0)}
    assert "State(@0)" in names
    assert not any(re.match(r"Unread|State\(@2\)", name) for name in names)


def test_evidence_plays_no_part() -> None:
    text = "random Boolean X ~ BooleanDistrib(1.0); obs X = false;"
    assert sample_world(problem(text), 0) == [("X", "true")]


def test_the_seed_decides() -> None:
    asked = problem("random Integer N ~ UniformInt(1, 1000000);")
    assert sample_world(asked, 1) == sample_world(asked, 1)
    assert sample_world(asked, 1) != sample_world(asked, 2)


def test_a_type_generated_over_time_is_shown_where_it_was_read() -> None:
    text = "type B; origin Timestep At(B); #B(At = t) ~ 1; random Boolean Hot(B b) ~ BooleanDistrib(1.0);"
    assert sample_world(problem(text), 0) == []
    text += "random Boolean Any ~ exists B b (At(b) == @2 & Hot(b));"
    assert dict(sample_world(problem(text), 0)) == {"#B(At = @2)": "1", "Hot(B(@2)@1)": "true", "Any": "true"}


def test_objects_that_generate_their_own_kind_are_infinitely_many() -> None:
    text = "type B; origin B Parent(B); distinct B Root; #B(Parent = b) ~ 1; random Boolean Hot(B b) ~ true;"
    assert sample_world(problem(text), 0) == []
