"""Whether the values of a variable that are weighed against each other need variables that are apart from each other.

A move weighs several values o of a variable (or combinations of values of several), each completed by the engine, and
keeps one (b6). Let R be what the state holds whatever the value is, and N(o) what only the value o needs, drawn from
the prior. The draw is exact if no variable is in N(o) and N(o′) for two values and not for a third: from a state with o
the engine keeps such a variable for o′, and draws it for itself if the state has another value. With two values there
is none. With more of them, the text of the model must show of each variable that is read

* that it is read for all values: no condition that depends on the value stands before it; or
* that it is read for one value alone: the value is an object, and the only argument of its type, as in Title(F(c)); or
* that it is read for a new object alone, since all others have it (`alike_readers`); or
* that it is of the block that is weighed, and another variable of the block reads it whatever its value is.

Evidence on a term that is solved for a variable makes that variable follow the others, and counts as a clash.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from noumena.model.expressions import (
    Binding,
    Case,
    Comprehension,
    Connective,
    Constant,
    Draw,
    Equal,
    Expression,
    If,
    Local,
    Quantified,
    RandomCall,
    binding_terms,
    children,
    is_plain,
)
from noumena.model.model import Problem
from noumena.model.source import Span
from noumena.model.trees import cases, ends
from noumena.model.types import BOOLEAN, ObjectType
from noumena.moves.library.alike_readers import only_reader
from noumena.moves.library.cpd_trees import Nulls, surely

Read = tuple[RandomCall, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """A place in the text of `reader` that may need `name` for some values of the variable and not for others."""

    reader: str
    name: str
    span: Span


def first_clash(problem: Problem, causes: Collection[str], referred: str | None = None) -> Clash | None:
    """What may be needed for several values of some functions, but not for all; `referred` is the type of objects."""
    return _Options(problem, causes, referred).result()


class _Options:
    """Walks through all texts of a problem until nothing new is met.

    `_moving` are the functions whose values differ from option to option: the causes, and what is derived from them.
    `_own` are those whose variables have the object as an argument: its position, and whether all options read one.
    `_loose` are variables of a block that are read for some values of the others only.
    """

    def __init__(self, problem: Problem, causes: Collection[str], referred: str | None) -> None:
        self._problem, self._causes, self._referred = problem, frozenset(causes), referred
        self._moving = set(causes)
        self._own: dict[str, tuple[int, bool]] = {}
        self._clashes: list[Clash] = []
        self._loose: dict[str, Clash] = {}
        self._reader, self._key, self._slot = "", "", -1
        self._nulls = Nulls(problem, causes)

    def result(self) -> Clash | None:
        """The first clash that is met."""
        if self._is_read_alike():
            return None
        seen: object = None
        while not self._clashes and seen != (state := (len(self._moving), dict(self._own))):
            seen = state
            for key, function in self._problem.random.items():
                self._begin(function.name, key, -1)
                self._tree(function.body, True, ())
                if key in self._own:
                    slot, sure = self._own[key]
                    self._begin(function.name, key, slot)
                    self._tree(function.body, sure, ())
            for number in self._problem.model.numbers:
                self._begin(f"#{number.type}", f"#{number.index}", -1)
                self._tree(number.body, True, ())
                if self._key in self._moving:
                    self._clash(f"#{number.type}", number.span)
            for evidence in self._problem.evidence:
                self._begin("the evidence", "", -1)
                self._walk(evidence.term, True, ())
                is_fixed = is_plain(evidence.term) and _called(evidence.term) in self._causes
                if not is_fixed and self._differs(evidence.term) and not _is_compared(evidence.term):
                    self._clash(_name(self._problem, evidence.term), evidence.span)
        self._clashes += [clash for cause, clash in self._loose.items() if not self._is_anchored(cause)]
        return self._clashes[0] if self._clashes else None

    def _is_read_alike(self) -> bool:
        """Whether only a new object needs anything: there is one reader, which is drawn whatever the option is."""
        if self._referred is None:
            return False
        (function,) = self._causes
        key = only_reader(self._problem, function, self._referred)
        if key is None:
            return False
        self._begin(self._problem.random[key].name, key, -1)
        for end in ends(body := self._problem.random[key].body):
            if not isinstance(end, Draw) or end.distribution.name == "UniformChoice":
                return False
            if any(map(self._decides_null, end.arguments)):
                return False
        return all(self._nulls.covers(case) and not self._decides_null(case.subject) for case in cases(body))

    def _begin(self, reader: str, key: str, slot: int) -> None:
        """A text is next; `slot` is the parameter that the object is, or -1 if calls of the causes give it."""
        self._reader, self._key, self._slot = reader, key, slot

    def _clash(self, name: str, span: Span) -> None:
        self._clashes.append(Clash(self._reader, name, span))

    def _is_object(self, e: Expression) -> bool:
        if self._slot >= 0:
            return isinstance(e, Local) and e.slot == self._slot
        return self._referred is not None and isinstance(e, RandomCall) and e.function in self._causes

    def _differs(self, e: Expression) -> bool:
        """Whether a term may have another value for another option."""
        if self._is_object(e) or (isinstance(e, RandomCall) and e.function in self._moving):
            return True
        if isinstance(e, Equal) and any(isinstance(x, Constant) and x.value is None for x in (e.left, e.right)):
            # No option is null.
            return not any(map(self._is_object, (e.left, e.right))) and any(map(self._differs, children(e)))
        return any(map(self._differs, children(e)))

    def _decides_null(self, e: Expression) -> bool:
        """Whether a term may be null for some options only."""
        if not self._differs(e):
            return False
        if self._nulls.is_strict(e):
            return any(map(self._decides_null, children(e)))
        return self._nulls.may_be_null(e)

    # CPD trees.
    def _tree(self, body: Expression, sure: bool, read: Read) -> None:
        match body:
            case If(condition=subject, then=then, otherwise=otherwise):
                branches: tuple[Expression, ...] = (then, otherwise)
                read = self._walk(subject, sure, read)
                decided, is_whole = self._differs(subject), True
            case Case(subject=subject, entries=entries):
                branches = tuple(branch for _, branch in entries)
                read = self._walk(subject, sure, read)
                decided = self._differs(subject)
                is_whole = self._nulls.covers(body) and not self._decides_null(subject)
                for key, _ in entries:
                    self._walk(key, sure and not decided, read)
                    decided = decided or self._differs(key)
            case Draw(distribution=distribution, arguments=arguments):
                for argument in arguments:
                    read = self._walk(argument, sure, read)
                    may_fail = distribution.name == "UniformChoice" or self._decides_null(argument)
                    if self._slot < 0 and may_fail and self._differs(argument):
                        self._clash(self._reader, body.span)
                return
            case _:
                self._walk(body, sure, read)
                if self._slot < 0 and self._differs(body):
                    self._moving.add(self._key)
                return
        if decided and self._slot < 0:
            self._decided(body, branches, is_whole)
        read = self._common(branches, sure, read) if is_whole else read
        for branch in branches:
            self._tree(branch, sure and not decided, read)

    def _decided(self, body: Expression, branches: Collection[Expression], is_whole: bool) -> None:
        """The option decides which branch counts: all must end in draws, or none."""
        drawn = [is_drawn for branch in branches for is_drawn in self._ends_drawn(branch)]
        if not is_whole:
            drawn.append(False)
        if not any(drawn):
            self._moving.add(self._key)
        elif not all(drawn):
            self._clash(self._reader, body.span)

    def _ends_drawn(self, body: Expression) -> Iterator[bool]:
        """Of each end of a tree, whether it is a draw; a case may end in null where no key fits."""
        yield from (isinstance(end, Draw) for end in ends(body))
        if not all(map(self._nulls.covers, cases(body))):
            yield False

    # Terms.
    def _walk(self, e: Expression, sure: bool, read: Read) -> Read:
        """Notes what a term reads; gives what has been read after it."""
        match e:
            case RandomCall():
                return self._call(e, sure, read)
            case If(condition=subject, then=then, otherwise=otherwise):
                read = self._walk(subject, sure, read)
                rest: tuple[Expression, ...] = (then, otherwise)
                decided = self._differs(subject)
                read = self._common(rest, sure, read)
            case Case(subject=subject, entries=entries):
                read = self._walk(subject, sure, read)
                rest = tuple(part for entry in entries for part in entry)
                decided = any(map(self._differs, (subject, *rest[::2])))
            case Connective(left=left, right=right):
                read = self._walk(left, sure, read)
                rest, decided = (right,), self._differs(left)
            case Quantified(binding=binding, body=body):
                read = self._bind(binding, sure, read, e.span)
                rest, decided = (body,), any(map(self._differs, binding_terms(binding)))
            case Comprehension(element=element, bindings=bindings, condition=condition):
                terms = tuple(term for b in bindings for term in binding_terms(b))
                tests = (condition,) if condition is not None else ()
                for binding in bindings:
                    read = self._bind(binding, sure, read, e.span)
                for test in tests:
                    self._walk(test, sure and not any(map(self._differs, terms)), read)
                rest, decided = (element,), any(map(self._differs, (*terms, *tests)))
            case _:
                for child in children(e):
                    read = self._walk(child, sure, read)
                return read
        for term in rest:
            self._walk(term, sure and not decided, read)
        return read

    def _common(self, branches: Collection[Expression], sure: bool, read: Read) -> Read:
        """What all branches read, whichever counts, is read as surely as the condition before them."""
        first, *others = ([*surely(branch)] for branch in branches)
        for e in first:
            if e not in read and all(e in other for other in others):
                read = self._call(e, sure, read)
        return read

    def _bind(self, binding: Binding, sure: bool, read: Read, span: Span) -> Read:
        """Walks through what restricts a bound variable; all objects of a type are known by their number variables."""
        terms = binding_terms(binding)
        type_ = self._problem.model.types[binding.type.name] if isinstance(binding.type, ObjectType) else None
        if type_ is not None and type_.statements and (not sure or any(map(self._differs, terms))):
            self._clash(f"#{type_.name}", span)
        for term in terms:
            read = self._walk(term, sure, read)
        return read

    def _call(self, e: RandomCall, sure: bool, read: Read) -> Read:
        for argument in e.arguments:
            read = self._walk(argument, sure, read)
        objects = [i for i, a in enumerate(e.arguments) if self._is_object(a)]
        function = self._problem.random[e.function]
        if any(self._differs(a) for i, a in enumerate(e.arguments) if i not in objects):
            self._clash(function.name, e.span)
        elif objects:
            parameters = [p.type for p in function.parameters]
            if sum(isinstance(t, ObjectType) and t.name == self._referred for t in parameters) > 1:
                self._clash(function.name, e.span)
            _, before = self._own.get(e.function, (0, True))
            self._own[e.function] = objects[0], before and sure
        elif not sure and e not in read:
            if e.function in self._causes and self._referred is None:
                self._loose.setdefault(e.function, Clash(self._reader, function.name, e.span))
            else:
                self._clash(function.name, e.span)
        return (*read, e)

    def _is_anchored(self, cause: str) -> bool:
        """Whether a variable of a block is in the state whatever the values of the others: one of them reads it."""
        return cause not in self._loose or any(
            self._reads_alike(other, cause) and self._is_anchored(other) for other in self._causes - {cause}
        )

    def _reads_alike(self, reader: str, read: str) -> bool:
        """Whether a function surely reads another one of the same arguments."""
        function = self._problem.random[reader]
        for e in surely(function.body):
            slots = [a.slot if isinstance(a, Local) else -1 for a in e.arguments]
            if e.function == read and slots == list(range(len(function.parameters))):
                return True
        return False


def _is_compared(term: Expression) -> bool:
    """Whether evidence on a term is compared with its value, and not solved for a variable."""
    if isinstance(term, RandomCall):
        return False
    return term.type == BOOLEAN and not isinstance(term, If | Case)


def _called(term: Expression) -> str | None:
    return term.function if isinstance(term, RandomCall) else None


def _name(problem: Problem, term: Expression) -> str:
    return problem.random[term.function].name if isinstance(term, RandomCall) else term.span.text
