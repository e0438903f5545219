"""Kin are citations that name the same people: those with most names in common first, and not too many."""

from __future__ import annotations

import pytest

from noumena.domains.citations.proposals import kin as module
from noumena.domains.citations.proposals.kin import kin


def of(names: list[list[str]]) -> list[list[int]]:
    found = kin(names)
    return [found.near[a:b].tolist() for a, b in zip(found.first[:-1], found.first[1:], strict=True)]


def test_who_shares_most_names_comes_first() -> None:
    assert of([["a", "b"], ["a"], ["c"], ["b", "a"], []]) == [[3, 1], [0, 3], [], [0, 1], []]


def test_nobody_has_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KIN", 2)
    assert of([["a"]] * 4) == [[1, 2], [0, 2], [0, 1], [0, 1]]
    monkeypatch.setattr(module, "MOST_OF_A_NAME", 1)
    assert of([["a"]] * 3) == [[], [0], [0]]
