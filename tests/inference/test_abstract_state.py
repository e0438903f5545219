"""States that are equal up to renaming share a key, others do not; what is past is forgotten."""

from __future__ import annotations

import math
from itertools import permutations

import pytest

from noumena.inference.abstract_state import State, log_sum
from noumena.model.reach import Reach
from noumena.model.values import Application, Bag, Generated, MapValue, Value
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable
from tests.asking import problem

BALLS = Application("Ball", 0, ())


def ball(label: int) -> Generated:
    return Generated(BALLS, label)


def mark(on: Generated, label: int) -> Generated:
    return Generated(Application("Mark", 1, (on,)), label)


def state(values: dict[tuple[str, tuple[Value, ...]], Value], *objects: Generated, log_weight: float = 0.0) -> State:
    known: dict[Application, list[Generated]] = {}
    for made in objects:
        known.setdefault(made.application, []).append(made)
    variables: dict[Variable, Value] = {FunctionVariable(f, a): v for (f, a), v in values.items()}
    return State(variables, known, log_weight)


def test_states_without_objects_are_compared_by_their_values() -> None:
    assert state({("X", ()): 1}).key() == state({("X", ()): 1}, log_weight=-3.0).key()
    assert state({("X", ()): 1}).key() != state({("X", ()): 2}).key()
    assert state({("X", ()): 1}).key() != state({("X", ()): None}).key()


def test_the_number_of_densities_tells_states_apart() -> None:
    one = State({}, {}, 0.0, density_factors=1)
    assert one.key() != State({}, {}, 0.0, density_factors=2).key()


def test_labels_do_not_matter() -> None:
    a, b = ball(1), ball(2)
    first = state({("Red", (a,)): True, ("Red", (b,)): False, ("P", ()): a}, a, b)
    second = state({("Red", (b,)): True, ("Red", (a,)): False, ("P", ()): b}, b, a)
    third = state({("Red", (b,)): True, ("Red", (a,)): False, ("P", ()): a}, a, b)
    assert first.key() == second.key()
    assert first.key() != third.key()


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_a_chain_has_one_key_whatever_its_labels(order: tuple[int, int, int]) -> None:
    def chain(a: int, b: int, c: int) -> State:
        facts = {("Next", (ball(a),)): ball(b), ("Next", (ball(b),)): ball(c), ("P", ()): ball(a)}
        return state(facts, ball(1), ball(2), ball(3))

    assert chain(*order).key() == chain(1, 2, 3).key()


def test_a_cycle_is_no_chain() -> None:
    cycle = {("Next", (ball(i),)): ball(i % 3 + 1) for i in (1, 2, 3)}
    fixed = {("Next", (ball(1),)): ball(1), ("Next", (ball(2),)): ball(3), ("Next", (ball(3),)): ball(2)}
    objects = ball(1), ball(2), ball(3)
    assert state(cycle, *objects).key() != state(fixed, *objects).key()


def test_how_many_objects_are_told_apart_counts() -> None:
    assert state({}, ball(1)).key() != state({}, ball(1), ball(2)).key()
    assert state({}, ball(4)).key() == state({}, ball(1)).key()


def test_a_generated_object_follows_its_generator() -> None:
    a, b = ball(1), ball(2)
    first = state({("Red", (a,)): True, ("Q", ()): mark(a, 1)}, a, b, mark(a, 1))
    second = state({("Red", (b,)): True, ("Q", ()): mark(b, 5)}, a, b, mark(b, 5))
    third = state({("Red", (b,)): True, ("Q", ()): mark(a, 1)}, a, b, mark(a, 1))
    assert first.key() == second.key()
    assert first.key() != third.key()


def test_number_variables_are_told_apart_by_their_generators() -> None:
    def numbers(first: int, second: int) -> State:
        values: dict[Variable, Value] = {
            NumberVariable(Application("Mark", 1, (ball(1),))): first,
            NumberVariable(Application("Mark", 1, (ball(2),))): second,
        }
        return State(values, {BALLS: [ball(1), ball(2)]})

    assert numbers(0, 2).key() == numbers(2, 0).key()
    assert numbers(0, 2).key() != numbers(1, 1).key()


@pytest.mark.parametrize("collection", [lambda x: (x, 1), lambda x: Bag([x, None]), lambda x: MapValue({x: 1, 2: x})])
def test_objects_inside_collections_are_renamed(collection: object) -> None:
    assert callable(collection)
    first = state({("F", ()): collection(ball(1))}, ball(1))
    second = state({("F", ()): collection(ball(7))}, ball(7))
    assert first.key() == second.key()


def test_a_new_identifier_is_not_in_use() -> None:
    before = state({("P", ()): ball(2)}, ball(2), log_weight=-1.0)
    after, made = before.new_identifier(BALLS)
    assert made not in before.objects[BALLS]
    assert after.objects[BALLS] == [ball(2), made]
    assert after.log_weight == -1.0
    assert before.objects[BALLS] == [ball(2)]


def test_all_objects_can_be_told_apart() -> None:
    after = state({}, ball(2)).all_told_apart(BALLS, 3)
    assert len(set(after.objects[BALLS])) == 3
    assert ball(2) in after.objects[BALLS]


def test_a_value_multiplies_the_weight() -> None:
    variable = FunctionVariable("X", ())
    after = State({}, {}, math.log(0.5)).with_value(variable, 3, math.log(0.25), density=True)
    assert after.weight == pytest.approx(0.125)
    assert after.values == {variable: 3}
    assert after.density_factors == 1


MODEL = """type Ball; #Ball ~ UniformInt(1, 3); random Boolean Red(Ball b) ~ BooleanDistrib(0.5);
random Ball P ~ UniformChoice({b for Ball b}); random Ball Q ~ UniformChoice({b for Ball b});
random Boolean X ~ BooleanDistrib(0.5);"""


@pytest.mark.parametrize(
    ("query", "functions", "labels"),
    [
        ("X", {"X"}, []),
        ("Red(P)", {"Red", "P"}, [1, 2]),
        ("Q == null", {"Q"}, [2]),
        ("#Ball", set(), []),
    ],
)
def test_what_nothing_can_read_is_forgotten(query: str, functions: set[str], labels: list[int]) -> None:
    asked = problem(f"{MODEL} query {query};")
    reach = Reach(asked)
    reach.add(asked.queries[0].term, asked.queries[0].frame_size)
    facts = {
        ("Red", (ball(1),)): True,
        ("Red", (ball(2),)): True,
        ("P", ()): ball(1),
        ("Q", ()): ball(2),
        ("X", ()): True,
    }
    full = state(facts, ball(1), ball(2), ball(3), log_weight=-2.0).with_value(NumberVariable(BALLS), 3, 0.0)
    left = full.without_what_is_past(reach)
    assert {v.function for v in left.values if isinstance(v, FunctionVariable)} == functions
    assert (NumberVariable(BALLS) in left.values) == (query != "X")
    assert sorted(o.label for known in left.objects.values() for o in known) == labels
    assert left.log_weight == -2.0


def test_sums_of_logarithms_neither_vanish_nor_overflow() -> None:
    assert log_sum([]) == -math.inf
    assert log_sum([-math.inf, -math.inf]) == -math.inf
    assert log_sum([math.log(0.25), math.log(0.5)]) == pytest.approx(math.log(0.75))
    assert log_sum([-5000.0, -5000.0]) == pytest.approx(-5000.0 + math.log(2))
    assert log_sum([3000.0, -math.inf]) == 3000.0
