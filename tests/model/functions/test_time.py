"""The timesteps before and after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.model.values import Timestep
from tests.model.functions.calling import call


def test_previous_and_next() -> None:
    assert call("prev", Timestep(3)) == Timestep(2)
    assert call("prev", Timestep(1)) == Timestep(0)
    assert call("prev", Timestep(0)) is None
    assert call("next", Timestep(0)) == Timestep(1)


def test_next_after_the_last() -> None:
    with pytest.raises(ValueError, match=r"^@9223372036854775807 \+ 1 does not fit a 64-bit integer$"):
        call("next", Timestep(2**63 - 1))


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_adding_the_steps_between_two_times_leads_from_one_to_the_other(a: int, b: int) -> None:
    steps = call("-", Timestep(b), Timestep(a))
    assert call("+", Timestep(a), steps) == Timestep(b)
    assert call("-", Timestep(b), steps) == Timestep(a)
