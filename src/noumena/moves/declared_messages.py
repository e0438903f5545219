"""What is said when a declared move does not come home, or breaks its rules: the choice or variable, and the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from noumena.model.types import BOOLEAN
from noumena.moves.declared_wording import returned
from noumena.moves.naming import application, object_name
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint
from noumena.runtime import move_faults as faults
from noumena.runtime.kernel import flags, round_trip
from noumena.runtime.kernel.variables import find
from noumena.runtime.world import NULL

_KINDS = ("integer", "flip", "one_of", "uniform", "normal")
_SHOWN = 20
_SEARCHED = 10_000
"""Of larger states only what the move has changed is shown."""


def declared_complaint(table: Table, world: Any) -> Complaint | None:
    """What a fault of a declared move means to its author; None if it is no such fault."""
    fault = int(world.fault)
    if fault in _OF_VARIABLES:
        entry = table.by_kind[int(world.fault_variable)]
        message, hint = _OF_VARIABLES[fault]
        name = application(table, entry, [int(word) for word in world.g_int[0:4]])
        found = message.format(name, *_values(table, world, entry)), hint
    elif fault in _OF_CHOICES:
        message, hint = _OF_CHOICES[fault]
        found = message.format(_choice(world), *_chosen(world)), hint
    elif fault == faults.NO_CHANCE:
        found = _no_chance(world)
    elif fault == faults.LOOKED_AFTER:
        found = _looked_after(table, world), _READ_FIRST
    elif fault in _OTHERS:
        message, hint = _OTHERS[fault]
        words = [int(word) for word in world.g_int[0:2]]
        of_type = table.type_names[words[0]] if fault == faults.WHICH_OBJECT else ""
        found = message.format(*words, of_type), hint
    elif fault == faults.RETURNED:
        return returned(repr(float(world.g_real[0])))
    else:
        return None
    return Complaint(found[0], "\n    ".join([found[1], *_shown(table, world)]))


def on_the_way_back(complaint: Complaint) -> Complaint:
    """A complaint that is made of any move, when the way back gives rise to it."""
    return Complaint(complaint.message.replace("the move", "the way back", 1), complaint.hint)


def _looked_after(table: Table, world: Any) -> str:
    name = table.by_kind[int(world.fault_variable)].name
    how, type_ = (int(word) for word in world.g_int[0:2])
    if how == 2:
        return f"the move reads `{name}`, which is derived, after it has changed something"
    if how == 3:
        return f"the move asks for ln p of a variable of `{name}` after it has changed something"
    what = "preimages" if how == 0 else f"world.{table.type_names[type_]}.used"
    return f"the move looks at {what} after it has changed a variable of `{name}`"


def _no_chance(world: Any) -> tuple[str, str]:
    first, second = (float(real) for real in world.g_real[0:2])
    if int(world.fault_variable) == round_trip.FLIP:
        return f"the move flips with a probability of {first:g}", "a probability is from 0 to 1"
    return f"the move draws a normal number of mean {first:g} and scale {second:g}", "a scale is above 0, and finite"


def _values(table: Table, world: Any, entry: FunctionEntry) -> tuple[str, str]:
    """What the way back sets a variable to, and what it was before the move."""
    new, old = (_value(table, entry, int(world.g_int[4 + i]), float(world.g_real[i])) for i in range(2))
    return new, old


def _value(table: Table, entry: FunctionEntry, word: int, real: float) -> str:
    if entry.real:
        return f"{real:.12g}"
    if word == NULL:
        return "null"
    if round_trip.is_stand_in(word):
        return f"a new {entry.result_name}"
    if entry.result >= 0:
        return object_name(table, word, entry.result, entry.result_name)
    if entry.result_name == str(BOOLEAN):
        return "true" if word else "false"
    return str(word)


def _choice(world: Any) -> str:
    """A choice by its kind and address."""
    kind, length = int(world.g_int[4]), int(world.g_int[5])
    return _addressed(_KINDS[kind], length, [int(word) for word in world.g_int[0:4]])


def _addressed(kind: str, length: int, words: list[int]) -> str:
    if length < 0:
        return f"{kind}(…), number {words[0] + 1} without an address"
    at = str(words[0]) if length == 1 else f"({', '.join(map(str, words[:length]))})"
    return f"{kind}(…, at={at})"


def _chosen(world: Any) -> tuple[str, str]:
    """What was chosen or told, and what besides."""
    kind = int(world.g_int[4])
    if kind >= round_trip.UNIFORM:
        return f"{float(world.g_real[0]):.12g}", f"{float(world.g_real[1]):.12g}"
    first, second = int(world.g_int[6]), int(world.g_int[7])
    if kind == round_trip.FLIP:
        return str(bool(first)), str(bool(second))
    return str(first), "a new object" if round_trip.is_stand_in(second) else str(second)


# What the move was about to do.
def _shown(table: Table, world: Any) -> Iterator[str]:
    changes = list(_changes(table, world))
    if changes:
        yield f"the move: {_listed(changes)}"
    others = list(_left_alone(table, world))
    if others:
        yield f"the rest of the state: {_listed(others)}"
    for side, what in ((round_trip.MADE, "made"), (round_trip.TOLD, "told for the way back")):
        choices = [_noted(world, i) for i in range(int(world.choice_top)) if world.choice_side[i] == side]
        if choices:
            yield f"choices {what}: {_listed(choices)}"


def _listed(texts: list[str]) -> str:
    more = f"; and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return "; ".join(texts[:_SHOWN]) + more


def _changes(table: Table, world: Any) -> Iterator[str]:
    for t in range(int(world.t_top)):
        v = int(world.t_variable[t])
        entry, bits = table.by_kind.get(int(world.v_kind[v])), int(world.v_flags[v])
        if entry is None or not bits & (flags.SET | flags.REMOVED | flags.PENDING):
            continue
        name = application(table, entry, [int(w[v]) for w in (world.v_a, world.v_b, world.v_c, world.v_d)])
        new = _value(table, entry, int(world.v_int[v]), float(world.v_real[v]))
        old = _value(table, entry, int(world.t_int[t]), float(world.t_real[t]))
        if bits & flags.REMOVED:
            yield f"{name}, which was {old}, is removed"
        elif bits & flags.PENDING:
            yield f"{name}, which was {old}, is left to the engine"
        else:
            yield f"{name} is set to {new}" + ("" if int(world.t_flags[t]) & flags.FRESH else f" and was {old}")


def _left_alone(table: Table, world: Any) -> Iterator[str]:
    if world.v_top > _SEARCHED:
        return
    changed = flags.SET | flags.REMOVED | flags.PENDING | flags.DERIVED | flags.OBSERVED
    for v in range(int(world.v_top)):
        entry = table.by_kind.get(int(world.v_kind[v]))
        if entry is None or int(world.v_flags[v]) & changed:
            continue
        words = [int(w[v]) for w in (world.v_a, world.v_b, world.v_c, world.v_d)]
        if find(world, entry.kind, *words) == v:  # else its place is free
            value = _value(table, entry, int(world.v_int[v]), float(world.v_real[v]))
            yield f"{application(table, entry, words)} = {value}"


def _noted(world: Any, i: int) -> str:
    kind, length = int(world.choice_kind[i]), int(world.choice_length[i])
    words = [int(w[i]) for w in (world.choice_a, world.choice_b, world.choice_c, world.choice_d)]
    number = int(world.choice_int[i])
    value = f"{float(world.choice_real[i]):.12g}" if kind >= round_trip.UNIFORM else str(number)
    value = str(bool(number)) if kind == round_trip.FLIP else value
    at = "" if length < 0 else f" at {', '.join(map(str, words[:length]))}"
    return f"{_KINDS[kind]} {value}{at}"


_READ_FIRST = "read first, choose, then change"
_UNDO = "run on the new state, `change` must undo what it does"
_OWNER = "what one way leaves to the engine, the other must leave to it too"
_TELL = "tell each choice of the way back once, by choose.back, or make it by choose.both"
_REALS = "as many reals must go in, of the state and of choices, as come out"

_OF_VARIABLES: dict[int, tuple[str, str]] = {
    faults.READ_AFTER: ("the move reads {} after it has changed it", _READ_FIRST),
    faults.CHANGED_TWICE: ("the move changes {} twice", "change each variable once"),
    faults.OTHER_VALUE: ("the way back sets {} to {}, and before the move it was {}", _UNDO),
    faults.NOT_BEFORE: ("the way back sets {}, which the state before the move did not hold", _UNDO),
    faults.REMOVED_OLD: (
        "the way back removes {}, which the move has not newly set",
        "what one way sets, the other removes",
    ),
    faults.OTHER_OWNER: ("one way {} is left to the engine, and the other way not", _OWNER),
    faults.NOT_UNDONE: ("the way back leaves {} as the move has made it", _UNDO),
}
_OF_CHOICES: dict[int, tuple[str, str]] = {
    faults.NOT_TOLD: ("the way back makes a choice that was not told: choose.{}", _TELL),
    faults.NOT_MADE: ("the move tells a choice that the way back does not make: choose.back.{}", _TELL),
    faults.UNTOLD: ("the way back does not tell a choice that the move has made: choose.{}", _TELL),
    faults.UNMADE: ("the way back tells a choice that the move has not made: choose.back.{}", _TELL),
    faults.TOLD_OTHERWISE: (
        "the way back tells another choice than the move has made: choose.{} was {}, and it tells {}",
        "undone twice, the move must make the same choices: each way there has a way back of its own",
    ),
    faults.OUT_OF_RANGE: ("the way back was told {1} for choose.{0}, and chooses a whole number below {2}", _TELL),
}
_OTHERS: dict[int, tuple[str, str]] = {
    faults.NO_MEMBER: (
        "the way back was told {0} for choose.one_of(…), which is not among those that it chooses from",
        _TELL,
    ),
    faults.WHICH_OBJECT: (
        "the way back makes a new {2}, and it cannot be told which one of the state before that was",
        "give a new object to a variable first; one way makes as many as the other leaves without any use",
    ),
    faults.REJECTED_BACK: ("the way back is rejected", "a move that does not apply back must not apply there"),
    faults.DIMENSIONS: ("the dimensions of the move do not match: {0} real numbers become {1}", _REALS),
    faults.NOT_SMOOTH: ("the slopes of the move's real numbers cannot be told here", "it must be smooth in them"),
    faults.FLAT: ("the Jacobian of the move's real numbers is 0", "one of them does not depend on the others"),
}
