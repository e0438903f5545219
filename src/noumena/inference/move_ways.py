"""All ways in which a user's move can go from a state: its choices, what it changed and who did, what it returned.

Runs on the Python backend, with every random choice enumerated.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from noumena.inference.chain import Chain
from noumena.inference.choices import Choices
from noumena.inference.examination import examine
from noumena.inference.messages import explained
from noumena.inference.state import State
from noumena.inference.transitions import States, TooManyStates, copied, enumerated, host_failure
from noumena.inference.user_chain import UserChain
from noumena.inference.user_moves import UserMoves
from noumena.model.values import Value
from noumena.moves.wording import Complaint, Misuse
from noumena.reference.variables import FunctionVariable, Variable, describe
from noumena.runtime import storage
from noumena.runtime.faults import Fault, Full, HostFailed
from noumena.runtime.kernel import access, flags, moves, patch
from noumena.runtime.kernel import chain as kernel_chain

REVERSE = {
    "set": "removed",
    "removed": "set",
    "drawn": "dropped",
    "dropped": "drawn",
    "changed": "changed",
    "resampled": "resampled",
}
"""What must become of a variable on the way back (a1)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A random choice of a move: the line of its file, which option was taken, and its probability."""

    line: int
    taken: int
    probability: float


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a variable, and by whom.

    The move has `set` or `removed` it, or `changed` its value; the engine has `drawn` or `dropped` it; or the move had
    it `resampled` by the engine. `name` is the variable as a term, `function` what it is a variable of.
    """

    how: str
    function: str
    name: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way from a state to another, accepted or not.

    `drawn` is the probability of what the engine drew, `log_q` what the move returned, `log_ratio` that of acceptance.
    `values` are those of the new state, if it is another one, its objects with the same labels as in the old state.
    """

    to: int
    values: Mapping[Variable, Value]
    choices: tuple[Choice, ...]
    drawn: float
    log_q: float
    log_ratio: float
    changes: tuple[Change, ...]

    @property
    def q(self) -> float:
        """The probability of the move's own choices."""
        return math.prod(choice.probability for choice in self.choices)

    @property
    def probability(self) -> float:
        """That the move goes this way and is accepted."""
        return self.q * self.drawn * math.exp(min(self.log_ratio, 0.0))

    def owners(self) -> Counter[tuple[str, str]]:
        """How many variables of each function were changed in each way."""
        return Counter((change.function, change.how) for change in self.changes)

    def owners_back(self) -> Counter[tuple[str, str]]:
        """What the owners must be on the way back."""
        return Counter((change.function, REVERSE[change.how]) for change in self.changes)


@dataclass(frozen=True, slots=True)
class Tries:
    """All that a move can do in a state: the ways to other states or to itself, and how probable a rejection is."""

    ways: tuple[Way, ...]
    proposals: int
    """How many sequences of choices there are, those that come to nothing included."""

    def row(self, at: int) -> dict[int, float]:
        """The row of the transition matrix of the state `at`."""
        row: dict[int, float] = {}
        for way in self.ways:
            row[way.to] = row.get(way.to, 0.0) + way.probability
        row[at] = row.get(at, 0.0) + 1.0 - math.fsum(row.values())
        return row


class _Noted(Choices):
    """Choices with a note of each; `file` is that of the proposer, whose lines are noted."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.made: list[Choice] = []
        self._file = file

    def runs(self) -> Iterator[None]:
        for _ in super().runs():
            self.made.clear()
            yield

    def make(self, probabilities: list[float]) -> int:
        taken = super().make(probabilities)
        if probabilities[taken] < 1.0:
            line = self._line()
            if line > 0 and len(self.made) >= CHOICES_AT_MOST:
                raise Misuse(ENDLESS)
            self.made.append(Choice(line, taken, probabilities[taken]))
        return taken

    def _line(self) -> int:
        """The innermost line of the proposer's file that is being run; 0 for what the engine draws."""
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != self._file:
            frame = frame.f_back  # type: ignore[assignment]  # the outermost frame has none
        return 0 if frame is None else frame.f_lineno


CHOICES_AT_MOST = 64
"""In one try, on a small world."""

ENDLESS = Complaint(
    f"the move makes more than {CHOICES_AT_MOST} random choices in one try: it seems to pick again until one fits",
    "a move that does not apply is a rejection: return nm.REJECT, and never pick another",
)


PROPOSALS_AT_MOST = 5_000
"""Sequences of choices in one state."""


def ways(chain: UserChain, made: UserMoves, met: States, at: int) -> Tries:
    """What the move that `made` ends with can do in the state with the number `at`; states that it leads to are met.

    Raises `RunError` for what goes wrong in the move, in the words of its author.
    """
    world = met.worlds[at]
    while True:
        choices = _Noted(made.own[0].file)
        try:
            found: list[Way] = []
            proposals = 0
            with enumerated(chain.code.module, chain, choices), _no_normal():
                for _ in choices.runs():
                    proposals += 1
                    if proposals > PROPOSALS_AT_MOST:
                        raise TooManyStates(f"more than {PROPOSALS_AT_MOST:,} ways to go on from a state")
                    way = _way(chain, met, at, choices)
                    found += [] if way is None else [way]
            return Tries(tuple(found), proposals)
        except Full:
            world.full, world.full_which = chain.world.full, chain.world.full_which
            storage.grow(world, chain.program.layout)
        except HostFailed:
            raise host_failure(chain) from None
        except Fault:
            error = chain.explained(chain.world)
            raise (explained(chain.program, chain.world) if error is None else error) from None
        finally:
            chain.use(world)


@contextmanager
def _no_normal() -> Iterator[None]:
    """Refuses normal numbers for the time of a block: they cannot be enumerated."""

    def normal(w: Any) -> float:
        raise Misuse(NORMAL)

    usual: Any = access
    drawn, usual.normal = usual.normal, normal
    try:
        yield
    finally:
        usual.normal = drawn


NORMAL = Complaint(
    "the move draws a normal number, whose values cannot be enumerated",
    "check-move proves moves that choose among finitely many values",
)


def _way(chain: Chain, met: States, at: int, choices: _Noted) -> Way | None:
    """One try; None if it is rejected whatever the random numbers are."""
    module, own = chain.code.module, len(chain.program.moves) - 1
    tried = copied(met.worlds[at])
    tried.move, tried.stream = own, 0
    chain.use(tried)
    patch.begin(tried)
    log_q = module.propose(tried, own)
    made = tuple(choices.made)
    if log_q == moves.REJECT:
        return None
    log_ratio = kernel_chain.proposed(tried, module.evaluate, log_q)
    if log_ratio == -math.inf:
        return None
    drawn = math.prod(choice.probability for choice in choices.made[len(made) :])
    model = chain.program.problem.model
    changes = tuple(
        Change(how, _family(v), describe(v, model)) for how, v in _changes(tried, State(chain.program, tried))
    )
    patch.commit(tried)
    found = examine(State(chain.program, tried))
    to = met.number(found, tried)
    return Way(to, found.values if to != at else {}, made, drawn, log_q, log_ratio, changes)


def _family(variable: Variable) -> str:
    if isinstance(variable, FunctionVariable):
        return variable.function
    return f"#{variable.application.type}/{variable.application.statement}"


def _changes(w: Any, state: State) -> Iterator[tuple[str, Variable]]:
    """What became of each variable in a completed patch; evidence and what it forces have no owner."""
    for t in range(w.t_top):
        v = int(w.t_variable[t])
        old, new = w.t_flags[t], w.v_flags[v]
        if w.v_kind[v] >= w.first_shared or (old | new) & (flags.OBSERVED | flags.FORCED):
            continue
        was = old & (flags.FRESH | flags.DERIVED) == 0
        stays = new & (flags.SUSPENDED | flags.DERIVED) == 0
        if stays and not was:
            yield "set" if new & flags.SET else "drawn", state.variable(v)
        elif was and not stays:
            yield "removed" if new & flags.REMOVED else "dropped", state.variable(v)
        elif was and new & flags.DRAWN:
            yield "resampled", state.variable(v)
        elif was and new & flags.SET and (w.t_int[t], w.t_real[t]) != (w.v_int[v], w.v_real[v]):
            yield "changed", state.variable(v)
