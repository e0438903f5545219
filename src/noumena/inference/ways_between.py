"""The ways of a move between different states, and which of them undo each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from noumena.inference.move_ways import Way

CHARGED = 1e-9
"""How far what a move returned may be from what it should have, by rounding."""


class Ways:
    """The ways of a move between different states, by where they begin and end."""

    def __init__(self, tried: Sequence[Iterable[Way]]) -> None:
        self._between: dict[tuple[int, int], list[Way]] = {}
        for start, found in enumerate(tried):
            for way in found:
                if way.to != start:
                    self._between.setdefault((start, way.to), []).append(way)

    def between(self, start: int, end: int) -> list[Way]:
        """Those from one state to another."""
        return self._between.get((start, end), [])

    def log_flow(self, start: int, end: int) -> float:
        """ln of the probability to go from one state to another in one step."""
        logs = [math.log(way.q * way.drawn) + min(way.log_ratio, 0.0) for way in self.between(start, end)]
        top = max(logs, default=-math.inf)
        return top + math.log(math.fsum(math.exp(x - top) for x in logs)) if logs else top

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of states between which there is a way, each once."""
        return sorted({(min(pair), max(pair)) for pair in self._between})

    def back(self, start: int, way: Way) -> Way | None:
        """The way that undoes another, or comes nearest to it: the same owners, then the same choices, then q."""

        def nearness(back: Way) -> tuple[bool, int, float]:
            same = {(c.line, c.taken) for c in way.choices} & {(c.line, c.taken) for c in back.choices}
            return back.owners() == way.owners_back(), len(same), -abs(way.log_q - wanted(way, back))

        return max(self.between(way.to, start), key=nearness, default=None)

    def is_charged(self, start: int, way: Way) -> bool:
        """Whether the move returned what it should, path by path or summed over all ways to the same state (a10)."""
        back = self.back(start, way)
        if back is None:
            return False
        in_all = math.log(total(self.between(way.to, start)) / total(self.between(start, way.to)))
        return min(abs(way.log_q - wanted(way, back)), abs(way.log_q - in_all)) < CHARGED

    def undone(self) -> tuple[int, int]:
        """How many ways have one back with the same owners, and q charged as it should be; and how many there are."""
        good = number = 0
        for (start, _), found in self._between.items():
            for way in found:
                back = self.back(start, way)
                number += 1
                good += back is not None and back.owners() == way.owners_back() and self.is_charged(start, way)
        return good, number


def wanted(way: Way, back: Way) -> float:
    """What the move should return on a way that another one undoes: ln q(s|s′)/q(s′|s)."""
    return math.log(back.q) - math.log(way.q)


def total(found: Iterable[Way]) -> float:
    """The probability of the move's choices on several ways; those that differ only in what the engine drew are one."""
    return math.fsum(way.q for way in {way.choices: way for way in found}.values())
