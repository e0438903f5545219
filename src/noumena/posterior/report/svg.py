"""Drawing in SVG: places, numbers along axes, text.

Colours are left to the page: what is drawn has classes, which its style sheet knows for light, dark and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from noumena.posterior.report.words import shown

WIDTH = 360
"""How wide a plot is in its own units; the page makes it as wide as there is room."""

LETTER = 6.6
"""About how wide a letter is, in the same units."""


class Scale(NamedTuple):
    """A linear map from the values `low` to `high` to the places `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a value."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + share * (self.end - self.start)


def plot(height: float, label: str, body: Iterable[str], width: float = WIDTH, kind: str = "plot") -> str:
    """A picture; the label is what people hear who do not see it."""
    inside = "".join(body)
    return (
        f'<svg class="{kind}" viewBox="0 0 {place(width)} {place(height)}" role="img" '
        f'aria-label="{shown(label)}">{inside}</svg>'
    )


def text(x: float, y: float, content: str, kind: str = "") -> str:
    """Words that begin at a point, or are around it or end there by their class: `m` and `e`."""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{place(x)}" y="{place(y)}"{named}>{shown(content)}</text>'


def box(x: float, y: float, width: float, height: float, kind: str = "", tip: str = "") -> str:
    """A rectangle, with what is told of it to those who point at it; in a group of its kind it needs none itself."""
    right, down = place(max(width, 0.0)), place(max(height, 0.0))
    return path(f"M{place(x)} {place(y)}h{right}v{down}h-{right}z", kind, tip)


def group(kind: str, body: Iterable[str]) -> str:
    """Marks of one kind together."""
    return f'<g class="{kind}">{"".join(body)}</g>'


def path(commands: str, kind: str = "", tip: str = "") -> str:
    """A line by the commands of SVG, or nothing if there are none."""
    named = f' class="{kind}"' if kind else ""
    told = f' data-tip="{shown(tip)}"' if tip else ""
    return f'<path{named} d="{commands}"{told}/>' if commands else ""


def place(number: float) -> str:
    """A coordinate in as few digits as can be seen."""
    written = f"{number:.1f}".removesuffix(".0")
    return "0" if written == "-0" else written


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two others, about so many: steps are 1, 2 or 5 times a power of ten."""
    if not low < high or not math.isfinite(high - low):
        return [low] if math.isfinite(low) else []
    rough = (high - low) / max(1, about)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def tick_labels(values: Sequence[float]) -> list[str]:
    """Numbers of an axis, with as many decimals as tell neighbours apart."""
    if not values:
        return []
    step = values[1] - values[0] if len(values) > 1 else abs(values[0]) or 1.0
    largest = max(map(abs, values))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9)) if step > 0.0 else 0
    if largest >= 1e6 or decimals > 5:
        return [f"{value:.3g}" for value in values]
    return [f"{value + 0.0:.{decimals}f}" for value in values]


def bottom_axis(scale: Scale, y: float, about: int = 6, *, whole: bool = False) -> Iterable[str]:
    """A line with numbers below it; only whole ones if asked for."""
    values = [v for v in ticks(scale.low, scale.high, about) if not whole or v == round(v)]
    yield path(f"M{place(scale.start)} {place(y)}H{place(scale.end)}", "ax")
    labels = zip(values, tick_labels(values), strict=True)
    yield group("m", (text(scale(value), y + 13, label) for value, label in labels))


def left_axis(scale: Scale, x: float, about: int = 4) -> Iterable[str]:
    """Numbers beside faint lines, which begin at `x` and go to the right end."""
    values = ticks(scale.low, scale.high, about)
    lines = "".join(f"M{place(x)} {place(scale(value))}H{WIDTH - 4}" for value in values)
    yield path(lines, "gr")
    labels = zip(values, tick_labels(values), strict=True)
    yield group("e", (text(x - 4, scale(value) + 4, label) for value, label in labels))


def cut(label: str, width: float) -> str:
    """The label, or its beginning if it is wider than there is room."""
    most = max(1, int(width / LETTER))
    return label if len(label) <= most else label[: most - 1] + "…"
