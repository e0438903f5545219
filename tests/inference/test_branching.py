"""The values that a missing variable may take: with their probabilities, cut off where little is left."""

from __future__ import annotations

import math

import pytest

from noumena.inference.abstract_state import State
from noumena.inference.branching import branches
from noumena.inference.budget import OutOfReach
from noumena.model.diagnostics import RunError
from noumena.model.values import Application, Generated, Value
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Strict, Unsupported
from noumena.reference.variables import FunctionVariable, NumberVariable
from tests.asking import problem

BALLS = Application("Ball", 0, ())


def branch(text: str, state: State | None = None, tail: float = 1e-6) -> tuple[dict[Value, float], float, list[State]]:
    """The values of `X` with their probabilities, the lost weight, and the states."""
    asked = problem(text)
    world = Strict(asked)
    world.observed = plan(asked, world).observed
    start = state or State({}, {})
    world.load(start.values, start.objects)
    with pytest.raises(Unsupported) as raised:
        world.read("X", ())
    children, log_lost = branches(world, start, raised.value, tail)
    variable = FunctionVariable("X", ())
    return {child.values[variable]: child.weight for child in children}, math.exp(log_lost), children


def test_a_finite_support_is_listed_whole() -> None:
    values, lost, _ = branch("random Integer X ~ Binomial(2, 0.5);")
    assert values == pytest.approx({0: 0.25, 1: 0.5, 2: 0.25})
    assert lost == 0.0


def test_values_of_probability_0_are_left_out() -> None:
    assert branch("random Boolean X ~ BooleanDistrib(0.0);")[0] == {False: 1.0}


def test_the_weight_of_the_state_is_carried_on() -> None:
    values, _, _ = branch("random Boolean X ~ BooleanDistrib(0.3);", State({}, {}, math.log(0.5)))
    assert values == pytest.approx({False: 0.35, True: 0.15})


@pytest.mark.parametrize("family", ["Poisson(3)", "Geometric(0.3)", "NegativeBinomial(2, 0.6)"])
@pytest.mark.parametrize("tail", [1e-3, 1e-9])
def test_a_countable_support_is_cut_off_where_the_bound_holds(family: str, tail: float) -> None:
    values, lost, _ = branch(f"random Integer X ~ {family};", tail=tail)
    assert sorted(values) == list(range(len(values)))
    truly_lost = 1.0 - math.fsum(values.values())
    assert truly_lost - 1e-15 <= lost <= tail
    assert 1.0 - math.fsum(p for value, p in values.items() if value < len(values) - 1) > tail / 10


def test_the_lost_weight_is_that_of_the_state() -> None:
    _, whole, _ = branch("random Integer X ~ Poisson(3);")
    _, half, _ = branch("random Integer X ~ Poisson(3);", State({}, {}, math.log(0.5)))
    assert half == pytest.approx(whole / 2)


def test_an_observed_variable_has_one_value() -> None:
    values, lost, (child,) = branch("random Integer X ~ Poisson(3); obs X = 2;")
    assert values == pytest.approx({2: math.exp(-3) * 4.5})
    assert lost == 0.0
    assert child.density_factors == 0


def test_an_observed_density_is_counted_and_may_be_tiny() -> None:
    _, _, (child,) = branch("random Real X ~ Gaussian(0, 1); obs X = 100.0;")
    assert child.density_factors == 1
    assert child.log_weight == pytest.approx(-5000.0 - 0.5 * math.log(2 * math.pi))


def test_an_impossible_observation_leaves_no_state() -> None:
    assert branch("random Integer X ~ UniformInt(0, 3); obs X = 7;")[2] == []


def test_a_choice_among_unused_objects_makes_one_identifier() -> None:
    known = Generated(BALLS, 5)
    start = State({NumberVariable(BALLS): 4}, {BALLS: [known]})
    text = "type Ball; distinct Ball G; #Ball ~ UniformInt(0, 9); random Ball X ~ UniformChoice({b for Ball b});"
    values, lost, children = branch(text, start)
    assert sorted(values.values()) == pytest.approx([0.2, 0.2, 0.6])
    assert values[known] == pytest.approx(0.2)
    assert lost == 0.0
    new = next(child for child in children if len(child.objects[BALLS]) == 2)
    assert new.weight == pytest.approx(0.6)
    assert new.values[FunctionVariable("X", ())] == new.objects[BALLS][1] != known


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random Real X ~ Gaussian(0, 1);", r"1:17: error: X ~ Gaussian is continuous"),
        ("random Integer X ~ UniformInt(0, 1000000000);", r"X ~ UniformInt has too many values to be enumerated"),
    ],
)
def test_what_cannot_be_listed_is_out_of_reach(text: str, message: str) -> None:
    with pytest.raises(OutOfReach, match=message):
        branch(text)


def test_a_parameter_out_of_range_is_told() -> None:
    with pytest.raises(RunError, match=r"X ~ Poisson: .* = -1\.0 but it must be"):
        branch("random Integer X ~ Poisson(-1);")
