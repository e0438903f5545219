"""How far an enumeration may go, and how far it would have to."""

from __future__ import annotations

import math

from noumena.inference.result import Progress
from noumena.model.diagnostics import BlogError, Diagnostic

_LEVELS_AT_MOST = 10_000
_LARGEST_ESTIMATE = 100.0
"""The power of ten from which on more is just more."""


class OutOfReach(BlogError):
    """The model cannot be enumerated, or not within the budget."""


class Budget:
    """Counts the states that are visited and refuses a model as soon as its estimate is far over the budget.

    A trial of a fiftieth of the budget comes first. From then on the growth seen so far, carried on over what is left,
    gives the estimate. Growth slows down as states merge, so only an estimate a hundred times over is a refusal; a
    model that is nearer is tried until the budget is used up.
    """

    def __init__(self, states: int, progress: Progress) -> None:
        self._states = states
        self._progress = progress
        self._visited = 0
        self._sizes = [1]

    def visit(self, waiting: int) -> bool:
        """Counts one state, `waiting` more being known; tells whether enough was seen to judge the growth."""
        self._visited += 1
        self._progress(self._visited)
        known = self._visited + waiting
        if known > self._states:
            raise self._refusal(f"more than {known:,}")
        return known > self._states // 50

    def judge_level(self, size: int, next_size: float, levels_left: int) -> None:
        """Judges the growth within the evaluation of one term, from one level of completion to the next."""
        self._judge(next_size, next_size / size, levels_left - 1)

    def levels_that_matter(self, size: int, next_size: float) -> int:
        """How many more levels `judge_level` needs to be told of: as many as make the estimate ten to the hundred."""
        if next_size <= size:
            return 0
        return min(_LEVELS_AT_MOST, 1 + math.ceil(_LARGEST_ESTIMATE / math.log10(next_size / size)))

    def root_done(self, size: int, roots: int) -> None:
        """Notes how many states are left when an evidence statement is met, `roots` being the number of all."""
        self._sizes.append(size)
        if self._visited > self._states // 50:
            self._judge(size, size / max(1, self._sizes[-2]), roots - len(self._sizes) + 1)

    def _judge(self, size: float, growth: float, left: int) -> None:
        magnitude = math.log10(max(size, 1)) + left * math.log10(max(growth, 1.0))
        if magnitude > math.log10(self._states) + 2.0:
            about = "about" if magnitude < _LARGEST_ESTIMATE else "more than"
            raise self._refusal(f"{about} 10^{min(magnitude, _LARGEST_ESTIMATE):.0f}")

    def _refusal(self, estimate: str) -> OutOfReach:
        message = f"exact enumeration would visit {estimate} states, over the budget of {self._states:,}"
        return OutOfReach([Diagnostic(message, None, "use `--engine lw`, or a larger `--budget`")])
