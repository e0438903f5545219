"""The hand-written samplers: each move leaves the posterior as it is, and a chain of all moves finds it.

A world drawn from the exact posterior is still such a draw after any number of steps of one kind of move. So many
worlds are drawn, moved and counted; the counts are compared with the posterior by a chi-square test. Each test raises
a false alarm with probability 1e-6, and the seeds are fixed.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2

from benchmarks.accuracy import bound, total_variation
from benchmarks.contestant import Mix, Rival
from benchmarks.exact import number_posterior, state_posterior
from benchmarks.problem import Problem, World, grouped, simulate
from benchmarks.titles.best import BestCitations
from benchmarks.titles.logs import LogTableCitations
from benchmarks.urn.best import BestUrn
from benchmarks.urn.logs import LogTableUrn
from benchmarks.urn.plain import PlainUrn

Key = tuple[int, tuple[int, ...], tuple[int, ...]]
MOVES = {"number": Mix(1, 0, 0), "attribute": Mix(0, 1, 0), "identity": Mix(0, 0, 1)}
ALL = Mix(0.3, 0.3, 0.4)
URN = Problem("small urn", 2.0, 2, 0.6, np.array([0, 0, 1]))
CITATIONS = Problem("small citations", 2.0, 3, 0.6, np.array([0, 0, 2]))
CASES = [
    (PlainUrn, URN),
    (LogTableUrn, URN),
    (BestUrn, URN),
    (LogTableCitations, CITATIONS),
    (BestCitations, CITATIONS),
]
WORLDS, STEPS = 10_000, 20


def chi_square_p_value(counts: Counter[Key], posterior: dict[Key, float], total: int) -> float:
    """How surprising the counts are; states expected less than 8 times are taken together."""
    common = [state for state, probability in posterior.items() if probability * total >= 8.0]
    observed = np.array([counts[state] for state in common] + [0.0])
    expected = np.array([posterior[state] * total for state in common] + [0.0])
    observed[-1], expected[-1] = total - observed.sum(), total - expected.sum()
    return float(chi2.sf(((observed - expected) ** 2 / expected).sum(), len(common)))


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize(("rival", "problem"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_a_move_leaves_the_posterior_as_it_is(rival: type[Rival], problem: Problem, move: str) -> None:
    posterior = state_posterior(problem, 20)
    states = list(posterior)
    random = np.random.default_rng(11)
    sampler = rival(problem, grouped(problem), MOVES[move], 12, STEPS)
    counts: Counter[Key] = Counter()
    for choice in random.choice(len(states), size=WORLDS, p=np.array(list(posterior.values()))):
        number, owner, kind = states[choice]
        sampler.load(World(number, np.array(owner), np.array(kind)))
        sampler.steps(STEPS)
        counts[sampler.world().key()] += 1
    assert chi_square_p_value(counts, posterior, WORLDS) > 1e-6


@pytest.mark.parametrize(("rival", "problem"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_a_long_chain_finds_the_posterior(rival: type[Rival], problem: Problem) -> None:
    sampler = rival(problem, grouped(problem), ALL, 3, 10)
    sampler.steps(16_000_000)
    limit = bound(sampler.trace())
    assert total_variation(sampler.histogram(), number_posterior(problem)) < limit < 0.008


def test_worlds_survive_loading() -> None:
    for rival, problem in CASES:
        _, world = simulate("", problem.rate, problem.kinds, problem.faithful, len(problem.seen), seed=2)
        sampler = rival(problem, world, ALL, 1, 1)
        assert sampler.world().key() == world.key()


def test_equal_seeds_give_equal_chains_and_the_log_table_decides_like_the_products() -> None:
    samplers = [rival(URN, grouped(URN), ALL, 5, 10) for rival in (BestUrn, BestUrn, LogTableUrn)]
    for sampler in samplers:
        sampler.steps(100_000)
    for other in samplers[1:]:
        assert np.array_equal(samplers[0].trace(), other.trace())


def test_forgetting_drops_the_record_and_keeps_the_state() -> None:
    sampler = BestUrn(URN, grouped(URN), ALL, 5, 10)
    sampler.steps(1000)
    before = sampler.world().key()
    sampler.forget()
    assert sampler.world().key() == before
    assert (len(sampler.trace()), sampler.histogram().sum()) == (0, 0)


def test_steps_that_the_record_cannot_divide_are_refused() -> None:
    sampler = BestUrn(URN, grouped(URN), ALL, 5, 10)
    with pytest.raises(ValueError, match="15 steps were asked for; this chain records every 10, give a multiple of it"):
        sampler.steps(15)


def test_memory_counts_every_variable_of_the_state() -> None:
    sampler = BestUrn(URN, grouped(URN), ALL, 5, 10)
    memory = sampler.memory()
    assert memory.variables == 1 + 2 + 3 + 3
    assert memory.bytes == sum(array.nbytes for array in sampler.state())
