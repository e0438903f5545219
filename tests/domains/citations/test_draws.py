"""Draws: their shapes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.domains.citations.hand_made import draws


def test_draws_know_their_size() -> None:
    made = draws([[0, 0, 1], [5, 6, 6]])
    assert (made.samples, made.citations) == (2, 3)


def test_draws_need_a_sample() -> None:
    with pytest.raises(ValueError, match=r"a sample and a citation at least, not the shape \(0, 3\)"):
        replace(draws([[0, 0, 1]]), publication=np.empty((0, 3), np.int64))


@pytest.mark.parametrize("field", ["title", "authors", "venue", "year", "kind"])
def test_fields_have_a_value_for_each_sample_and_citation(field: str) -> None:
    made = draws([[0, 0, 1], [5, 6, 6]])
    changed: dict[str, Any] = {field: np.zeros((1, 3), np.int64)}
    with pytest.raises(ValueError, match=rf"{field} has the shape \(1, 3\), but publication has \(2, 3\)"):
        replace(made, **changed)


@pytest.mark.parametrize("field", ["researchers", "names"])
def test_researchers_and_names_go_together(field: str) -> None:
    made = draws([[0, 0, 1], [5, 6, 6]])
    changed: dict[str, Any] = {field: np.zeros((2, 2, 1), np.int64)}
    with pytest.raises(ValueError, match=r"researchers and names have the shapes .*; publication has \(2, 3\)"):
        replace(made, **changed)
