"""A query for whole numbers: a column for each, with its uncertainty."""

from __future__ import annotations

from collections.abc import Iterator

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.report import svg
from noumena.posterior.report.interval import interval_line
from noumena.posterior.report.svg import Scale
from noumena.posterior.report.words import probability, with_error

MOST_COLUMNS = 60
"""A wider range than these is shown as a histogram."""

_HEIGHT, _TOP, _FLOOR, _LEFT = 170, 10, 132, 34
_ERRORS = 2.0
"""How many standard errors a whisker reaches to each side."""


def columns(answer: QueryAnswer, label: str) -> str:
    """The plot; all values of the answer but null are whole numbers within a range of `MOST_COLUMNS`."""
    outcomes = [o for o in answer.distribution or () if o.value is not None]
    return svg.plot(_HEIGHT, label, _drawn(answer, outcomes))


def fits(answer: QueryAnswer) -> bool:
    """Whether the answer can be shown like this."""
    values = [o.value for o in answer.distribution or () if o.value is not None]
    return bool(values) and all(isinstance(v, int) for v in values) and int(max(values) - min(values)) < MOST_COLUMNS


def _drawn(answer: QueryAnswer, outcomes: list[Outcome]) -> Iterator[str]:
    low, high = min(o.value for o in outcomes), max(o.value for o in outcomes)
    if high - low < 4:  # few columns would be as wide as walls
        low, high = low - 1, high + 1
    top = max(min(1.0, o.probability + _ERRORS * (o.mcse or 0.0)) for o in outcomes)
    across = Scale(low - 0.5, high + 0.5, _LEFT, svg.WIDTH - 4)
    up = Scale(0.0, top, _FLOOR, _TOP)
    yield from svg.left_axis(up, _LEFT)
    width = (across.end - across.start) / (high - low + 1)
    marks, whiskers = [], []
    for o in outcomes:
        middle = across(o.value)
        tip = f"{o.text}: {with_error(o.probability, o.mcse, answer.sampled)}"
        marks.append(svg.box(middle - 0.4 * width, up(o.probability), 0.8 * width, _FLOOR - up(o.probability), "", tip))
        if o.mcse is not None:
            ends = (up(max(0.0, o.probability - _ERRORS * o.mcse)), up(min(1.0, o.probability + _ERRORS * o.mcse)))
            whiskers.append(f"M{svg.place(middle)} {svg.place(ends[0])}V{svg.place(ends[1])}")
    yield svg.group("b", marks)
    yield svg.path("".join(whiskers), "w")
    yield from svg.bottom_axis(across, _FLOOR, min(12, int(high - low) + 1), whole=True)
    yield from interval_line(answer, across, _FLOOR + 24)
    if answer.null_probability > 0.0:
        yield svg.text(svg.WIDTH - 4, _TOP + 8, f"null {probability(answer.null_probability, answer.sampled)}", "e")
