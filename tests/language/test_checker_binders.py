"""What a condition says beforehand of its variable, and which sets need not tell their objects apart."""

from __future__ import annotations

import pytest

from noumena.model.diagnostics import BlogError
from noumena.model.expressions import Binding, BuiltinCall, Comprehension, Constant, Expression, Quantified, children
from tests.asking import problem

MODEL = """
type Ball; distinct Ball G; type Cup; type Mark;
origin Ball On(Mark); origin Timestep At(Mark); origin Boolean Up(Mark);
#Ball ~ Poisson(2); #Mark(On = b) ~ Poisson(1); #Mark(At = t, Up = u) ~ Poisson(1); distinct Cup C1, C2;
random Ball Held ~ UniformChoice({b for Ball b}); random Ball Of(Cup c) ~ UniformChoice({b for Ball b});
random Boolean Red(Ball b) ~ BooleanDistrib(0.5); random Integer N ~ Poisson(2); random Boolean Yes ~ true;
type Child; origin Ball Parent(Child); origin Child Elder(Child); #Child(Parent = b) ~ Poisson(1);
"""


def query(text: str) -> Expression:
    return problem(f"{MODEL} query {text};").queries[0].term


def bindings(term: Expression) -> tuple[Binding, ...]:
    assert isinstance(term, Comprehension | Quantified)
    return term.bindings if isinstance(term, Comprehension) else (term.binding,)


def said(binding: Binding) -> dict[str, object]:
    """What is known of a variable, as it was written."""
    found: dict[str, object] = {
        "equals": None if binding.equals is None else binding.equals.span.text,
        "origins": {key: term.span.text for key, term in binding.origins},
        "lower": [(">" if b.strict else ">=") + b.limit.span.text for b in binding.lower],
        "upper": [("<" if b.strict else "<=") + b.limit.span.text for b in binding.upper],
    }
    return {key: value for key, value in found.items() if value}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("{i for Integer i : i >= 0 & i < N}", {"lower": [">=0"], "upper": ["<N"]}),
        ("{i for Integer i : 0 < i & N >= i}", {"lower": [">0"], "upper": ["<=N"]}),
        ("{i for Integer i : (i > 0 & Yes) & (i <= 3 & i < N)}", {"lower": [">0"], "upper": ["<=3", "<N"]}),
        ("exists Timestep t (t < @3)", {"upper": ["<@3"]}),
        ("forall Integer i ((i >= 0 & i < 2) => Yes)", {"lower": [">=0"], "upper": ["<2"]}),
        ("{i for Integer i : i == N + 1}", {"equals": "N + 1"}),
        ("{b for Ball b : Held == b & b == G}", {"equals": "Held"}),
        ("{b for Ball b : b != Held}", {}),
        ("{b for Ball b : b == Held | Red(b)}", {}),
        ("{b for Ball b : !(b == Held)}", {}),
        ("forall Ball b (b == Held)", {}),
        ("forall Ball b (b == Held => Red(b))", {"equals": "Held"}),
        ("forall Ball b (Red(b) => b == Held)", {}),
        ("{m for Mark m : On(m) == Held & At(m) == @2}", {"origins": {"On": "Held", "At": "@2"}}),
        ("{m for Mark m : @2 == At(m) & At(m) == @3}", {"origins": {"At": "@2"}}),
        ("{m for Mark m : At(m) == @1 & On(m) != Held}", {"origins": {"At": "@1"}}),
        ("exists Ball b (b == Of(C1))", {"equals": "Of(C1)"}),
    ],
)
def test_what_is_known_of_a_variable(text: str, known: dict[str, object]) -> None:
    (binding,) = bindings(query(text))
    assert said(binding) == known


def test_a_variable_is_pinned_by_those_before_it_alone() -> None:
    first, second = bindings(query("{b, c for Ball b, Ball c : b == c}"))
    assert said(first) == {}
    assert said(second) == {"equals": "b"}
    first, second = bindings(query("{b, m for Ball b, Mark m : On(m) == b & Up(m) == null}"))
    assert said(second) == {"origins": {"On": "b", "Up": "null"}}


def test_a_term_that_reads_the_variable_does_not_pin_it() -> None:
    (binding,) = bindings(query("{b for Ball b : b == Of(iota({c for Cup c : Of(c) == b}))}"))
    assert said(binding) == {}


def test_natural_numbers_begin_at_0() -> None:
    (binding,) = bindings(query("{n for NaturalNum n : n < 3}"))
    (lower,) = binding.lower
    assert lower.limit == Constant(lower.limit.type, 0)


def sets(term: Expression) -> list[Comprehension]:
    own = [term] if isinstance(term, Comprehension) else []
    return own + [s for child in children(term) for s in sets(child)]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("size({b for Ball b})", [True]),
        ("#Ball", [True]),
        ("#{b for Ball b : b != Held}", [True]),
        ("isEmpty({b for Ball b : b == Held | b == G})", [True]),
        ("size({b for Ball b : exists Cup c (Of(c) == b)})", [True]),
        ("size({m for Mark m : On(m) == Held & At(m) == null})", [True]),
        ("size({c for Child c : Red(Parent(c))})", [True]),
        ("{b for Ball b}", [False]),
        ("iota({b for Ball b})", [False]),
        ("size({Red(b) for Ball b})", [False]),
        ("size({b for Ball b : Red(b)})", [False]),
        ("size({b for Ball b : case b in {G -> true}})", [False]),
        ("size({b, c for Ball b, Ball c : b != c})", [False]),
        ("size({c for Cup c : Of(c) == Held})", [False]),
        ("size({i for Integer i : i >= 0 & i < 3})", [False]),
        ("size({b for Ball b : exists Ball c (b == c)})", [False]),
        ("size({b for Ball b : size({c for Ball c : c != b}) == 1})", [False, True]),
        ("size({b for Ball b : b != Held & size({c for Ball c : c != Held}) == 1})", [True, True]),
        ("{size({c for Ball c : c != b}) for Ball b}", [False, True]),
    ],
)
def test_objects_that_are_only_compared_need_not_be_told_apart(text: str, counted: list[bool]) -> None:
    assert [s.counted for s in sets(query(text))] == counted


def test_the_set_of_a_uniform_choice_is_counted() -> None:
    body = problem(MODEL).model.random["Held"].body
    assert [s.counted for s in sets(body)] == [True]


def test_a_draw_inside_a_condition_is_one_for_each_object() -> None:
    text = MODEL + "random Integer Few ~ size({b for Ball b : BooleanDistrib(0.5)});"
    asked = problem(text)
    assert [s.counted for s in sets(asked.model.random["Few"].body)] == [False]
    assert [p.name for p in asked.model.random["Few~1"].parameters] == ["b"]


@pytest.mark.parametrize(
    "text",
    [
        "size({m for Mark m : At(m) == @3})",
        "size({m for Mark m : On(m) == G})",  # no object has both origins
        "exists Ball b (size({m for Mark m : On(m) == b}) == 1)",
        "size({m for Mark m : At(m) == null})",
        "size({m for Mark m : Up(m) == null & On(m) != Held})",
    ],
)
def test_pinned_origins_leave_finitely_many_objects(text: str) -> None:
    assert isinstance(query(text), BuiltinCall | Quantified)


@pytest.mark.parametrize(
    "text",
    [
        "size({m for Mark m})",
        "size({m for Mark m : On(m) == Held})",  # if Held is null these are the marks of all times
        "size({m for Mark m : At(m) != @3})",
        "size({m for Mark m : Up(m) == true})",
        "exists Mark m (On(m) == null)",
    ],
)
def test_infinitely_many_objects_are_refused(text: str) -> None:
    with pytest.raises(BlogError, match="`m` would range over infinitely many objects of type Mark"):
        query(text)
