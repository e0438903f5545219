"""What stands before and after the title: the sums over all places where it may begin and end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from noumena.domains.citations.normal_form import SIGNS
from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER, WORD, Codes
from noumena.domains.citations.text_model.copied import Aside, Copyist
from noumena.domains.citations.text_model.copied_whole import Recited, ShapesWith
from noumena.domains.citations.text_model.graph_sum import Vector
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.text_view import TextView
from noumena.domains.citations.text_model.word_pairs import START, context_of
from noumena.domains.citations.text_model.words import Background


def token_ln(view: TextView, background: Vector, numbers: Aside) -> Vector:
    """ln of the probability of the token that begins at each place, given that it is a word, or a number, or that sign.

    `background` is that of tokens that do not come from the publication; some of the numbers may stand aside.
    """
    answer = background.copy()
    if numbers.chances:
        of_numbers = view.runs.symbol == NUMBER
        with np.errstate(divide="ignore"):
            own = np.log(numbers.share * view.chances(numbers.chances)[of_numbers])
            answer[of_numbers] = np.logaddexp(own, np.log1p(-numbers.share) + answer[of_numbers])
    answer[view.runs.symbol > NUMBER] = 0.0
    return answer


def _after(symbol: Codes, end: Codes, before: Codes, shape: Vector) -> Vector:
    n = len(symbol)
    # settled[i]: from i on, where two symbols have been before, so that the text alone is the context.
    settled = np.zeros(n + 1)
    if n > 0:
        settled[n] = shape[before[n], symbol[n - 1], EDGE]
    for i in range(n - 1, 0, -1):
        settled[i] = shape[before[i], symbol[i - 1], symbol[i]] + settled[end[i]]
    answer = np.zeros(n + 1)
    for start in range(n + 1):
        i, total, steps, a, b = start, 0.0, 0, EDGE, EDGE
        while steps < 2 and i < n:
            total += shape[a, b, symbol[i]]
            a, b = b, symbol[i]
            i = end[i]
            steps += 1
        answer[start] = total + (settled[i] if steps == 2 else shape[a, b, EDGE])
    return answer


def _between(start: Vector, symbol: Codes, end: Codes, before: Codes, shape: Vector, token: Vector) -> Vector:
    n = len(symbol)
    once, more = np.full(n + 1, -np.inf), np.full(n + 1, -np.inf)  # after one symbol; after two or more
    answer = np.full(n + 1, -np.inf)
    for i in range(n + 1):
        if i > 0:
            c = symbol[i - 1]
            answer[i] = np.logaddexp(once[i] + shape[EDGE, c, EDGE], more[i] + shape[before[i], c, EDGE])
        if i == n:
            break
        s, j = symbol[i], end[i]
        once[j] = np.logaddexp(once[j], start[i] + shape[EDGE, EDGE, s] + token[i])
        if i > 0:
            c = symbol[i - 1]
            on = np.logaddexp(once[i] + shape[EDGE, c, s], more[i] + shape[before[i], c, s])
            more[j] = np.logaddexp(more[j], on + token[i])
    return answer


_compiled_after: Callable[..., Any] = njit(cache=True, error_model="numpy")(_after)
_compiled_between: Callable[..., Any] = njit(cache=True, error_model="numpy")(_between)


def after_ln(view: TextView, shapes: Shapes) -> Vector:
    """ln P(the symbols from i to the end are those of all that is written after the title), for each i from 0 to n."""
    runs = view.runs
    answer: Vector = _compiled_after(runs.symbol, runs.end, runs.before, shapes.ln)
    return answer


def between_ln(view: TextView, shapes: Shapes, start: Vector, token: Vector) -> Vector:
    """ln Σ_i e^start[i] P(the signs i to j are what is written between authors and title), for each j from 0 to n."""
    runs = view.runs
    answer: Vector = _compiled_between(start, runs.symbol, runs.end, runs.before, shapes.ln, token)
    return answer


def drawn_shape(
    rng: np.random.Generator,
    text: str,
    shapes: Shapes | ShapesWith,
    background: Background,
    kind: int,
    words: Copyist,
    numbers: Copyist | Recited,
    first: bool,
) -> str:
    """A text that goes on with words, numbers and signs until the end of the shape.

    `first`: the first word has a list of its own.
    """
    a, b = EDGE, EDGE
    while (s := shapes.draw(rng, a, b)) != EDGE:
        if s == WORD:
            own = words.draw(rng)
            text += background.draw_word(rng, kind, START if first else context_of(text)) if own is None else own
            first = False
        elif s == NUMBER:
            own = numbers.draw(rng)
            text += background.draw_number(rng) if own is None else own
        else:
            text += SIGNS[s - 3]
        a, b = b, s
    return text
