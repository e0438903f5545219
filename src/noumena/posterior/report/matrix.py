"""Who is who: the probability that two things are the same, as a square for each pair."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.report import svg
from noumena.posterior.report.words import probability, shown

MOST_ITEMS = 60
FEWEST_PAIRS = 3

_PAIR = re.compile(r"\s*(\w+)\((.+)\)\s*==\s*(\w+)\((.+)\)\s*", re.DOTALL)


class Identities(NamedTuple):
    """The items `f` is asked of, in the order of their names, and the probabilities of pairs of them."""

    function: str
    items: tuple[str, ...]
    probabilities: Mapping[tuple[int, int], float]


def identities(answers: Sequence[QueryAnswer]) -> list[Identities]:
    """What queries of the form `f(a) == f(b)` tell, for each f of which at least three pairs are asked."""
    asked: dict[str, dict[tuple[str, str], float]] = {}
    for answer in answers:
        found = _PAIR.fullmatch(answer.query)
        if found and found[1] == found[3] and answer.type == "Boolean" and _is_one(found[2]) and _is_one(found[4]):
            asked.setdefault(found[1], {})[found[2].strip(), found[4].strip()] = answer.probability(True)
    return [_gathered(function, pairs) for function, pairs in asked.items() if len(pairs) >= FEWEST_PAIRS]


def matrix(found: Identities, label: str) -> str:
    """The plot; pairs that were not asked stay empty."""
    items = found.items[:MOST_ITEMS]
    left = min(max(len(item) for item in items) * svg.LETTER + 8, 0.35 * svg.WIDTH)
    side = min(28.0, (svg.WIDTH - left - 4) / len(items))
    return svg.plot(len(items) * side + 6 + 18, label, _drawn(found, items, left, side))


def _drawn(found: Identities, items: Sequence[str], left: float, side: float) -> Iterator[str]:
    for row, item in enumerate(items):
        if side >= 10:
            yield svg.text(left - 5, row * side + side / 2 + 4, svg.cut(item, left - 6), "e")
        for column, other in enumerate(items):
            chance = 1.0 if row == column else found.probabilities.get((min(row, column), max(row, column)))
            if chance is None:
                continue
            tip = f"{item} = {other}: {probability(chance)}" if row != column else item
            x, y = left + column * side, row * side
            gap = min(1.0, side / 8)
            yield (
                f'<rect class="h" x="{svg.place(x)}" y="{svg.place(y)}" width="{svg.place(side - gap)}" '
                f'height="{svg.place(side - gap)}" fill-opacity="{0.06 + 0.94 * chance:.2f}" data-tip="{shown(tip)}"/>'
            )
    yield svg.text(left, len(items) * side + 16, "pale: different, full: the same", "f")


def _is_one(inside: str) -> bool:
    """Whether brackets close before they open again: `a) + f(b` is no argument."""
    depth = 0
    for sign in inside:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0


def _natural(item: str) -> list[tuple[bool, int, str]]:
    """What items are sorted by: P[2] comes before P[10]."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", item)]


def _gathered(function: str, pairs: Mapping[tuple[str, str], float]) -> Identities:
    items = tuple(sorted({item for pair in pairs for item in pair}, key=_natural))
    places = {item: i for i, item in enumerate(items)}
    probabilities = {}
    for (one, other), chance in pairs.items():
        first, second = sorted((places[one], places[other]))
        probabilities[first, second] = chance
    return Identities(function, items, probabilities)
