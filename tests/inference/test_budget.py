"""How far an enumeration goes before it is refused, and what the refusal says."""

from __future__ import annotations

import pytest

from noumena.inference.budget import Budget, OutOfReach
from noumena.inference.result import no_progress


def visited(states: int, budget: Budget) -> bool:
    """Whether there is enough to judge after this many visits."""
    return [budget.visit(0) for _ in range(states)][-1]


def test_as_many_states_as_the_budget_may_be_known() -> None:
    budget = Budget(100, no_progress)
    for _ in range(100):
        budget.visit(0)
    with pytest.raises(OutOfReach, match="would visit more than 101 states, over the budget of 100"):
        budget.visit(0)


def test_states_that_wait_count() -> None:
    with pytest.raises(OutOfReach, match="more than 1,001 states, over the budget of 1,000"):
        Budget(1_000, no_progress).visit(1_000)


def test_growth_is_judged_after_a_fiftieth_of_the_budget() -> None:
    assert not visited(20, Budget(1_000, no_progress))
    assert visited(21, Budget(1_000, no_progress))
    assert Budget(1_000, no_progress).visit(20)


def test_progress_is_told() -> None:
    seen: list[int] = []
    visited(3, Budget(1_000, seen.append))
    assert seen == [1, 2, 3]


def test_only_an_estimate_a_hundred_times_over_is_refused() -> None:
    budget = Budget(1_000, no_progress)
    budget.judge_level(10, 100.0, 4)  # 100 · 10³ = 10⁵, which is 1,000 · 100
    with pytest.raises(OutOfReach, match=r"would visit about 10\^6 states, over the budget of 1,000"):
        budget.judge_level(10, 100.0, 5)


def test_a_huge_estimate_is_not_spelled_out() -> None:
    with pytest.raises(OutOfReach, match=r"more than 10\^100 states"):
        Budget(1_000, no_progress).judge_level(10, 100.0, 5_000)


def test_shrinking_levels_are_never_refused() -> None:
    Budget(1_000, no_progress).judge_level(100, 50.0, 10_000)


def test_how_many_levels_matter() -> None:
    budget = Budget(1_000, no_progress)
    assert budget.levels_that_matter(10, 10.0) == 0
    assert budget.levels_that_matter(10, 100.0) == 101
    assert budget.levels_that_matter(10, 1000.0) == 51


def test_the_growth_from_one_statement_to_the_next_is_carried_on() -> None:
    first, second = Budget(1_000, no_progress), Budget(1_000, no_progress)
    visited(21, first)
    visited(21, second)
    first.root_done(10, 5)  # 10 · 10⁴ after four more like it
    with pytest.raises(OutOfReach, match=r"about 10\^6"):
        second.root_done(10, 6)


def test_statements_are_not_judged_early() -> None:
    Budget(1_000, no_progress).root_done(10, 1_000)
