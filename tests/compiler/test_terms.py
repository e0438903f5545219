"""Elements of constant arrays are constants in generated code."""

from __future__ import annotations

import pytest

from noumena.compiler.terms import settled
from noumena.inference.metropolis_hastings import chain_program, metropolis_hastings
from noumena.model.diagnostics import RunError
from noumena.model.expressions import BuiltinCall, Constant
from tests.asking import distribution, largest_error, problem

MODEL = "type Fame; distinct Fame F[3]; random Fame X ~ Categorical({F[0] -> 0.5, F[1] -> 0.3, F[2] -> 0.2}); "


def test_a_choice_among_objects_of_an_array_asks_nothing_of_python() -> None:
    program = chain_program(problem(MODEL + "query X;"), ())
    assert not program.operations


def test_it_has_their_probabilities() -> None:
    options = {"burn_in": 0, "thin": 1, "chains": 1, "workers": 1, "seed": 0, "check": False, "concrete": ()}
    result = metropolis_hastings(problem(MODEL + "query X;"), samples=4000, backend="python", **options)  # type: ignore[arg-type]  # as named
    # Binomial with n = 4000: an error above 0.04 has a probability below 1e-6.
    assert largest_error(distribution(result.marginals[0]), {"F[0]": 0.5, "F[1]": 0.3, "F[2]": 0.2}) < 0.04


def test_an_element_that_is_not_there_is_told_as_it_runs() -> None:
    options = {"burn_in": 0, "thin": 1, "chains": 1, "workers": 1, "seed": 0, "check": False, "concrete": ()}
    missing = problem(MODEL + "random Fame Y ~ if X == F[0] then F[7] else F[7]; query Y;")
    with pytest.raises(RunError):
        metropolis_hastings(missing, samples=1, backend="python", **options)  # type: ignore[arg-type]  # as named


def test_what_is_no_constant_stays() -> None:
    (query,) = problem("random Integer N ~ 1; query [4, 5, 6][N];").queries
    assert isinstance(query.term, BuiltinCall)
    assert settled(query.term) is query.term
    assert not isinstance(settled(query.term), Constant)
