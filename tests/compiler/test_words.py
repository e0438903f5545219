"""Handles of values."""

from __future__ import annotations

from noumena.compiler.words import Words
from noumena.model.types import STRING
from tests.asking import problem


def test_handles_of_another_run_are_restored() -> None:
    first, second = (Words(problem("query 1;").model) for _ in range(2))
    for text in ("a", "b", "c"):
        first.encode(text, STRING)
    second.encode("a", STRING)
    second.restore(first.values)
    assert [second.encode(text, STRING) for text in ("c", "b", "a", "d")] == [2, 1, 0, 3]
