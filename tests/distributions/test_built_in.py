"""The table of built-in distributions: names, aliases, signatures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import noumena.distributions
from noumena.distributions import ALIASES, BUILT_IN
from noumena.model.types import (
    ANY,
    BOOLEAN,
    INTEGER,
    MATRIX,
    NULL,
    REAL,
    STRING,
    ArrayType,
    MapType,
    ObjectType,
    SetType,
    Type,
)

BALL = ObjectType("Ball")


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_each_is_found_by_its_name(name: str) -> None:
    assert BUILT_IN[name].name == ALIASES.get(name, name)


def test_aliases() -> None:
    assert ALIASES == {
        "InvWishart": "InverseWishart",
        "MultivarGaussianIndep": "DiagGaussian",
        "TruncatedGauss": "TruncatedNormal",
        "Uniform": "UniformChoice",
        "UnivarGaussian": "Gaussian",
    }


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [
        ("Bernoulli", (REAL,), INTEGER),
        ("BooleanDistrib", (INTEGER,), BOOLEAN),
        ("Categorical", (MapType(BALL, REAL),), BALL),
        ("Categorical", (MapType(NULL, INTEGER),), NULL),
        ("Discrete", (ArrayType(REAL),), INTEGER),
        ("DontCare", (), ANY),
        ("Gaussian", (INTEGER, REAL), REAL),
        ("GEM", (REAL, INTEGER), MATRIX),
        ("LetterNgram", (STRING, INTEGER), STRING),
        ("LetterNgram", (STRING, INTEGER, REAL), STRING),
        ("Multinomial", (INTEGER, ArrayType(INTEGER)), ArrayType(INTEGER)),
        ("MultivarGaussian", (MATRIX, ArrayType(ArrayType(REAL))), MATRIX),
        ("PrecisionGaussian", (REAL, REAL), REAL),
        ("PrecisionGaussian", (MATRIX, MATRIX), MATRIX),
        ("StringEditModel", (STRING,), STRING),
        ("StringEditModel", (STRING, REAL, REAL, REAL), STRING),
        ("StringEditModel", (STRING, REAL, REAL, REAL, STRING), STRING),
        ("StudentT", (REAL,), REAL),
        ("StudentT", (REAL, REAL, REAL), REAL),
        ("UniformChoice", (SetType(BALL),), BALL),
        ("UniformChoice", (ArrayType(STRING),), STRING),
        ("UniformVector", (REAL, REAL, INTEGER, REAL), MATRIX),
        ("UniformVector", (MATRIX, ArrayType(REAL)), MATRIX),
    ],
)
def test_calls_that_fit(name: str, arguments: tuple[Type, ...], result: Type) -> None:
    matches = [signature.match(arguments) for signature in BUILT_IN[name].signatures]
    assert [match[1] for match in matches if match is not None][:1] == [result]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("Gaussian", (REAL,)), ("StudentT", (REAL, REAL)), ("UniformVector", (REAL,)), ("DontCare", (REAL,))],
)
def test_calls_that_do_not_fit(name: str, arguments: tuple[Type, ...]) -> None:
    assert all(signature.match(arguments) is None for signature in BUILT_IN[name].signatures)


def test_dont_care_is_only_for_observed_variables() -> None:
    family = BUILT_IN["DontCare"]
    assert family.log_prob("anything") == family.log_prob(None) == 0.0
    assert family.support() is None
    with pytest.raises(ValueError, match="has no values of its own: it can only be observed"):
        family.sample(np.random.default_rng(0))


def test_scipy_is_for_tests_only() -> None:
    sources = list(Path(noumena.distributions.__file__).parent.glob("*.py"))
    assert len(sources) > 20
    assert [path.name for path in sources if "scipy" in path.read_text(encoding="utf-8")] == []
