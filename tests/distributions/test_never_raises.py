"""Whatever the parameters and the value: an answer or a `ParameterError`, nothing else."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.distributions import ALIASES, BUILT_IN
from noumena.model.library import ParameterError
from noumena.model.types import (
    INTEGER,
    MATRIX,
    REAL,
    STRING,
    ArrayType,
    MapType,
    SetType,
    Signature,
    Type,
)
from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Unused, Value

REALS = st.one_of(
    st.floats(),
    st.floats(0.0, 1.0),
    st.integers(),
    st.sampled_from([0, 1, 2, 0.5, -0.0, 1e-100, 1e100, 5e-324, 1e308, 10**400, 1 - 2**-53, 250, 1000, 1e16, 1e18]),
)
INTEGERS = st.one_of(st.integers(), st.integers(0, 9), st.sampled_from([2**62, 2**63 - 1, 2**63, -(2**63), 10**5000]))
TEXTS = st.one_of(st.text(max_size=8), st.text("ab-", max_size=6))
SHAPES = st.tuples(st.integers(0, 3), st.integers(0, 3))


def matrices(entries: st.SearchStrategy[float]) -> st.SearchStrategy[Matrix]:
    return SHAPES.flatmap(
        lambda shape: st.lists(
            st.lists(entries, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
        )
    ).map(Matrix)


def covariance(root: Matrix) -> Matrix:
    array = root.array
    with np.errstate(all="ignore"):
        return Matrix.of(array @ array.T)


FLOATS = st.one_of(st.floats(), st.floats(0, 10), st.sampled_from([1e-100, 1e100, 1e-60, 1e60]))
MATRICES = st.one_of(
    matrices(FLOATS),
    matrices(st.floats(0.01, 100)),
    matrices(st.floats(-3, 3)).filter(lambda m: bool(m.rows)).map(covariance),
    matrices(st.floats(-1e60, 1e60)).filter(lambda m: bool(m.rows)).map(covariance),
    st.lists(REALS, max_size=3).map(tuple),
    st.just(Matrix([[1], [1, 2]])),
)
PUBS = Application("Pub", 0, ())
OBJECTS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(0, 3),
    st.builds(Generated, st.just(PUBS), st.integers(1, 3)),
    st.builds(Unused, st.just(PUBS), st.integers(0, 3) | st.just(2**64)),
    st.just(Guaranteed("Pub", 0, "P")),
)
ANYTHING = st.one_of(REALS, INTEGERS, TEXTS, MATRICES, OBJECTS, st.just(Timestep(3)), st.just(MapValue({})))
BASIC: dict[Type, st.SearchStrategy[Value]] = {REAL: REALS, INTEGER: INTEGERS, STRING: TEXTS, MATRIX: MATRICES}


def right_type(type_: Type) -> st.SearchStrategy[Value]:
    match type_:
        case SetType():
            return st.lists(OBJECTS, max_size=4).map(Bag)
        case ArrayType():
            return st.lists(OBJECTS, max_size=4).map(tuple)
        case MapType():
            return st.dictionaries(OBJECTS, REALS, max_size=3).map(MapValue)
    return BASIC[type_]


def calls(signature: Signature) -> st.SearchStrategy[tuple[Value, ...]]:
    """Parameters of the right types nearly always, of any type at times."""
    counts = range(len(signature.parameters), len(signature.parameters) + (3 if signature.variadic else 1))
    expansions = [types for types in map(signature.expand, counts) if types is not None]
    return st.sampled_from(expansions).flatmap(
        lambda types: st.one_of(
            *[st.tuples(*map(right_type, types))] * 4,
            st.tuples(*[ANYTHING] * len(types)),
        )
    )


@pytest.mark.parametrize("name", sorted(set(BUILT_IN) - set(ALIASES) - {"DontCare"}))
@given(data=st.data())
def test_nothing_but_parameter_errors(name: str, data: st.DataObject) -> None:
    family = BUILT_IN[name]
    parameters = data.draw(st.one_of(*map(calls, family.signatures)), label="parameters")
    value = data.draw(ANYTHING, label="value")
    try:
        drawn = family.sample(np.random.default_rng(0), *parameters)
    except ParameterError:
        with pytest.raises(ParameterError):
            family.log_prob(value, *parameters)
        with pytest.raises(ParameterError):
            family.support(*parameters)
        return
    assert not math.isnan(family.log_prob(value, *parameters))
    of_draw = family.log_prob(drawn, *parameters)
    # A covariance of huge condition number is not positive definite in floats.
    assert math.isfinite(of_draw) or name == "InverseWishart"
    for member in itertools.islice(family.support(*parameters) or (), 5):
        assert family.log_prob(member, *parameters) <= 1e-9
