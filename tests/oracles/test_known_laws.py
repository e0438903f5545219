"""The brute force agrees with laws that are derived another way: Poisson thinning, odds, forward-backward."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.oracles.brute_force import ORACLES, log_evidence
from tests.oracles.enumeration import gaussian_density, summed, uniform_int
from tests.oracles.paper_models import SIZE, urn_by_formula

EXACT = 1e-12


def poisson_mass(number: int, rate: float) -> float:
    return math.exp(number * math.log(rate) - rate - math.lgamma(number + 1))


def test_urn_formula_equals_enumeration_of_balls() -> None:
    _, by_formula = summed(urn_by_formula(uniform_int(1, 4), "BGB"))
    assert ORACLES["urn_small"]()[SIZE] == pytest.approx(by_formula[SIZE], abs=EXACT)


def test_names_of_poisson_blips_are_independent_of_each_other() -> None:
    # Given their number, points of superposed Poisson processes have independent sources, in proportion to the rates.
    posterior = ORACLES["c10_guaranteed_sources"]()
    shares = {None: 0.3 / 2.6, "A1": 1.5 / 2.6, "A2": 0.8 / 2.6}
    assert posterior["Source(b1)"] == pytest.approx(shares, abs=EXACT)
    assert posterior["Source(b1) == Source(b3)"][True] == pytest.approx(sum(s * s for s in shares.values()), abs=EXACT)
    assert log_evidence("c10_guaranteed_sources") == pytest.approx(math.log(poisson_mass(3, 2.6) * shares["A1"]))


def test_poisson_statements_for_one_type_add_up() -> None:
    weights = {n: poisson_mass(2, 1.6 + n) for n in (0, 1, 2)}
    size = {n: weight / sum(weights.values()) for n, weight in weights.items()}
    posterior = ORACLES["c07_several_number_statements"]()
    assert posterior["size({a for Aircraft a})"] == pytest.approx(size, abs=EXACT)
    assert posterior["Place(b1)"]["S2"] == pytest.approx(sum(p * 0.9 / (1.6 + n) for n, p in size.items()), abs=EXACT)


@pytest.mark.parametrize(
    ("model", "query", "rate"),
    [
        ("c13_number_of_number", "size({g for Guest g})", 2 * 0.4),
        ("c17_filtered_size", "size({b for Ball b})", 0.8 * 0.6),
    ],
)
def test_what_a_thinned_poisson_leaves_is_poisson(model: str, query: str, rate: float) -> None:
    distribution = ORACLES[model]()[query]
    for others in range(12):
        assert distribution[2 + others] == pytest.approx(poisson_mass(others, rate), abs=EXACT)


def test_existence_in_a_thinned_poisson_population() -> None:
    distribution = ORACLES["c16_poisson_exists"]()["size({b for Ball b : Red(b) == true})"]
    for red in range(1, 8):
        assert distribution[red] == pytest.approx(poisson_mass(red, 0.15) / -math.expm1(-0.15), abs=EXACT)


def test_hidden_markov_chain_by_forward_backward() -> None:
    step = np.array([[0.8, 0.2], [0.4, 0.6]])
    umbrella = np.array([0.15, 0.9])
    likelihood = [np.ones(2), umbrella, umbrella, 1 - umbrella]
    forward = np.array([0.7, 0.3])
    for seen in likelihood[1:]:
        forward = (forward @ step) * seen
    backward = np.ones(2)
    for seen in reversed(likelihood[1:]):
        backward = step @ (seen * backward)
    start = np.array([0.7, 0.3]) * backward
    predicted = forward @ step @ step / forward.sum()
    posterior = ORACLES["c26_hmm"]()
    assert posterior["State(@0)"]["Rain"] == pytest.approx(start[1] / start.sum(), abs=EXACT)
    assert posterior["State(@5)"]["Rain"] == pytest.approx(predicted[1], abs=EXACT)
    assert log_evidence("c26_hmm") == pytest.approx(math.log(forward.sum()), abs=EXACT)


def test_one_of_several_independent_coins_by_odds() -> None:
    odds = {"A": 0.5 / 0.5, "B": 0.2 / 0.8, "C": 0.4 / 0.6}
    distribution = ORACLES["c25_iota"]()["iota({x for Box x : Chosen(x) == true})"]
    assert distribution == pytest.approx({box: o / sum(odds.values()) for box, o in odds.items()}, abs=EXACT)


def test_scaled_gaussian_has_four_times_the_variance() -> None:
    scaled, plain = 0.4 * gaussian_density(0.5, 1, 4), 0.6 * gaussian_density(0.5, 0, 1)
    assert ORACLES["c51_distribution_in_expression"]()["S"][True] == pytest.approx(scaled / (scaled + plain), abs=EXACT)


def test_linear_evidence_by_the_law_of_the_term() -> None:
    # 2x + 1 is Gaussian(2K + 1, 4K) and Ky - 1 is Gaussian(K - 1, 2K²).
    weights = {k: gaussian_density(3, 2 * k + 1, 4 * k) * gaussian_density(0.5, k - 1, 2 * k * k) for k in (1, 2, 3)}
    shares = {k: weight / sum(weights.values()) for k, weight in weights.items()}
    assert ORACLES["c50_linear_evidence"]()["K"] == pytest.approx(shares, abs=EXACT)
    assert log_evidence("c50_linear_evidence") == pytest.approx(math.log(sum(weights.values()) / 3), abs=EXACT)


def test_of_the_fewest_densities_the_weights_are_compared() -> None:
    weights = {k: p * gaussian_density(0, 0, k) * gaussian_density(0.5, 0, k) for k, p in ((2, 0.3), (3, 0.2))}
    shares = {k: weight / sum(weights.values()) for k, weight in weights.items()}
    assert ORACLES["c54_fewest_densities"]()["K"] == pytest.approx(shares, abs=EXACT)
