"""Every default move leaves the posterior of small models as it is, to 1e-12, by its exact transition matrix (a13)."""

from __future__ import annotations

import pytest

from noumena.inference.transitions import invariance
from tests.asking import model_problem
from tests.inference.chains import abstract_types, kernels, made

EXACT = 1e-12

SMALL = [
    "c02_named_set",
    "c03_named_filtered_set",
    "c12_fixed_number",
    "c18_switching_parents",
    "c19_authors_without_repeats",
    "c22_null_comparisons",
    "c23_quantified_draws",
    "c24_observation_loop",
    "c25_iota",
    "c26_hmm",
    "c29_held_object",
    "c30_deterministic_functions",
    "c31_aggregates",
    "c33_integer_ranges",
    "c34_forall_range",
    "c35_multiset_pairs",
    "c36_query_set",
    "c37_operators",
    "c38_precedence",
    "c39_cardinality",
    "c40_array_index",
    "c41_tuple_case",
    "c42_overloading",
    "c43_fixed_recursion",
    "c44_strings",
    "c47_random_walk",
    "c48_nested_distribution",
    "c55_fame",
    "index_evidence",
    "m01_parental",
    "m02_completion_draws_objects",
    "m04_observed_total",
    "m05_names",
    "m06_empty_set",
    "m06_empty_set_guaranteed",
    "m07_hard_evidence",
    "m08_switch",
    "m09_sweep",
    "m10_generators",
    "m11_not_equal_filter",
    "m12_self_reference",
    "m13_forced_value",
    "m14_jacobian",
    "m15_atom",
    "storm",
    "urn_null_seen",
]
"""Models of which all states are explored in a second or two."""

SMALL_CONCRETE = [
    "c02_named_set",
    "c19_authors_without_repeats",
    "c22_null_comparisons",
    "c29_held_object",
    "c55_fame",
    "m04_observed_total",
    "m05_names",
    "m06_empty_set",
    "m06_empty_set_guaranteed",
    "m11_not_equal_filter",
    "urn_null_seen",
]
"""Those that are as small when all objects are numbered."""

ONE_AT_A_TIME = ["m03_citations", "urn_small"]
"""Those with too many ways to draw several variables at once."""

LARGER = [
    "c04_two_named_sets",
    "c05_origin_attributes",
    "c08_two_levels",
    "c09_guaranteed_generator",
    "c14_generator_attributes",
    "c20_filtered_choice",
    "c21_choice_of_values",
    "c32_nested_quantifiers",
    "m03_citations",
    "urn_small",
]
LARGER_CONCRETE = [
    "c05_origin_attributes",
    "c09_guaranteed_generator",
    "c23_quantified_draws",
    "m02_completion_draws_objects",
]


def check(name: str, concrete: bool, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """All rows of all matrices sum to 1, and no move changes the posterior."""
    asked = model_problem(name)
    chain = made(asked, concrete=abstract_types(asked) if concrete else ())
    found = kernels(chain, monkeypatch, most)
    assert found
    for move, kernel in found.items():
        assert max(abs(sum(row.values()) - 1.0) for row in kernel.matrix) < EXACT, move
        assert invariance(kernel) < EXACT, move


@pytest.mark.parametrize("name", SMALL)
def test_every_default_move_leaves_the_posterior_as_it_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(name, False, monkeypatch, 2)


@pytest.mark.parametrize("name", SMALL_CONCRETE)
def test_the_same_with_numbered_objects(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(name, True, monkeypatch, 2)


@pytest.mark.parametrize("name", ONE_AT_A_TIME)
def test_moves_of_one_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(name, False, monkeypatch, 0)


@pytest.mark.campaign
@pytest.mark.parametrize("name", LARGER)
def test_larger_models(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(name, False, monkeypatch, 2)


@pytest.mark.campaign
@pytest.mark.parametrize("name", LARGER_CONCRETE)
def test_larger_models_with_numbered_objects(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(name, True, monkeypatch, 2)


@pytest.mark.campaign
@pytest.mark.parametrize(
    "name", [n for n in SMALL if n[0] == "m" and n not in ("m02_completion_draws_objects", "m10_generators")]
)
def test_three_variables_drawn_anew_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(name, False, monkeypatch, 3)
