"""Whether a model has what a move of the library needs; what is not so is told with what would work."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NoReturn

from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.influence import influence
from noumena.model.steadiness import unsteady, unsteady_in_number
from noumena.moves import wording
from noumena.moves.candidates import Candidates
from noumena.moves.table import FunctionEntry, Table, TypeEntry
from noumena.moves.wording import Complaint

OWN_PROPOSER = "write a proposer of your own for this model"


@dataclass(frozen=True)
class Fitting:
    """The names of a model, asked by a move whose name stands before each complaint."""

    move: str
    table: Table

    def refuse(self, complaint: Complaint) -> NoReturn:
        """Raises `BlogError`."""
        raise BlogError([Diagnostic(f"{self.move}: {complaint.message}", None, complaint.hint)])

    def function(self, name: str) -> FunctionEntry:
        """The one function that stands after `world.` under a name."""
        found = self.table.functions.get(name)
        if found is None:
            if name in self.table.types:
                hint = f"there are {', '.join(sorted(self.table.functions))}"
                self.refuse(Complaint(f"`{name}` is a type, not a function", hint))
            longer = wording.no_such_name(self.table, name)
            known = wording.suggestion(name, self.table.functions)
            self.refuse(longer if "several" in longer.message else Complaint(longer.message, known))
        if len(found) > 1:
            counts = " and ".join(str(len(e.objects)) for e in found)
            self.refuse(Complaint(f"there are functions `{name}` with {counts} arguments", OWN_PROPOSER))
        return found[0]

    def changeable(self, name: str) -> FunctionEntry:
        """A function whose variables a move may set."""
        entry = self.function(name)
        complaint = wording.may_set(entry)
        if complaint is not None:
            self.refuse(complaint)
        return entry

    def reference(self, name: str) -> FunctionEntry:
        """A function of guaranteed objects, or a constant, whose values are objects and may be set."""
        entry = self.changeable(name)
        if entry.result < 0:
            known = [n for n, found in self.table.functions.items() if all(e.result >= 0 for e in found)]
            hint = f"those of {', '.join(sorted(known))} are" if known else "no function has objects as its values"
            self.refuse(Complaint(f"the values of `{name}` are not objects but {entry.result_name}", hint))
        if not self.has_guaranteed_arguments(entry):
            arguments = ", ".join(entry.parameters)
            message = f"`{name}` is a function of {arguments}, and its arguments must be guaranteed objects"
            self.refuse(Complaint(message, OWN_PROPOSER))
        return entry

    def has_guaranteed_arguments(self, entry: FunctionEntry) -> bool:
        """Whether all arguments of a function are of types with guaranteed objects only."""
        return all(t >= 0 and not self.type_of(t).statements for t in entry.objects)

    def candidates(self, given: Candidates | None, entry: FunctionEntry) -> None:
        """Refuses candidates that are not arguments of a function, or no pair of them."""
        if given is None:
            return
        if not isinstance(given, Candidates):
            seen = f"`candidates` is {type(given).__name__}"
            self.refuse(Complaint(seen, "make them with nm.canopies, nm.blocks or nm.Candidates.from_groups"))
        if len(entry.objects) != 1:
            message = f"`{entry.name}` has {len(entry.objects)} arguments, and candidates are single objects"
            self.refuse(Complaint(message, "leave `candidates` out"))
        type_ = self.type_of(entry.objects[0])
        if given.number > len(type_.guaranteed):
            message = f"the candidates are of {given.number:,} objects, and there are {len(type_.guaranteed):,}"
            self.refuse(Complaint(f"{message} of type {type_.name}", "make them from one record for each object"))
        if not len(given.paired):
            self.refuse(Complaint("no two objects are candidates of each other", "make the groups larger"))

    def type_of(self, number: int) -> TypeEntry:
        """A type by its number."""
        return self.table.types[self.table.type_names[number]]

    def type_named(self, name: str) -> TypeEntry:
        """A type by its name."""
        found = self.table.types.get(name)
        if found is None:
            self.refuse(Complaint(f"the model has no type `{name}`", wording.suggestion(name, self.table.types)))
        return found

    def counted(self, type_: TypeEntry) -> FunctionEntry:
        """The number variable of a type that has one statement without generating objects."""
        if not type_.statements:
            self.refuse(Complaint(f"`{type_.name}` has guaranteed objects only: there are no new ones", OWN_PROPOSER))
        if len(type_.statements) > 1 or type_.statements[0].objects:
            message = (
                f"the number of `{type_.name}` is not one variable: it has several number statements, or generators"
            )
            self.refuse(Complaint(message, f"the move is for types with one `#{type_.name} ~ …;`"))
        return type_.statements[0]

    def identified(self, type_: TypeEntry) -> FunctionEntry:
        """The number variable of an abstract type whose objects generate no others."""
        entry = self.counted(type_)
        if type_.concrete:
            message = f"`{type_.name}` is concrete: its objects are numbered, and the move makes identifiers"
            self.refuse(Complaint(message, "`noumena check` says what makes it so"))
        for statements in self.table.numbers.values():
            for statement in statements:
                if type_.number in statement.objects:
                    message = (
                        f"objects of `{type_.name}` generate others (`{statement.name}`), which would keep them in use"
                    )
                    self.refuse(Complaint(message, OWN_PROPOSER))
        return entry

    def with_generated(self, type_: TypeEntry) -> list[TypeEntry]:
        """A type, and those of objects that its objects generate, directly or through others."""
        found = [type_]
        for generator in found:
            for made in self.table.types.values():
                if made not in found and any(generator.number in s.objects for s in made.statements):
                    found.append(made)
        return found

    def referring(self, type_: TypeEntry) -> dict[str, FunctionEntry]:
        """The functions whose values are objects of a type and which the state may hold, by their names."""
        named = {e.kind: n for n, entries in self.table.functions.items() for e in entries if len(entries) == 1}
        found = {}
        for kind, entry in self.table.by_kind.items():
            if entry.statement < 0 and entry.result == type_.number and not entry.derived:
                if kind not in named:
                    message = f"`{entry.name}` refers to `{type_.name}` too, and has no name that a move could use"
                    self.refuse(Complaint(message, OWN_PROPOSER))
                found[named[kind]] = entry
        return found

    def steady(self, watched: Collection[FunctionEntry], causes: Collection[FunctionEntry]) -> None:
        """Refuses if a change of some functions may change which variables of the watched ones the state holds."""
        keys = list(self.table.problem.random)
        named = {keys[e.kind]: e for e in watched}
        for key in unsteady(self.table.problem, named, [keys[e.kind] for e in causes]):
            self._refuse_unsteady(named[key], causes)

    def steady_in_number(
        self, watched: Collection[FunctionEntry], causes: Collection[FunctionEntry], type_: str
    ) -> None:
        """The same where the number of objects of a type changes too; choices from all of them are no matter."""
        self.steady(watched, causes)
        keys = list(self.table.problem.random)
        named = {keys[e.kind]: e for e in watched}
        for key in unsteady_in_number(self.table.problem, named, [keys[e.kind] for e in causes], type_):
            message = f"the number of `{type_}` decides what becomes of the variables of `{named[key].name}`"
            self.refuse(Complaint(message, "leave the number as it is, or " + OWN_PROPOSER))

    def always_read(self, entry: FunctionEntry) -> None:
        """Refuses a function whose value may decide which of its variables are read."""
        key = list(self.table.problem.random)[entry.kind]
        if key in influence(self.table.problem, [key]).decided:
            message = f"the value of `{entry.name}` decides which variables of `{entry.name}` are in the state"
            self.refuse(Complaint(message, OWN_PROPOSER))

    def _refuse_unsteady(self, entry: FunctionEntry, causes: Collection[FunctionEntry]) -> NoReturn:
        cause = " and ".join(f"`{e.name}`" for e in causes)
        what = f"other variables of `{entry.name}`" if entry in causes else f"the variables of `{entry.name}`"
        message = f"the value of {cause} decides what becomes of {what}, and the move could not count them"
        self.refuse(Complaint(message, OWN_PROPOSER))
