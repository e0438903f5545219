"""Fitting the weights to texts with known states: the likelihood, its gradient, and steps along it.

ln P(states | text) = score(states) − ln Z. The derivative by the weight of a feature and state is how often they come
together in the known states, less how often they are expected to by P. Steps are those of Adagrad: each weight has a
rate of its own, which falls with the squares of its derivatives so far. The answer is the mean of the weights over the
later half of all steps, which is steadier than the last of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from noumena.domains.citations.reading.chain import Array, backward_ln, forward_ln, ln_sum
from noumena.domains.citations.reading.features import Features
from noumena.domains.citations.reading.states import STATES
from noumena.domains.citations.reading.weights import ALWAYS, Numbers, Weights, forbidden, numbered, summed


@dataclass(frozen=True, slots=True)
class Example:
    """The features of a text with at least one word, the state of each word, and how much the text counts."""

    features: Features
    states: list[int]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Fit:
    """How to fit: features seen less often are left out; rounds over all texts; rate of steps; pull towards 0."""

    fewest: int = 5
    rounds: int = 12
    rate: float = 0.15
    pull: float = 0.003
    texts_at_once: int = 24
    seed: int = 1


@dataclass(frozen=True, slots=True)
class _Batch:
    """Texts of the same length put together: features of all words, of all gaps, states as (texts, words)."""

    words: tuple[Numbers, Numbers]
    gaps: tuple[Numbers, Numbers]
    states: Numbers
    weights: Array


def fitted(examples: Sequence[Example], fit: Fit) -> Weights:
    """The weights that fit the examples; the same examples and figures give the same weights."""
    words = _usual((names for example in examples for names in example.features.words), fit.fewest)
    gaps = _usual((names for example in examples for names in example.features.gaps), fit.fewest)
    node, edge = np.zeros((len(words), STATES)), np.zeros((len(gaps), STATES, STATES))
    batches = _batches(examples, words, gaps, fit.texts_at_once)
    rng = np.random.default_rng(fit.seed)
    squares = np.full_like(node, 1e-2), np.full_like(edge, 1e-2)
    sums, steps = (np.zeros_like(node), np.zeros_like(edge)), 0
    for round_number in range(fit.rounds):
        for number in rng.permutation(len(batches)):
            _, slopes = likelihood(node, edge, batches[number])
            for weights, square, (rows, slope) in zip((node, edge), squares, slopes, strict=True):
                slope -= fit.pull * weights[rows]
                square[rows] += slope**2
                weights[rows] += fit.rate * slope / np.sqrt(square[rows])
            if 2 * round_number >= fit.rounds - 1:
                steps += 1
                for total, weights in zip(sums, (node, edge), strict=True):
                    total += weights
    return Weights(words, gaps, sums[0] / max(1, steps), sums[1] / max(1, steps))


Slope = tuple[Numbers, Array]


def likelihood(node: Array, edge: Array, batch: _Batch) -> tuple[float, tuple[Slope, Slope]]:
    """Σ weight × ln P(states | text), and its derivatives: the numbers of the features, and a row for each."""
    count, length = batch.states.shape
    scores = summed(node, *batch.words).reshape(count, length, STATES)
    pairs = np.zeros((count, length - 1, STATES, STATES)) + forbidden()
    if length > 1:
        pairs += summed(edge, *batch.gaps).reshape(pairs.shape)
    forward, backward = forward_ln(scores, pairs), backward_ln(scores, pairs)
    ln_z = ln_sum(forward[:, -1], axis=1)
    texts, places, states = np.arange(count)[:, None], np.arange(length), batch.states
    pair = (texts, places[1:] - 1, states[:, :-1], states[:, 1:])
    known = scores[texts, places, states].sum(axis=1) + pairs[pair].sum(axis=1)
    surplus = -np.exp(forward + backward - ln_z[:, None, None])
    surplus[texts, places, states] += 1.0
    onward = (scores[:, 1:] + backward[:, 1:])[:, :, None, :]
    pair_surplus = -np.exp(forward[:, :-1, :, None] + pairs + onward - ln_z[:, None, None, None])
    pair_surplus[pair] += 1.0
    surplus *= batch.weights[:, None, None]
    pair_surplus *= batch.weights[:, None, None, None]
    slopes = (
        _gathered(surplus.reshape(-1, STATES), *batch.words),
        _gathered(pair_surplus.reshape(-1, STATES, STATES), *batch.gaps),
    )
    return float(((known - ln_z) * batch.weights).sum()), slopes


def _gathered(rows: Array, numbers: Numbers, begins: Numbers) -> Slope:
    """The sum of the rows of all places that have a feature, for each feature that is there."""
    if not len(numbers):
        return numbers, rows[:0]
    place = np.repeat(np.arange(len(begins)), np.diff([*begins, len(numbers)]))
    order = np.argsort(numbers, kind="stable")
    found, starts = np.unique(numbers[order], return_index=True)
    return found, np.add.reduceat(rows[place[order]], starts, axis=0)


def batch_of(examples: Sequence[Example], words: dict[str, int], gaps: dict[str, int]) -> _Batch:
    """Examples of the same length put together."""
    return _Batch(
        numbered([names for example in examples for names in example.features.words], words),
        numbered([names for example in examples for names in example.features.gaps], gaps),
        np.array([example.states for example in examples], dtype=np.int64),
        np.array([example.weight for example in examples]),
    )


def _batches(
    examples: Sequence[Example], words: dict[str, int], gaps: dict[str, int], texts_at_once: int
) -> list[_Batch]:
    by_length: defaultdict[int, list[Example]] = defaultdict(list)
    for example in examples:
        by_length[len(example.states)].append(example)
    return [
        batch_of(alike[begin : begin + texts_at_once], words, gaps)
        for _, alike in sorted(by_length.items())
        for begin in range(0, len(alike), texts_at_once)
    ]


def _usual(named: Iterable[Sequence[str]], fewest: int) -> dict[str, int]:
    """The features that come often enough, by number; the one that all have is always among them."""
    counts = Counter(name for names in named for name in names)
    names = [ALWAYS, *(name for name, count in sorted(counts.items()) if count >= fewest and name != ALWAYS)]
    return {name: number for number, name in enumerate(names)}
