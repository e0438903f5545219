"""The label that some citations begin with, as in "[12] " or "pearl 88: "."""

from __future__ import annotations

import numpy as np

from noumena.domains.citations.text_model.alphabet import DIGITS, LETTERS
from noumena.domains.citations.text_model.graph_sum import Vector

INSIDE = LETTERS + DIGITS + " -+"
_FORMS = (("[", "] ", 0.6), ("(", ") ", 0.1), ("", ". ", 0.1), ("", ": ", 0.2))
_LONGER = 0.8


def label_ln(text: str, labels: float) -> Vector:
    """ln P(the signs 0 to i are the label, or there is none and i is 0), for each i from 0 to n.

    A label has one of four forms; inside stand one or more of 39 signs, each alike, and one more with probability 0.8.
    """
    chances = np.zeros(len(text) + 1)
    chances[0] = 1.0 - labels
    for opening, closing, share in _FORMS:
        if not text.startswith(opening):
            continue
        inside = labels * share * (1.0 - _LONGER)
        for i in range(len(opening), len(text)):
            if text[i] not in INSIDE:
                break
            inside *= (1.0 if i == len(opening) else _LONGER) / len(INSIDE)
            if text.startswith(closing, i + 1):
                chances[i + 1 + len(closing)] += inside
    with np.errstate(divide="ignore"):
        answer: Vector = np.log(chances)
    return answer


def drawn_label(rng: np.random.Generator, labels: float) -> str:
    """A label, or mostly none."""
    if rng.random() >= labels:
        return ""
    opening, closing, _ = _FORMS[int(rng.choice(len(_FORMS), p=[share for _, _, share in _FORMS]))]
    inside = rng.integers(len(INSIDE), size=rng.geometric(1.0 - _LONGER))
    return opening + "".join(INSIDE[sign] for sign in inside) + closing
