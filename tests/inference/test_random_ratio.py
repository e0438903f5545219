"""On random small models and random sequences of default moves, checked mode finds no violation.

So at every step the ratio is that of the reference semantics to 1e-9, and the state and its tables are right.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from noumena.inference.checking import Checker
from noumena.inference.dump import dump
from noumena.inference.state import State
from noumena.model.diagnostics import BlogError, RunError
from tests.asking import problem
from tests.inference.chains import abstract_types, made
from tests.strategies.models import models
from tests.strategies.rich_models import rich_models

SEEDS = st.integers(0, 2**32 - 1)
_NO_FIRST_STATE = "could not be met|no world was found|but also"

MET_BEFORE = {
    "a term reads what it could be solved for": "random Integer X ~ UniformInt(0, 2); obs X + X = 2; query X;",
    "it reads what depends on that": """
        random Integer X ~ UniformInt(0, 2); random Integer Y ~ UniformInt(0, X); obs Y - X = -1; query X;
    """,
    "the condition reads it": """
        random Integer X ~ UniformInt(0, 2); random Integer Y ~ UniformInt(0, 2);
        obs (if X > 0 then Y + X else Y) = 2; query X;
    """,
    "a term that was solved is compared": """
        random Boolean S ~ BooleanDistrib(0.5);
        random Integer X ~ UniformInt(0, 2); random Integer Y ~ UniformInt(0, 2);
        random Boolean B ~ if Y == 1 then BooleanDistrib(0.9) else BooleanDistrib(0.3);
        obs B = true; obs (if S then X + Y else 2) = 2; query S;
    """,
    "two terms for one variable": """
        type Ball; #Ball ~ UniformInt(2, 3); random Boolean Red(Ball b) ~ BooleanDistrib(0.4);
        random Ball A ~ UniformChoice({b for Ball b}); random Ball B ~ UniformChoice({b for Ball b});
        random Ball C ~ UniformChoice({b for Ball b});
        obs Red(A) = true; obs Red(B) = false; obs Red(C) = true; query A == C;
    """,
    "a shared set becomes empty": """
        type Ball; #Ball ~ UniformInt(0, 2); random Integer Mass(Ball b) ~ UniformInt(1, 3);
        random Ball Pick ~ UniformChoice({b for Ball b}); obs (Mass(Pick) != 3) = true; query #Ball;
    """,
    "a random value becomes derived behind a derived one": """
        type T; distinct T G; #T ~ UniformInt(0, 2); random Boolean Red(T t) ~ BooleanDistrib(0.5);
        random Integer Mark(T t) ~ if Red(t) then Bernoulli(0.6);
        random T Q ~ UniformChoice({t for T t : Mark(t) == 1}); obs (Red(Q) == false) = false; query #T;
    """,
    "nothing is read of an empty application": """
        type S; type B; origin S From(B); #S ~ UniformInt(0, 2); #B ~ Bernoulli(0.5);
        #B(From = s) ~ if Old(s) then Bernoulli(0.3); random Boolean Old(S s) ~ BooleanDistrib(0.5);
        random B C ~ UniformChoice({b for B b});
        random Boolean Alarm ~ if size({b for B b : From(b) == null & b != C}) != 0 then BooleanDistrib(0.5)
          else BooleanDistrib(0.2);
        obs Alarm = true; query #B;
    """,
}
"""Models on which checked mode once found something."""

NATIVE_SAMPLE = [
    """
    type T; distinct T G; #T ~ UniformInt(0, 2); random Boolean Red(T t) ~ BooleanDistrib(0.35);
    random T P ~ UniformChoice({t for T t}); random T Q ~ UniformChoice({t for T t : t != P});
    random Integer X ~ UniformInt(0, 2); random Integer Y ~ UniformInt(0, X);
    random Boolean B ~ if Red(P) & P != Q then BooleanDistrib(0.8) else BooleanDistrib(0.2);
    obs B = true; obs X + Y = 2; query P == Q;
    """,
    """
    type S; type B; origin S From(B); #S ~ UniformInt(1, 2); #B ~ Bernoulli(0.5); #B(From = s) ~ UniformInt(0, 2);
    random B C ~ UniformChoice({b for B b}); random Boolean Hot(B b) ~ BooleanDistrib(0.3);
    random Real Z ~ if Hot(C) then Gaussian(1, 1) else Gaussian(0, 2); random Real E ~ Gaussian(0, 1);
    obs size({b for B b}) = 2; obs Z + E = 1.5; query #S;
    """,
]


def check(text: str, seed: int, steps: int, concrete: bool) -> bool:
    """Whether the model has a first state to begin with; a violation is raised."""
    try:
        asked = problem(text)
        chain = made(asked, seed, concrete=abstract_types(asked) if concrete else ())
    except (BlogError, RunError) as error:
        if not re.search(_NO_FIRST_STATE, str(error)):
            raise
        return False
    Checker(chain).advance(steps)
    return True


@pytest.mark.parametrize("text", MET_BEFORE.values(), ids=list(MET_BEFORE))
def test_no_violation_where_there_was_one(text: str) -> None:
    for seed in range(3):
        assert check(text, seed, 300, concrete=False)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(models(), SEEDS, st.booleans())
def test_no_violation_on_small_models(text: str, seed: int, concrete: bool) -> None:
    assume(check(text, seed, 60, concrete))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(rich_models(), SEEDS, st.booleans())
def test_no_violation_on_models_of_many_constructs(text: str, seed: int, concrete: bool) -> None:
    assume(check(text, seed, 60, concrete))


@pytest.mark.campaign
@settings(max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
@given(models(), SEEDS, st.booleans())
def test_no_violation_on_small_models_at_full_count(text: str, seed: int, concrete: bool) -> None:
    assume(check(text, seed, 300, concrete))


@pytest.mark.campaign
@settings(max_examples=4_000, suppress_health_check=[HealthCheck.too_slow])
@given(rich_models(), SEEDS, st.booleans())
def test_no_violation_on_models_of_many_constructs_at_full_count(text: str, seed: int, concrete: bool) -> None:
    assume(check(text, seed, 300, concrete))


@pytest.mark.campaign
@pytest.mark.parametrize("text", NATIVE_SAMPLE, ids=["choices and sums", "generators and reals"])
def test_no_violation_in_the_native_backend_and_the_same_way(text: str) -> None:
    checked, plain = (made(problem(text), 1, backend="native") for _ in range(2))
    Checker(checked).advance(200)
    plain.advance(200)
    assert list(checked.world.random) == list(plain.world.random)
    assert list(checked.world.move_done) == list(plain.world.move_done)
    dumps = [dump(c.world, State(c.program, c.world).variables()) for c in (checked, plain)]
    assert dumps[0] == dumps[1]
