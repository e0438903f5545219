"""What a term may read: nothing that evaluation reads is missing, and known arguments are followed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from noumena.model.model import Problem
from noumena.model.reach import ANYTHING, Reach
from noumena.model.values import Timestep
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Drawing
from noumena.reference.variables import FunctionVariable
from tests.asking import problem
from tests.strategies.rich_models import rich_models

FLAGS = """
random Boolean Left(Integer i) ~ BooleanDistrib(0.5);
random Boolean Right(Integer i) ~ BooleanDistrib(0.5);
random Boolean Both(Integer i) ~ if Left(i) then BooleanDistrib(0.9) else BooleanDistrib(0.1);
random Integer Count ~ Poisson(2);
type Ball; type Mark; origin Ball On(Mark); origin Boolean Front(Mark);
#Ball ~ if Left(9) then UniformInt(0, 2); #Mark(On = b, Front = f) ~ UniformInt(0, 1);
random Boolean Red(Ball b) ~ BooleanDistrib(0.5);
random Ball First ~ UniformChoice({b for Ball b});
"""


def reach_of(query: str, model: str = FLAGS) -> Reach:
    """The reach of one query."""
    asked = problem(f"{model} query {query};")
    return reach_of_queries(asked)


def reach_of_queries(asked: Problem) -> Reach:
    reach = Reach(asked)
    for query in asked.queries:
        reach.add(query.term, query.frame_size)
    return reach


def reads(reach: Reach) -> set[str]:
    """Which of `Left(1)` and `Right(1)` may be read."""
    return {name for name in ("Left", "Right") if reach.has_function(name, (1,))}


def test_a_variable_brings_its_parents_for_its_own_arguments() -> None:
    reach = reach_of("Both(3)")
    assert reach.has_function("Both", (3,))
    assert reach.has_function("Left", (3,))
    assert not reach.has_function("Left", (4,))
    assert not reach.has_function("Right", (3,))


@pytest.mark.parametrize(
    ("condition", "read"),
    [
        ("1 == 1", {"Left"}),
        ("1 != 1", {"Right"}),
        ("null", {"Right"}),
        ("true & false", {"Right"}),
        ("false & Both(1)", {"Right"}),
        ("false | true", {"Left"}),
        ("true | Both(1)", {"Left"}),
        ("false => false", {"Left"}),
        ("false => Both(1)", {"Left"}),
        ("true => false", {"Right"}),
        ("true => true", {"Left"}),
        ("null & Both(1)", {"Right"}),
        ("null => true", {"Right"}),
        ("!false", {"Left", "Right"}),
        ("Count > 2", {"Left", "Right"}),
        ("Count > 2 & false", {"Left", "Right"}),
        ("2 > 1", {"Left"}),
        ("prev(@0) == null", {"Left"}),
        ("prev(@3) == @2", {"Left"}),
    ],
)
def test_a_condition_that_the_text_decides_leaves_one_branch(condition: str, read: set[str]) -> None:
    assert reads(reach_of(f"if {condition} then Left(1) else Right(1)")) == read


@pytest.mark.parametrize(
    ("subject", "read"),
    [
        ("[1, 2]", {"Left"}),
        ("[1, 3]", {"Right"}),
        ("[1, 4]", set()),
        ("[null, 2]", {"Left", "Right"}),
        ("[Count, 2]", {"Left", "Right"}),
    ],
)
def test_a_case_with_a_known_subject_leaves_one_branch(subject: str, read: set[str]) -> None:
    branches = "[1, 2] -> Left(1), [1, 3] -> Right(1), [null, 2] -> Left(1) & Right(1)"
    assert reads(reach_of(f"case {subject} in {{{branches}}}")) == read


def test_the_keys_of_a_case_are_read_where_they_are_no_constants() -> None:
    assert reads(reach_of("case true in {Left(1) -> 1, Right(1) -> 2}")) == {"Left", "Right"}


def test_a_function_of_null_reads_nothing() -> None:
    assert reads(reach_of("Left(null)")) == set()


def test_unknown_arguments_may_be_anything() -> None:
    reach = reach_of("Left(Count)")
    assert reach.has_function("Left", (123,))
    assert reach.has_function("Count", ())


def test_arguments_of_a_fixed_function_are_read_and_its_value_is_unknown() -> None:
    reach = reach_of("Left(f(Count))", FLAGS + "fixed Integer f(Integer i) = i + 1;")
    assert reach.has_function("Count", ())
    assert reach.has_function("Left", (77,))


def test_recursion_over_time_is_followed_down_to_its_start() -> None:
    reach = reach_of(
        "S(@3)",
        "random Boolean S(Timestep t) ~ if t == @0 then BooleanDistrib(0.5) else BooleanDistrib(P(prev(t)));"
        "random Real P(Timestep t) ~ if S(t) then 0.7 else 0.2;",
    )
    assert reach.has_function("S", (Timestep(0),))
    assert not reach.has_function("S", (Timestep(4),))
    assert not reach.has_function("P", (Timestep(3),))


def test_endless_recursion_is_widened() -> None:
    reach = reach_of(
        "S(0)", "random Boolean S(Integer i) ~ if S(i + 1) then BooleanDistrib(0.5) else BooleanDistrib(0.2);"
    )
    assert reach.has_function("S", (100_000,))
    assert reach.has_function("S", (-1,))


@pytest.mark.parametrize(
    "query",
    [
        "size({b for Ball b})",
        "exists Ball b (b == null)",
        "{b for Ball b}",
        "First",
        "size({m for Mark m : On(m) == First})",
    ],
)
def test_a_population_brings_its_number_statement(query: str) -> None:
    reach = reach_of(query)
    assert reach.has_number(0)
    assert reach.has_function("Left", (9,))


def test_a_population_brings_those_that_generate_it() -> None:
    reach = reach_of("size({m for Mark m})")
    assert reach.has_number(0)
    assert reach.has_number(1)
    assert not reach_of("size({b for Ball b})").has_number(1)


def test_a_bound_variable_hides_what_was_known_of_its_slot() -> None:
    model = FLAGS + "random Boolean Some(Integer i) ~ exists Integer j (j >= 0 & j < i & Left(j));"
    assert reach_of("Some(1)", model).has_function("Left", (50,))


def test_terms_that_pin_or_bound_a_variable_are_read() -> None:
    assert reach_of("exists Integer j (j >= 0 & j < Count)").has_function("Count", ())
    assert reach_of("exists Ball b (b == First)").has_function("First", ())
    assert reads(reach_of("size({m for Mark m : Front(m) == Left(1)})")) == {"Left"}


def test_what_bounds_a_variable_is_read_even_where_the_condition_is_decided_before() -> None:
    assert reach_of("exists Integer j (false & j >= 0 & j < Count)").has_function("Count", ())


def test_values_in_a_frame_are_known_but_for_bound_variables() -> None:
    asked = problem(FLAGS + "query exists Integer j (j >= 0 & j < 3 & Left(j));")
    reach = Reach(asked)
    reach.add_in_frame(asked.queries[0].term, [1])
    assert reach.has_function("Left", (2,))
    definition = asked.random["Both"]
    reach.add_in_frame(definition.body, [7])
    assert reach.has_function("Left", (7,))
    assert reach.size == 1


def test_the_reach_of_what_others_depend_on_is_smaller() -> None:
    assert reach_of("Left(1)").size < reach_of("Both(1)").size < reach_of("Both(1) & First == null").size


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(rich_models())
def test_no_world_reads_beyond_the_reach(text: str) -> None:
    asked = problem(text)
    terms = [(e.term, e.frame_size) for e in asked.evidence] + [(q.term, q.frame_size) for q in asked.queries]
    for seed, (term, frame_size) in enumerate(terms * 3):
        reach = Reach(asked)
        reach.add(term, frame_size)
        world = Forward(asked, Drawing(np.random.default_rng(seed)))
        world.value(term, frame_size)
        for variable in world.values:
            if isinstance(variable, FunctionVariable):
                assert reach.has_function(variable.function, variable.arguments)
            else:
                assert reach.has_number(variable.application.statement)


def test_a_settled_variable_is_read_without_what_it_depends_on() -> None:
    chain = problem(
        "random Boolean S(Timestep t) ~ if t == @0 then BooleanDistrib(0.5) else if S(prev(t)) then"
        " BooleanDistrib(0.9) else BooleanDistrib(0.2); query S(@9);"
    )
    (query,) = chain.queries
    reach = Reach(chain, {("S", (Timestep(5),))})
    reach.add(query.term, query.frame_size)
    assert reach.has_function("S", (Timestep(5),))
    assert not reach.has_function("S", (Timestep(4),))


def test_a_function_can_be_added_by_name() -> None:
    reach = Reach(problem(FLAGS))
    reach.add_function("Both", (ANYTHING,))
    assert reach.has_function("Left", (5,))
