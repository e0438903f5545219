"""Functions as native text agree with the library's own, and leave to it what only it can say."""

from __future__ import annotations

import pytest

from noumena.inference.metropolis_hastings import metropolis_hastings
from noumena.model.diagnostics import RunError
from noumena.model.values import Value
from tests.asking import problem


def answer(term: str, backend: str = "python") -> Value:
    text = f"random Integer N ~ 7; random Integer M ~ -2; random Real R ~ 0.5; random Timestep T ~ @3; query {term};"
    options = {"burn_in": 0, "thin": 1, "chains": 1, "workers": 1, "seed": 0, "check": False, "concrete": ()}
    return metropolis_hastings(problem(text), samples=1, backend=backend, **options).marginals[0].values[0]  # type: ignore[arg-type]  # as named


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("N + M", 5),
        ("N - M", 9),
        ("N * M", -14),
        ("N / M", -3),
        ("N % M", 1),
        ("M % N", -2),
        ("-N", -7),
        ("N > M", True),
        ("R / 0.25", 2.0),
        ("-R", -0.5),
        ("exp(R) > 1.6", True),
        ("log(R) < 0.0", True),
        ("sqrt(R * R)", 0.5),
        ("abs(M)", 2),
        ("prev(T) == @2", True),
        ("T - 4 == null", True),
        ("T - @1", 2),
        ("max(N, M)", 7),
    ],
)
def test_values(term: str, value: Value) -> None:
    assert answer(term) == value


def test_values_are_the_same_natively() -> None:
    assert answer("(N / M) * 10 + M % N", "native") == -32


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ("N / (M + 2)", "division by zero"),
        ("R / (R - 0.5)", "division by zero"),
        ("log(R - 1.0)", "log"),
        ("4000000000000000000 * N", "does not fit a 64-bit integer"),
        ("9000000000000000000 + 9000000000000000000 + N", "does not fit a 64-bit integer"),
    ],
)
def test_what_cannot_be_computed_is_said_in_the_librarys_words(term: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        answer(term)
