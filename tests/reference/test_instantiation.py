"""Partial instantiations: Eq. 3 and Eq. 4, and the conditions on states, against enumeration."""

from __future__ import annotations

import math

import pytest

from noumena.inference.budget import Budget
from noumena.inference.enumeration import Enumeration
from noumena.inference.result import no_progress
from noumena.model.diagnostics import RunError
from noumena.model.values import Application, Generated
from noumena.reference.instantiation import Instantiation
from noumena.reference.interpreter import Unsupported
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable
from tests.asking import model_problem, problem

BALL = Application("Ball", 0, ())
B1, B2 = Generated(BALL, 1), Generated(BALL, 2)
NUMBER = NumberVariable(BALL)

BALLS = """
type Ball; #Ball ~ UniformInt(0, 4); random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Ball A ~ UniformChoice({b for Ball b}); random Ball B ~ UniformChoice({b for Ball b});
random Boolean Y ~ if Red(A) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
obs Y = true; query size({b for Ball b});
"""


def constant(name: str) -> Variable:
    return FunctionVariable(name, ())


def state(n: int) -> dict[Variable, object]:
    return {NUMBER: n, constant("A"): B1, FunctionVariable("Red", (B1,)): True, constant("Y"): True}


def test_eq_3_multiplies_the_factors() -> None:
    concrete = Instantiation(problem(BALLS), state(3), frozenset({"Ball"}))
    assert concrete.log_prob() == pytest.approx(math.log(1 / 5 * 1 / 3 * 0.3 * 0.9))


def test_eq_4_counts_the_objects_an_identifier_may_stand_for() -> None:
    abstract = Instantiation(problem(BALLS), state(3))
    assert abstract.log_prob() == pytest.approx(math.log(1 / 5 * 1 / 3 * 0.3 * 0.9 * 3))


def test_more_identifiers_than_objects_have_probability_zero() -> None:
    two = {**state(1), constant("B"): B2}
    assert Instantiation(problem(BALLS), two).log_prob() == -math.inf


def test_active_parents_depend_on_the_context() -> None:
    sigma = Instantiation(problem(BALLS), state(3))
    assert sigma.active_parents(constant("Y")) == {constant("A"), FunctionVariable("Red", (B1,))}
    assert sigma.active_parents(constant("A")) == {NUMBER}
    assert sigma.active_parents(NUMBER) == set()
    assert Instantiation(problem(BALLS), {NUMBER: 2}).active_parents(constant("Y")) is None


def test_supports() -> None:
    sigma = Instantiation(problem(BALLS), {NUMBER: 2, constant("A"): B1})
    assert sigma.supports(constant("A"))
    assert not sigma.supports(constant("Y"))


def test_a_state_is_self_supporting_minimal_and_grounded() -> None:
    sigma = Instantiation(problem(BALLS), state(3))
    assert sigma.is_self_supporting()
    assert sigma.is_minimal()
    assert sigma.is_grounded()
    assert sigma.holds_evidence()


def test_a_variable_that_no_evidence_needs_breaks_minimality() -> None:
    sigma = Instantiation(problem(BALLS), {**state(3), constant("B"): B1})
    assert sigma.is_self_supporting()
    assert not sigma.is_minimal()


def test_a_missing_parent_breaks_self_support() -> None:
    without = {v: x for v, x in state(3).items() if v != constant("A")}
    assert not Instantiation(problem(BALLS), without).is_self_supporting()


def test_a_derived_variable_cannot_be_instantiated() -> None:
    # With no ball, A is null by its empty set and not a variable of the state.
    sigma = Instantiation(problem(BALLS), {NUMBER: 0, constant("A"): None, constant("Y"): True})
    assert not sigma.is_self_supporting()
    assert Instantiation(problem(BALLS), {NUMBER: 0, constant("Y"): True}).is_minimal()


def test_an_identifier_that_no_term_denotes_is_not_grounded() -> None:
    sigma = Instantiation(problem(BALLS), {**state(3), FunctionVariable("Red", (B2,)): False})
    assert not sigma.is_grounded()
    assert Instantiation(problem(BALLS), sigma.values, frozenset({"Ball"})).is_grounded()


def test_generators_of_grounded_objects_are_grounded() -> None:
    asked = model_problem("m10_generators")
    res = Generated(Application("Res", 0, ()), 1)
    pub = Generated(Application("Pub", 1, (res,)), 1)
    cit = asked.model.types["Cit"].guaranteed[0]
    assert Instantiation(asked, {FunctionVariable("PubCited", (cit,)): pub}).is_grounded()


# The models in which all types may be abstract: no bound variable carries an identifier that no term denotes.
def test_what_a_state_says_of_single_variables() -> None:
    sigma = Instantiation(problem(BALLS), state(3))
    red = FunctionVariable("Red", (B1,))
    assert sigma.factor(red) == pytest.approx(math.log(0.3))
    assert sigma.value(red) is True
    assert not sigma.is_derived(red)
    assert not sigma.is_derived(FunctionVariable("Red", (B2,)))
    assert sigma.reads(sigma.problem.evidence[0]) == {constant("Y")}
    assert sigma.term(sigma.problem.evidence[0]) is True
    without = Instantiation(problem(BALLS), {NUMBER: 0, constant("Y"): True})
    assert without.is_derived(constant("A"))
    assert without.value(constant("A")) is None
    with pytest.raises(Unsupported):
        Instantiation(problem(BALLS), {}).value(constant("A"))
    with pytest.raises(RunError, match="A is derived in this world and cannot be instantiated"):
        Instantiation(problem(BALLS), {NUMBER: 0, constant("A"): None}).factor(constant("A"))


def test_a_null_number_leaves_no_room_for_identifiers() -> None:
    text = BALLS.replace("UniformInt(0, 4)", "if BooleanDistrib(0.5) then UniformInt(0, 4)")
    asked = problem(text)
    hidden = next(FunctionVariable(key, ()) for key, f in asked.model.random.items() if f.hidden)
    # Red(B1) is a draw whatever the number is; its identifier has no object to stand for.
    sigma = Instantiation(asked, {hidden: False, FunctionVariable("Red", (B1,)): True})
    assert sigma.log_prob() == -math.inf


def test_the_slope_of_an_evidence_term() -> None:
    asked = problem("random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs X * exp(Y) = 6.0; query X;")
    sigma = Instantiation(asked, {constant("X"): 2.0, constant("Y"): math.log(3.0)})
    # t = x exp(y), so that |dy/dt| = 1/t.
    assert sigma.log_slope(asked.evidence[0], constant("Y")) == pytest.approx(-math.log(6.0))
    with pytest.raises(RunError, match="the evidence is not solved for X"):
        Instantiation(asked, {constant("X"): 2.5, constant("Y"): math.log(3.0)}).log_slope(
            asked.evidence[0], constant("X")
        )


def test_reads_do_not_depend_on_whether_other_variables_know_all_objects() -> None:
    text = """
        type Ball; #Ball ~ UniformInt(1, 2); random Boolean X ~ BooleanDistrib(0.5);
        random Ball A ~ UniformChoice({b for Ball b}); random Ball B ~ UniformChoice({b for Ball b : b == A | X});
        obs (B != null) = true; query X;
    """
    b = constant("B")
    for n in (1, 2):
        sigma = Instantiation(problem(text), {NUMBER: n, constant("A"): B1, constant("X"): True, b: B1})
        assert sigma.active_parents(b) == {NUMBER, constant("A"), constant("X")}
        assert sigma.factor(b) == pytest.approx(-math.log(n))


ABSTRACT = [
    "m01_parental",
    "m02_completion_draws_objects",
    "m03_citations",
    "m06_empty_set",
    "m06_empty_set_guaranteed",
    "m07_hard_evidence",
    "m09_sweep",
    "m10_generators",
    "m11_not_equal_filter",
    "m12_self_reference",
    "m13_forced_value",
    "urn_small",
    "storm",
]


@pytest.mark.parametrize("name", ABSTRACT)
def test_enumerated_states_have_the_probability_of_eq_4(name: str) -> None:
    asked = model_problem(name)
    run = Enumeration(asked, Budget(200_000, no_progress), 1e-13)
    found = run.states(forget=False)
    assert found
    for s in found:
        sigma = Instantiation(asked, s.values)
        assert sigma.log_prob() == pytest.approx(math.log(s.weight), abs=1e-9)
        assert sigma.is_self_supporting()
        assert sigma.is_minimal()
        assert sigma.is_grounded()
        assert sigma.holds_evidence()
