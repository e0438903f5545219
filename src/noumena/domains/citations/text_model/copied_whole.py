"""All numbers of a publication copied as they are, in order, with nothing among them but the year.

Of two numbers or more one may be left out, all alike: "6: 37-66" for "6(1): 37-66". The year is written y times, 0 to 2
(`YEARS`; never if it is not known), between any of the n numbers that are left, all places alike. The shape of what
stands after the title is drawn given that it has n + y numbers. A publication has as many numbers as shapes have, so
that the count is paid for once: where only one citation tells of them, numbers that are described and copied cost
hardly more than those that are not, and two that have the same pages speak for one publication.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER, SYMBOLS
from noumena.domains.citations.text_model.graph_sum import Vector
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.text_view import Chances, TextView
from noumena.domains.citations.text_model.words import drawn

YEARS = (0.5, 0.45, 0.05)
"""How often the year is written not at all, once and twice."""
_ROUNDING = 1e-15


class NumberCounts:
    """How many numbers shapes have.

    With h_m(a, b) the probability that m numbers come after the symbols a and b, and then the end, h_0 = G e and
    h_m = G T h_(m-1): T are the steps to a number, G = (I - S)⁻¹ sums over all other steps S, and e is the end.
    """

    def __init__(self, shapes: Shapes) -> None:
        chances = np.exp(shapes.ln)
        steps = np.zeros((SYMBOLS, SYMBOLS, SYMBOLS, SYMBOLS))  # from (a, b) to (b, s)
        for b in range(SYMBOLS):
            steps[:, b, b, :] = chances[:, b, :]
        steps[..., EDGE] = 0.0
        to_number = steps.copy()
        to_number[..., :NUMBER] = to_number[..., NUMBER + 1 :] = 0.0
        states = SYMBOLS * SYMBOLS
        self._chances = chances
        self._to_number = to_number.reshape(states, states)
        self._without = np.linalg.inv(np.eye(states) - (steps - to_number).reshape(states, states))
        self._left: list[NDArray[Any]] = [self._without @ chances[:, :, EDGE].ravel()]

    def left(self, number: int) -> NDArray[np.float64]:
        """h of this number, by the last two symbols."""
        while len(self._left) <= number:
            self._left.append(self._without @ (self._to_number @ self._left[-1]))
        found: NDArray[np.float64] = self._left[number].reshape(SYMBOLS, SYMBOLS)
        return found

    def ln(self, number: int) -> float:
        """ln P(a shape has so many numbers)."""
        return math.log(self.left(number)[EDGE, EDGE])

    def draw(self, rng: np.random.Generator) -> int:
        """The number of numbers of a shape."""
        u, number = rng.random(), 0
        while u >= (chance := float(self.left(number)[EDGE, EDGE])) > _ROUNDING:
            u -= chance
            number += 1
        return number

    def given(self, number: int) -> ShapesWith:
        """Shapes that have so many numbers."""
        return ShapesWith(self, number)

    def weights(self, before: int, last: int, number: int) -> NDArray[np.float64]:
        """The chances of the next symbol, where so many numbers are still to come; they need not sum to 1."""
        weights: NDArray[np.float64] = self._chances[before, last] * self.left(number)[last]
        weights[NUMBER] = self._chances[before, last, NUMBER] * self.left(number - 1)[last, NUMBER] if number else 0.0
        weights[EDGE] = self._chances[before, last, EDGE] if number == 0 else 0.0
        return weights


class ShapesWith:
    """A shape with a number of numbers, drawn symbol by symbol as `Shapes` are."""

    def __init__(self, counts: NumberCounts, number: int) -> None:
        self._counts, self._number = counts, number

    def draw(self, rng: np.random.Generator, before: int, last: int) -> int:
        """The symbol after two others; EDGE is the end."""
        sums = self._counts.weights(before, last, self._number).cumsum()
        symbol = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
        self._number -= symbol == NUMBER
        return symbol


class Recited:
    """Writes tokens one after the other, as a `Copyist` does."""

    def __init__(self, tokens: list[str]) -> None:
        self._left = tokens[::-1]

    def draw(self, rng: np.random.Generator) -> str | None:
        """The next token."""
        return self._left.pop()


def drawn_whole(rng: np.random.Generator, numbers: list[str], year: Chances, left_out: float) -> list[str]:
    """Numbers, of which one may be left out, with the year among them."""
    if len(numbers) > 1 and rng.random() < left_out:
        place = int(rng.integers(len(numbers)))
        numbers = numbers[:place] + numbers[place + 1 :]
    years = int(rng.choice(len(YEARS), p=YEARS)) if year else 0
    places = set(rng.permutation(len(numbers) + years)[:years].tolist())
    left = iter(numbers)
    return [drawn(rng, year) if place in places else next(left) for place in range(len(numbers) + years)]


def whole_ln(view: TextView, numbers: list[str], year: Chances, counts: NumberCounts, left_out: float) -> Vector:
    """ln P(all numbers from i on, given their shape | copied whole, or all but one) for each i from 0 to n.

    Multiplied with the probability of the shape alone this is that of both: P(m numbers) is taken off.
    """
    n, end = len(view.codes), view.runs.end
    starts = [i for i, _ in view.tokens_of(NUMBER) if i == 0 or view.runs.symbol[i - 1] != NUMBER]
    tokens = [view.text[i : end[i]] for i in starts]
    shares = (1.0 - left_out, left_out / len(numbers)) if len(numbers) > 1 else (1.0,)

    def written(token: str, k: int, j: int, out: int) -> float:
        """The sum over all ways to write a token, as the number j or as the year, and then those from k on."""
        copied = went_on(k, j + 1, out) if j < len(numbers) and numbers[j] == token else 0.0
        chance = year.get(token, 0.0)
        return copied + (chance * ways(k, j, out) if chance else 0.0)

    def went_on(k: int, j: int, out: int) -> float:
        """The tokens from k on, where the number j, the next one, may be the one that is left out."""
        return ways(k, j, out) + (ways(k, j + 1, 0) if out and j < len(numbers) else 0.0)

    @cache
    def ways(k: int, j: int, out: int) -> float:
        """The tokens from k on, where the number j is written and so many later ones are left out."""
        years = len(tokens) - k - (len(numbers) - j - out)
        if not 0 <= years < len(YEARS):
            return 0.0
        return written(tokens[k], k + 1, j, out) if k < len(tokens) else float(out == 0)

    def ln(total: int, chance_of: Callable[[int], float]) -> float:
        """Of so many tokens, which have this chance if no number is left out, and if one is."""
        chance = 0.0
        for out, share in enumerate(shares):
            years = total - (len(numbers) - out)
            if 0 <= years < len(YEARS):
                share *= YEARS[years] if year else float(years == 0)
                chance += share * chance_of(out) / math.comb(total, years)
        return math.log(chance) - counts.ln(total) if chance else -math.inf

    def rest_from(token: str, k: int, out: int) -> float:
        """A rest that begins with a token, and then has those from k on."""
        return written(token, k, 0, out) + (written(token, k, 1, 0) if out else 0.0)

    answer = np.full(n + 1, ln(0, lambda _: float(not numbers)))
    after = n  # where what was looked at begins
    for k in range(len(tokens) - 1, -1, -1):
        total = len(tokens) - k
        last = int(end[starts[k]])
        answer[last:after] = answer[after]  # signs and words behind this number
        for i in range(starts[k], last):  # a rest may begin within a number
            answer[i] = ln(total, partial(rest_from, view.text[i:last], k + 1))
        after = starts[k]
    answer[:after] = answer[after]
    return answer
