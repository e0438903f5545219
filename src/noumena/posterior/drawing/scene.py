"""What a drawing shows, whatever it was made of: boxes, each with lines of text, and arrows from lines to boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Line:
    """A line in a box: what it is of, its value, and the box that the value is, if it is one."""

    name: str
    value: str
    target: str | None = None


@dataclass
class Box:
    """A box with its lines, and `arrows` from the box as a whole; `column` counts from the left."""

    name: str
    lines: list[Line] = field(default_factory=list)
    arrows: list[str] = field(default_factory=list)
    column: int = 0
    marked: bool = False

    @property
    def targets(self) -> list[str]:
        """All boxes that it has arrows to."""
        return [*self.arrows, *(line.target for line in self.lines if line.target is not None)]


@dataclass(frozen=True)
class Scene:
    """Boxes, and what stands above them; `label` is for people who do not see it, `left_out` counts what is missing."""

    boxes: Sequence[Box]
    label: str
    facts: Sequence[str] = ()
    left_out: int = 0


def short_value(text: str) -> str:
    """A value as it is written, but a real in a few digits."""
    try:
        return text if text.lstrip("-").isdecimal() else f"{float(text):.4g}"
    except ValueError:
        return text
