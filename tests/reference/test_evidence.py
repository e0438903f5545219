"""The plan of evidence: what is observed outright, and what must be met before what."""

from __future__ import annotations

import pytest

from noumena.model.diagnostics import BlogError
from noumena.model.values import Guaranteed
from noumena.reference.evidence import Plan, plan
from noumena.reference.interpreter import Strict
from noumena.reference.variables import FunctionVariable
from tests.asking import problem

MODEL = """
type C; distinct C A, B; type T; #T ~ UniformInt(1, 2); random C First ~ UniformChoice({c for C c});
random Integer F(C c) ~ UniformInt(0, 2); random T Held ~ UniformChoice({t for T t});
random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); random Real Same ~ X;
random Real Either ~ if First == A then Gaussian(0, 1); random Integer G(Integer i) ~ UniformInt(0, 1);
fixed C Other(C c) = if c == A then B else A;
"""


def plan_of(evidence: str) -> Plan:
    asked = problem(MODEL + evidence)
    return plan(asked, Strict(asked))


def texts(evidence: str) -> list[str]:
    """The evidence in the order in which it is met."""
    return [e.span.text.removeprefix("obs ").removesuffix(";") for e in plan_of(evidence).order]


@pytest.mark.parametrize(
    ("evidence", "function", "arguments"),
    [
        ("obs F(A) = 1;", "F", (Guaranteed("C", 0, "A"),)),
        ("obs F(Other(A)) = 1;", "F", (Guaranteed("C", 1, "B"),)),
        ("obs F(iota({c for C c : c != A})) = 1;", "F", (Guaranteed("C", 1, "B"),)),
        ("obs G(1 + 2) = 1;", "G", (3,)),
        ("obs X = 1.0;", "X", ()),
        ("obs Same = 1.0;", "Same", ()),
    ],
)
def test_a_variable_with_settled_arguments_is_observed(evidence: str, function: str, arguments: tuple[object]) -> None:
    assert set(plan_of(evidence).observed) == {FunctionVariable(function, arguments)}


@pytest.mark.parametrize(
    "evidence",
    [
        "obs F(First) = 1;",
        "obs F(A) + 1 = 2;",
        "obs #T = 1;",
        "obs G(size({t for T t})) = 1;",
        "obs G(sum({1 for T t})) = 1;",
        "obs F(null) = null;",
    ],
)
def test_other_evidence_observes_no_variable_outright(evidence: str) -> None:
    assert plan_of(evidence).observed == {}


def test_evidence_that_says_the_same_twice_is_kept() -> None:
    assert len(plan_of("obs F(A) = 1; obs F(A) = 1;").order) == 2


def test_a_term_that_must_be_solved_is_met_once() -> None:
    # 0.2 + (0.9 - 0.2) is not 0.9 in floating point
    assert texts("obs X + Y = 0.9; obs X = 0.2; obs X + Y = 0.9;") == ["X + Y = 0.9", "X = 0.2"]
    assert texts("obs X + Y = 0.3; obs X + Y = 0.4;") == ["X + Y = 0.3", "X + Y = 0.4"]


def test_two_values_for_one_variable_are_an_error() -> None:
    with pytest.raises(BlogError, match=r"8:16: error: F\(B\) is observed to be 2, but also 1"):
        plan_of("\nobs F(B) = 1;  obs F(Other(A)) = 2;")


def test_names_come_first_then_what_must_be_solved_then_the_rest_as_written() -> None:
    written = "obs G(1) = 1; obs X = 0.5; obs X + Y = 1.0; obs F(A) = 1; obs {t for T t} = {t1};"
    assert texts(written) == ["{t for T t} = {t1}", "X + Y = 1.0", "G(1) = 1", "X = 0.5", "F(A) = 1"]


def test_a_real_that_is_drawn_in_every_world_need_not_be_solved() -> None:
    assert plan_of("obs Y = 1.0;").first == ()
    assert plan_of("obs Either = 1.0;").first == ()
    assert len(plan_of("obs Same = 1.0;").first) == 1


@pytest.mark.parametrize("written", ["obs Y + 1.0 = 2.0; obs X + 1.0 = 2.0;", "obs X + 1.0 = 2.0; obs Y + 1.0 = 2.0;"])
def test_what_others_depend_on_is_solved_first(written: str) -> None:
    assert texts(written) == ["X + 1.0 = 2.0", "Y + 1.0 = 2.0"]
