"""What engines never see: draws inside terms, named distributions, symbol evidence, loops, overloads, conversions."""

from __future__ import annotations

import pytest

from noumena.api import Model
from noumena.model.diagnostics import BlogError
from noumena.model.expressions import (
    BuiltinCall,
    Comprehension,
    Connective,
    Constant,
    Convert,
    Draw,
    Equal,
    Expression,
    FixedCall,
    If,
    Local,
    Quantified,
    RandomCall,
)
from noumena.model.model import Problem
from noumena.model.types import INTEGER, REAL
from noumena.model.values import Guaranteed, Timestep
from tests.asking import problem

CUPS = "type Cup; distinct Cup A, B; type Ball; #Ball ~ Poisson(2);"


def hidden(asked: Problem, function: str) -> list[tuple[str, list[str]]]:
    """The draws inside a function: their distributions and parameters."""
    found = []
    for key, made in asked.model.random.items():
        if made.hidden and key.startswith(f"{function}~"):
            assert isinstance(made.body, Draw)
            found.append((made.body.distribution.name, [p.name for p in made.parameters]))
    return found


def test_a_draw_inside_a_term_becomes_a_function_of_all_variables_in_scope() -> None:
    text = CUPS + "random Integer X(Cup c, Integer i) ~ 2 * Poisson(1) + sum({Poisson(2) for Ball b});"
    assert hidden(problem(text), "X") == [("Poisson", ["c", "i"]), ("Poisson", ["c", "i", "b"])]


def test_a_draw_where_a_body_ends_is_a_leaf() -> None:
    asked = problem(CUPS + "random Integer X(Cup c) ~ if c == A then Poisson(1) else case c in {B -> Poisson(2)};")
    assert hidden(asked, "X") == []


def test_a_parameter_that_is_drawn_is_hidden_and_the_outer_draw_is_not() -> None:
    asked = problem(CUPS + "random Integer X(Cup c) ~ Poisson(Gamma(1, 1));")
    assert hidden(asked, "X") == [("Gamma", ["c"])]
    assert isinstance(asked.model.random["X"].body, Draw)


def test_a_draw_of_a_narrower_type_is_hidden_and_converted() -> None:
    asked = problem("random Real X ~ Poisson(3);")
    body = asked.model.random["X"].body
    assert isinstance(body, Convert)
    assert body.type == REAL
    assert isinstance(body.operand, RandomCall)
    assert hidden(asked, "X") == [("Poisson", [])]


def test_draws_in_number_statements_are_functions_of_the_generators() -> None:
    asked = problem(CUPS + "type Mark; origin Cup On(Mark); #Mark(On = c) ~ 1 + Poisson(2);")
    assert hidden(asked, "#Mark.1") == [("Poisson", ["c"])]


def test_draws_inside_a_named_distribution_are_made_anew_for_each_argument() -> None:
    asked = problem(CUPS + "distribution D = Poisson(Gamma(1, 1)); random Integer X(Cup c) ~ D;")
    (draw,) = [f for f in asked.model.random.values() if f.hidden]
    assert len(draw.parameters) == 1


def test_a_named_distribution_does_not_see_the_variables_where_it_is_used() -> None:
    asked = problem("fixed Real c = 3.0; distribution D = Poisson(c); random Integer X(Real c) ~ D;")
    body = asked.model.random["X"].body
    assert isinstance(body, Draw)
    assert isinstance(body.arguments[0], FixedCall)


def test_a_named_distribution_binds_variables_beside_those_where_it_is_used() -> None:
    asked = problem(CUPS + "distribution D = UniformChoice({b for Ball b}); random Ball X(Cup c) ~ D;")
    body = asked.model.random["X"].body
    assert isinstance(body, Draw)
    (members,) = body.arguments
    assert isinstance(members, Comprehension)
    assert members.bindings[0].slot == 1
    assert asked.model.random["X"].frame_size == 2


def test_symbol_evidence_is_the_size_and_names_drawn_without_replacement() -> None:
    asked = problem("type Ball; #Ball ~ Poisson(2); obs {b for Ball b} = {x, y};")
    (evidence,) = asked.evidence
    assert evidence.value == 2
    assert evidence.names == ("x", "y")
    first, second = asked.names["x"].body, asked.names["y"].body
    assert isinstance(first, Draw)
    assert isinstance(second, Draw)
    (all_balls,), (others,) = first.arguments, second.arguments
    assert isinstance(all_balls, Comprehension)
    assert isinstance(others, Comprehension)
    assert all_balls.condition is None
    assert isinstance(others.condition, Equal)
    assert others.condition.negated
    assert others.condition.right == RandomCall(others.condition.right.type, "x", ())
    assert all_balls.counted
    assert others.counted


def test_names_of_a_filtered_set_keep_its_condition() -> None:
    text = "type Ball; #Ball ~ Poisson(2); random Boolean Red(Ball b) ~ BooleanDistrib(0.5);"
    asked = problem(text + "obs {b for Ball b : Red(b)} = {x, y, z}; obs Red(x) = true;")
    last = asked.names["z"].body
    assert isinstance(last, Draw)
    (members,) = last.arguments
    assert isinstance(members, Comprehension)
    assert isinstance(members.condition, Connective)
    assert not members.counted


def test_a_set_of_known_names_is_a_value() -> None:
    asked = problem(CUPS + "random Cup F(Integer i) ~ UniformChoice({c for Cup c}); obs {F(1), F(2)} = {A, B};")
    assert asked.names == {}
    assert len(asked.evidence[0].value) == 2


def test_loops_are_written_out() -> None:
    text = CUPS + "random Integer X(Cup c, Integer i) ~ Poisson(1);"
    asked = problem(text + "obs X(c, i) = 2 * i for Cup c, Integer i : i > 0 & i <= 2 & !(c == A & i == 2);")
    a, b = (Guaranteed("Cup", i, n) for i, n in enumerate("AB"))
    found = []
    for evidence in asked.evidence:
        assert isinstance(evidence.term, RandomCall)
        arguments = tuple(t.value for t in evidence.term.arguments if isinstance(t, Constant))
        found.append((arguments, evidence.value))
    assert found == [((a, 1), 2), ((b, 1), 2), ((b, 2), 4)]


def test_the_text_of_a_query_in_a_loop_has_the_values() -> None:
    asked = problem(
        'random Integer S(Timestep t) ~ Poisson(1); query S(t) + length("t") for Timestep t : t < @2; query S( @3 );'
    )
    assert [q.text for q in asked.queries] == ['S(@0) + length("t")', 'S(@1) + length("t")', "S( @3 )"]


def test_a_bound_variable_hides_a_loop_variable() -> None:
    text = CUPS + "random Boolean X(Cup c) ~ BooleanDistrib(0.5); query exists Cup c (X(c)) for Cup c;"
    (first, second) = problem(text).queries
    assert first.term == second.term


@pytest.mark.parametrize(
    ("argument", "key"),
    [("1", "f(Integer)"), ("1.0", "f(Real)"), ("true", "f(Boolean)"), ("A", "f(Cup)"), ("null", "f(Integer)")],
)
def test_the_overload_with_the_fewest_conversions_counts(argument: str, key: str) -> None:
    declared = "".join(f"random Integer f({t} x) ~ Poisson(1);" for t in ("Integer", "Real", "Boolean", "Cup"))
    term = problem(f"{CUPS} {declared} query f({argument});").queries[0].term
    assert isinstance(term, RandomCall)
    assert term.function == key


def test_an_integer_is_converted_where_a_real_is_wanted() -> None:
    (query,) = problem("random Integer F(Real x) ~ Poisson(x); query F(2);").queries
    assert isinstance(query.term, RandomCall)
    (argument,) = query.term.arguments
    assert isinstance(argument, Convert)
    assert (argument.type, argument.operand.type) == (REAL, INTEGER)


def test_the_branches_of_an_if_have_one_type() -> None:
    (query,) = problem("random Boolean B ~ true; query if B then 1 else 2.5;").queries
    assert isinstance(query.term, If)
    assert isinstance(query.term.then, Convert)
    assert query.term.type == REAL


def test_a_parameter_is_a_constant() -> None:
    asked = problem("param Timestep n : n > @2; query n;", n=5)
    assert asked.queries[0].term == Constant(asked.queries[0].term.type, Timestep(5))


def test_slots_count_from_the_outside_in() -> None:
    (query,) = problem(CUPS + "query exists Cup x exists Cup y exists Cup x (x == y);").queries
    assert query.frame_size == 3
    term: Expression = query.term
    while isinstance(term, Quantified):
        term = term.body
    assert isinstance(term, Equal)
    assert isinstance(term.left, Local)
    assert isinstance(term.right, Local)
    assert (term.left.slot, term.right.slot) == (2, 1)


def _ours(x: float) -> float:
    return x


def test_what_is_declared_comes_before_python_and_python_before_the_library() -> None:
    own = Model.from_text("fixed Real log(Real x) = x; query log(2.0);", functions={"log": _ours}).problem()
    assert isinstance(own.queries[0].term, FixedCall)
    given = Model.from_text("query log(2.0);", functions={"log": lambda x: x}).problem()
    term = given.queries[0].term
    assert isinstance(term, BuiltinCall)
    assert term.builtin.implementation(2.0) == 2.0


def test_a_function_from_python_named_size_is_given_every_object() -> None:
    model = Model.from_text(CUPS + "query size({b for Ball b});", functions={"size": lambda members: 7})
    (query,) = model.problem().queries
    assert isinstance(query.term, BuiltinCall)
    (members,) = query.term.arguments
    assert isinstance(members, Comprehension)
    assert not members.counted


def test_one_model_takes_many_evidence_sets() -> None:
    model = Model.from_text("type T; #T ~ Poisson(1); random Integer X ~ Poisson(1); obs X = 1; query X;")
    assert [e.value for e in model.problem().evidence] == [1]
    assert [e.value for e in model.problem("obs X = 2;").evidence] == [2]
    assert model.problem("obs {t for T t} = {a};").names.keys() == {"a"}
    assert model.problem("").evidence == ()
    with pytest.raises(BlogError, match="unknown name `a`"):
        model.problem(queries=["a"])
