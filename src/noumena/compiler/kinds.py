"""Kinds of variables: functions, number statements, shared sets, each with a number, a layout and generated code."""

from __future__ import annotations

from collections.abc import Sequence

from noumena.compiler.plan import draws_of, finite_support
from noumena.compiler.solving import Solving
from noumena.compiler.text import Text, Word
from noumena.compiler.words import is_real
from noumena.model.expressions import Expression
from noumena.model.model import RandomFunction
from noumena.model.trees import all_drawn
from noumena.model.types import BOOLEAN, INTEGER, TIMESTEP, ObjectType, Type
from noumena.runtime.layout import HASHED, INTEGERS, NO_ARGUMENT, KindLayout, StatementLayout

ARGUMENTS_AT_MOST = 4
GENERATORS_AT_MOST = 3


class Unsuited(Exception):
    """The problem has something that this engine does not take; the text says what."""


class Kinds(Solving):
    """Writes functions, number statements and shared sets.

    `layouts` has one entry for each kind so far, `chunks` the text of each generated function, `dispatch` the
    functions that evaluate kinds.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.functions: list[str] = []
        self.layouts: list[KindLayout] = []
        self.chunks: list[str] = []
        self.dispatch: list[tuple[int, str]] = []
        self.shared_kinds: dict[str, int] = {}
        self._first_number = 0

    def number_functions(self) -> None:
        """Numbers the functions and number statements and lays them out."""
        for key, function in self.facts.functions.items():
            self.kind_numbers[key] = len(self.layouts)
            if self.facts.is_inlined(key):
                # An inlined function has a number for its name only; it shares the list of kinds so that numbers agree.
                self.layouts.append(KindLayout(function.name, is_real(function.result), -1, NO_ARGUMENT))
                continue
            if len(function.parameters) > ARGUMENTS_AT_MOST:
                raise Unsuited(f"{function.name} has more than {ARGUMENTS_AT_MOST} arguments")
            self.functions.append(key)
            result = self._type_number(function.result)
            derived = key in self.facts.derived
            self.layouts.append(
                KindLayout(
                    function.name,
                    is_real(function.result),
                    result,
                    self._indexed_by([p.type for p in function.parameters]),
                    integers=_integers([p.type for p in function.parameters]),
                    preimages=self.may_be_generated(function.result),
                    listed=not derived,
                    domain=() if derived else self._domain(function.body, function.result),
                    single=self._single(function.result),
                    handle=not _is_number(function.result),
                )
            )
        for statement in self.problem.model.numbers:
            if len(statement.origins) > GENERATORS_AT_MOST:
                raise Unsuited(f"#{statement.type} has more than {GENERATORS_AT_MOST} origin functions")
            self.layouts.append(
                KindLayout(
                    f"#{statement.type}",
                    False,
                    -1,
                    self._indexed_by([p.type for p in statement.parameters]),
                    statement=statement.index,
                    integers=_integers([p.type for p in statement.parameters]),
                    listed=True,
                )
            )
        self._first_number = len(self.facts.functions)

    def _indexed_by(self, types: Sequence[Type]) -> int:
        if not types:
            return NO_ARGUMENT
        is_indexed = isinstance(types[0], ObjectType) and (len(types) == 1 or _integers(types) > 0)
        return self._type_number(types[0]) if is_indexed else HASHED

    def _type_number(self, type_: Type) -> int:
        return self.type_numbers[type_.name] if isinstance(type_, ObjectType) else -1

    def may_be_generated(self, type_: Type) -> bool:
        """Whether a value of a type may be a generated object, which comes into use with it."""
        return isinstance(type_, ObjectType) and bool(self.problem.model.types[type_.name].statements)

    def _single(self, type_: Type) -> int:
        return self.single_statement(type_.name) if isinstance(type_, ObjectType) else -1

    def single_statement(self, type_: str) -> int:
        """The one number statement of an abstract type without origin functions, or -1."""
        if type_ in self.concrete:
            return -1
        statements = self.problem.model.types[type_].statements
        if len(statements) != 1 or self.problem.model.numbers[statements[0]].origins:
            return -1
        return statements[0]

    def statement_layout(self, index: int) -> StatementLayout:
        """The layout of a number statement."""
        statement = self.problem.model.numbers[index]
        generators = tuple(self._type_number(p.type) for p in statement.parameters)
        kind = self._first_number + index
        return StatementLayout(self.type_numbers[statement.type], kind, generators, all_drawn(statement.body))

    def _domain(self, body: Expression, result: Type) -> tuple[int, ...]:
        """The values that a variable may take, if the text tells them all and they are few."""
        found: dict[int, None] = {}
        if is_real(result):
            return ()
        for draw in draws_of(body):
            values = finite_support(self.problem, draw)
            if values is None:
                return ()
            found |= dict.fromkeys(int(self.words.encode(v, result)) for v in values)
        return tuple(found) if len(found) <= 64 else ()

    def write(self, name: str, parameters: str, text: Text, comment: str, inlined: bool = False) -> None:
        """Adds a generated function."""
        head = ["@inlined" if inlined else "@jit", f"def {name}({parameters}):  # {comment}"]
        self.chunks.append("\n".join([*head, *text.lines]))

    def _reader(self, name: str, kind: int, count: int, real: bool, comment: str) -> None:
        text = Text("")
        zero = "0.0" if real else "0"
        self._find(kind, count, self.layouts[kind].width, zero, text)
        with text.block("if w.mode == LOOKING:"):
            text.line("check_held(w, v)")
        with text.block("elif w.mode != READING:"):
            with text.block("if w.v_flags[v] & UNSETTLED or v == w.claim:"):
                text.line("w.need = v")
                text.line(f"return {zero}")
            text.line("note_read(w, v)")
        text.line(f"return w.{'v_real' if real else 'v_int'}[v]")
        self.write(name, ", ".join(["w", *(f"a{i}" for i in range(count))]), text, comment)

    def write_function(self, key: str) -> None:
        """Writes how a random function is read and evaluated."""
        function, kind = self.facts.functions[key], self.kind_numbers[key]
        comment = f"{function.name} {_place(function)}"
        self._reader(f"read_{kind}", kind, len(function.parameters), is_real(function.result), comment)
        text = Text("return 0.0")
        frame = self._load_arguments(len(function.parameters), [p.type for p in function.parameters], text)
        self.tree(function.body, text, frame, function.result)
        self.write(f"evaluate_{kind}", "w, v, draw", text, comment)
        self.dispatch.append((kind, f"evaluate_{kind}"))

    def _load_arguments(self, count: int, types: Sequence[Type], text: Text) -> dict[int, Word]:
        frame: dict[int, Word] = {}
        for position, field in zip(range(count), ("v_a", "v_b", "v_c", "v_d"), strict=False):
            if is_real(types[position]):
                raise Unsuited("a random function of a Real argument")
            text.line(f"a{position} = w.{field}[v]")
            frame[position] = Word(f"a{position}")
        return frame

    def write_number(self, index: int) -> None:
        """Writes how the variables of a number statement are read and evaluated."""
        statement = self.problem.model.numbers[index]
        kind = self._first_number + index
        comment = f"#{statement.type}"
        self._reader(f"read_number_{index}", kind, len(statement.parameters), False, comment)
        text = Text("return 0.0")
        frame = self._load_arguments(len(statement.parameters), [p.type for p in statement.parameters], text)
        self.tree(statement.body, text, frame, INTEGER)
        self.write(f"evaluate_{kind}", "w, v, draw", text, comment)
        self.dispatch.append((kind, f"evaluate_{kind}"))

    def write_inlined(self, key: str) -> None:
        """Writes a function that is computed where it is read."""
        function, kind = self.facts.functions[key], self.kind_numbers[key]
        real = is_real(function.result)
        text = Text("return 0.0" if real else "return 0")
        frame = {i: Word(f"a{i}") for i in range(len(function.parameters))}
        word = self._as(self.value(function.body, text, frame), real)
        text.line(f"return {word.text}")
        parameters = ", ".join(["w", *(f"a{i}" for i in range(len(function.parameters)))])
        self.write(f"read_{kind}", parameters, text, f"{function.name} {_place(function)}")

    def write_shared(self, type_: str) -> None:
        """The size of a whole type, from which variables are drawn (a8)."""
        kind, number = len(self.layouts), self.type_numbers[type_]
        self.shared_kinds[type_] = kind
        self.layouts.append(KindLayout(f"all {type_}", False, number, NO_ARGUMENT))
        self._set_reader(f"read_shared_{number}", kind, 0, f"all {type_}")
        text = Text("return 0.0")
        text.line(f"total = {len(self.problem.model.types[type_].guaranteed)}")
        self.each_application(type_, {}, text, lambda a, n: text.line(f"total += {n}"))
        text.line("w.status = DERIVED_LEAF")
        text.line("w.out_int = total")
        text.line("return 0.0")
        self.write(f"evaluate_{kind}", "w, v, draw", text, f"all {type_}")
        self.dispatch.append((kind, f"evaluate_{kind}"))
        text = Text("return 0")
        text.line("mode = w.mode")
        text.line("w.mode = READING")
        text.line("sources = w.f_top")
        self.each_application(type_, {}, text, lambda a, n: text.line(f"add_source(w, {a}, {n})"))
        text.line(f"drawn = draw_member(w, {number}, sources)")
        text.line("w.f_top = sources")
        text.line("w.mode = mode")
        text.line("return drawn")
        self.write(f"draw_from_{number}", "w", text, f"a member of {type_}")

    def write_shared_application(self, index: int) -> None:
        """The number of objects of an application, from which variables are drawn (a8)."""
        kind, statement = len(self.layouts), self.problem.model.numbers[index]
        types = [p.type for p in statement.parameters]
        number = self.type_numbers[statement.type]
        indexed, integers = self._indexed_by(types), _integers(types)
        name = f"all {statement.type}"
        self.layouts.append(KindLayout(name, False, number, indexed, made_by=index, integers=integers))
        comment = f"all {statement.type} of an application"
        self._set_reader(f"read_made_{index}", kind, len(types), comment)
        text = Text("return 0.0")
        frame = self._load_arguments(len(types), types, text)
        pins = {key: frame[i] for i, key in enumerate(statement.origins)}
        text.line("total = 0")
        self.each_application(statement.type, pins, text, lambda a, n: text.line(f"total += {n}"))
        text.line("w.status = DERIVED_LEAF")
        text.line("w.out_int = total")
        text.line("return 0.0")
        self.write(f"evaluate_{kind}", "w, v, draw", text, comment)
        self.dispatch.append((kind, f"evaluate_{kind}"))

    def _set_reader(self, name: str, kind: int, count: int, comment: str) -> None:
        """Writes how the size of a shared set is read."""
        text = Text("")
        self._find(kind, count, self.layouts[kind].width, "0", text)
        with text.block("if w.mode == LOOKING:"):
            text.line(f"evaluate_{kind}(w, v, 0)")
            text.line("w.shared += math.log(w.out_int) if w.out_int > 0 else 0.0")
            text.line("return w.out_int")
        with text.block("if w.mode != READING:"):
            with text.block("if w.v_flags[v] & UNSETTLED:"):
                text.line("w.need = v")
                text.line("return 0")
            text.line("note_read(w, -2 - v if w.v_int[v] > 0 else v)")
        text.line("return w.v_int[v]")
        self.write(name, ", ".join(["w", *(f"a{i}" for i in range(count))]), text, comment)

    def _find(self, kind: int, count: int, width: int, zero: str, text: Text) -> None:
        """Finds the variable `v` with the arguments `a0`, …; if it is not there it is asked for."""
        arguments = [f"a{i}" for i in range(count)]
        padded = ", ".join([*arguments, "0", "0", "0", "0"][:ARGUMENTS_AT_MOST])
        if width == 1:
            text.line(f"v = w.index[w.k_base[{kind}] + {arguments[0] if arguments else '0'}]")
        else:
            text.line(f"v = find(w, {kind}, {padded})")
        with text.block("if v == NONE:"):
            text.line(f"demand(w, {kind}, {padded})")
            text.line(f"return {zero}")


def _integers(types: Sequence[Type]) -> int:
    """How many whole numbers have places of their own, for a function of an object and such a number; else 0."""
    is_so = len(types) == 2 and isinstance(types[0], ObjectType) and types[1] in (BOOLEAN, INTEGER, TIMESTEP)
    return INTEGERS if is_so else 0


def _place(function: RandomFunction) -> str:
    return function.span.location


def _is_number(type_: Type) -> bool:
    return is_real(type_) or type_ in (BOOLEAN, INTEGER, TIMESTEP)
