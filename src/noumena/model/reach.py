"""Which variables may be read when a term is evaluated, whatever the world: a bound from the model's text.

Arguments are followed as far as they are known: evaluating `State(@5)` reads `State(@4)` and so on, but `Title` of
whatever `PubCited(C1)` is may be any title. Unknown arguments are `ANYTHING`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from noumena.model.conversion import convert
from noumena.model.expressions import (
    Binding,
    BuiltinCall,
    Case,
    Comprehension,
    Connective,
    Constant,
    Convert,
    Equal,
    Expression,
    If,
    ListLiteral,
    Local,
    Quantified,
    RandomCall,
    binding_terms,
    children,
    is_plain,
)
from noumena.model.model import Problem
from noumena.model.types import ObjectType
from noumena.model.values import Value


class _Anything:
    def __repr__(self) -> str:
        return "ANYTHING"


ANYTHING = _Anything()
_PATTERNS_AT_MOST = 256


class Reach:
    """The variables that some terms may read, directly or through the CPDs of what they read.

    `settled` are function application variables, as pairs of function and arguments, that have a value already: they
    are read, but not their CPDs.
    """

    def __init__(self, problem: Problem, settled: Set[tuple[str, tuple[Value, ...]]] = frozenset()) -> None:
        self._model = problem.model
        self._functions = problem.random
        self._settled = settled
        self._patterns: dict[str, set[tuple[Value, ...]]] = {}
        self._whole: set[str] = set()  # the functions that may be read for all arguments
        self._numbers: set[int] = set()
        self._pending: list[tuple[Expression, list[Value]]] = []

    def add(self, term: Expression, frame_size: int) -> None:
        """Extends the reach by all that a closed term may read."""
        if isinstance(term, RandomCall) and term.function in self._whole and is_plain(term):
            return
        self.add_in_frame(term, [ANYTHING] * frame_size)

    def add_in_frame(self, term: Expression, frame: list[Value]) -> None:
        """Extends the reach by all that a term may read whose variables have the values in a frame."""
        self._pending.append((term, frame))
        while self._pending:
            body, frame = self._pending.pop()
            self._visit(body, frame)

    def add_function(self, function: str, arguments: tuple[Value, ...] = ()) -> None:
        """Extends the reach by a variable and all that it may read."""
        self._read(function, arguments)
        while self._pending:
            body, frame = self._pending.pop()
            self._visit(body, frame)

    def known_variables(self) -> set[tuple[str, tuple[Value, ...]]]:
        """The functions with arguments that may be read and are known to the last: `Drawn(D[3])`, not `Paint` of it."""
        return {(f, p) for f, patterns in self._patterns.items() for p in patterns if p and ANYTHING not in p}

    @property
    def size(self) -> int:
        """How many kinds of variables may be read: less for terms that others depend on."""
        return sum(map(len, self._patterns.values())) + len(self._numbers)

    def functions(self) -> tuple[str, ...]:
        """The random functions of which some application may be read."""
        return tuple(self._patterns)

    def has_function(self, function: str, arguments: tuple[Value, ...]) -> bool:
        """Whether a function application variable may be read."""
        patterns = self._patterns.get(function)
        if not patterns:
            return False
        if arguments in patterns:
            return True
        return any(
            all(p is ANYTHING or p == a for p, a in zip(pattern, arguments, strict=True))
            for pattern in patterns
            if ANYTHING in pattern
        )

    def is_within(self, function: str, variables: Set[tuple[Value, ...]]) -> bool:
        """Whether a function may be read for none but these tuples of arguments."""
        return self._patterns.get(function, set()) <= variables

    def has_number(self, statement: int) -> bool:
        """Whether a number variable of a statement may be read."""
        return statement in self._numbers

    def _read(self, function: str, arguments: tuple[Value, ...]) -> None:
        patterns = self._patterns.setdefault(function, set())
        anything = (ANYTHING,) * len(arguments)
        if arguments in patterns or anything in patterns:
            return
        if len(patterns) >= _PATTERNS_AT_MOST:
            arguments = anything
        if arguments == anything:
            self._whole.add(function)
        patterns.add(arguments)
        if (function, arguments) in self._settled:
            return
        definition = self._functions[function]
        rest = [ANYTHING] * (definition.frame_size - len(arguments))
        self._pending.append((definition.body, [*arguments, *rest]))

    def _read_members(self, type_: str) -> None:
        for index in self._model.types[type_].statements:
            if index in self._numbers:
                continue
            self._numbers.add(index)
            statement = self._model.numbers[index]
            self._pending.append((statement.body, [ANYTHING] * statement.frame_size))
            for parameter in statement.parameters:
                if isinstance(parameter.type, ObjectType):
                    self._read_members(parameter.type.name)

    def _visit(self, e: Expression, frame: list[Value]) -> Value:
        """Notes what a term reads; gives its value if the text determines it, else ANYTHING."""
        match e:
            case Constant(value=value):
                return value
            case Local(slot=slot):
                return frame[slot]
            case RandomCall(function=function, arguments=arguments):
                values = tuple([self._visit(a, frame) for a in arguments])
                if not any(v is None for v in values):
                    self._read(function, values)
                return ANYTHING
            case If(condition=condition, then=then, otherwise=otherwise):
                test = self._visit(condition, frame)
                if test is ANYTHING:
                    self._visit_all((then, otherwise), frame)
                    return ANYTHING
                return self._visit(then if test is True else otherwise, frame)
            case Case(subject=subject, table=table) if table is not None:
                key = self._visit(subject, frame)
                if key is ANYTHING:
                    self._visit_all((branch for _, branch in e.entries), frame)
                    return ANYTHING
                return self._visit(table[key], frame) if key in table else None
            case Connective(operator=operator, left=left, right=right):
                first = self._visit(left, frame)
                if first is None:
                    return None
                if first is (operator == "|"):
                    return operator != "&"
                second = self._visit(right, frame)
                return ANYTHING if first is ANYTHING else second
            case Equal(left=left, right=right, negated=negated):
                sides = self._visit(left, frame), self._visit(right, frame)
                return ANYTHING if ANYTHING in sides else (sides[0] == sides[1]) != negated
            case Convert(operand=operand):
                return self._known(lambda value: convert(value, e.type), (operand,), frame)
            case ListLiteral(elements=elements):
                parts = tuple([self._visit(x, frame) for x in elements])
                return ANYTHING if ANYTHING in parts else parts
            case BuiltinCall(builtin=builtin, arguments=arguments) if not builtin.takes_null:
                return self._known(builtin.implementation, arguments, frame)
            case Quantified(binding=binding, body=body):
                self._visit_bound((binding,), (body,), frame)
                return ANYTHING
            case Comprehension(bindings=bindings, condition=condition, element=element):
                self._visit_bound(bindings, (element,) if condition is None else (condition, element), frame)
                return ANYTHING
        self._visit_all(children(e), frame)
        return ANYTHING

    def _visit_all(self, terms: Iterable[Expression], frame: list[Value]) -> None:
        for term in terms:
            self._visit(term, frame)

    def _visit_bound(self, bindings: Iterable[Binding], terms: Iterable[Expression], frame: list[Value]) -> None:
        inner = list(frame)
        for binding in bindings:
            self._visit_all(binding_terms(binding), inner)
            inner[binding.slot] = ANYTHING
            if isinstance(binding.type, ObjectType):
                self._read_members(binding.type.name)
        self._visit_all(terms, inner)

    def _known(self, function: Callable[..., Value], arguments: Iterable[Expression], frame: list[Value]) -> Value:
        """The value of a function of known arguments, null if one is null; ANYTHING if one is unknown."""
        values = [self._visit(a, frame) for a in arguments]
        if any(v is ANYTHING for v in values):
            return ANYTHING
        if any(v is None for v in values):
            return None
        try:
            return function(*values)
        except ValueError:
            return ANYTHING
