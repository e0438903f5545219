"""Evidence on the size of a set is not solved for a number that the term has read, or that stands behind it."""

from __future__ import annotations

import math

import pytest

from noumena.inference.transitions import invariance
from tests.asking import problem
from tests.inference.chains import kernels, made

SOURCES = "type U; type T; distinct U U1, U2; origin U Src(T);"
OF_U2 = "size({t for T t : Src(t) == U2})"

MODELS: dict[str, tuple[int, str]] = {
    "condition": (3, "type T; #T ~ UniformInt(0, 3); obs (if #T > 1 then #T else 2) = 2; query #T;"),
    "half the condition": (
        6,
        """type T; #T ~ UniformInt(0, 4); random Boolean B ~ BooleanDistrib(0.3);
        obs (if #T > 1 & B then #T else 2) = 2; query #T;""",
    ),
    "other number": (
        2,
        f"""{SOURCES}
        #T(Src = u) ~ if u == U1 then UniformInt(0, {OF_U2}) else UniformInt(0, 2); obs #T = 2; query {OF_U2};""",
    ),
    "other number's branch": (
        3,
        f"""{SOURCES}
        #T(Src = u) ~ if u == U1 & {OF_U2} > 1 then UniformInt(0, 1) else UniformInt(0, 2);
        obs #T = 2; query {OF_U2};""",
    ),
    "behind the condition": (
        9,
        """type T; type S; #T ~ UniformInt(0, 3); #S ~ UniformInt(0, 2);
        random Integer K ~ if #T > 1 then UniformInt(0, 1) else UniformInt(0, 3);
        obs (if K == 0 then #T else #S) = 2; query #T;""",
    ),
}
"""Each with the number of states that the posterior gives a probability, counted by hand."""


@pytest.mark.parametrize(("states", "text"), MODELS.values(), ids=MODELS)
def test_default_moves_leave_the_posterior_as_it_is_and_reach_all_of_it(
    states: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kernels(made(problem(text)), monkeypatch)
    assert found
    for name, kernel in found.items():
        assert invariance(kernel) < 1e-12, name
        assert sum(p > -math.inf for p in kernel.log_probs) == states
