"""Handles of values."""

from __future__ import annotations

from noumena.compiler.words import Words
from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING, TIMESTEP, ObjectType, Type
from noumena.model.values import Timestep, Value
from tests.asking import problem


def together(*values: Value) -> tuple[Value, ...]:
    return values


def test_handles_of_another_run_are_restored() -> None:
    first, second = (Words(problem("query 1;").model) for _ in range(2))
    for text in ("a", "b", "c"):
        first.encode(text, STRING)
    second.encode("a", STRING)
    second.restore(first.values)
    assert [second.encode(text, STRING) for text in ("c", "b", "a", "d")] == [2, 1, 0, 3]


def test_words_are_decoded_together_as_one_by_one() -> None:
    words = Words(problem("type Ball; distinct Ball B[3]; query 1;").model)
    values: dict[Type, Value] = {BOOLEAN: True, INTEGER: 7, REAL: 0.5, STRING: "a", TIMESTEP: Timestep(4)}
    given: list[tuple[Type, Value]] = [(type_, value) for type_, held in values.items() for value in (held, None)]
    ball = ObjectType("Ball")
    given.append((ball, words.decode(2, ball)))
    types = tuple(type_ for type_, _ in given)
    encoded = [words.encode(value, type_) for type_, value in given]
    decoded = words.caller(types)(together, *encoded)
    assert decoded == tuple(value for _, value in given)
    assert [type(value) for value in decoded] == [type(value) for _, value in given]
    assert words.caller(())(together) == ()
