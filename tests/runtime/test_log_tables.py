"""The tables of logarithms are exact where much cancels, alike in both backends, and grow with the numbers."""

from __future__ import annotations

import math

import pytest

from noumena.distributions import stirling as reference
from noumena.inference.checking import Checker
from noumena.runtime.log_tables import FIRST_SIZE, log_tables
from noumena.runtime.storage import tabulate
from tests.asking import problem
from tests.inference.chains import made
from tests.runtime.worlds import BACKENDS, module, world

SIZE = 2**20
MANY = """
    type T; type D; distinct D A, B; #T ~ Poisson(1023.0); random Boolean Hot(T t) ~ BooleanDistrib(0.3);
    random T F(D d) ~ UniformChoice({t for T t});
    random Boolean G(D d) ~ if Hot(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
    obs G(A) = true; obs G(B) = false; query #T;
"""


def test_the_parts_of_a_factorial() -> None:
    logs, rough, rest = log_tables(SIZE)
    assert logs[0] == -math.inf
    assert [float(x) for x in logs[1:2000]] == [math.log(n) for n in range(1, 2000)]
    for n in (0, 1, 2, 20, 1000, SIZE - 1):
        assert rough[n] * 2.0**26 == int(rough[n] * 2.0**26) < 2**50
        assert rough[n] + rest[n] == pytest.approx(math.lgamma(n + 1.0), rel=1e-14, abs=1e-15)


@pytest.mark.parametrize("backend", BACKENDS)
def test_changes_of_falling_factorials_have_no_rounding_errors_of_large_ones(backend: str) -> None:
    kernel, made_world = module(backend, "logarithms"), world(backend, 1)
    tabulate(made_world, SIZE)
    for n, m, step in ((5, 3, 1), (5, 3, -2), (900_000, 800_000, 8), (1_000_000, 999_990, -8), (1_000_000, 0, 3)):
        x = n + step
        changes = [math.log(i) - math.log(i - m) for i in range(min(n, x) + 1, max(n, x) + 1)]
        expected = math.copysign(1.0, step) * math.fsum(changes)
        assert kernel.log_falling_change(made_world, x, n, m) == pytest.approx(expected, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("backend", BACKENDS)
def test_poisson_terms_from_the_tables(backend: str) -> None:
    kernel, made_world = module(backend, "counts"), world(backend, 1)
    tabulate(made_world, SIZE)
    for mean in (0.3, 6.0, 1000.5, 9e5, 2e6):
        for k in (0, 1, 5, 1023, 1024, 40_000, 900_000, SIZE, 10 * SIZE):
            expected = reference.log_poisson_term(float(k), mean, math.log(mean))
            # The rounding of ln(mean) comes in k times.
            assert kernel.tabled_poisson(made_world, k, mean) == pytest.approx(expected, rel=1e-13, abs=2e-15 * k)
    assert kernel.tabled_poisson(made_world, -1, 6.0) == -math.inf
    assert kernel.tabled_poisson(made_world, 0, 0.0) == 0.0


def test_numbers_beyond_the_tables_are_right_and_make_them_grow() -> None:
    chain = made(problem(MANY), seed=2)
    Checker(chain).advance(150)
    assert chain.world.tabled == 2 * FIRST_SIZE


def test_both_backends_go_the_same_way_while_the_tables_grow() -> None:
    chains = [made(problem(MANY), backend=backend, seed=2) for backend in BACKENDS]
    for chain in chains:
        chain.advance(3000)
    assert [chain.world.tabled for chain in chains] == [2 * FIRST_SIZE] * 2
    assert list(chains[0].world.random) == list(chains[1].world.random)
    assert list(chains[0].world.move_done) == list(chains[1].world.move_done)
