"""What is said of the choices of a declared move, in the same words wherever it is noticed."""

from __future__ import annotations

from collections.abc import Sequence

from noumena.moves.wording import Complaint

CHOICE_ARGUMENTS = {"integer": 1, "flip": 1, "one_of": 1, "uniform": 0, "normal": 2}
"""How many arguments each choice has, `at` apart; those that are told have one."""
CHOOSE_PARTS = ("back", "both", *sorted(CHOICE_ARGUMENTS))
TOLD_PARTS = tuple(sorted(CHOICE_ARGUMENTS))


def no_address(seen: str) -> Complaint:
    """`choose.flip(0.5, at=0.5)`."""
    return Complaint(
        f"the address of a choice must be one to four whole numbers, not {seen}", "write at=x or at=(x, y)"
    )


def not_whole(name: str, seen: str) -> Complaint:
    """`choose.integer(2.5)`."""
    return Complaint(f"{name} takes a whole number, not {seen}")


def not_real(name: str, seen: str) -> Complaint:
    """`choose.flip("heads")`."""
    return Complaint(f"{name} takes a number, not {seen}")


def wrong_call(owner: str, name: str, given: int, named: Sequence[str | None]) -> Complaint | None:
    """A complaint of `choose.integer()`; those with named arguments are left to Python."""
    wanted = 1 if owner == "back" else CHOICE_ARGUMENTS[name]
    if given == wanted or any(n != "at" for n in named):
        return None
    call = f"choose.{name}" if owner == "choose" else f"choose.{owner}.{name}"
    return Complaint(f"{call} takes {wanted} argument{'s' if wanted != 1 else ''}, not {given}", "an address is at=…")


def returned(seen: str) -> Complaint:
    """`return 0.0`."""
    return Complaint(f"`change` returned {seen}", "return nothing, or nm.REJECT; ln q is worked out")


NO_SET = Complaint(
    "choose.one_of takes a type, the objects in use of a type, or the preimage of a function of one object",
    "a type must have guaranteed objects only: write world.T.used for others",
)
NO_TRIALS = Complaint(
    "a declared move weighs no changes",
    "make its choices by the factors world.F.log_prob(x), or derive from nm.Proposer",
)
OTHER_RANDOMNESS = Complaint(
    "the move takes random numbers from elsewhere", "make its choices by `choose`, so that they are charged"
)
