"""Evidence solved for a variable: which one, its value, the factor with its derivative, and what is refused.

Each test conditions a world in which some constants have values already. A world that lacks a value says so.
"""

from __future__ import annotations

import math

import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError, RunError
from noumena.model.values import Application, Value
from noumena.reference.conditioning import CERTAIN, IMPOSSIBLE, Conditioner, Factor
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Forward, Strict, Unsupported
from noumena.reference.random_source import Replaying
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable
from tests.asking import problem

REALS = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(0, 1);"
INTEGERS = "random Integer N ~ UniformInt(0, 4); random Integer M ~ UniformInt(0, 4);"
MAYBE = "random Boolean B ~ BooleanDistrib(0.5);"


def constant(name: str) -> FunctionVariable:
    return FunctionVariable(name, ())


def condition(text: str, **values: Value) -> Factor:
    """The factor of the last evidence of a text in a world where these constants have values."""
    asked = problem(text)
    world = Strict(asked)
    world.observed = plan(asked, world).observed
    world.load({constant(name): value for name, value in values.items()}, {})
    return Conditioner(world).condition(asked.evidence[-1])


def missing(text: str, **values: Value) -> Variable:
    """The variable that the world lacks."""
    with pytest.raises(Unsupported) as raised:
        condition(text, **values)
    return raised.value.variable


def gaussian(x: float) -> float:
    return -0.5 * x * x - 0.5 * math.log(2 * math.pi)


def test_a_variable_takes_the_value_and_pays_its_probability() -> None:
    assert condition(INTEGERS + "obs N = 3;") == Factor(math.log(0.2), False, constant("N"), 3)
    assert condition(REALS + "obs X = 1;") == Factor(gaussian(1.0), True, constant("X"), 1.0)
    assert condition(INTEGERS + "obs N = 7;") is IMPOSSIBLE


def test_a_variable_that_has_a_value_is_compared() -> None:
    assert condition(INTEGERS + "obs N = 3;", N=3) is CERTAIN
    assert condition(INTEGERS + "obs N = 3;", N=2) is IMPOSSIBLE


def test_derived_variables_are_read_through() -> None:
    text = INTEGERS + MAYBE + "random Integer K ~ if B then N else 4; obs K = 4;"
    assert missing(text) == constant("B")
    assert condition(text, B=True) == Factor(math.log(0.2), False, constant("N"), 4)
    assert condition(text, B=False) is CERTAIN


@pytest.mark.parametrize(
    ("term", "known", "value", "slope"),
    [
        ("X + Y", {"X": 0.5}, 1.5, 1.0),
        ("X - Y", {"X": 0.5}, -1.5, 1.0),
        ("Y - X", {"X": 0.5}, 2.5, 1.0),
        ("X * Y", {"X": 4.0}, 0.5, 0.25),
        ("Y * X", {"X": -4.0}, -0.5, 0.25),
        ("Y / X", {"X": 4.0}, 8.0, 4.0),
        ("X / Y", {"X": 4.0}, 2.0, 1.0),
        ("-Y", {}, -2.0, 1.0),
        ("exp(Y)", {}, math.log(2.0), 0.5),
        ("log(Y)", {}, math.exp(2.0), math.exp(2.0)),
        ("sqrt(Y)", {}, 4.0, 4.0),
        ("3 * (Y - X) + 1", {"X": 1.0}, 4 / 3, 1 / 3),
    ],
)
def test_a_term_that_is_2_gives_the_value_and_its_derivative(
    term: str, known: dict[str, float], value: float, slope: float
) -> None:
    found = condition(f"{REALS} obs {term} = 2.0;", **known)
    assert found.variable == constant("Y")
    assert found.value == pytest.approx(value)
    assert found.density
    assert found.log_weight == pytest.approx(gaussian(value) + math.log(slope))


@pytest.mark.parametrize("term", ["exp(Y) = 0.0", "sqrt(Y) = -1.0", "exp(Y) = -2.0"])
def test_a_value_outside_the_range_of_a_function_is_impossible(term: str) -> None:
    assert condition(f"{REALS} obs {term};") is IMPOSSIBLE


@pytest.mark.parametrize("term", ["N * Y", "Y * N"])
def test_a_product_is_solved_for_the_density_on_either_side(term: str) -> None:
    text = f"{REALS} {INTEGERS} obs {term} = 2.0;"
    assert missing(text) == constant("N")
    assert condition(text, N=4).value == 0.5
    assert condition(text, N=0) is IMPOSSIBLE


@pytest.mark.parametrize(("y", "outcome"), [(1.5, CERTAIN), (None, IMPOSSIBLE)])
def test_zero_times_a_number_is_zero_whatever_the_number_and_times_null_it_is_not(y: Value, outcome: Factor) -> None:
    text = "random Real Z ~ Gaussian(0, 1); random Real X ~ UniformReal(0, Z); obs 0.0 * X = 0.0;"
    assert missing(text) == constant("Z")
    assert condition(text, Z=2.0, X=y) is outcome


def test_zero_times_what_turns_out_null_is_null() -> None:
    text = MAYBE + "random Real P ~ if B then 2.0; random Real Y ~ UniformReal(0, P); obs 0.0 * Y = 0.0;"
    assert condition(text, B=False) is IMPOSSIBLE


def test_whole_numbers_are_added_but_not_divided_backwards() -> None:
    assert condition(INTEGERS + "obs N + M = 4;", N=1).value == 3
    assert condition(INTEGERS + "obs N - M = 4;", N=1) is IMPOSSIBLE
    assert condition(INTEGERS + "obs -M = -4;").value == 4
    assert missing(INTEGERS + "obs N * M = 4;", N=2) == constant("M")
    assert condition(INTEGERS + "obs N / M = 1;", N=3, M=2) is CERTAIN


def test_one_variable_on_both_sides_is_compared() -> None:
    assert missing(INTEGERS + "obs N + N = 4;") == constant("N")
    assert condition(INTEGERS + "obs N + N = 4;", N=2) is CERTAIN


@pytest.mark.parametrize("value", ["2.0999999999999996", "2.1"])
def test_discrete_reals_are_compared_as_evaluation_gives_them(value: str) -> None:
    text = f"random Real R ~ Categorical({{0.1 -> 0.5, 0.7 -> 0.5}}); obs R * 3.0 = {value};"
    assert missing(text) == constant("R")
    assert (condition(text, R=0.7) is CERTAIN) == (value == repr(0.7 * 3.0))


def test_a_real_that_counts_takes_whole_values_only() -> None:
    text = "random Real R ~ Poisson(2); "
    assert condition(text + "obs R = 1;").value == 1
    assert condition(text + "obs R = 1.0000000001;") is IMPOSSIBLE
    assert condition(text + "obs R = 1e300;") is IMPOSSIBLE
    assert condition(text + "obs R = null;") is IMPOSSIBLE


def test_the_root_of_a_count_can_be_zero() -> None:
    assert condition(INTEGERS + "obs sqrt(N) = 0.0;", N=0) is CERTAIN


@pytest.mark.parametrize("term", ["X + Y", "Y + X"])
def test_the_operand_that_depends_on_the_other_is_solved_for(term: str) -> None:
    text = f"random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs {term} = 3.0;"
    assert missing(text) == constant("X")
    assert condition(text, X=1.0) == Factor(gaussian(1.0), True, constant("Y"), 2.0)
    asked = problem(text)
    world = Forward(asked, Replaying([1.0]))
    world.start()
    assert Conditioner(world).condition(asked.evidence[0]).variable == constant("Y")
    assert world.values == {constant("X"): 1.0}


def test_what_cannot_be_solved_is_refused_if_it_is_continuous() -> None:
    asked = problem(REALS + "obs X + X = 1.0;")
    world = Forward(asked, Replaying([0.5]))
    world.start()
    with pytest.raises(BlogError, match=r"1:68: error: this evidence fixes a continuous value .* cannot be solved"):
        Conditioner(world).condition(asked.evidence[0])


def test_null_is_a_value_like_others() -> None:
    text = MAYBE + "random Integer N ~ if B then UniformChoice({1, null}); obs N = null;"
    assert condition(text, B=False) is CERTAIN
    assert condition(text, B=True) == Factor(math.log(0.5), False, constant("N"), None)
    assert condition(REALS + "obs X = null;") is IMPOSSIBLE


def test_a_function_of_null_is_null() -> None:
    text = MAYBE + "random Integer K ~ if B then 1; random Integer F(Integer i) ~ UniformInt(0, 1);"
    assert condition(text + "obs F(K) = null;", B=False) is CERTAIN
    assert condition(text + "obs F(K) = 1;", B=False) is IMPOSSIBLE


def test_what_other_evidence_observes_is_not_solved_for() -> None:
    text = INTEGERS + "obs M = 1; obs N + M = 3;"
    assert missing(text) == constant("M")
    assert condition(text, M=1).variable == constant("N")


def test_a_cycle_through_derived_variables_is_printed() -> None:
    for text in ("random Integer N ~ M; random Integer M ~ N + 1;", "random Integer M ~ N; random Integer N ~ M;"):
        with pytest.raises(RunError, match="depend on each other in a circle: N → M → N"):
            condition(text + "obs N = 3;")


def test_a_function_from_python_is_not_solved_by_its_name() -> None:
    model = nm.Model.from_text(REALS + "obs exp(X) = 4.0; query X;", functions={"exp": _square})
    with pytest.raises(nm.BlogError, match="cannot be solved"):
        model.infer(engine="lw", samples=10)


def _square(x: float) -> float:
    return x * x


NUMBERS = "type T; #T ~ UniformInt(0, 3);"
TYPE_T = NumberVariable(Application("T", 0, ()))


def test_the_number_of_a_type_takes_the_observed_size() -> None:
    assert condition(NUMBERS + "obs #T = 2;") == Factor(math.log(0.25), False, TYPE_T, 2)
    assert condition(NUMBERS + "obs size({t for T t}) = 4;") is IMPOSSIBLE
    assert condition(NUMBERS + "obs #T = null;") is IMPOSSIBLE


def test_guaranteed_objects_count() -> None:
    assert condition(NUMBERS + "distinct T A, B; obs #T = 3;").value == 1
    assert condition(NUMBERS + "distinct T A, B; obs #T = 1;") is IMPOSSIBLE
    assert condition(MAYBE + "type T; distinct T A; obs (size({t for T t}) == 1 & B) = true;", B=True) is CERTAIN


def test_the_last_of_several_numbers_takes_what_is_left() -> None:
    text = "type S; distinct S A, B; type T; origin S From(T); #T ~ UniformInt(0, 3); #T(From = s) ~ UniformInt(0, 3);"
    asked = problem(text + "obs #T = 4;")
    world = Strict(asked)
    first, second, third = (NumberVariable(a) for a in world.applications("T", {}))
    world.load({first: 1, second: 2}, {})
    assert Conditioner(world).condition(asked.evidence[0]) == Factor(math.log(0.25), False, third, 1)
    world.load({first: 3, second: 2}, {})
    assert Conditioner(world).condition(asked.evidence[0]) is IMPOSSIBLE
    world.load({first: 1, second: 2, third: 1}, {})
    assert Conditioner(world).condition(asked.evidence[0]) is CERTAIN


def test_a_number_that_is_null_counts_as_0() -> None:
    text = MAYBE + "type T; #T ~ if B then UniformInt(0, 1); obs #T = 0;"
    assert condition(text, B=False) is CERTAIN
    assert condition(text, B=True).log_weight == pytest.approx(math.log(0.5))
    derived = MAYBE + INTEGERS + "type T; #T ~ if B then N; obs #T = 0;"
    assert condition(derived, B=False) is CERTAIN
    assert condition(derived, B=True, N=0) is CERTAIN
    assert condition(derived, B=True, N=1) is IMPOSSIBLE


def test_a_derived_number_is_solved() -> None:
    assert condition(INTEGERS + "type T; #T ~ N + 1; obs #T = 3;").value == 2


def test_a_filtered_set_is_counted() -> None:
    text = NUMBERS + "random Boolean Red(T t) ~ BooleanDistrib(0.5); obs size({t for T t : Red(t)}) = 0;"
    asked = problem(text)
    world = Strict(asked)
    world.load({TYPE_T: 0}, {})
    assert Conditioner(world).condition(asked.evidence[0]) is CERTAIN
