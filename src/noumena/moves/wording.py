"""What is said of a proposer that asks for what the model does not have, in the same words wherever it is noticed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from noumena.model.types import BOOLEAN
from noumena.moves.table import FunctionEntry, Overloads, Table, TypeEntry

FUNCTION_PARTS = ("free", "log_prob", "preimage", "remove", "resample", "saved")
TYPE_PARTS = ("new", "number", "used")
RANDOM_PARTS = ("flip", "integer", "normal", "scale", "uniform")
NUMBER_PART = ("number",)


@dataclass(frozen=True, slots=True)
class Complaint:
    """What was seen, and what would work."""

    message: str
    hint: str | None = None


class Misuse(Exception):
    """A proposer, run by Python, asked for what there is not."""

    def __init__(self, complaint: Complaint) -> None:
        self.complaint = complaint
        super().__init__(complaint.message)


def suggestion(name: str, known: Iterable[str]) -> str:
    """What may have been meant by a name that there is not."""
    names = sorted(known)
    close = get_close_matches(name, names, n=1) or [n for n in names if n.lower() == name.lower()][:1]
    return f"did you mean `{close[0]}`?" if close else f"there are {', '.join(names)}"


def no_such_name(table: Table, name: str) -> Complaint:
    """`world.PubCitd`."""
    longer = [known for known in table.functions if known.startswith(f"{name}_")]
    if longer:
        hint = f"write {' or '.join(f'world.{n}' for n in longer)}"
        return Complaint(f"the model has several functions `{name}` with as many arguments", hint)
    return Complaint(f"the model has no `{name}`", suggestion(name, table.names()))


def no_such_number(table: Table, name: str) -> Complaint:
    """`world.number.Pbu`."""
    longer = [known for known in table.numbers if known.startswith(f"{name}_")]
    if longer:
        hint = f"write {' or '.join(f'world.number.{n}' for n in longer)}"
        return Complaint(f"`{name}` has several number statements with as many generating objects", hint)
    if name in table.types:
        return Complaint(f"`{name}` has guaranteed objects only, and no number statement", f"write world.{name}.number")
    if not table.numbers:
        return Complaint(f"the model has no number statement for `{name}`", "it has none at all")
    return Complaint(f"the model has no number statement for `{name}`", suggestion(name, table.numbers))


def no_such_part(owner: str, name: str, parts: Iterable[str]) -> Complaint:
    """`world.Title.rmove`."""
    return Complaint(f"{owner} has no `{name}`", suggestion(name, parts))


def overload(found: Overloads, given: int) -> FunctionEntry | Complaint:
    """Of the functions of a name the one with this many arguments, or a complaint that there is none."""
    for entry in found:
        if len(entry.objects) == given:
            return entry
    name, counts = found[0].name, sorted(len(e.objects) for e in found)
    what = ("generating object" if found[0].statement >= 0 else "argument") + ("" if counts == [1] else "s")
    hint = f"write [()] after `{name}`" if counts == [0] else f"write one index for each: `{name}[…, …]`"
    numbers = " or ".join(map(str, counts))
    return Complaint(f"`{name}` has {numbers} {what}, not {given}", None if counts == [1] else hint)


def may_set(entry: FunctionEntry) -> Complaint | None:
    """A complaint if no variable of a function may be set, removed or resampled."""
    if entry.observed:
        return Complaint(f"`{entry.name}` is evidence, which no move may change")
    if entry.derived:
        return Complaint(f"`{entry.name}` is derived from other variables", "change those instead")
    return None


def not_an_argument(entry: FunctionEntry, position: int, seen: str) -> Complaint:
    """An index that is no whole number."""
    wanted = entry.parameters[position]
    what = f"an object of type {wanted}" if entry.objects[position] >= 0 else f"of type {wanted}"
    return Complaint(f"argument {position + 1} of `{entry.name}` must be {what}, a whole number, not {seen}")


def not_a_value(entry: FunctionEntry, seen: str) -> Complaint:
    """A value of the wrong kind."""
    if entry.result >= 0:
        what = f"an object of type {entry.result_name}, a whole number"
    elif entry.real:
        what = "a number"
    else:
        what = "True or False" if entry.result_name == str(BOOLEAN) else "a whole number"
    return Complaint(f"the value of `{entry.name}` must be {what}, not {seen}")


def no_preimage(entry: FunctionEntry) -> Complaint:
    """`world.Title.preimage(…)` where titles are no objects."""
    return Complaint(f"`{entry.name}` has no preimages, since its values are not objects but {entry.result_name}")


def only_one_preimage(found: Overloads) -> FunctionEntry | Complaint:
    """The function whose preimage is asked for."""
    if len(found) > 1:
        return Complaint(f"there are several functions `{found[0].name}`, and a preimage does not say which")
    return found[0] if found[0].result >= 0 and not found[0].derived else no_preimage(found[0])


def new_objects(type_: TypeEntry, generators: int) -> FunctionEntry | Complaint:
    """The number statement of `world.Pub.new(…)` with this many generating objects, or why there is none."""
    if not type_.statements:
        return Complaint(f"`{type_.name}` has guaranteed objects only: there are no new ones")
    if type_.concrete:
        hint = f"set world.number.{type_.name}[()] and take world.{type_.name}[i]"
        return Complaint(f"`{type_.name}` is concrete: its objects are numbered, and `new` is for identifiers", hint)
    found = [s for s in type_.statements if len(s.objects) == generators]
    if len(found) == 1:
        return found[0]
    if found:
        return Complaint(f"`{type_.name}` has several number statements with {generators} generating objects")
    counts = " or ".join(sorted(str(len(s.objects)) for s in type_.statements))
    return Complaint(f"a new `{type_.name}` takes {counts} generating objects, not {generators}")


def no_used(type_: TypeEntry) -> Complaint | None:
    """A complaint if a type has no identifiers that could be in use."""
    if not type_.statements:
        return Complaint(f"`{type_.name}` has guaranteed objects only: 0 up to world.{type_.name}.number")
    if type_.concrete:
        hint = f"world.{type_.name}[i] is the object with number i"
        return Complaint(f"`{type_.name}` is concrete: all its objects are told apart, used or not", hint)
    return None


def members(type_: TypeEntry) -> FunctionEntry | Complaint | None:
    """The one statement that makes a type's objects by number; None if it has guaranteed ones only."""
    if not type_.statements:
        return None
    if not type_.concrete:
        hint = f"world.{type_.name}.used[i] is one that the state refers to"
        return Complaint(f"`{type_.name}` is abstract: its objects are not numbered", hint)
    return counted(type_)


def counted(type_: TypeEntry) -> FunctionEntry | Complaint | None:
    """The one statement that says how many objects a type has; None if it has guaranteed ones only."""
    if not type_.statements:
        return None
    if len(type_.statements) > 1 or type_.statements[0].objects:
        hint = f"add up world.number.{type_.name}[…]"
        return Complaint(f"`{type_.name}` is generated by several number variables", hint)
    return type_.statements[0]


def not_saved(entry: FunctionEntry) -> Complaint | None:
    """A complaint if a function is computed where it is read, so that nothing of it is kept."""
    if entry.reader is None:
        return None
    return Complaint(
        f"`{entry.name}` is derived, and its values before the move are not kept", "read it before the change"
    )


def no_bound(seen: str) -> Complaint:
    """`rng.integer(2.5)`."""
    return Complaint(f"rng.integer takes a whole number, not {seen}")


def no_trial(seen: str) -> Complaint:
    """`world.weigh(0.5)`."""
    return Complaint(f"the number of a trial is a whole number, not {seen}", "count the trials of a move: 0, 1, …")


def one_trial(name: str, given: int) -> Complaint:
    """`world.weigh()`."""
    return Complaint(f"world.{name} takes 1 argument, not {given}", "give it the number of the trial: 0, 1, …")


def no_factor(entry: FunctionEntry) -> Complaint | None:
    """A complaint if the values of a function are never drawn."""
    if entry.derived:
        return Complaint(f"`{entry.name}` is derived from other variables, and has no probability of its own")
    return None


def saved_is_fixed(found: Overloads) -> Complaint:
    """`world.Title.saved[p] = …`."""
    return Complaint(f"the saved values of `{found[0].name}` cannot be set", f"set world.{found[0].name}[…]")


def no_such_saved_part(found: Overloads, name: str) -> Complaint:
    """`world.Title.saved.remove(p)`."""
    return Complaint(f"the saved values of `{found[0].name}` have no `{name}`", "they can only be read, as in saved[x]")


def name_is_fixed(name: str) -> Complaint:
    """`world.First = p`."""
    return Complaint(f"world.{name} cannot be set", f"write world.{name}[()] = … or world.{name}[x] = …")


def field_is_fixed(name: str, method: str) -> Complaint:
    """`self.tries += 1` in `propose` or `first_state`."""
    hint = "a step may depend on the state and on rng only; `initialise` may set fields"
    return Complaint(f"`{method}` changes the field `{name}` of the proposer", hint)


NO_LOG_Q = Complaint("`propose` does not return a number", "return ln q(s|s′)/q(s′|s), or nm.REJECT")
OTHER_RANDOMNESS = Complaint("the move takes random numbers from elsewhere", "use rng, so that a run can be repeated")
