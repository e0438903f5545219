"""Generated code for terms: what an expression is worth, read in the order of the reference semantics (a5)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from noumena.compiler.facts import Facts
from noumena.compiler.host import Operation
from noumena.compiler.native_functions import native_function
from noumena.compiler.text import Text, Word, null
from noumena.compiler.words import Words, is_real
from noumena.model.conversion import convert
from noumena.model.evaluation import Evaluator
from noumena.model.expressions import (
    BuiltinCall,
    Case,
    Comprehension,
    Connective,
    Constant,
    Convert,
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
from noumena.model.model import Problem
from noumena.model.source import Span
from noumena.model.types import INTEGER, REAL, ObjectType, Type
from noumena.model.values import Bag, MapValue, Value
from noumena.runtime.kernel.memo import REAL_RESULT, WORDS_AT_MOST


class Terms:
    """Writes terms into a `Text`; subclasses add sets, leaves and evidence."""

    def __init__(self, problem: Problem, words: Words) -> None:
        self.problem = problem
        self.words = words
        self.facts = Facts(problem)
        self.operations: list[Operation] = []
        self.spans: list[Span] = []
        self.type_numbers = {name: k for k, name in enumerate(problem.model.types)}
        self.kind_numbers: dict[str, int] = {}
        self._fixed = Evaluator(problem.model, _NoWorld(problem))
        self._operation_numbers: dict[object, int] = {}
        self.remembers = False

    # Subclasses write these.
    def quantified(self, e: Quantified, text: Text, frame: dict[int, Word]) -> Word:
        """A quantifier."""
        raise NotImplementedError

    def collected(self, e: Comprehension, text: Text, frame: dict[int, Word]) -> Word:
        """A set or list as a value."""
        raise NotImplementedError

    def aggregated(self, e: BuiltinCall, text: Text, frame: dict[int, Word]) -> Word | None:
        """A function of a set that need not be formed, or None."""
        raise NotImplementedError

    def constant(self, value: Value, type_: Type) -> Word:
        """A constant."""
        word = self.words.encode(value, type_)
        if is_real(type_):
            if value is None or math.isnan(word):
                return null(True)
            return Word(repr(float(word)) if math.isfinite(word) else ("INF" if word > 0 else "-INF"), True)
        return null(False) if value is None else Word(str(int(word)))

    def value(self, e: Expression, text: Text, frame: dict[int, Word]) -> Word:
        """The value of a term."""
        match e:
            case Constant(value=value):
                return self.constant(value, e.type)
            case Local(slot=slot):
                return frame[slot]
            case RandomCall():
                return self._random_call(e, text, frame)
            case FixedCall():
                return self._fixed_call(e, text, frame)
            case OriginCall():
                return self._origin_call(e, text, frame)
            case BuiltinCall():
                if isinstance(known := settled(e), Constant):
                    return self.constant(known.value, e.type)
                found = self.aggregated(e, text, frame)
                return self._builtin_call(e, text, frame) if found is None else found
            case Convert(operand=operand):
                return self._convert(e, operand, text, frame)
            case Connective():
                return self._connective(e, text, frame)
            case Not(operand=operand):
                word = self.value(operand, text, frame)
                if not word.nullable:
                    return text.keep(Word(f"1 - {word.text}"))
                return text.keep(Word(f"NULL if {word.is_null} else 1 - {word.text}", False, True))
            case Equal(left=left, right=right, negated=negated):
                return self._equal(left, right, negated, text, frame)
            case If(condition=condition, then=then, otherwise=otherwise):
                test = self.value(condition, text, frame)
                return self._either(f"{test.text} == 1", (then, otherwise), e, text, frame)
            case Case():
                return self._case(e, text, frame)
            case Quantified():
                return self.quantified(e, text, frame)
            case Comprehension():
                return self.collected(e, text, frame)
            case SetLiteral(elements=elements):
                return self.call_host(lambda *x: Bag(x), elements, e.type, text, frame, ("set", len(elements)))
            case ListLiteral(elements=elements):
                return self.call_host(lambda *x: tuple(x), elements, e.type, text, frame, ("list", len(elements)))
            case MapLiteral(entries=entries):
                flat = tuple(part for entry in entries for part in entry)
                return self.call_host(_map_of(e.weights), flat, e.type, text, frame, ("map", len(flat), e.weights))
        raise AssertionError(f"no code for {type(e).__name__}")

    def arguments(self, terms: Sequence[Expression], text: Text, frame: dict[int, Word]) -> list[Word]:
        """The values of several terms, in order."""
        return [self.value(t, text, frame) for t in terms]

    def read(self, function: str, arguments: Sequence[Word], text: Text) -> Word:
        """The value of a random function on arguments that are not null."""
        definition = self.problem.random[function]
        listed = "".join(f", {a.text}" for a in arguments)
        nullable = self.facts.function_may_be_null(function)
        word = text.keep(Word(f"{self.reader(function)}(w{listed})", is_real(definition.result), nullable))
        text.check_ready()
        return word

    def reader(self, function: str) -> str:
        """The name of the generated function that reads a random function."""
        return f"read_{self.kind_numbers[function]}"

    def guarded(self, arguments: Sequence[Word], real: bool, text: Text) -> tuple[str, str] | None:
        """A variable for a result that is null if an argument is, and the condition that none is; None if none can."""
        nullable = [a for a in arguments if a.nullable]
        if not nullable:
            return None
        name = text.name()
        text.line(f"{name} = {null(real).text}")
        return name, " and ".join(a.is_not_null for a in nullable)

    def _random_call(self, e: RandomCall, text: Text, frame: dict[int, Word]) -> Word:
        """What is read twice is noted once: each note is an edge, which costs more than to read."""
        arguments = self.arguments(e.arguments, text, frame)
        return text.once((e.function, *arguments), lambda: self._called(e, arguments, text))

    def _called(self, e: RandomCall, arguments: Sequence[Word], text: Text) -> Word:
        real = is_real(e.type)
        guard = self.guarded(arguments, real, text)
        if guard is None:
            return self.read(e.function, arguments, text)
        name, condition = guard
        with text.block(f"if {condition}:"):
            text.line(f"{name} = {self.read(e.function, arguments, text).text}")
        return Word(name, real, True)

    def _fixed_call(self, e: FixedCall, text: Text, frame: dict[int, Word]) -> Word:
        definition = self.problem.model.fixed[e.function]

        def apply(*values: Value) -> Value:
            inner = [*values, *([None] * (definition.frame_size - len(values)))]
            return self._fixed.value(definition.body, inner)

        if not e.arguments:
            return self.constant(apply(), e.type)
        return self.call_host(apply, e.arguments, e.type, text, frame, ("fixed", e.function))

    def _origin_call(self, e: OriginCall, text: Text, frame: dict[int, Word]) -> Word:
        made = self.value(e.argument, text, frame)
        assert isinstance(e.argument.type, ObjectType)
        type_ = self.type_numbers[e.argument.type.name]
        name = text.name()
        text.line(f"{name} = NULL")
        guaranteed = len(self.problem.model.types[e.argument.type.name].guaranteed)
        condition = f"{made.text} >= {guaranteed}"
        with text.block(f"if {condition}:"):
            slot = f"w.o_application[w.o_base[{type_}] + {made.text}]"
            application = text.keep(Word(slot))
            for index in self.problem.model.types[e.argument.type.name].statements:
                origins = self.problem.model.numbers[index].origins
                if e.function in origins:
                    field = ("a_first", "a_second", "a_third")[origins.index(e.function)]
                    with text.block(f"if w.a_statement[{application.text}] == {index}:"):
                        text.line(f"{name} = w.{field}[{application.text}]")
        return Word(name, False, True)

    def _builtin_call(self, e: BuiltinCall, text: Text, frame: dict[int, Word]) -> Word:
        native = native_function(e.builtin.implementation, e.arguments[0].type) if e.arguments else None
        if native is None:
            return self.call_host(e.builtin.implementation, e.arguments, e.type, text, frame, e.builtin, e.span)
        arguments = self.arguments(e.arguments, text, frame)
        real = is_real(e.type)
        expression = native.text.format(*(a.text for a in arguments))
        guard = self.guarded(arguments, real, text)
        if guard is None and native.condition is None:
            return text.keep(Word(expression, real, native.nullable))
        name, present = guard or (text.name(), "True")
        with text.block(f"if {present}:"):
            if native.condition is None:
                text.line(f"{name} = {expression}")
            else:
                with text.block(f"if {native.condition.format(*(a.text for a in arguments))}:"):
                    text.line(f"{name} = {expression}")
                with text.block("else:"):
                    types = tuple(a.type for a in e.arguments)
                    operation = Operation(e.builtin.implementation, types, e.type, span=e.span)
                    self._call(self.operation(operation, (e.builtin, types, e.type, e.span)), arguments, text)
                    text.line(f"{name} = {'w.g_real[0]' if real else 'w.g_int[0]'}")
        return Word(name, real, native.nullable or guard is not None)

    def call_host(
        self,
        function: Callable[..., Value],
        arguments: Sequence[Expression],
        result: Type,
        text: Text,
        frame: dict[int, Word],
        key: object,
        span: Span | None = None,
    ) -> Word:
        """An operation of the host on values; null arguments are passed on to functions of literals only."""
        words = self.arguments(arguments, text, frame)
        takes_null = (isinstance(key, tuple) and key[0] in ("set", "list", "map")) or getattr(key, "takes_null", False)
        real = is_real(result)
        guard = None if takes_null else self.guarded(words, real, text)
        types = tuple(a.type for a in arguments)
        number = self.operation(Operation(function, types, result, span=span), (key, types, result, span))
        if guard is None:
            self._call(number, words, text)
            return text.keep(Word("w.g_real[0]" if real else "w.g_int[0]", real, True))
        with text.block(f"if {guard[1]}:"):
            self._call(number, words, text)
            text.line(f"{guard[0]} = {'w.g_real[0]' if real else 'w.g_int[0]'}")
        return Word(guard[0], real, True)

    def operation(self, operation: Operation, key: object) -> int:
        """The number of an operation of the host; the same key, the same operation."""
        if key not in self._operation_numbers:
            self._operation_numbers[key] = len(self.operations)
            self.operations.append(operation)
        return self._operation_numbers[key]

    def _call(self, number: int, words: Sequence[Word], text: Text, seed: bool = False) -> None:
        self._hand_over(words, text)
        if seed:
            text.line(f"w.g_int[{len(words)}] = next_word(w)")
        if seed or len(words) > WORDS_AT_MOST:
            text.line(f"call_host(w, {number})")
            return
        text.line(f"call_remembered(w, {number}, {len(words)}, {self._real_bits(number, words)})")
        self.remembers = True

    def _scored(self, number: int, words: Sequence[Word], text: Text) -> str:
        """A term that is ln p of the variable v by an operation of the host; it may be put off."""
        if len(words) > WORDS_AT_MOST:
            self._call(number, words, text)
            return "w.g_real[0]"
        self._hand_over(words, text)
        self.remembers = True
        return f"host_score(w, v, {number}, {len(words)}, {self._real_bits(number, words)})"

    def _hand_over(self, words: Sequence[Word], text: Text) -> None:
        """Leaves words where the host finds them."""
        for position, word in enumerate(words):
            text.line(f"w.{'g_real' if word.real else 'g_int'}[{position}] = {word.text}")

    def _real_bits(self, number: int, words: Sequence[Word]) -> int:
        """Which of the words of an operation are reals, and whether its result is one."""
        reals = sum(1 << position for position, word in enumerate(words) if word.real)
        return reals + (REAL_RESULT if is_real(self.operations[number].result) else 0)

    def _convert(self, e: Convert, operand: Expression, text: Text, frame: dict[int, Word]) -> Word:
        if e.type == REAL and operand.type == INTEGER:
            word = self.value(operand, text, frame)
            if not word.nullable:
                return text.keep(Word(f"float({word.text})", True))
            return text.keep(Word(f"NAN if {word.is_null} else float({word.text})", True, True))
        if is_real(e.type) == is_real(operand.type) and isinstance(e.type, ObjectType):
            return self.value(operand, text, frame)
        type_ = e.type
        return self.call_host(lambda x: convert(x, type_), (operand,), type_, text, frame, ("convert", type_))

    def _connective(self, e: Connective, text: Text, frame: dict[int, Word]) -> Word:
        left = self.value(e.left, text, frame)
        name = text.name()
        decided = {"&": "0", "|": "1", "=>": "1"}[e.operator]
        goes_on = "0" if e.operator == "|" else "1"
        text.line(f"{name} = {decided}")
        if left.nullable:
            with text.block(f"if {left.is_null}:"):
                text.line(f"{name} = NULL")
        with text.block(f"if {left.text} == {goes_on}:"):
            right = self.value(e.right, text, frame)
            text.line(f"{name} = {right.text}")
        return Word(name, False, left.nullable or right.nullable)

    def _equal(self, left: Expression, right: Expression, negated: bool, text: Text, frame: dict[int, Word]) -> Word:
        a, b = self.value(left, text, frame), self.value(right, text, frame)
        same = f"{a.text} == {b.text}"
        if a.real != b.real:
            # One side is the constant null of another kind.
            known, other = (a, b) if a.text in ("NULL", "NAN") else (b, a)
            same = other.is_null if known.text in ("NULL", "NAN") else "False"
        elif a.real and a.nullable and b.nullable:
            same = f"{same} or ({a.is_null} and {b.is_null})"
        return text.keep(Word(f"0 if {same} else 1" if negated else f"1 if {same} else 0"))

    def _either(
        self, condition: str, branches: Sequence[Expression], e: Expression, text: Text, frame: dict[int, Word]
    ) -> Word:
        name = text.name()
        real, nullable = is_real(e.type), False
        for head, branch in zip((f"if {condition}:", "else:"), branches, strict=True):
            with text.block(head):
                word = self._as(self.value(branch, text, frame), real)
                nullable = nullable or word.nullable
                text.line(f"{name} = {word.text}")
        return Word(name, real, nullable)

    def _as(self, word: Word, real: bool) -> Word:
        """A null of the right kind, other words as they are."""
        return null(real) if word.text in ("NULL", "NAN") else word

    def _case(self, e: Case, text: Text, frame: dict[int, Word]) -> Word:
        subject = self.value(e.subject, text, frame)
        name, real = text.name(), is_real(e.type)
        text.line(f"{name} = {null(real).text}")
        nullable = self.facts.may_be_null(e)
        done = text.name("found")
        text.line(f"{done} = 0")
        for key, branch in e.entries:
            with text.block(f"if {done} == 0:"):
                test = self._equal_words(subject, self.value(key, text, frame))
                with text.block(f"if {test}:"):
                    text.line(f"{done} = 1")
                    word = self._as(self.value(branch, text, frame), real)
                    text.line(f"{name} = {word.text}")
        return Word(name, real, nullable)

    def _equal_words(self, a: Word, b: Word) -> str:
        same = f"{a.text} == {b.text}"
        if a.real and (a.nullable or b.nullable):
            return f"{same} or ({a.is_null} and {b.is_null})"
        return same


def settled(e: Expression) -> Expression:
    """An element of a constant array as a constant of its own, anything else as it is.

    So a choice among the objects of `distinct T F[4]` is one among constants. What has no such element raises as it
    runs.
    """
    if not isinstance(e, BuiltinCall) or e.builtin.name != "[]":
        return e
    given = [argument.value for argument in e.arguments if isinstance(argument, Constant)]
    if len(given) < len(e.arguments) or any(value is None for value in given):
        return e
    try:
        return Constant(e.type, e.builtin.implementation(*given), span=e.span)
    except ValueError:
        return e


def _map_of(weights: bool) -> Callable[..., MapValue]:
    def build(*parts: Value) -> MapValue:
        entries: dict[Value, Value] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if key not in entries:
                entries[key] = value
            elif not weights:
                raise ValueError("a key stands twice in this map")
            elif entries[key] is not None and value is not None:
                entries[key] += value
        return MapValue(entries)

    return build


class _NoWorld:
    """What fixed functions read: guaranteed objects, and nothing random."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    def read(self, function: str, arguments: tuple[Value, ...]) -> Value:
        raise AssertionError("a fixed function reads nothing random")

    def members(self, type_: str, origins: object, counted: bool) -> Sequence[Value]:
        return self._problem.model.types[type_].guaranteed
