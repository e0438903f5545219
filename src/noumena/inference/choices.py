"""Random choices that are enumerated: a run for each possible sequence of them.

A uniform number is not drawn but narrowed: each comparison with it is a choice between two intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from noumena.moves.wording import Complaint, Misuse


class Choices:
    """Makes every possible sequence of choices, one in each run; `probability` is that of the choices so far."""

    def __init__(self) -> None:
        self.probability = 1.0
        self._taken: list[int] = []
        self._options: list[list[float]] = []
        self._depth = 0
        self._trials: dict[int, list[int]] = {}
        self._noted: list[int] | None = None
        self._repeated: list[int] = []

    def runs(self) -> Iterator[None]:
        """One round for each sequence of choices, depth first."""
        while True:
            self.probability, self._depth = 1.0, 0
            self._trials, self._noted, self._repeated = {}, None, []
            yield
            while self._taken and self._taken[-1] + 1 == len(self._options[-1]):
                self._taken.pop()
                self._options.pop()
            if not self._taken:
                return
            self._taken[-1] += 1

    def choose(self, probabilities: list[float]) -> int:
        """The position of the option that this run takes here; those of probability 0 are never taken."""
        if self._repeated:
            return self._repeated.pop(0)
        position = self.make(probabilities)
        if self._noted is not None:
            self._noted.append(position)
        return position

    def make(self, probabilities: list[float]) -> int:
        """Makes a choice that has not been made in a trial before."""
        possible = [i for i, p in enumerate(probabilities) if p > 0.0]
        if self._depth == len(self._taken):
            self._taken.append(0)
            self._options.append([probabilities[i] for i in possible])
        position = possible[self._taken[self._depth]]
        self._depth += 1
        self.probability *= probabilities[position]
        return position

    def begin_trial(self, number: int) -> None:
        """Choices from here on are those of a trial (`kernel/prospects`)."""
        self._noted = self._trials[number] = []

    def end_trial(self) -> None:
        """The trial is over."""
        self._noted = None

    def repeat(self, number: int) -> None:
        """The choices to come are those of a trial again; they have been made, and cost nothing."""
        self._repeated = list(self._trials[number])


COMPUTED = Complaint(
    "the move computes with a uniform number, whose values cannot be enumerated",
    "compare it with a probability, or draw with rng.integer(n) or rng.flip(p)",
)


class Uniform:
    """A uniform number from 0 to 1 times `scale`, less `shift`, known to lie between two bounds."""

    def __init__(
        self, choices: Choices, shift: float = 0.0, bounds: list[float] | None = None, scale: float = 1.0
    ) -> None:
        self._choices, self._shift, self._scale = choices, shift, scale
        self._bounds = bounds if bounds is not None else [0.0, 1.0]

    def __sub__(self, other: float) -> Uniform:
        return Uniform(self._choices, self._shift + other, self._bounds, self._scale)

    def __mul__(self, other: float) -> Uniform:
        shift = self._shift * other if self._shift != 0.0 else 0.0  # also where `other` is infinite
        return Uniform(self._choices, shift, self._bounds, self._scale * other)

    __rmul__ = __mul__

    def __float__(self) -> float:
        raise Misuse(COMPUTED)

    def __int__(self) -> int:
        raise Misuse(COMPUTED)

    def __add__(self, other: float) -> NoReturn:
        raise Misuse(COMPUTED)

    __radd__ = __rsub__ = __truediv__ = __add__

    def __lt__(self, other: float) -> bool:
        low, high = self._bounds
        cut = min(max((other + self._shift) / self._scale, low), high)
        width = high - low
        below = self._choices.choose([(cut - low) / width, (high - cut) / width] if width > 0.0 else [0.0, 1.0]) == 0
        self._bounds[:] = [low, cut] if below else [cut, high]
        return below

    def __ge__(self, other: float) -> bool:
        return not self < other

    def __le__(self, other: float) -> bool:
        return self < other  # to be equal has probability 0

    def __gt__(self, other: float) -> bool:
        return not self < other
