"""Partial worlds: what they read, what they lack, which objects exist in them, and how they fail."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.model.diagnostics import RunError
from noumena.model.evaluation import Drawn
from noumena.model.values import Application, Generated, Guaranteed, Timestep, Unused, Value
from noumena.reference.interpreter import Forward, Strict, Unsupported, Untold
from noumena.reference.random_source import Drawing, Replaying
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable
from tests.asking import problem

FAMILY = """
type S; distinct S A; type B; origin S From(B); origin Boolean Left(B); distinct B Z;
#S ~ UniformInt(0, 3); #B ~ UniformInt(0, 3); #B(From = s) ~ UniformInt(0, 3); #B(From = s, Left = l) ~ if l then 1;
random Boolean Red(B b) ~ BooleanDistrib(0.5); random B Held ~ UniformChoice({b for B b});
"""
A = Guaranteed("S", 0, "A")
S1 = Generated(Application("S", 0, ()), 1)
Z = Guaranteed("B", 0, "Z")


def constant(name: str) -> FunctionVariable:
    return FunctionVariable(name, ())


def number(type_: str, statement: int, *generators: Value) -> NumberVariable:
    return NumberVariable(Application(type_, statement, generators))


def objects(variable: NumberVariable, *labels: int) -> list[Generated]:
    return [Generated(variable.application, label) for label in labels]


NUMBER_S, NUMBER_B, OF_A, OF_S1 = number("S", 0), number("B", 1), number("B", 2, A), number("B", 2, S1)
NUMBERS: dict[Variable, Value] = {NUMBER_S: 1, NUMBER_B: 1, OF_A: 2, OF_S1: 0}


def strict(text: str, values: dict[Variable, Value], known: dict[Application, list[Generated]] | None = None) -> Strict:
    world = Strict(problem(text))
    world.load(values, known or {})
    return world


def forward(text: str, *choices: Value) -> Forward:
    """A forward world that makes these choices in turn."""
    world = Forward(problem(text), Replaying(choices))
    world.start()
    return world


CHAIN = "random Boolean X ~ BooleanDistrib(0.5); random Boolean Y ~ X; random Integer W ~ if Y then Poisson(2);"


def test_forward_draws_what_is_read_once_and_nothing_else() -> None:
    world = forward(CHAIN, True, 5)
    assert world.get(constant("W")) == 5
    assert world.get(constant("W")) == 5
    assert world.values == {constant("X"): True, constant("W"): 5}
    assert world.derived == {constant("Y"): True}


def test_a_derived_variable_is_no_part_of_the_state() -> None:
    world = forward(CHAIN, False)
    assert world.get(constant("W")) is None
    assert world.values == {constant("X"): False}
    assert world.derived == {constant("Y"): False, constant("W"): None}


def test_start_forgets_the_world_before() -> None:
    world = forward("random Real X ~ Gaussian(0, 1);", 1.5, 2.5)
    assert world.get(constant("X")) == 1.5
    assert world.densities == {constant("X")}
    world.start()
    assert world.values == {}
    assert world.densities == set()
    assert world.get(constant("X")) == 2.5


def test_reads_are_the_instantiated_variables_on_the_path() -> None:
    world = strict(CHAIN, {constant("X"): True, constant("W"): 5})
    world.reads = set()
    assert world.get(constant("Y")) is True
    assert world.reads == {constant("X")}


def test_strict_raises_the_first_variable_it_lacks_with_its_leaf() -> None:
    world = strict(CHAIN, {constant("X"): True})
    with pytest.raises(Unsupported) as raised:
        world.get(constant("W"))
    assert raised.value.variable == constant("W")
    assert isinstance(raised.value.leaf, Drawn)
    assert raised.value.leaf.parameters == (2.0,)
    with pytest.raises(Unsupported) as raised:
        strict(CHAIN, {}).get(constant("W"))
    assert raised.value.variable == constant("X")


def test_loading_another_world_forgets_what_was_derived() -> None:
    world = strict(CHAIN, {constant("X"): True})
    assert world.get(constant("Y")) is True
    world.load({constant("X"): False}, {})
    assert world.get(constant("Y")) is False


def test_a_cycle_is_printed_from_where_it_closes() -> None:
    text = """random Boolean Start ~ Loop(1); random Boolean Loop(Integer i) ~ if Back(i) then true;
    random Boolean Back(Integer i) ~ if Loop(i) then BooleanDistrib(0.5);"""
    with pytest.raises(RunError, match=r"1:66: error: .* in a circle: Loop\(1\) → Back\(1\) → Loop\(1\)"):
        forward(text).get(constant("Start"))


def test_a_world_can_be_used_after_a_cycle() -> None:
    world = forward("random Boolean X ~ X; random Boolean Y ~ BooleanDistrib(0.5);", True)
    with pytest.raises(RunError, match="X → X"):
        world.get(constant("X"))
    assert world.get(constant("Y")) is True


def test_a_leaf_can_be_found_again() -> None:
    world = strict(CHAIN, {constant("X"): True})
    assert world.leaf(constant("Y")) == world.leaf(constant("Y"))


def test_the_objects_of_a_type_are_the_guaranteed_ones_and_those_of_every_application() -> None:
    known = {OF_A.application: objects(OF_A, 1, 2), NUMBER_S.application: [S1]}
    known[NUMBER_B.application] = objects(NUMBER_B, 4)
    left = [number("B", 3, s, True) for s in (A, S1)]
    known |= {v.application: objects(v, 1) for v in left}
    world = strict(FAMILY, NUMBERS, known)
    members = world.members("B", {}, False)
    assert members == [Z, *objects(NUMBER_B, 4), *objects(OF_A, 1, 2), *(objects(v, 1)[0] for v in left)]


@pytest.mark.parametrize(
    ("origins", "applications"),
    [
        ({"From": A}, [(2, (A,)), (3, (A, False)), (3, (A, True))]),
        ({"From": None}, [(1, ())]),
        ({"From": A, "Left": None}, [(2, (A,))]),
        ({"From": A, "Left": True}, [(3, (A, True))]),
        ({"Left": True}, [(3, (A, True)), (3, (S1, True))]),
        ({"From": None, "Left": True}, []),
    ],
)
def test_pinned_origins_select_applications(
    origins: dict[str, Value], applications: list[tuple[int, tuple[Value, ...]]]
) -> None:
    world = strict(FAMILY, NUMBERS, {NUMBER_S.application: [S1]})
    assert [(a.statement, a.generators) for a in world.applications("B", origins)] == applications


def test_guaranteed_objects_have_no_origin() -> None:
    world = strict(FAMILY, {**NUMBERS, NUMBER_B: 0}, {NUMBER_S.application: [S1]})
    assert world.members("B", {"From": None}, False) == [Z]
    assert Z not in world.members("B", {"From": A}, True)


def test_strict_does_not_tell_unused_objects_apart() -> None:
    world = strict("type B; #B ~ UniformInt(0, 3);", {number("B", 0): 3}, {})
    with pytest.raises(Untold) as raised:
        world.members("B", {}, False)
    assert (raised.value.application, raised.value.number) == (Application("B", 0, ()), 3)


def test_unused_objects_are_counted_beside_known_ones() -> None:
    of_b = number("B", 0)
    world = strict("type B; #B ~ UniformInt(0, 3);", {of_b: 3}, {of_b.application: objects(of_b, 7)})
    known, unused = world.members("B", {}, True)
    assert known == Generated(of_b.application, 7)
    assert isinstance(unused, Unused)
    assert unused.number == 2


def test_forward_numbers_objects_from_1_and_keeps_them() -> None:
    world = forward("type B; #B ~ UniformInt(0, 3);", 2)
    first = world.members("B", {}, True)
    assert first == objects(number("B", 0), 1, 2)
    assert world.members("B", {}, False) == first


def test_a_null_number_counts_as_0() -> None:
    text = "type B; random Boolean X ~ BooleanDistrib(0.5); #B ~ if X then UniformInt(1, 2);"
    assert strict(text, {constant("X"): False}).number(Application("B", 0, ())) == 0


@pytest.mark.parametrize("value", [-1, 1_000_001])
def test_a_number_of_objects_out_of_range_is_an_error(value: int) -> None:
    world = strict("type B; random Integer N ~ UniformInt(-9, 9); #B ~ N;", {constant("N"): value})
    with pytest.raises(RunError, match=f"1:47: error: #B = {value}, but a number of objects must be from 0 to 1000000"):
        world.members("B", {}, False)


def test_a_parameter_out_of_range_names_the_variable_and_the_value() -> None:
    text = "random Real V(Timestep t) ~ Gaussian(0, -2); query V(@3);"
    with pytest.raises(RunError, match=r"1:29: error: V\(@3\) ~ Gaussian: variance = -2.0 but it must be positive"):
        Forward(problem(text), Drawing(np.random.default_rng(0))).read("V", (Timestep(3),))


def test_the_probability_of_a_value_needs_parameters_in_range_too() -> None:
    world = strict("random Real V ~ Gaussian(0, -2);", {})
    with pytest.raises(Unsupported) as raised:
        world.get(constant("V"))
    with pytest.raises(RunError, match=r"V ~ Gaussian: variance = -2\.0"):
        world.log_prob(constant("V"), 1.0, raised.value.leaf)


def test_the_log_probability_of_a_value() -> None:
    world = strict("random Integer N ~ UniformInt(1, 4);", {})
    with pytest.raises(Unsupported) as raised:
        world.get(constant("N"))
    assert world.log_prob(constant("N"), 2, raised.value.leaf) == pytest.approx(math.log(0.25))
    assert world.log_prob(constant("N"), 5, raised.value.leaf) == -math.inf


def test_an_infinite_density_is_an_error() -> None:
    world = strict("random Real P ~ Beta(0.5, 0.5);", {})
    with pytest.raises(Unsupported) as raised:
        world.get(constant("P"))
    with pytest.raises(RunError, match=r"P = 0\.0 has an infinite density"):
        world.log_prob(constant("P"), 0.0, raised.value.leaf)
