"""What `check_move` has found out about a move, as data and as a text for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from noumena.inference.joint_report import NOTE, RIGHT, WRONG, JointTest
from noumena.inference.move_diagnosis import EXACT, RELATIVE, in_words

__all__ = ["NOTE", "RIGHT", "WRONG", "Mistake", "MoveReport", "Passage"]

EXACT_MATRIX, JOINT_DISTRIBUTION = "exact matrix", "joint distribution"
"""The kinds of proof."""


@dataclass(frozen=True, slots=True)
class Passage:
    """How the move goes from one state to another: the flow π(s)T(s, s′), and one way of those that it goes.

    `q` is the probability of the choices of that way and `log_q` what the move returned; None where there is no way.
    """

    flow: float
    q: float | None
    log_q: float | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a move, shown in the smallest pair of states.

    `kind` is one of "no way back", "wrong owner", "uncharged choice", "wrong ratio", "unpaired ways", "unexplained".
    `differing` has the name of a variable with its value here and there, None where the state does not hold it;
    `same` the variables that have the same value in both. `wanted` is what the move should have returned, going there.
    """

    kind: str
    message: str
    hint: str
    places: tuple[str, ...]
    differing: tuple[tuple[str, str | None, str | None], ...]
    same: tuple[tuple[str, str], ...]
    there: Passage
    back: Passage
    wanted: float | None

    def lines(self) -> Iterator[str]:
        """The mistake in words."""
        yield self.message
        yield from (f"  in {place}" for place in self.places)
        yield f"  help: {self.hint}"
        yield ""
        yield "the smallest pair of states that shows it:"
        rows = [("", "here", "there"), *((name, a or "-", b or "-") for name, a, b in self.differing)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        if self.same:
            yield "  the same in both: " + ", ".join(f"{name} = {value}" for name, value in self.same)
        yield f"  from here to there: {_passage(self.there)}"
        yield f"  from there to here: {_passage(self.back)}"


def _passage(passage: Passage) -> str:
    flow = f"π(s) T(s, s′) = {passage.flow:.6g}"
    if passage.q is None or passage.log_q is None:
        return f"{flow}; there is no way"
    return f"{flow}; choices of probability {in_words(passage.q)}, returned ln q = {passage.log_q:.6g}"


@dataclass(frozen=True, slots=True)
class MoveReport:
    """Whether a move leaves the posterior as it is.

    `proof` says how that was found out: on worlds so small that everything can be enumerated, by the exact transition
    matrix, or by the joint-distribution test. In the latter case `joint` has the outcome, and the figures of the matrix
    are 0 (null in JSON); in the former it is None. `replaced` says what was made smaller in the model. `error` is the
    largest |πT - π|, `relative_error` the largest |πT - π|/π. `left` and `entered` are the numbers of states that the
    move leaves and enters. `parts` is the number of parts into which the states fall, each state of a part being
    reached from each other: by the move alone, and by the whole plan of which it is a move. `undone` of the `ways`
    between different states have one back with the same owners and the same q.
    """

    move: str
    replaced: tuple[str, ...]
    states: int
    proposals: int
    error: float
    relative_error: float
    left: int
    entered: int
    parts_alone: int
    parts_together: int
    alone: bool
    ways: int
    undone: int
    mistake: Mistake | None
    joint: JointTest | None = None

    @classmethod
    def of_joint_test(cls, move: str, replaced: tuple[str, ...], joint: JointTest) -> MoveReport:
        """The report on a move that was not enumerated."""
        return cls(move, replaced, 0, 0, 0.0, 0.0, 0, 0, 0, 0, False, 0, 0, None, joint)

    @property
    def proof(self) -> str:
        """How the move was examined: "exact matrix" or "joint distribution"."""
        return EXACT_MATRIX if self.joint is None else JOINT_DISTRIBUTION

    @property
    def invariant(self) -> bool:
        """Whether the posterior is invariant, as far as the proof shows it."""
        if self.joint is not None:
            return self.joint.passed
        return self.error < EXACT and self.relative_error < RELATIVE

    @property
    def right(self) -> bool:
        """Whether the move is right, does something, and belongs to a plan that reaches every state.

        The joint-distribution test says nothing of what is reached.
        """
        if self.joint is not None:
            return self.joint.passed
        return self.invariant and self.left > 0 and self.parts_together == 1

    @property
    def verdict(self) -> str:
        """The report in a few words."""
        if self.joint is not None:
            return self.joint.verdict
        return "is right" if self.right else "is not shown to be right" if self.invariant else "is wrong"

    def lines(self) -> Iterator[tuple[str, str]]:
        """The report: lines with the mark that stands before them."""
        yield from ((NOTE, f"smaller: {text}") for text in self.replaced)
        if self.joint is not None:
            yield from self.joint.lines()
            return
        yield NOTE, f"{_count(self.states, 'state')}, {_count(self.proposals, 'proposal')}, all enumerated"
        size = f"largest |πT - π| = {self.error:.2g}"
        if self.invariant:
            yield RIGHT, f"the posterior is invariant: {size}"
        else:
            yield WRONG, f"the posterior is not invariant: {size}, |πT - π|/π = {self.relative_error:.2g}"
        if self.mistake is not None:
            yield from (("", line) for line in self.mistake.lines())
        if self.left == 0:
            but = "; other values than those above have probability 0 here" if self.replaced else ""
            yield WRONG, f"the move changes no state: whatever it proposes is rejected, so that nothing is shown{but}"
        elif self.invariant:
            yield self._undone()
        yield from self._reached()

    def _undone(self) -> tuple[str, str]:
        if self.undone == self.ways:
            return RIGHT, f"each of its {_count(self.ways, 'way')} is undone by one with the same owners and the same q"
        but = f"{self.undone:,} of its {_count(self.ways, 'way')} are undone by one with the same owners and the same q"
        return NOTE, f"{but}; taken together they leave the posterior as it is"

    def _reached(self) -> Iterator[tuple[str, str]]:
        if self.parts_alone == 1:
            yield RIGHT, "by itself it reaches every state from every other"
        elif self.left > 0:
            left, entered = f"{self.left:,} of {_count(self.states, 'state')}", f"{self.entered:,}"
            mark = WRONG if self.alone else NOTE
            yield mark, f"by itself it leaves {left} and enters {entered}; they fall into {self.parts_alone:,} parts"
        if self.alone:
            return
        if self.parts_together == 1:
            yield RIGHT, "with the default moves every state is reached from every other"
        else:
            parts = f"{self.parts_together:,} parts that the chain cannot leave and come back to"
            yield WRONG, f"with the default moves the states fall into {parts}"

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON; what another kind of proof would tell is None."""
        found = asdict(self) if self.joint is None else dict.fromkeys(f.name for f in fields(self))
        found |= {"move": self.move, "proof": self.proof, "replaced": self.replaced}
        joint = None if self.joint is None else self.joint.to_dict()
        return {**found, "joint": joint, "invariant": self.invariant, "right": self.right}

    def __str__(self) -> str:
        body = (f"{mark} {text}" if mark else f"    {text}".rstrip() for mark, text in self.lines())
        return "\n".join([f"{self.move} {self.verdict}", *body])


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
