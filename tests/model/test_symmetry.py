"""Which types are abstract, case by case as in the rules, and never against what evaluation needs."""

from __future__ import annotations

import pytest

from noumena.inference.budget import Budget
from noumena.inference.enumeration import Enumeration
from noumena.inference.result import no_progress
from noumena.model.symmetry import concrete_types
from noumena.model.values import Application, Generated
from noumena.reference.interpreter import Strict
from tests.asking import model_problem, problem
from tests.oracles.brute_force import ORACLES

BALLS = """
type Ball; #Ball ~ UniformInt(1, 3); random Boolean Red(Ball b) ~ BooleanDistrib(0.5);
random Real W(Ball b) ~ Gaussian(0, 1); random Ball A ~ UniformChoice({b for Ball b});
type Cit; distinct Cit C1, C2; random Ball Cites(Cit c) ~ UniformChoice({b for Ball b});
"""
BLIPS = """
type Aircraft; type Blip; origin Aircraft Source(Blip); origin Timestep Time(Blip);
#Aircraft ~ Poisson(2); #Blip(Source = a) ~ Poisson(1); random Boolean Big(Blip b) ~ BooleanDistrib(0.5);
type Cit; distinct Cit C; random Aircraft Seen(Cit c) ~ UniformChoice({a for Aircraft a});
"""


@pytest.mark.parametrize(
    ("model", "evidence", "concrete"),
    [
        (BALLS, "obs Red(A) = true;", set()),
        (BALLS, "obs (A == Cites(C1)) = true;", set()),
        (BALLS, "obs size({b for Ball b}) = 2;", set()),
        (BALLS, "obs #Ball = 2;", set()),
        (BALLS, "obs size({b for Ball b : b != A}) = 1;", set()),
        (BALLS, "obs size({b for Ball b : exists Cit c (Cites(c) == b)}) = 1;", set()),
        (BALLS, "obs (exists Ball b (b == A & Red(b))) = true;", set()),
        (BALLS, "obs size({b for Ball b : Red(b)}) = 1;", {"Ball"}),
        (BALLS, "obs (sum({W(b) for Ball b}) > 1.0) = true;", {"Ball"}),
        (BALLS, "obs (exists Ball b (Red(b))) = true;", {"Ball"}),
        (BLIPS, "obs size({b for Blip b}) = 3;", {"Aircraft"}),
        (BLIPS, "obs {b for Blip b} = {b1, b2};", {"Aircraft"}),
        (BLIPS, "obs {b for Blip b : Big(b)} = {b1};", {"Aircraft", "Blip"}),
        (BLIPS, "obs size({b for Blip b : Source(b) == Seen(C)}) = 1;", set()),
        (BLIPS, "obs (Seen(C) == null) = false;", set()),
    ],
)
def test_what_forces_a_type_to_be_concrete(model: str, evidence: str, concrete: set[str]) -> None:
    assert set(concrete_types(problem(model + evidence))) == concrete


def test_queries_force_nothing() -> None:
    assert concrete_types(problem(BALLS + "obs Red(A) = true; query exists Ball b (Red(b));")) == {}


def test_the_reason_names_the_place() -> None:
    reasons = concrete_types(problem(BALLS + "\nobs size({b for Ball b : Red(b)}) = 1;"))
    assert reasons["Ball"].span.text == "{b for Ball b : Red(b)}"


class Told(Strict):
    """A world that notes the types whose objects were to be told apart."""

    types: set[str]

    def tell_apart(self, application: Application, number: int) -> list[Generated]:
        self.types.add(application.type)
        return super().tell_apart(application, number)


@pytest.mark.parametrize("name", sorted(set(ORACLES) - {"birthday", "urn_alternating", "urn_blue"}))
def test_the_objects_of_an_abstract_type_are_never_told_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: set[str] = set()
    monkeypatch.setattr(Told, "types", told, raising=False)
    monkeypatch.setattr("noumena.inference.enumeration.Strict", Told)
    asked = model_problem(name)
    Enumeration(asked, Budget(200_000, no_progress), 1e-13).states()
    assert told <= set(concrete_types(asked))
