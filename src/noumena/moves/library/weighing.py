"""What moves share that weigh values of a variable against each other: what they are for, and how one is drawn."""

from __future__ import annotations

from collections.abc import Collection

from noumena.moves.library.apart import first_clash
from noumena.moves.library.fitting import OWN_PROPOSER, Fitting
from noumena.moves.library.phrases import any_argument, spread
from noumena.moves.table import FunctionEntry
from noumena.moves.wording import Complaint

DRAWN = """\
        if w == -math.inf:
            continue
        total = max(total, w) + math.log1p(math.exp(-abs(total - w)))
        if rng.flip(math.exp(w - total)):
            chosen, weight = i, w
    if chosen < 0:
        return nm.REJECT
"""
"""The end of a loop over trials: keeps one of ln weight w with its share of all weights so far.

The last one kept is drawn by its weight. The state's own is the first, of weight 1.
"""


def weighed_apart(fitting: Fitting, entries: Collection[FunctionEntry], referred: str | None = None) -> None:
    """Refuses functions whose values may need variables that some of them share (`apart`)."""
    keys = list(fitting.table.problem.random)
    clash = first_clash(fitting.table.problem, [keys[e.kind] for e in entries], referred)
    if clash is None:
        return
    cause = " and ".join(f"`{e.name}`" for e in entries)
    what = f"what becomes of `{clash.name}`" if clash.name == clash.reader else f"whether `{clash.name}` is read"
    message = f"the value of {cause} may decide {what}, at {clash.span.location}, and could not be weighed"
    fitting.refuse(Complaint(message, OWN_PROPOSER))


def real_function(fitting: Fitting, name: str) -> FunctionEntry:
    """A function with real values that a move may set."""
    entry = fitting.changeable(name)
    if not entry.real:
        message = f"the values of `{name}` are not reals but {entry.result_name}"
        known = [n for n, found in fitting.table.functions.items() if all(e.real for e in found)]
        hint = f"those of {', '.join(sorted(known))} are" if known else "no function has reals as its values"
        fitting.refuse(Complaint(message, hint))
    return entry


def drawn_argument(fitting: Fitting, name: str, causes: Collection[FunctionEntry]) -> tuple[str, str, str]:
    """Lines that draw an argument x of functions whose values change; x as an index, and as methods of views take it.

    Guaranteed objects are always as many, and so are objects of a concrete type where only draws depend on the values.
    Identifiers in use are, if no function that refers to such objects, or to what they generate, depends on them.
    """
    entry = next(iter(causes))
    if not entry.objects:
        return "", "()", ""
    if fitting.has_guaranteed_arguments(entry):
        return f"x = {any_argument(fitting, entry)}\n", "x", spread("x", entry)
    if len(entry.objects) > 1 or entry.objects[0] < 0:
        arguments = ", ".join(entry.parameters)
        message = f"`{name}` is a function of {arguments}, and its variables cannot be counted"
        fitting.refuse(Complaint(message, "the move is for guaranteed objects, or one object of any type"))
    type_ = fitting.type_of(entry.objects[0])
    t, given = type_.name, len(type_.guaranteed)
    if type_.concrete:
        fitting.counted(type_)
        none = f"if world.{t}.number == 0:\n    return nm.REJECT\n"
        return f"{none}x = world.{t}[rng.integer(world.{t}.number)]\n", "x", "x"
    watched = [e for made in fitting.with_generated(type_) for e in fitting.referring(made).values()]
    fitting.steady(watched, causes)
    if given:
        lines = f"i = rng.integer({given} + world.{t}.used.number)\n"
        return f"{lines}x = i if i < {given} else world.{t}.used[i - {given}]\n", "x", "x"
    none = f"if world.{t}.used.number == 0:\n    return nm.REJECT\n"
    return f"{none}x = world.{t}.used[rng.integer(world.{t}.used.number)]\n", "x", "x"
