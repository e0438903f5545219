"""What came of a joint-distribution test, as data and in words, with what it would and would not have found."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

from noumena.inference.joint_figures import Comparison

RIGHT, WRONG, NOTE = "✓", "✗", "·"
POWER = 0.9
_SHOWN = 8
"""So many figures are shown that have another law."""


@dataclass(frozen=True, slots=True)
class JointTest:
    """Whether worlds from the prior still look like it after rounds of a move and of new data.

    `why` says why there is no exact proof, `void` why the test means nothing here; None otherwise. `replicas` worlds
    went through `rounds` rounds each, and as many others were drawn to compare them with; of the tries of the move the
    share `accepted` was. A right move is called wrong with probability `false_alarm`, all comparisons taken together.
    """

    why: str | None
    void: str | None
    replicas: int
    rounds: int
    accepted: float = 0.0
    false_alarm: float = 0.0
    comparisons: tuple[Comparison, ...] = ()

    @property
    def level(self) -> float:
        """Below which p a comparison shows a mistake: each has an equal part of the false-alarm rate."""
        return self.false_alarm / max(1, len(self.comparisons))

    @property
    def off(self) -> tuple[Comparison, ...]:
        """The comparisons that show a mistake, the clearest first."""
        return tuple(sorted((c for c in self.comparisons if c.p < self.level), key=lambda c: c.p))

    @property
    def passed(self) -> bool:
        """Whether the test means something, the move does something, and no mistake was found."""
        return self.void is None and self.accepted > 0.0 and bool(self.comparisons) and not self.off

    @property
    def wrong(self) -> bool:
        """Whether a mistake was found."""
        return bool(self.off)

    @property
    def _beyond_half(self) -> float:
        """By how much P(a figure is larger after than before) differs from 1/2 if it is found with probability POWER.

        The share of pairs in which it is larger has the variance (1/n + 1/m)/12, for samples of n and m.
        """
        normal = NormalDist()
        reach = normal.inv_cdf(POWER) - normal.inv_cdf(max(self.level, 1e-300) / 2)
        return min(reach / math.sqrt(6 * self.replicas), 0.499)

    @property
    def shift(self) -> float:
        """The smallest shift of a normal figure, in standard deviations, that is found with probability POWER."""
        return math.sqrt(2) * NormalDist().inv_cdf(0.5 + self._beyond_half)

    @property
    def spread(self) -> float:
        """The smallest factor of the standard deviation of a normal figure that is found with probability POWER."""
        return math.tan(math.pi / 2 * (0.5 + self._beyond_half))

    @property
    def verdict(self) -> str:
        """The outcome in a few words."""
        if self.passed:
            return "passes the joint-distribution test"
        return "is wrong" if self.wrong else "is not shown to be right"

    def lines(self) -> Iterator[tuple[str, str]]:
        """The outcome: lines with the mark that stands before them."""
        if self.why is not None:
            yield NOTE, f"no exact proof: {self.why}"
        if self.void is not None:
            yield WRONG, f"the joint-distribution test is void here: {self.void}"
            return
        yield NOTE, self._run()
        if self.accepted == 0.0 or not self.comparisons:
            yield WRONG, "the move changes no state: whatever it proposes is rejected, so that nothing is shown"
            return
        rate = f"a right move fails with probability {self.false_alarm:g} at most"
        if not self.wrong:
            yield RIGHT, f"{_figures(self.comparisons, 'the same law')} as in the prior; {rate}"
            yield NOTE, self._power()
            return
        yield WRONG, f"{_figures(self.off, 'another law')} than in the prior; {rate}"
        for c in self.off[:_SHOWN]:
            yield "", f"{_WORDS[c.aspect].format(c.figure)}: {c.after:.4g} instead of {c.before:.4g}, p = {c.p:.1e}"
        if len(self.off) > _SHOWN:
            yield "", "…"
        yield "", f"  help: {_HINT}"

    def _run(self) -> str:
        rounds = f"{self.rounds:,} round{'' if self.rounds == 1 else 's'} of the move and of new data in each"
        begin = f"joint-distribution test: {self.replicas:,} worlds from the prior, {rounds}"
        return f"{begin}; {self.accepted:.0%} of the tries were accepted"

    def _power(self) -> str:
        what = f"a figure shifted by {self.shift:.2g} of its standard deviation, or {self.spread:.2f} times as spread"
        return f"found with probability {POWER:g}: {what}; smaller mistakes, and those in rare states, may be there"

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain data, for JSON."""
        is_run = self.void is None
        power = {"probability": POWER, "shift": self.shift, "spread": self.spread} if is_run else None
        return {**asdict(self), "passed": self.passed, "wrong": self.wrong, "level": self.level, "power": power}


_WORDS = {
    "value": "{} on average",
    "spread": "distance of {} from its median on average",
    "presence": "share of states that have {}",
}
_HINT = (
    "propose returns ln q(s|s′)/q(s′|s): a map of reals pays its Jacobian, and a step or a choice that depends on the"
    " state is charged in both directions"
)


def _figures(found: tuple[Comparison, ...], law: str) -> str:
    number = len({c.figure for c in found})
    return f"1 figure of the states has {law}" if number == 1 else f"{number:,} figures of the states have {law}"
