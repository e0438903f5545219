"""What is wrong with a move that changes the posterior, found in the smallest pair of states that shows it.

A move is right if πT = π. Path by path that means: each way has one that undoes it, with the same owners (a1), and the
move returns ln of the probability of the choices back over that of the choices made (a10).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Literal

from noumena.inference.move_ways import REVERSE, Change, Way
from noumena.inference.ways_between import CHARGED, Ways, total, wanted

EXACT = 1e-12
"""How far πT may be from π, by rounding."""
RELATIVE = 1e-9
"""The same for each state, in proportion to its own probability: improbable states count like others."""

Kind = Literal["no way back", "wrong owner", "uncharged choice", "wrong ratio", "unpaired ways", "unexplained"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake: `way` leads from the state `start`, `back` is what comes nearest to undoing it, if anything does.

    `lines` are those of the proposer's file that it is about. `flow` is π(s)T(s, s′), `flow_back` π(s′)T(s′, s).
    """

    kind: Kind
    message: str
    hint: str
    start: int
    way: Way
    back: Way | None
    lines: tuple[int, ...]
    flow: float
    flow_back: float

    @property
    def wanted(self) -> float | None:
        """What the move should have returned, if its way back is known."""
        return None if self.back is None else wanted(self.way, self.back)


def diagnose(ways: Ways, log_posterior: Sequence[float], sizes: Sequence[int]) -> Finding:
    """The mistake of a move under which the posterior is not invariant; `sizes` are the numbers of variables."""

    def flows(a: int, b: int) -> tuple[float, float]:
        """ln π(a)T(a, b) and ln π(b)T(b, a)."""
        return log_posterior[a] + ways.log_flow(a, b), log_posterior[b] + ways.log_flow(b, a)

    every_pair = {pair: flows(*pair) for pair in ways.pairs()}
    wrong = {pair: (x, y) for pair, (x, y) in every_pair.items() if max(x, y) > -math.inf and abs(x - y) > RELATIVE}
    wrong = wrong or every_pair
    smallest = min(wrong, key=lambda pair: (sizes[pair[0]] + sizes[pair[1]], -max(wrong[pair])))
    start, end = sorted(smallest, key=lambda state: sizes[state])
    every = [(s, w) for a, b in wrong for s, e in ((a, b), (b, a)) for w in ways.between(s, e)]
    found = None
    for look in (_no_way_back, _wrong_owner, _wrong_charge, _unpaired):
        for here, there in ((start, end), (end, start)):
            found = found or look(ways, here, there, every)
    if found is None:
        way, here = next((w, s) for s, e in ((start, end), (end, start)) for w in ways.between(s, e))
        found = _Found("unexplained", _UNEXPLAINED, _UNEXPLAINED_HINT, here, way, ways.back(here, way))
    here, there = found.start, found.way.to
    passing = map(math.exp, flows(here, there))
    return Finding(found.kind, found.message, found.hint, here, found.way, found.back, found.lines, *passing)


@dataclass(frozen=True, slots=True)
class _Found:
    kind: Kind
    message: str
    hint: str
    start: int
    way: Way
    back: Way | None
    lines: tuple[int, ...] = ()


_UNEXPLAINED = "the move changes the posterior, though each way is undone with the same owners and the same q"
_UNEXPLAINED_HINT = (
    "does it depend on something that is not in the state: a field that changes, an order of objects, another generator"
    " of random numbers?"
)

_Every = list[tuple[int, Way]]
"""All ways between states that are out of balance, with the states where they begin."""


def _no_way_back(ways: Ways, start: int, end: int, every: _Every) -> _Found | None:
    there = ways.between(start, end)
    if not there or ways.between(end, start):
        return None
    message = "no way back: the move goes from the one state to the other but never from the other to the one"
    return _Found("no way back", message, "it must be able to undo whatever it does", start, there[0], None)


def _wrong_owner(ways: Ways, start: int, end: int, every: _Every) -> _Found | None:
    for way in ways.between(start, end):
        back = ways.back(start, way)
        if back is None or back.owners() == way.owners_back():
            continue
        missing, other = way.owners_back() - back.owners(), back.owners() - way.owners_back()
        for change in way.changes:
            wanted = (change.function, REVERSE[change.how])
            seen = sorted(how for function, how in other if function == change.function)
            if wanted in missing:
                return _owner(start, way, back, change, seen[0] if seen else "left")
        function, how = min(other)
        change = next(c for c in back.changes if (c.function, c.how) == (function, how))
        return _owner(start, way, back, Change("left", function, change.name), how)
    return None


def _owner(start: int, way: Way, back: Way, change: Change, how_back: str) -> _Found:
    this_way, other_way = _DOES[change.how].format(change.name), _DOES[how_back].format("it")
    message = f"wrong owner: one way {this_way}, on the way back {other_way}"
    return _Found("wrong owner", message, _OWNER_HINTS.get((change.how, how_back), _OWNER_HINT), start, way, back)


_DOES = {
    "set": "the move sets {}",
    "removed": "the move removes {}",
    "changed": "the move sets {}",
    "resampled": "the engine draws {} anew",
    "drawn": "the engine draws {}",
    "dropped": "the engine drops {}",
    "left": "{} stays as it was",
}
_REMOVE = "`remove` it where the engine drops it; or leave it to the engine both ways, and do not pay for its value"
_SET = "set it where the engine draws it, and pay for its value; or do not `remove` it"
_OWNER_HINT = "what a move sets in one direction it must set or `remove` in the other, and nothing else"
_OWNER_HINTS = {
    ("set", "dropped"): _REMOVE,
    ("dropped", "set"): _REMOVE,
    ("removed", "drawn"): _SET,
    ("drawn", "removed"): _SET,
    ("left", "resampled"): "resample it both ways, or not at all",
    ("resampled", "left"): "resample it both ways, or not at all",
    ("changed", "resampled"): "set it both ways, or resample it both ways",
    ("resampled", "changed"): "set it both ways, or resample it both ways",
}


def _wrong_charge(ways: Ways, start: int, end: int, every: _Every) -> _Found | None:
    for way in ways.between(start, end):
        back = ways.back(start, way)
        if back is None or ways.is_charged(start, way):
            continue
        lines = _uncharged(ways, way, back, every)
        numbers = (
            f"the move returned ln q = {_short(way.log_q)}, its choices have q(s′|s) = {in_words(way.q)} and "
            f"q(s|s′) = {in_words(back.q)}, so it should have returned {_short(wanted(way, back))}"
        )
        if lines:
            hint = "q must pay for every choice whose probability is not the same on the way back"
            return _Found("uncharged choice", f"a choice is not charged: {numbers}", hint, start, way, back, lines)
        reversed_sign = abs(way.log_q + wanted(way, back)) < CHARGED
        hint = "propose returns ln q(s|s′)/q(s′|s): the choices that the way back makes over those made"
        hint = f"the sign is the wrong way round; {hint}" if reversed_sign else hint
        return _Found("wrong ratio", f"wrong ratio: {numbers}", hint, start, way, back)
    return None


def _uncharged(ways: Ways, way: Way, back: Way, every: _Every) -> tuple[int, ...]:
    """The lines whose choices are left out of what the move returned, if that explains it.

    Of those that explain this way, the ones that explain most other ways too; few lines rather than many.
    """
    lines = sorted({choice.line for choice in (*way.choices, *back.choices)})
    candidates = [some for size in (1, 2) for some in combinations(lines, size) if _explains(some, way, back)]
    partners = [(other, ways.back(start, other)) for start, other in every] if len(candidates) > 1 else []

    def explained(some: tuple[int, ...]) -> int:
        return sum(partner is not None and _explains(some, other, partner) for other, partner in partners)

    return max(candidates, key=lambda some: (explained(some), -len(some)), default=())


def _explains(lines: tuple[int, ...], way: Way, back: Way) -> bool:
    """Whether the move returned what it should but for the choices of these lines."""
    off = way.log_q - wanted(way, back)
    return abs(off - _log(lines, way) + _log(lines, back)) < CHARGED


def _log(lines: tuple[int, ...], way: Way) -> float:
    return math.fsum(math.log(choice.probability) for choice in way.choices if choice.line in lines)


def _unpaired(ways: Ways, start: int, end: int, every: _Every) -> _Found | None:
    there, back = ways.between(start, end), ways.between(end, start)
    counts = [len({way.choices for way in found}) for found in (there, back)]
    if not there or counts[0] == counts[1]:
        return None
    message = (
        f"ways without a partner: {_number(counts[0])} from the one state to the other, q(s′|s) = "
        f"{in_words(total(there))} in all, and {_number(counts[1])} back, q(s|s′) = {in_words(total(back))} in all"
    )
    hint = (
        "each way must have one that undoes it, or q be summed over all ways in both directions; a move that does not"
        " apply must return nm.REJECT, and never pick another"
    )
    return _Found("unpaired ways", message, hint, start, there[0], ways.back(start, there[0]))


def _number(count: int) -> str:
    return "1 way" if count == 1 else f"{count} ways"


def in_words(probability: float) -> str:
    """A probability as a fraction where it is a simple one, else with six digits."""
    near = Fraction(probability).limit_denominator(1000)
    return str(near) if abs(float(near) - probability) < EXACT else f"{probability:.6g}"


def _short(log_q: float) -> str:
    return f"{log_q:.4g}" if abs(log_q) > CHARGED else "0"
