"""The tables of functions and operators: what they hold, and that nothing but a written error escapes."""

from __future__ import annotations

import traceback

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noumena.model.functions import FUNCTIONS, OPERATORS
from noumena.model.library import Builtin
from noumena.model.types import (
    INTEGER,
    MATRIX,
    REAL,
    STRING,
    ArrayType,
    MapType,
    ObjectType,
    SetType,
    Type,
    TypeVariable,
)
from tests.model.functions.values import is_of, values_of

ALL = [builtin for overloads in (FUNCTIONS | OPERATORS).values() for builtin in overloads]
CHOICES = (INTEGER, REAL, STRING, ObjectType("Ball"), ArrayType(STRING))

SCALARS = "sin cos tan asin acos atan atan2 sinh cosh tanh abs exp log log10 sqrt floor ceil round gamma lgamma"
OTHER_SCALARS = "min max sign pow Succ Pred prev next toInt toReal toString toTimestep isEmptyString"
STRINGS = """concat join repeat length size substring charAt indexOf contains startsWith endsWith upper lower trim
    replace split tokens reverse editDistance jaroWinkler jaccard"""
SETS = "isEmpty sum product average iota unique union intersection difference subset argmax argmin"
MATRICES = """inv det logdet trace transpose trans diag diagmat repmat submat getrow getrows getcol getcols vstack
    hstack eye zeros ones numrows numcols colsum rowsum matsum accu norm rank chol pinv cond loadRealMatrix toMatrix"""


def test_the_tables_hold_the_names_of_the_language() -> None:
    names = " ".join([SCALARS, OTHER_SCALARS, STRINGS, SETS, MATRICES]).split()
    assert sorted(FUNCTIONS) == sorted(names)
    assert set(OPERATORS) == {"+", "-", "*", "/", "%", "^", "<", "<=", ">", ">=", "neg", "[]"}


@pytest.mark.parametrize("table", [FUNCTIONS, OPERATORS])
def test_overloads_stand_under_their_name(table: dict[str, tuple[Builtin, ...]]) -> None:
    for name, overloads in table.items():
        assert {builtin.name for builtin in overloads} == {name}


@pytest.mark.parametrize("name", sorted(FUNCTIONS | OPERATORS))
def test_no_overload_hides_a_later_one(name: str) -> None:
    overloads = (FUNCTIONS | OPERATORS)[name]
    for i, later in enumerate(overloads):
        example = tuple(bound(p, dict.fromkeys("TKV", ObjectType("Ball"))) for p in later.signature.parameters)
        fitting = [earlier for earlier in overloads[:i] if earlier.signature.match(example)]
        assert not fitting, f"{name}{fitting[0].signature} comes before {later.signature}"


def bound(type_: Type, bindings: dict[str, Type]) -> Type:
    """The type with type variables replaced."""
    match type_:
        case TypeVariable(name):
            return bindings[name]
        case ArrayType(element):
            return ArrayType(bound(element, bindings))
        case SetType(element):
            return SetType(bound(element, bindings))
        case MapType(key, value):
            return MapType(bound(key, bindings), bound(value, bindings))
    return type_


@pytest.mark.parametrize("builtin", ALL, ids=lambda builtin: f"{builtin.name}{builtin.signature}")
@settings(max_examples=20)
@given(data=st.data())
def test_only_written_errors_escape_and_results_have_their_type(builtin: Builtin, data: st.DataObject) -> None:
    bindings = {name: data.draw(st.sampled_from(CHOICES), name) for name in "TKV"}
    signature = builtin.signature
    count = len(signature.parameters) + (data.draw(st.integers(0, 3), "more") if signature.variadic else 0)
    parameters = signature.expand(count)
    assert parameters is not None
    arguments = [data.draw(values_of(bound(p, bindings))) for p in parameters]
    complaint: ValueError | None = None
    try:
        result = builtin.implementation(*arguments)
    except ValueError as error:
        complaint = error
    if complaint is None:
        assert is_of(result, bound(signature.result, bindings)), result
    else:
        # What Python or NumPy raised by itself would not end in a `raise` of ours.
        line = traceback.extract_tb(complaint.__traceback__)[-1].line or ""
        assert line.startswith("raise ValueError("), complaint


def test_matrices_come_after_arrays() -> None:
    # An array of numbers fits RealMatrix too, and must not be taken for one where arrays have a function.
    for name in ("sum", "min", "max", "[]"):
        overloads = (FUNCTIONS | OPERATORS)[name]
        first = [isinstance(b.signature.parameters[0], ArrayType) for b in overloads].index(True)
        matrix = [b.signature.parameters[0] == MATRIX for b in overloads].index(True)
        assert first < matrix
