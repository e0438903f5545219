"""What an expression means, given a world to read from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from noumena.model.conversion import convert
from noumena.model.diagnostics import fail
from noumena.model.expressions import (
    Binding,
    BuiltinCall,
    Case,
    Comprehension,
    Connective,
    Constant,
    Convert,
    Draw,
    Equal,
    Expression,
    FixedCall,
    If,
    ListLiteral,
    Local,
    MapLiteral,
    Not,
    OriginCall,
    Quantified,
    RandomCall,
    SetLiteral,
)
from noumena.model.functions.conversions import render
from noumena.model.model import Model
from noumena.model.types import BOOLEAN, NULL, TIMESTEP, ObjectType
from noumena.model.values import Bag, Generated, MapValue, Timestep, Unused, Value

Frame: TypeAlias = list[Value]


class World(Protocol):
    """What expressions read: the values of variables and the objects that exist."""

    def read(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """The value of a random function on arguments none of which is null."""

    def members(self, type_: str, origins: Mapping[str, Value], counted: bool) -> Sequence[Value]:
        """The objects of a type whose origin functions have the given values.

        With `counted`, objects that the world does not tell apart may be given together as one `Unused`.
        """


@dataclass(frozen=True, slots=True)
class Drawn:
    """A leaf that draws from a distribution; no parameter is null."""

    draw: Draw
    parameters: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """A leaf whose value is determined by what was read (a5)."""

    value: Value


Leaf: TypeAlias = Drawn | Derived

MEMBERS_AT_MOST = 5_000_000
"""How many members the sets and quantifiers of one world may have in all.

Sets may be nested or have several variables, so that a short text can ask for more than any computer can visit.
"""

_INTEGERS_AT_MOST = 1_000_000
_NULL = Constant(NULL, None)


class Evaluator:
    """Evaluates the expressions of a model in a world.

    `&`, `|`, `=>`, `if` and `case` read in source order and stop early; sets, quantifiers and aggregates read all
    members. What is read defines the state of a chain, so every engine reads like this (a5).
    """

    def __init__(self, model: Model, world: World) -> None:
        self._model = model
        self._world = world
        self._fixed: dict[tuple[str, tuple[Value, ...]], Value] = {}
        self._members = 0
        self._origin_position = {
            (statement.index, key): position
            for statement in model.numbers
            for position, key in enumerate(statement.origins)
        }
        self._evaluate: dict[type[Expression], Callable[..., Value]] = {
            Constant: self._constant,
            Local: self._local,
            RandomCall: self._random_call,
            FixedCall: self._fixed_call,
            OriginCall: self._origin_call,
            BuiltinCall: self._builtin_call,
            Convert: self._convert,
            Connective: self._connective,
            Not: self._not,
            Equal: self._equal,
            If: self._if,
            Case: self._case,
            Quantified: self._quantified,
            Comprehension: self._comprehension,
            SetLiteral: self._set_literal,
            ListLiteral: self._list_literal,
            MapLiteral: self._map_literal,
        }

    def next_world(self) -> None:
        """Tells that the world is another one: members are counted anew."""
        self._members = 0

    def value(self, expression: Expression, frame: Frame) -> Value:
        """The value of an expression that holds no draw, its variables being in the frame."""
        return self._evaluate[type(expression)](expression, frame)

    def tip(self, body: Expression, frame: Frame) -> Expression:
        """The end of the path through a CPD tree that this world takes: a draw or a deterministic term."""
        while True:
            if type(body) is If:
                body = body.then if self.value(body.condition, frame) is True else body.otherwise
            elif type(body) is Case:
                body = self.branch(body, frame) or _NULL
            else:
                return body

    def leaf(self, body: Expression, frame: Frame) -> Leaf:
        """The leaf of a CPD tree that is reached in this world.

        A draw with a null parameter, and one from an empty set, is the derived value null.
        """
        tip = self.tip(body, frame)
        if type(tip) is not Draw:
            return Derived(self.value(tip, frame))
        parameters = tuple([self.value(a, frame) for a in tip.arguments])
        if None in parameters or (tip.distribution.name == "UniformChoice" and not _elements(parameters[0])):
            return Derived(None)
        return Drawn(tip, parameters)

    def branch(self, case: Case, frame: Frame) -> Expression | None:
        """The branch of a case that its subject selects, or None."""
        subject = self.value(case.subject, frame)
        if case.table is not None:
            return case.table.get(subject)
        for key, branch in case.entries:
            if self.value(key, frame) == subject:
                return branch
        return None

    def candidates(self, binding: Binding, frame: Frame, counted: bool = False) -> Sequence[Value]:
        """The values that a bound variable takes, before its condition is tested."""
        found = self._found(binding, frame, counted)
        self._members += len(found)
        if self._members > MEMBERS_AT_MOST:
            message = f"too large: one world takes more than {MEMBERS_AT_MOST} members of sets and quantifiers"
            raise fail(message, binding.span, "bound the variables more tightly, or nest fewer of them")
        return found

    def _found(self, binding: Binding, frame: Frame, counted: bool) -> Sequence[Value]:
        if binding.equals is not None:
            value = self.value(binding.equals, frame)
            return () if value is None else (value,)
        if isinstance(binding.type, ObjectType):
            origins = {key: self.value(term, frame) for key, term in binding.origins}
            return self._world.members(binding.type.name, origins, counted)
        if binding.type == BOOLEAN:
            return (False, True)
        return self._range(binding, frame)

    def _range(self, binding: Binding, frame: Frame) -> Sequence[Value]:
        is_time = binding.type == TIMESTEP
        lows: list[int] = [0] if is_time else []
        highs: list[int] = []
        bounded = True
        for bounds, limits, step in ((binding.lower, lows, 1), (binding.upper, highs, -1)):
            for bound in bounds:
                limit = self.value(bound.limit, frame)
                if limit is None:
                    bounded = False
                    continue
                number: int = limit.step if is_time else limit
                limits.append(number + step if bound.strict else number)
        if not bounded:
            # The condition is null for every value that the other bounds allow: one of them shows what follows.
            lows.append(min(highs, default=max(lows, default=0)))
            highs.append(max(lows))
        low, high = max(lows), min(highs)
        if high - low >= _INTEGERS_AT_MOST:
            raise fail(f"`{binding.name}` ranges over {high - low + 1} values, which is too many", binding.span)
        return [Timestep(i) for i in range(low, high + 1)] if is_time else range(low, high + 1)

    def _constant(self, e: Constant, frame: Frame) -> Value:
        return e.value

    def _local(self, e: Local, frame: Frame) -> Value:
        return frame[e.slot]

    def _random_call(self, e: RandomCall, frame: Frame) -> Value:
        arguments = tuple([self._evaluate[type(a)](a, frame) for a in e.arguments])
        return None if None in arguments else self._world.read(e.function, arguments)

    def _fixed_call(self, e: FixedCall, frame: Frame) -> Value:
        arguments = tuple([self.value(a, frame) for a in e.arguments])
        if None in arguments:
            return None
        key = (e.function, arguments)
        if key not in self._fixed:
            function = self._model.fixed[e.function]
            inner = [*arguments, *([None] * (function.frame_size - len(arguments)))]
            self._fixed[key] = self.value(function.body, inner)
        return self._fixed[key]

    def _origin_call(self, e: OriginCall, frame: Frame) -> Value:
        made = self.value(e.argument, frame)
        if type(made) is not Generated and type(made) is not Unused:
            return None
        position = self._origin_position.get((made.application.statement, e.function))
        return None if position is None else made.application.generators[position]

    def _builtin_call(self, e: BuiltinCall, frame: Frame) -> Value:
        arguments = [self._evaluate[type(a)](a, frame) for a in e.arguments]
        if not e.builtin.takes_null and None in arguments:
            return None
        try:
            return e.builtin.implementation(*arguments)
        except ValueError as error:
            raise fail(str(error), e.span) from error

    def _convert(self, e: Convert, frame: Frame) -> Value:
        try:
            return convert(self.value(e.operand, frame), e.type)
        except ValueError as error:
            raise fail(str(error), e.span) from error

    def _connective(self, e: Connective, frame: Frame) -> Value:
        left = self.value(e.left, frame)
        if left is None:
            return None
        if e.operator == "|":
            return True if left else self.value(e.right, frame)
        if left:
            return self.value(e.right, frame)
        return e.operator == "=>"

    def _not(self, e: Not, frame: Frame) -> Value:
        operand = self.value(e.operand, frame)
        return None if operand is None else not operand

    def _equal(self, e: Equal, frame: Frame) -> Value:
        equal: bool = self.value(e.left, frame) == self.value(e.right, frame)
        return equal != e.negated

    def _if(self, e: If, frame: Frame) -> Value:
        return self.value(e.then if self.value(e.condition, frame) is True else e.otherwise, frame)

    def _case(self, e: Case, frame: Frame) -> Value:
        branch = self.branch(e, frame)
        return None if branch is None else self.value(branch, frame)

    def _quantified(self, e: Quantified, frame: Frame) -> Value:
        found = {True: 0, False: 0}
        for member in self.candidates(e.binding, frame):
            frame[e.binding.slot] = member
            found[self.value(e.body, frame) is True] += 1
        return found[True] > 0 if e.quantifier == "exists" else found[False] == 0

    def _comprehension(self, e: Comprehension, frame: Frame) -> Value:
        collected: list[Value] = []

        def visit(depth: int) -> None:
            if depth == len(e.bindings):
                if e.condition is None or self.value(e.condition, frame) is True:
                    element = self.value(e.element, frame)
                    # One that stands for no object was there only for what its condition reads.
                    if type(element) is not Unused or element.number > 0:
                        collected.append(element)
                return
            binding = e.bindings[depth]
            for member in self.candidates(binding, frame, e.counted):
                frame[binding.slot] = member
                visit(depth + 1)

        visit(0)
        return tuple(collected) if e.ordered else Bag(collected)

    def _set_literal(self, e: SetLiteral, frame: Frame) -> Value:
        return Bag([self.value(x, frame) for x in e.elements])

    def _list_literal(self, e: ListLiteral, frame: Frame) -> Value:
        return tuple([self.value(x, frame) for x in e.elements])

    def _map_literal(self, e: MapLiteral, frame: Frame) -> Value:
        entries: dict[Value, Value] = {}
        for written, item in e.entries:
            key, value = self.value(written, frame), self.value(item, frame)
            if key not in entries:
                entries[key] = value
            elif not e.weights:
                raise fail(f"the key {render(key)} stands twice in this map", e.span)
            elif entries[key] is not None and value is not None:
                entries[key] += value
        return MapValue(entries)


def _elements(members: Value) -> tuple[Value, ...]:
    """The elements of a set or array."""
    elements: tuple[Value, ...] = members.elements if type(members) is Bag else members
    return elements
