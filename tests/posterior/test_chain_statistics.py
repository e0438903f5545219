"""The diagnostics of answers by chains: which series stand for a query, and what is said where none does."""

from __future__ import annotations

import math

import numpy as np
import pytest

from noumena.model.types import BOOLEAN, INTEGER, MATRIX, REAL, STRING, ObjectType
from noumena.model.values import Guaranteed, Matrix, Unnamed
from noumena.posterior import diagnostics
from noumena.posterior.chain_statistics import MOST_INDICATORS
from tests.posterior.making import autoregressive, chain_answer

SERIES = autoregressive(0.6, 4, 500, seed=1)
COLORS = [Guaranteed("Color", k, name) for k, name in enumerate(("Blue", "Green", "Red"))]
COLOR = ObjectType("Color")


def test_numbers_are_diagnosed_as_they_are() -> None:
    found = chain_answer(SERIES.tolist(), REAL)
    expected = diagnostics.of_numbers(SERIES)
    assert (found.ess, found.rhat, found.mcse) == pytest.approx(expected)
    assert found.undiagnosed is None
    assert found.distribution is None


def test_integers_have_errors_of_their_own_for_each_probability() -> None:
    counts = np.floor(SERIES).astype(int)
    found = chain_answer(counts.tolist())
    assert (found.ess, found.rhat, found.mcse) == pytest.approx(diagnostics.of_numbers(counts.astype(float)))
    assert found.distribution is not None
    for outcome in found.distribution:
        indicator = counts == outcome.value
        assert outcome.probability == pytest.approx(indicator.mean())
        assert outcome.mcse == pytest.approx(diagnostics.of_indicator(indicator).mcse)


def test_a_boolean_is_diagnosed_by_its_indicator() -> None:
    found = chain_answer((SERIES > 0.5).tolist(), BOOLEAN)
    expected = diagnostics.of_indicator(SERIES > 0.5)
    assert (found.ess, found.rhat) == pytest.approx(expected[:2])
    assert [o.mcse for o in found.distribution or ()] == pytest.approx([expected.mcse] * 2)
    assert found.mcse is None


def test_other_values_have_the_worst_of_their_indicators() -> None:
    kinds = np.digitize(SERIES, [-0.5, 1.0])
    found = chain_answer([[COLORS[k] for k in chain] for chain in kinds], COLOR)
    each = [diagnostics.of_indicator(kinds == k) for k in range(3)]
    assert found.ess == pytest.approx(min(d.ess or math.nan for d in each))
    assert found.rhat == pytest.approx(max(d.rhat or math.nan for d in each))


def test_a_value_that_hardly_occurs_does_not_stand_for_the_query() -> None:
    kinds = np.digitize(autoregressive(0.0, 4, 500, seed=3), [0.0])
    for rare in (2, 3):  # of 2,000 samples, so that the first is at the limit of 0.001; all in one chain
        kinds[3, 250 : 250 + rare] = 2
        found = chain_answer([[COLORS[k] for k in chain] for chain in kinds], COLOR)
        blue, green, red = (diagnostics.of_indicator(kinds == k).ess or math.nan for k in range(3))
        assert red < min(blue, green)
        assert found.ess == pytest.approx(min(blue, green) if rare == 2 else red)


def test_where_every_value_is_almost_sure_or_hardly_occurs_the_most_probable_stands_for_the_query() -> None:
    sure = np.zeros((4, 1000), dtype=int)
    sure[1, 100:102] = 1
    sure[2, 500] = 2
    found = chain_answer([[COLORS[k] for k in chain] for chain in sure], COLOR)
    first, _, last = (diagnostics.of_indicator(sure == k).ess for k in range(3))
    assert first != pytest.approx(last)
    assert found.ess == pytest.approx(first)


def test_null_is_a_value_like_others_where_there_are_no_numbers() -> None:
    found = chain_answer([[COLORS[0] if x > 0 else None for x in chain] for chain in SERIES], COLOR)
    assert (found.ess, found.rhat) == pytest.approx(diagnostics.of_indicator(SERIES > 0)[:2])


def test_objects_without_a_name_are_all_the_same() -> None:
    ball = ObjectType("Ball")
    found = chain_answer([[Unnamed("Ball") if x > 0 else None for x in chain] for chain in SERIES], ball)
    assert found.ess == pytest.approx(diagnostics.of_indicator(SERIES > 0).ess)


def test_numbers_that_are_sometimes_null_are_told_as_such() -> None:
    found = chain_answer([[x if x > -1.0 else None for x in chain] for chain in SERIES.tolist()], REAL)
    assert (found.ess, found.rhat) == (None, None)
    assert found.undiagnosed == "sometimes null"
    assert not found.few_samples
    assert found.distribution is not None
    (null,) = found.distribution
    assert null.mcse == pytest.approx(diagnostics.of_indicator(SERIES <= -1.0).mcse)


def test_the_error_of_the_mean_of_what_is_not_null_covers_its_scatter() -> None:
    """Over 200 runs the means scatter as their errors say: the quotient is known to 5 %, a false alarm below 1e-6."""
    means, errors = [], []
    for seed in range(200):
        series = autoregressive(0.5, 2, 200, seed=1000 + seed).tolist()
        found = chain_answer([[x if x > 0.0 else None for x in chain] for chain in series], REAL)
        assert found.mean is not None
        assert found.mcse is not None
        means.append(found.mean)
        errors.append(found.mcse)
    assert np.std(means) / np.mean(errors) == pytest.approx(1.0, abs=0.25)


def test_a_query_that_never_changes_is_told_as_such() -> None:
    for chains, type_ in (([[3] * 50] * 4, INTEGER), ([["a"] * 50] * 4, STRING), ([[None] * 50] * 4, INTEGER)):
        found = chain_answer(chains, type_)
        assert (found.ess, found.rhat, found.mcse) == (None, None, None)
        assert found.undiagnosed == "the same value in every sample"
        assert not found.few_samples
        assert not found.chains_disagree
        assert [(o.probability, o.mcse) for o in found.distribution or ()] == [(1.0, None)]


def test_chains_that_stay_at_different_values_disagree() -> None:
    for chains, type_ in (([[3] * 50, [4] * 50], INTEGER), ([["a"] * 50, ["b"] * 50], STRING)):
        found = chain_answer(chains, type_)
        assert found.rhat == math.inf
        assert found.chains_disagree
        assert found.few_samples
        assert found.to_dict()["rhat"] is None
        assert found.undiagnosed is None


def test_numbers_that_are_not_always_numbers_are_told_as_such() -> None:
    found = chain_answer([[x if x > -1.0 else math.nan for x in chain] for chain in SERIES.tolist()], REAL)
    assert (found.ess, found.rhat, found.mcse) == (None, None, None)
    assert found.undiagnosed == "sometimes not a number"


def test_infinite_numbers_have_effective_samples_but_no_error() -> None:
    found = chain_answer([[x if x > -1.0 else -math.inf for x in chain] for chain in SERIES.tolist()], REAL)
    assert found.ess is not None
    assert found.mcse is None
    assert found.undiagnosed is None
    null = chain_answer([[x if x > -1.0 else -math.inf for x in c[:-1]] + [None] for c in SERIES.tolist()], REAL)
    assert null.mcse is None


def test_matrices_that_all_differ_cannot_be_diagnosed() -> None:
    found = chain_answer([[Matrix([[x, 1.0]]) for x in chain] for chain in SERIES[:, :10].tolist()], MATRIX)
    assert (found.ess, found.rhat) == (None, None)
    assert found.undiagnosed == "another value in every sample"


def test_too_short_chains_are_few_samples() -> None:
    found = chain_answer([[1, 2, 3]] * 4)
    assert (found.ess, found.rhat, found.mcse) == (None, None, None)
    assert found.undiagnosed == "too few samples"
    assert found.few_samples
    assert [o.mcse for o in found.distribution or ()] == [None] * 3


def test_an_interrupted_run_answers_from_all_samples_and_is_diagnosed_by_chains_of_equal_length() -> None:
    chains = [SERIES[0].tolist(), SERIES[1, :480].tolist(), SERIES[2, :7].tolist(), []]
    found = chain_answer(chains, REAL)
    assert found.mean == pytest.approx(np.mean([x for chain in chains for x in chain]))
    assert (found.ess, found.rhat, found.mcse) == pytest.approx(diagnostics.of_numbers(SERIES[:2, :480]))


def test_many_values_have_errors_by_batch_means_for_the_improbable_ones() -> None:
    scale = np.floor(100 * np.abs(SERIES)).astype(int)
    found = chain_answer(scale.tolist())
    outcomes = sorted(found.distribution or (), key=lambda o: -o.probability)
    assert len(outcomes) > MOST_INDICATORS + 50
    by_batches = diagnostics.errors_of_many(scale, int(scale.max()) + 1)
    for outcome in outcomes[:3]:
        assert outcome.mcse == pytest.approx(diagnostics.of_indicator(scale == outcome.value).mcse)
    for outcome in outcomes[-50:]:
        expected = by_batches[outcome.value]
        assert outcome.mcse == (None if math.isnan(expected) else pytest.approx(expected))
