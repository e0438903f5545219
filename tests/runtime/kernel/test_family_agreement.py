"""The kernels take the parameters that the families take, and give the same log probabilities."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.compiler.families import NATIVE_FAMILIES
from tests.runtime.kernel.family_grids import (
    INTEGERS,
    REALS,
    accepts,
    good_grid,
    grid,
    log_prob,
    parameters_of,
    values_of,
)
from tests.runtime.worlds import BACKENDS, kernel, world

NAMES = sorted(NATIVE_FAMILIES)
TOLERANCE = 1e-12


def same(found: float, expected: float) -> bool:
    """Whether two log probabilities are equal up to rounding; neither may be NaN."""
    return math.isclose(found, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_parameters_are_taken_at_the_limits(name: str, backend: str) -> None:
    valid = kernel(backend, name).valid
    verdicts = set()
    for parameters in grid(name):
        verdict = valid(*parameters)
        assert verdict is accepts(name, parameters), parameters
        verdicts.add(verdict)
    assert verdicts == {True, False}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", NAMES)
def test_log_probabilities_agree_at_the_limits(name: str, backend: str) -> None:
    functions = kernel(backend, name)
    made = world(backend, 1)
    ready: list[Any] = INTEGERS if NATIVE_FAMILIES[name].result == "i" else REALS
    for parameters in good_grid(name, 40):
        # Besides the ends, some values that are likely under these parameters.
        for value in [*ready, *(functions.sample(made, *parameters) for _ in range(5))]:
            found, expected = functions.log(value, *parameters), log_prob(name, value, parameters)
            assert same(found, expected), (value, parameters, found, expected)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_kernels_and_families_agree_anywhere(name: str, data: st.DataObject) -> None:
    parameters, value = data.draw(parameters_of(name)), data.draw(values_of(name))
    good = accepts(name, parameters)
    for backend in BACKENDS:
        functions = kernel(backend, name)
        assert functions.valid(*parameters) is good
        if good:
            assert same(functions.log(value, *parameters), log_prob(name, value, parameters)), backend


@pytest.mark.parametrize("backend", BACKENDS)
def test_values_off_the_support_are_impossible(backend: str) -> None:
    impossible: list[tuple[str, Any, tuple[Any, ...]]] = [
        ("Bernoulli", 2, (0.5,)),
        ("Bernoulli", 1, (0.0,)),
        ("BooleanDistrib", -1, (0.5,)),
        ("BooleanDistrib", 0, (1.0,)),
        ("Binomial", -1, (3, 0.5)),
        ("Binomial", 4, (3, 0.5)),
        ("Binomial", 1, (3, 0.0)),
        ("BoundedGeometric", 4, (0.5, 3)),
        ("BoundedGeometric", -1, (0.5, 3)),
        ("Geometric", 1, (1.0,)),
        ("NegativeBinomial", 1, (2.0, 0.0)),
        ("Poisson", 1, (0.0,)),
        ("Poisson", -1, (2.0,)),
        ("RoundedLogNormal", -1, (0.0, 1.0)),
        ("UniformInt", 4, (1, 3)),
        ("Beta", 1.5, (2.0, 2.0)),
        ("Exponential", -0.1, (1.0,)),
        ("Gamma", 0.0, (2.0, 1.0)),
        ("InvGamma", 0.0, (2.0, 1.0)),
        ("HalfNormal", -0.1, (1.0,)),
        ("LogNormal", 0.0, (0.0, 1.0)),
        ("TruncatedNormal", 2.1, (0.0, 1.0, 1.0, 2.0)),
        ("UniformReal", 2.1, (1.0, 2.0)),
        *(("Gaussian", x, (0.0, 1.0)) for x in (math.inf, math.nan)),
        *(("Cauchy", x, (0.0, 1.0)) for x in (-math.inf, math.nan)),
    ]
    for name, value, parameters in impossible:
        assert kernel(backend, name).log(value, *parameters) == -math.inf, (name, value)
