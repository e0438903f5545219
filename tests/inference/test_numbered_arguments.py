"""Functions of an object and a number, few of which have places of their own: states are right whatever the number."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.checking import Checker
from tests.asking import problem
from tests.inference.chains import made

TEXT = """
    type Box; type Draw; distinct Draw D1, D2; #Box ~ UniformInt(1, 2);
    random Boolean Full(Box b, Integer i) ~ BooleanDistrib(0.3);
    random Box Drawn(Draw d) ~ UniformChoice({b for Box b});
    random Integer Place(Draw d) ~ Categorical({-1 -> 0.25, 0 -> 0.25, 15 -> 0.25, 16 -> 0.25});
    random Boolean Seen(Draw d) ~
        if Full(Drawn(d), Place(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
    obs Seen(D1) = true; obs Seen(D2) = true;
    query size({b for Box b}); query Place(D1) == Place(D2); query Full(Drawn(D1), Place(D1));
"""
TIMED = """
    type Aircraft; distinct Aircraft A, B;
    random Boolean Up(Aircraft a, Timestep t) ~ BooleanDistrib(0.4);
    random Boolean Blip(Aircraft a, Timestep t) ~
        if Up(a, t) == Up(a, next(t)) then BooleanDistrib(0.8) else BooleanDistrib(0.1);
    obs Blip(A, @15) = true; obs Blip(A, @14) = false; obs Blip(B, @2) = true;
    query Up(A, @16); query Up(A, @14) == Up(A, @16); query Up(B, @3);
"""
FAR = 4.9
"""Standard errors; a normal figure is further away once in a million."""


@pytest.mark.parametrize("text", [TEXT, TIMED])
def test_a_checked_chain_finds_no_mistake(text: str) -> None:
    Checker(made(problem(text), seed=2)).advance(150)


@pytest.mark.parametrize("text", [TEXT, TIMED])
def test_answers_are_near_the_exact_ones(text: str) -> None:
    model = nm.Model.from_text(text)
    exact = model.infer(engine="exact")
    found = model.infer(engine="mh", samples=4_000, chains=2, seed=5, backend="python")
    for answer in exact.answers:
        known = found[answer.query]
        assert known.ess is not None
        assert answer.distribution
        for outcome in answer.distribution:
            error = (outcome.probability * (1.0 - outcome.probability) / known.ess) ** 0.5
            assert abs(known.probability(outcome.value) - outcome.probability) < FAR * error, answer.query
