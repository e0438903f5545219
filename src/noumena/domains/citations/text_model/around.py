"""What stands before and after the title: the sums over all places where it may begin and end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from noumena.domains.citations.normal_form import SIGNS
from noumena.domains.citations.text_model.alphabet import EDGE, NUMBER, WORD, Codes
from noumena.domains.citations.text_model.graph_sum import Vector
from noumena.domains.citations.text_model.shapes import Shapes
from noumena.domains.citations.text_model.text_view import Chances, TextView
from noumena.domains.citations.text_model.word_pairs import START, context_of
from noumena.domains.citations.text_model.words import Background, drawn

Sources = list[tuple[float, Chances]]
"""Shares of words or numbers, with the words that they come from; what is left comes from the background."""


def token_ln(view: TextView, background: Vector, extras: list[tuple[float, int, Vector]]) -> Vector:
    """ln of the probability of the token that begins at each place, given that it is a word, or a number, or that sign.

    `background` is that of tokens that do not come from the publication; each of the extras is a share of the
    tokens of one symbol, with the probability of each token by it.
    """
    left = np.ones(len(background))
    own = np.zeros(len(background))
    for share, symbol, chances in extras:
        own += share * chances
        left[view.runs.symbol == symbol] -= share
    with np.errstate(divide="ignore"):
        answer: Vector = np.logaddexp(np.log(own), np.log(left) + background)
    answer[view.runs.symbol > NUMBER] = 0.0
    return answer


def _after(symbol: Codes, end: Codes, before: Codes, shape: Vector, first: Vector, later: Vector) -> Vector:
    n = len(symbol)
    # settled[i]: from i on, where two symbols and a word have been before, so that the text alone is the context.
    settled = np.zeros(n + 1)
    if n > 0:
        settled[n] = shape[before[n], symbol[n - 1], EDGE]
    for i in range(n - 1, 0, -1):
        settled[i] = shape[before[i], symbol[i - 1], symbol[i]] + later[i] + settled[end[i]]
    answer = np.zeros(n + 1)
    for start in range(n + 1):
        i, total, steps, a, b, word = start, 0.0, 0, EDGE, EDGE, False
        while True:
            if steps >= 2 and word:
                total += settled[i]
                break
            if i == n:
                total += shape[a, b, EDGE]
                break
            s = symbol[i]
            total += shape[a, b, s] + (later[i] if word else first[i])
            word = word or s == WORD
            a, b = b, s
            i = end[i]
            steps += 1
        answer[start] = total
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


def after_ln(view: TextView, shapes: Shapes, first: Vector, later: Vector) -> Vector:
    """ln P(the signs from i to the end are all that is written after the title), for each i from 0 to n.

    `first` and `later` are `token_ln` for tokens before and after the first word is complete.
    """
    runs = view.runs
    answer: Vector = _compiled_after(runs.symbol, runs.end, runs.before, shapes.ln, first, later)
    return answer


def between_ln(view: TextView, shapes: Shapes, start: Vector, token: Vector) -> Vector:
    """ln Σ_i e^start[i] P(the signs i to j are what is written between authors and title), for each j from 0 to n."""
    runs = view.runs
    answer: Vector = _compiled_between(start, runs.symbol, runs.end, runs.before, shapes.ln, token)
    return answer


def drawn_shape(
    rng: np.random.Generator,
    text: str,
    shapes: Shapes,
    background: Background,
    kind: int,
    words: Sources,
    numbers: Sources,
    first: bool,
) -> str:
    """A text that goes on with words, numbers and signs until the end of the shape.

    `first`: the first word has a list of its own.
    """
    a, b = EDGE, EDGE
    while (s := shapes.draw(rng, a, b)) != EDGE:
        if s == WORD:
            own = _from_sources(rng, words)
            text += background.draw_word(rng, kind, START if first else context_of(text)) if own is None else own
            first = False
        elif s == NUMBER:
            own = _from_sources(rng, numbers)
            text += background.draw_number(rng) if own is None else own
        else:
            text += SIGNS[s - 3]
        a, b = b, s
    return text


def _from_sources(rng: np.random.Generator, sources: Sources) -> str | None:
    left = rng.random()
    for share, chances in sources:
        if left < share:
            return drawn(rng, chances)
        left -= share
    return None
