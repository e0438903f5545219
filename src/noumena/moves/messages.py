"""What is said when a move, as it runs, asks for what cannot be: the numbers of `faults` and `move_faults` in words."""

from __future__ import annotations

from typing import Any

from noumena.moves.declared_messages import declared_complaint, on_the_way_back
from noumena.moves.naming import application, variable_of
from noumena.moves.table import Table
from noumena.moves.wording import NO_LOG_Q as RETURNED
from noumena.moves.wording import Complaint
from noumena.runtime import faults, move_faults
from noumena.runtime.kernel import flags
from noumena.runtime.kernel.round_trip import THERE


def fault_complaint(table: Table, world: Any) -> Complaint | None:
    """What a fault in a world means to the author of a move; None if it has nothing to do with moves."""
    found = _of_any_move(table, world)
    if found is None:
        return declared_complaint(table, world)
    return found if world.way == THERE else on_the_way_back(found)


def _of_any_move(table: Table, world: Any) -> Complaint | None:
    fault = int(world.fault)
    if fault in _OF_VARIABLES:
        v = int(world.fault_variable)
        entry = table.by_kind.get(int(world.v_kind[v]))
        if entry is None:
            return None
        if fault == faults.OBSERVED_SET and world.v_flags[v] & flags.OBSERVED == 0:
            message = "the move changes {}, which is derived in this state"
            return Complaint(message.format(variable_of(table, world, v)), DERIVED_HINT)
        message, hint = _OF_VARIABLES[fault]
        return Complaint(message.format(variable_of(table, world, v)), hint)
    words = [int(word) for word in world.g_int[0:4]]
    if fault in _OF_KINDS:
        message, hint = _OF_KINDS[fault]
        entry = table.by_kind[int(world.fault_variable)]
        return Complaint(message.format(application(table, entry, words)), hint)
    if fault == faults.UNSUPPORTED:
        entry = table.by_kind.get(int(world.fault_variable))
        name = "a variable" if entry is None else f"a variable of `{entry.name}`"
        return Complaint(f"the move reads, through a derived function, {name} that the state does not hold")
    if fault == move_faults.NO_SUCH_OBJECT:
        type_, o = table.type_names[words[0]], words[1]
        entry = table.by_kind.get(int(world.fault_variable))
        given = f"the move gives {o} to " + ("an index" if entry is None else f"`{entry.name}`")
        return Complaint(f"{given} as an object of type {type_}, and there is none such in this state", _OBJECT_HINT)
    if fault == move_faults.NEGATIVE_NUMBER:
        return Complaint(
            f"the move sets a number of objects to {words[3]}", "return nm.REJECT where it would fall below 0"
        )
    if fault == move_faults.NO_SUCH_MEMBER:
        return Complaint(f"the move asks for the one with index {words[0]} of {words[1]}", "indexes go from 0 up")
    if fault == move_faults.EMPTY_CHOICE:
        return Complaint(
            f"the move asks for a random integer below {words[0]}", "return nm.REJECT where there is no choice"
        )
    return RETURNED if fault == move_faults.NO_LOG_Q else None


DERIVED_HINT = "change what it is derived from; if it becomes random by that, the engine draws it"
_OBJECT_HINT = "objects come from variables, `used`, `new()`, and 0, 1, … for guaranteed ones"

_OF_VARIABLES: dict[int, tuple[str, str | None]] = {
    faults.UNNEEDED: (
        "the move set {}, which nothing needs after the move",
        "set only what evidence depends on, directly or through others; the engine leaves the rest out of the state",
    ),
    faults.STILL_NEEDED: (
        "the move removed {}, which is still needed after the move",
        "remove only what falls out of the state, or set it",
    ),
    faults.OBSERVED_SET: ("the move changes {}, which is evidence", "leave it as it is"),
}
_OF_KINDS: dict[int, tuple[str, str | None]] = {
    move_faults.NOT_HELD: (
        "the move asks for {}, which the state does not hold",
        "a state holds only what the evidence depends on",
    ),
    move_faults.NOT_SAVED: ("the move asks for {} as it was before, when the state did not hold it", None),
    move_faults.LEFT_TO_ENGINE: (
        "the move reads {} after `resample`: the engine draws it when the move has returned",
        "read it before, or read saved",
    ),
    move_faults.CHANGED_BELOW: (
        "the move reads {}, which is derived from what the move has changed",
        "read it before the change, or read saved",
    ),
}
