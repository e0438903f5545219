"""Reads the source of a proposer before it runs: names, numbers of arguments, evidence that is set, fields.

What is not sure from the text is left to the views. Functions that are given the world, and methods of the proposer,
are read along.
"""

from __future__ import annotations

import ast
import types
from dataclasses import dataclass
from typing import Any, Literal

from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.moves import declared_wording, wording
from noumena.moves.declared import written
from noumena.moves.place import SourceOf, source_of
from noumena.moves.proposer import Proposer
from noumena.moves.table import FunctionEntry, Overloads, Table, TypeEntry
from noumena.moves.wording import Complaint

_RANDOM_ARGUMENTS = {"uniform": 0, "normal": 0, "scale": 0, "integer": 1, "flip": 1}


@dataclass(frozen=True, slots=True)
class Thing:
    """What a term of the proposer is known to be: the world, a view, `rng` or the proposer itself."""

    what: Literal[
        "self", "world", "rng", "numbers", "function", "saved", "type", "used", "preimage", "choose", "back", "both"
    ]
    entries: Overloads = ()
    type: TypeEntry | None = None


def check_source(proposer: Proposer, table: Table) -> None:
    """Raises `BlogError` with all faults that the text of a proposer shows; does nothing where there is no text."""
    reading = _Reading(proposer, table)
    for method in (written(proposer), type(proposer).first_state):
        if isinstance(method, types.FunctionType):
            reading.begun = method.__name__
            last = Thing("choose") if reading.begun == "change" else Thing("rng")
            reading.read(method, (Thing("self"), Thing("world"), last), is_propose=reading.begun == "propose")
    if reading.faults:
        raise BlogError(reading.faults)


class _Reading:
    """All functions that a proposer consists of, each read once for what it is given, in `begun` first."""

    def __init__(self, proposer: Proposer, table: Table) -> None:
        self.proposer = proposer
        self.table = table
        self.faults: list[Diagnostic] = []
        self.begun = "propose"
        self._read: set[tuple[types.FunctionType, tuple[Thing | None, ...]]] = set()

    def read(self, function: types.FunctionType, given: tuple[Thing | None, ...], is_propose: bool = False) -> None:
        """Reads a function whose first arguments are known."""
        source = source_of(function)
        if source is None or (function, given) in self._read:
            return
        self._read.add((function, given))
        names = [a.arg for a in (*source.tree.args.posonlyargs, *source.tree.args.args)]
        known = {name: thing for name, thing in zip(names, given, strict=False) if thing is not None}
        reader = _Reader(self, source, function, known, is_propose)
        for statement in source.tree.body:
            reader.visit(statement)


class _Reader(ast.NodeVisitor):
    """One function; `known` grows with names that are given a view."""

    def __init__(
        self,
        reading: _Reading,
        source: SourceOf,
        function: types.FunctionType,
        known: dict[str, Thing],
        is_propose: bool,
    ) -> None:
        self._reading, self._source, self._function = reading, source, function
        self._known, self._is_propose = known, is_propose

    def _complain(self, complaint: Complaint, node: ast.expr | ast.stmt) -> None:
        diagnostic = Diagnostic(complaint.message, self._source.span(node), complaint.hint)
        if diagnostic not in self._reading.faults:
            self._reading.faults.append(diagnostic)

    # What a term is.
    def _thing(self, node: ast.expr) -> Thing | None:
        if isinstance(node, ast.Name):
            return self._known.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self._thing(node.value)
            return None if owner is None else self._part(owner, node.attr)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "preimage":
            owner = self._thing(node.func.value)
            return Thing("preimage") if owner is not None and owner.what == "function" else None
        return None

    def _part(self, owner: Thing, name: str) -> Thing | None:
        table = self._reading.table
        if owner.what == "world":
            if name in table.functions:
                return Thing("function", table.functions[name])
            if name in table.types:
                return Thing("type", type=table.types[name])
            return Thing("numbers") if name == "number" else None
        if owner.what == "numbers" and name in table.numbers:
            return Thing("function", table.numbers[name])
        if owner.what == "function" and name == "saved":
            return Thing("saved", owner.entries)
        if owner.what == "choose" and name in ("back", "both"):
            return Thing("back" if name == "back" else "both")
        return Thing("used", type=owner.type) if owner.what == "type" and name == "used" else None

    # Faults.
    def visit_Assign(self, node: ast.Assign) -> None:
        """Notes names that are given a view."""
        self.generic_visit(node)
        thing = self._thing(node.value)
        for target in node.targets:
            if isinstance(target, ast.Name):
                if thing is not None:
                    self._known[target.id] = thing
                else:
                    self._known.pop(target.id, None)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Checks a name after `world.`, `rng.` and the like."""
        self.generic_visit(node)
        owner = self._thing(node.value)
        if owner is None:
            self._check_module(node)
            return
        stored = not isinstance(node.ctx, ast.Load)
        if stored and owner.what == "self":
            complaint: Complaint | None = wording.field_is_fixed(node.attr, self._reading.begun)
        else:
            complaint = self._wrong_part(owner, node.attr)
        if complaint is None and stored:
            complaint = wording.name_is_fixed(node.attr)
        if complaint is not None:
            self._complain(complaint, node)

    def _wrong_part(self, owner: Thing, name: str) -> Complaint | None:
        table = self._reading.table
        if owner.what == "world":
            return None if name in table.names() else wording.no_such_name(table, name)
        if owner.what == "numbers":
            return None if name in table.numbers else wording.no_such_number(table, name)
        if owner.what == "self":
            proposer = self._reading.proposer
            known = [n for n in dir(proposer) if not n.startswith("__")]
            return None if hasattr(proposer, name) else wording.no_such_part("the proposer", name, known)
        if owner.what == "saved":
            return wording.no_such_saved_part(owner.entries, name)
        if owner.what == "type":
            assert owner.type is not None
            parts: tuple[str, ...] = (*wording.TYPE_PARTS, *owner.type.guaranteed)
            if name == "used" and (complaint := wording.no_used(owner.type)) is not None:
                return complaint
            if name == "number" and isinstance(counted := wording.counted(owner.type), Complaint):
                return counted
            what = f"the type `{owner.type.name}`"
        elif owner.what == "used":
            assert owner.type is not None
            parts, what = wording.NUMBER_PART, f"world.{owner.type.name}.used"
        elif owner.what == "preimage":
            parts, what = wording.NUMBER_PART, "a preimage"
        elif owner.what == "rng":
            parts, what = wording.RANDOM_PARTS, "rng"
        elif owner.what == "choose":
            parts, what = declared_wording.CHOOSE_PARTS, "choose"
        elif owner.what in ("back", "both"):
            parts, what = declared_wording.TOLD_PARTS, f"choose.{owner.what}"
        else:
            parts, what = wording.FUNCTION_PARTS, f"the function `{owner.entries[0].name}`"
        return None if name in parts else wording.no_such_part(what, name, parts)

    def _check_module(self, node: ast.Attribute) -> None:
        """Random numbers that are not from `rng`: `random.random()`, `np.random.rand()`."""
        if not isinstance(node.value, ast.Name):
            return
        module = self._function.__globals__.get(node.value.id)
        if not isinstance(module, types.ModuleType):
            return
        if module.__name__ in ("random", "numpy.random") or (module.__name__ == "numpy" and node.attr == "random"):
            is_declared = self._reading.begun == "change"
            self._complain(declared_wording.OTHER_RANDOMNESS if is_declared else wording.OTHER_RANDOMNESS, node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Checks the number of arguments, and what is set."""
        self.generic_visit(node)
        owner = self._thing(node.value)
        stored = not isinstance(node.ctx, ast.Load)
        if stored and isinstance(node.value, ast.Attribute) and self._thing(node.value.value) == Thing("self"):
            self._complain(wording.field_is_fixed(node.value.attr, self._reading.begun), node)
        if owner is None:
            return
        if owner.what == "type" and owner.type is not None:
            found = wording.members(owner.type)
            if isinstance(found, Complaint):
                self._complain(found, node)
        if owner.what not in ("function", "saved"):
            return
        entry = self._entry(owner.entries, node)
        if stored and owner.what == "saved":
            self._complain(wording.saved_is_fixed(owner.entries), node)
        elif entry is not None:
            complaint = wording.may_set(entry) if stored else None
            if owner.what == "saved":
                complaint = wording.not_saved(entry)
            if complaint is not None:
                self._complain(complaint, node)

    def _entry(self, entries: Overloads, node: ast.Subscript) -> FunctionEntry | None:
        """The function that an index chooses; None if that cannot be seen, or is a fault."""
        if isinstance(node.slice, ast.Tuple):
            if any(isinstance(e, ast.Starred) for e in node.slice.elts):
                return None
            found = wording.overload(entries, len(node.slice.elts))
        elif isinstance(node.slice, ast.Constant | ast.BinOp | ast.UnaryOp):
            found = wording.overload(entries, 1)
        else:
            # A name may stand for all arguments at once.
            return entries[0] if len(entries) == 1 else None
        if isinstance(found, Complaint):
            self._complain(found, node)
            return None
        return found

    def visit_Call(self, node: ast.Call) -> None:
        """Checks the calls of views, and reads functions that are given one."""
        self.generic_visit(node)
        if any(isinstance(a, ast.Starred) for a in node.args):
            return
        if isinstance(node.func, ast.Attribute):
            owner = self._thing(node.func.value)
            if owner is not None:
                self._check_call(owner, node.func.attr, node)
                return
        if isinstance(node.func, ast.Name):
            called = self._function.__globals__.get(node.func.id)
            given = tuple(map(self._thing, node.args))
            if isinstance(called, types.FunctionType) and any(given):
                self._reading.read(called, given)

    def _check_call(self, owner: Thing, name: str, node: ast.Call) -> None:
        complaint: FunctionEntry | Complaint | None = None
        if owner.what == "self":
            method = getattr(type(self._reading.proposer), name, None)
            if isinstance(method, types.FunctionType):
                self._reading.read(method, (owner, *map(self._thing, node.args)))
        elif owner.what == "function" and name in ("remove", "resample"):
            complaint = wording.overload(owner.entries, len(node.args))
            if isinstance(complaint, FunctionEntry):
                complaint = wording.may_set(complaint)
        elif owner.what == "function" and name == "free":
            complaint = wording.overload(owner.entries, len(node.args))
        elif owner.what == "function" and name == "log_prob":
            complaint = wording.overload(owner.entries, len(node.args))
            if isinstance(complaint, FunctionEntry):
                complaint = wording.no_factor(complaint)
        elif owner.what == "world" and name in ("repeat", "weigh") and self._reading.begun == "change":
            complaint = declared_wording.NO_TRIALS
        elif owner.what == "world" and name in ("repeat", "weigh") and len(node.args) != 1:
            complaint = wording.one_trial(name, len(node.args))
        elif owner.what == "function" and name == "preimage":
            complaint = wording.only_one_preimage(owner.entries)
        elif owner.what == "type" and name == "new" and owner.type is not None:
            complaint = wording.new_objects(owner.type, len(node.args))
        elif owner.what == "rng" and len(node.args) != _RANDOM_ARGUMENTS.get(name, len(node.args)):
            wanted = _RANDOM_ARGUMENTS[name]
            complaint = Complaint(
                f"rng.{name} takes {wanted} argument{'s' if wanted != 1 else ''}, not {len(node.args)}"
            )
        elif owner.what in ("choose", "back", "both") and name in declared_wording.CHOICE_ARGUMENTS:
            complaint = declared_wording.wrong_call(owner.what, name, len(node.args), [k.arg for k in node.keywords])
        if isinstance(complaint, Complaint):
            self._complain(complaint, node)

    def visit_Return(self, node: ast.Return) -> None:
        """Checks that `propose` returns something."""
        self.generic_visit(node)
        nothing = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if self._is_propose and nothing:
            self._complain(wording.NO_LOG_Q, node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Leaves functions within functions alone: their arguments hide names."""
