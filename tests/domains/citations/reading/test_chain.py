"""Sums over rows of states against enumeration of all of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from noumena.domains.citations.reading.chain import Array, backward_ln, best_states, forward_ln, ln_sum, run_ln
from noumena.domains.citations.reading.states import STATES, TITLE, may_follow

SMALL = 3


def scores(rng: np.random.Generator, words: int, states: int = SMALL) -> tuple[Array, Array]:
    return 2.0 * rng.normal(size=(words, states)), 2.0 * rng.normal(size=(words - 1, states, states))


def score(node: Array, edge: Array, row: tuple[int, ...]) -> float:
    own = sum(node[i, state] for i, state in enumerate(row))
    return float(own + sum(edge[i, row[i], row[i + 1]] for i in range(len(row) - 1)))


def all_rows(node: Array, edge: Array) -> dict[tuple[int, ...], float]:
    return {row: score(node, edge, row) for row in product(range(node.shape[1]), repeat=len(node))}


@pytest.mark.parametrize("words", [1, 2, 5])
def test_forward_and_backward_sums_are_those_of_all_rows(words: int) -> None:
    node, edge = scores(np.random.default_rng(words), words)
    rows = all_rows(node, edge)
    ln_z = np.log(sum(np.exp(value) for value in rows.values()))
    forward, backward = forward_ln(node, edge), backward_ln(node, edge)
    assert ln_sum(forward[-1], axis=0) == pytest.approx(ln_z, abs=1e-12)
    for place in range(words):
        for state in range(SMALL):
            through = np.log(sum(np.exp(value) for row, value in rows.items() if row[place] == state))
            assert forward[place, state] + backward[place, state] == pytest.approx(through, abs=1e-12)


def test_texts_side_by_side_have_the_sums_of_each() -> None:
    rng = np.random.default_rng(3)
    pairs = [scores(rng, 4) for _ in range(3)]
    node, edge = (np.stack(parts) for parts in zip(*pairs, strict=True))
    together = forward_ln(node, edge), backward_ln(node, edge)
    for number, (own_node, own_edge) in enumerate(pairs):
        assert together[0][number] == pytest.approx(forward_ln(own_node, own_edge))
        assert together[1][number] == pytest.approx(backward_ln(own_node, own_edge))


@pytest.mark.parametrize("words", [1, 2, 5])
def test_the_best_row_is_that_of_all_rows(words: int) -> None:
    for seed in range(20):
        node, edge = scores(np.random.default_rng(seed), words)
        rows = all_rows(node, edge)
        assert tuple(best_states(node, edge)) == max(rows, key=lambda row: rows[row])


@pytest.mark.parametrize("words", [1, 2, 4])
def test_the_probability_of_each_title_is_that_of_all_rows_with_it(words: int) -> None:
    node, edge = scores(np.random.default_rng(10 + words), words, STATES)
    edge = edge + np.where(may_follow(), 0.0, -np.inf)
    chances: dict[tuple[int, ...], float] = {}
    for row, value in all_rows(node, edge).items():
        title = tuple(place for place, state in enumerate(row) if state == TITLE)
        chances[title] = chances.get(title, 0.0) + float(np.exp(value))
    total = sum(chances.values())
    runs, none = run_ln(node, edge, TITLE, longest=10)
    assert none == pytest.approx(np.log(chances.pop(()) / total), abs=1e-10)
    found = {tuple(range(i, i + k + 1)): runs[i, k] for i in range(words) for k in range(words - i)}
    for title, chance in chances.items():
        if chance:
            assert found.pop(title) == pytest.approx(np.log(chance / total), abs=1e-10)
    assert not found
    assert all(runs[i, k] == -np.inf for i in range(words) for k in range(words - i, runs.shape[1]))


def test_titles_longer_than_asked_for_are_left_out() -> None:
    node, edge = scores(np.random.default_rng(1), 5, STATES)
    runs, _ = run_ln(node, edge + np.where(may_follow(), 0.0, -np.inf), TITLE, longest=2)
    assert runs.shape == (5, 2)
