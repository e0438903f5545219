"""A query for values without a scale: a bar for each, the most probable first; one bar for true or false."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.report import svg
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.words import probability, with_error

_ROW, _BAR = 24, 15
_ERRORS = 2.0
_WIDEST_LABEL = 0.45
"""Of the width of the plot."""


def bars(answer: QueryAnswer, label: str, most: int) -> str:
    """The plot of at most so many values; the rest is told together."""
    outcomes = sorted(answer.distribution or (), key=lambda o: -o.probability)
    kept = outcomes[:most]
    height = _ROW * (len(kept) + (len(outcomes) > most)) + 22
    return svg.plot(height, label, _rows(kept, outcomes[most:], answer.sampled))


def truth_bar(answer: QueryAnswer, label: str) -> str:
    """The plot of a query that is true or false."""
    return svg.plot(66, label, _truth(answer))


def _rows(kept: Sequence[Outcome], rest: Sequence[Outcome], sampled: bool) -> Iterator[str]:
    widest = max((len(o.text) for o in kept), default=0) * svg.LETTER
    left = min(widest, _WIDEST_LABEL * svg.WIDTH) + 10
    top = max((min(1.0, o.probability + _ERRORS * (o.mcse or 0.0)) for o in kept), default=1.0)
    across = Scale(0.0, top, left, svg.WIDTH - 44)
    whiskers, names, marks = [], [], []
    for row, o in enumerate(kept):
        y = row * _ROW + 4
        end = across(o.probability)
        tip = f"{o.text}: {with_error(o.probability, o.mcse, sampled)}"
        names.append(svg.text(left - 6, y + 12, svg.cut(o.text, left - 10)))
        marks.append(svg.box(left, y, end - left, _BAR, "", tip))
        reach = end
        if o.mcse is not None:
            least, reach = (across(o.probability + sign * _ERRORS * o.mcse) for sign in (-1, 1))
            least, reach = max(left, least), min(reach, across(1.0))
            whiskers.append(f"M{svg.place(least)} {y + _BAR / 2}H{svg.place(reach)}")
        yield svg.text(max(end, reach) + 4, y + 12, probability(o.probability, True))
    yield svg.group("e", names)
    yield svg.group("b", marks)
    yield svg.path("".join(whiskers), "w")
    if rest:
        share = math.fsum(o.probability for o in rest)
        told = f"and {len(rest):,} more, together {probability(share, sampled)}"
        yield svg.text(left, len(kept) * _ROW + 16, told, "f")
    yield from svg.bottom_axis(across, _ROW * (len(kept) + bool(rest)) + 4, 5)


def _truth(answer: QueryAnswer) -> Iterator[str]:
    """A bar from 0 to 1: true on the left, false on the right, what is null between them."""
    found = {o.value: o for o in answer.distribution or ()}
    across = Scale(0.0, 1.0, 12, svg.WIDTH - 12)
    begin = 0.0
    for value, kind in ((True, "b"), (None, "n"), (False, "v")):
        outcome = found.get(value)
        if outcome is None:
            continue
        tip = f"{outcome.text}: {with_error(outcome.probability, outcome.mcse, answer.sampled)}"
        width = across(begin + outcome.probability) - across(begin)
        yield svg.box(across(begin), 8, width, 26, kind, tip)
        if width > 9 * svg.LETTER:
            said = f"{outcome.text} {probability(outcome.probability, answer.sampled)}"
            yield svg.text(across(begin) + width / 2, 25, said, "m on" if kind == "b" else "m")
        begin += outcome.probability
    true = found.get(True)
    if true is not None and true.mcse is not None:
        ends = [across(min(1.0, max(0.0, true.probability + sign * _ERRORS * true.mcse))) for sign in (-1, 1)]
        middle = f"M{svg.place(ends[0])} 39H{svg.place(ends[1])}"
        yield svg.path(middle + "".join(f"M{svg.place(x)} 36V42" for x in ends), "w")
    yield from svg.bottom_axis(across, 46, 4)
