"""Each parameter out of range is refused by all three methods, with its name, its value and what would work."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.distributions import ALIASES, BUILT_IN
from noumena.model.library import ParameterError
from noumena.model.values import Bag, MapValue, Matrix, Value
from tests.distributions.examples import column, row

POSITIVE = "must be positive (from 1e-100 to 1e100)"
NUMBER = "must be a number between -1e100 and 1e100"
PROBABILITY = "must be a number from 0 to 1"
WEIGHTS = "must have finite weights of at least 0, not all 0"
VECTOR = "must be a row or a column of numbers between -1e100 and 1e100"
POSITIVE_VECTOR = "must be a row or a column of positive numbers (from 1e-100 to 1e100)"
DEFINITE = "must be a symmetric positive definite matrix of numbers between -1e100 and 1e100"
NATURAL = "must be an integer from 0 up, less than 2^63"
INTEGER = "must be an integer of less than 2^63 in size"
CHANCE = "must be a number from 1e-17 to 1"
NAN, INF = math.nan, math.inf
UNIT = Matrix([[1, 0], [0, 1]])
ORIGIN = column(0, 0)

REFUSED: list[tuple[str, tuple[Value, ...], str, str]] = [
    ("Bernoulli", (1.5,), "p", PROBABILITY),
    ("Bernoulli", (-0.1,), "p", PROBABILITY),
    ("Bernoulli", (NAN,), "p", PROBABILITY),
    ("BooleanDistrib", (2,), "p", PROBABILITY),
    ("BooleanDistrib", (True,), "p", PROBABILITY),
    ("Beta", (0, 1), "a", POSITIVE),
    ("Beta", (1, -2), "b", POSITIVE),
    ("Binomial", (-1, 0.5), "n", NATURAL),
    ("Binomial", (2.5, 0.5), "n", NATURAL),
    ("Binomial", (2**63, 0.5), "n", NATURAL),
    ("Binomial", (3, 1.01), "p", PROBABILITY),
    ("BoundedGeometric", (0, 3), "a", CHANCE),
    ("BoundedGeometric", (0.5, -1), "bound", NATURAL),
    ("Categorical", (MapValue({}),), "weights", WEIGHTS),
    ("Categorical", (MapValue({"a": -1, "b": 2}),), "weights", WEIGHTS),
    ("Categorical", (MapValue({"a": 0, "b": 0.0}),), "weights", WEIGHTS),
    ("Categorical", (MapValue({"a": INF}),), "weights", WEIGHTS),
    ("Categorical", ("a",), "weights", "must be a map from outcomes to weights"),
    ("Cauchy", (INF, 1), "location", NUMBER),
    ("Cauchy", (0, 0), "scale", POSITIVE),
    ("CharDistrib", ("",), "characters", "must have at least one character"),
    ("CharDistrib", (3,), "characters", "must be a string"),
    ("DiagGaussian", (Matrix([[1, 2], [3, 4]]), column(1, 1)), "mean", VECTOR),
    ("DiagGaussian", (ORIGIN, column(1, 0)), "variances", POSITIVE_VECTOR),
    ("DiagGaussian", (ORIGIN, column(1, 1, 1)), "variances", "must have 2 entries, like the mean"),
    ("Dirichlet", (row(1, 0),), "alpha", POSITIVE_VECTOR),
    ("Dirichlet", (UNIT,), "alpha", POSITIVE_VECTOR),
    ("Dirichlet", ((),), "alpha", POSITIVE_VECTOR),
    ("Discrete", (row(0, 0),), "weights", WEIGHTS),
    ("Discrete", ((1, -1),), "weights", WEIGHTS),
    ("Discrete", (Matrix([]),), "weights", WEIGHTS),
    ("Exponential", (0,), "rate", POSITIVE),
    ("GEM", (0, 3), "lambda", POSITIVE),
    ("GEM", (1, 0), "truncation", "must be an integer from 1 to 100000"),
    ("Gamma", (0, 1), "shape", POSITIVE),
    ("Gamma", (1, 1e-200), "rate", POSITIVE),
    ("Gaussian", (NAN, 1), "mean", NUMBER),
    ("Gaussian", (10**400, 1), "mean", NUMBER),
    ("Gaussian", (0, 0), "variance", POSITIVE),
    ("Geometric", (0,), "a", CHANCE),
    ("Geometric", (1.1,), "a", CHANCE),
    ("HalfNormal", (-4,), "variance", POSITIVE),
    ("InvGamma", (0, 1), "shape", POSITIVE),
    ("InvGamma", (1, 0), "scale", POSITIVE),
    ("InverseWishart", (Matrix([[1, 2], [2, 1]]), 4), "scale", DEFINITE),
    ("InverseWishart", (UNIT, 1), "df", "must be greater than 1 (by 1e-9 to 1e9) for a scale of 2 rows"),
    ("InverseWishart", (UNIT, NAN), "df", NUMBER),
    ("IsotropicMultivarGaussian", (3, 1), "mean", VECTOR),
    ("IsotropicMultivarGaussian", (ORIGIN, 0), "scale", POSITIVE),
    ("Laplace", (INF, 1), "mean", NUMBER),
    ("Laplace", (0, -1), "scale", POSITIVE),
    ("LetterNgram", ("\n\n", 2), "training_text", "must have a line that is not empty"),
    ("LetterNgram", (3, 2), "training_text", "must be a string"),
    ("LetterNgram", ("abc", 0), "n", "must be an integer from 1 to 20"),
    ("LetterNgram", ("abc", 2, 0), "smoothing", POSITIVE),
    ("LogNormal", (251, 1), "mean", "must be a number from -250 to 250"),
    ("LogNormal", (0, 0), "variance", "must be a number from 1e-100 to 1000"),
    ("Multinomial", (-1, row(1, 1)), "n", NATURAL),
    ("Multinomial", (3, row(0, 0)), "weights", WEIGHTS),
    ("MultivarGaussian", (row(), UNIT), "mean", VECTOR),
    ("MultivarGaussian", (ORIGIN, Matrix([[1, 0.5], [0.4, 1]])), "covariance", DEFINITE),
    ("MultivarGaussian", (ORIGIN, Matrix([[1, 0], [0, 0]])), "covariance", DEFINITE),
    ("MultivarGaussian", (ORIGIN, Matrix([[1, 0]])), "covariance", DEFINITE),
    ("MultivarGaussian", (ORIGIN, Matrix([[1], [1, 2]])), "covariance", DEFINITE),
    (
        "MultivarGaussian",
        (column(0, 0, 0), UNIT),
        "covariance",
        "must have 3 rows and columns, for a mean of 3 entries",
    ),
    ("NegativeBinomial", (0, 0.5), "r", POSITIVE),
    ("NegativeBinomial", (1e17, 0.5), "r", "must keep the mean r p / (1 - p) at most 1e16"),
    ("NegativeBinomial", (3, 1), "p", "must be less than 1"),
    ("NegativeBinomial", (3, -0.5), "p", PROBABILITY),
    ("Poisson", (-1,), "lambda", "must be a number from 0 to 1e+18"),
    ("PrecisionGaussian", ("x", 1), "mean", NUMBER),
    ("PrecisionGaussian", (0, 0), "precision", POSITIVE),
    ("PrecisionGaussian", (ORIGIN, 1.0), "precision", DEFINITE),
    ("RoundedLogNormal", (-251, 1), "mean", "must be a number from -250 to 250"),
    ("RoundedLogNormal", (0, 1001), "variance", "must be a number from 1e-100 to 1000"),
    ("StringEditModel", (3,), "s", "must be a string"),
    ("StringEditModel", ("a", 1, 0, 0), "p_insert", "must be a number from 0 to 0.99"),
    ("StringEditModel", ("a", 0, 1.5, 0), "p_delete", PROBABILITY),
    ("StringEditModel", ("a", 0, 0.4, 0.75), "p_substitute", "must be at most 1 - p_delete = 0.6"),
    ("StringEditModel", ("a", 0, 0, -1), "p_substitute", PROBABILITY),
    ("StringEditModel", ("a", 0, 0, 0, "aba"), "alphabet", "must have two or more characters, all different"),
    ("StringEditModel", ("a", 0, 0, 0, "a"), "alphabet", "must have two or more characters, all different"),
    ("StudentT", (0,), "df", POSITIVE),
    ("StudentT", (1, NAN, 1), "location", NUMBER),
    ("StudentT", (1, 0, 0), "scale", POSITIVE),
    ("TruncatedNormal", (NAN, 1, 0, 1), "mean", NUMBER),
    ("TruncatedNormal", (0, 0, 0, 1), "variance", POSITIVE),
    ("TruncatedNormal", (0, 1, -INF, 1), "lo", NUMBER),
    ("TruncatedNormal", (0, 1, 2, 1), "hi", "must be greater than lo = 2.0"),
    ("UniformChoice", (Bag([]),), "choices", "must have at least one member, and less than 2^63"),
    ("UniformChoice", ((),), "choices", "must have at least one member, and less than 2^63"),
    ("UniformChoice", (3,), "choices", "must be a set or an array"),
    ("UniformInt", ("a", 3), "lo", INTEGER),
    ("UniformInt", (0, 2**63), "hi", INTEGER),
    ("UniformInt", (3, 2), "hi", "must be at least lo = 3"),
    ("UniformInt", (-(2**62), 2**62), "hi", "must be less than lo + 2^63 - 1"),
    ("UniformReal", (NAN, 1), "lo", NUMBER),
    ("UniformReal", (1, 1), "hi", "must be greater than lo = 1.0"),
    ("UniformVector", (0, 1, 2), "bounds", "must come in pairs lo, hi"),
    ("UniformVector", (0, 1, 2, 1), "hi", "must be greater than lo = 2.0"),
    ("UniformVector", (row(0, 1), row(0, 1, 2)), "bounds", "must be rows [lo, hi]"),
    ("UniformVector", (row(0, 1), 3), "bounds", "must be rows [lo, hi]"),
]


@pytest.mark.parametrize(("name", "parameters", "parameter", "requirement"), REFUSED)
def test_all_methods_refuse(name: str, parameters: tuple[Value, ...], parameter: str, requirement: str) -> None:
    family = BUILT_IN[name]
    rng = np.random.default_rng(0)
    errors: list[ParameterError] = []
    for method in (
        lambda: family.sample(rng, *parameters),
        lambda: family.log_prob(0, *parameters),
        lambda: family.support(*parameters),
    ):
        with pytest.raises(ParameterError) as caught:
            method()
        errors.append(caught.value)
    for error in errors:
        assert (error.parameter, error.requirement) == (parameter, requirement)


def test_the_message_is_a_sentence() -> None:
    with pytest.raises(ParameterError) as caught:
        BUILT_IN["Gaussian"].log_prob(0.0, 0, -1.5)
    assert str(caught.value) == "variance = -1.5 but it must be positive (from 1e-100 to 1e100)"


def test_an_integer_too_long_to_print_is_refused_all_the_same() -> None:
    with pytest.raises(ParameterError) as caught:
        BUILT_IN["Binomial"].log_prob(0, 10**5000, 0.5)
    assert str(caught.value) == f"n = (too long to show) but it {NATURAL}"


def test_every_parameter_of_every_family_is_refused_somewhere() -> None:
    for name in set(BUILT_IN) - set(ALIASES):
        longest = max(len(signature.parameters) for signature in BUILT_IN[name].signatures)
        refused = {parameter for family, _, parameter, _ in REFUSED if family == name}
        assert len(refused) >= longest, name
