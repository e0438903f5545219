"""Generated code for sets, quantifiers and aggregates: loops over the members of types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from noumena.compiler.host import Operation
from noumena.compiler.terms import Terms
from noumena.compiler.text import Text, Word
from noumena.compiler.words import Words, is_real
from noumena.model.expressions import Binding, BuiltinCall, Comprehension, Expression, Quantified
from noumena.model.functions import FUNCTIONS
from noumena.model.model import Problem
from noumena.model.types import BOOLEAN, INTEGER, REAL, TIMESTEP, ObjectType
from noumena.model.values import Bag

Frame = dict[int, Word]
_AGGREGATES = {b.implementation: n for n in ("size", "isEmpty", "sum", "min", "max") for b in FUNCTIONS[n]}


class Members(Terms):
    """Writes loops over sets; `concrete` are the types whose objects are numbered."""

    def __init__(self, problem: Problem, words: Words, concrete: frozenset[str]) -> None:
        super().__init__(problem, words)
        self.concrete = concrete

    def each_application(
        self,
        type_: str,
        pins: Mapping[str, Word],
        text: Text,
        action: Callable[[str, str], None],
        read: bool = True,
    ) -> None:
        """Runs `action` in the generated code for each application that generates members, with its number.

        Without `read` the number is not read, and is 0.
        """
        for index in self.problem.model.types[type_].statements:
            origins = self.problem.model.numbers[index].origins
            tests = [
                w.is_not_null if k in origins else w.is_null for k, w in pins.items() if k not in origins or w.nullable
            ]
            if tests:
                with text.block(f"if {' and '.join(tests)}:"):
                    self._each_generator(index, pins, (), text, action, read)
            else:
                self._each_generator(index, pins, (), text, action, read)

    def _each_generator(
        self,
        index: int,
        pins: Mapping[str, Word],
        chosen: tuple[Word, ...],
        text: Text,
        action: Callable[[str, str], None],
        read: bool,
    ) -> None:
        """Goes through the generating objects of a statement, those before having been chosen."""
        statement = self.problem.model.numbers[index]
        if len(chosen) == len(statement.origins):
            self._apply(index, chosen, text, action, read)
            return
        key, parameter = statement.origins[len(chosen)], statement.parameters[len(chosen)]
        if key in pins:
            pinned = replace(pins[key], nullable=False)
            self._each_generator(index, pins, (*chosen, pinned), text, action, read)
            return

        def body(member: Word) -> None:
            self._each_generator(index, pins, (*chosen, member), text, action, read)

        self.each_value(Binding(-1, parameter.name, parameter.type), text, {}, body)

    def _apply(
        self, index: int, generators: Sequence[Word], text: Text, action: Callable[[str, str], None], read: bool
    ) -> None:
        arguments = "".join(f", {g.text}" for g in generators)
        padded = ", ".join([*(g.text for g in generators), "NONE", "NONE", "NONE"][:3])
        application, number = text.name("a"), text.name("n")
        text.line(f"{application} = application_of(w, {index}, {padded})")
        if not read:
            action(application, "0")
            return
        text.line(f"{number} = read_number_{index}(w{arguments})")
        text.check_ready()
        text.line(f"{number} = checked_number(w, {application}, {number})")
        action(application, number)

    def pins(self, binding: Binding, text: Text, frame: Frame) -> dict[str, Word]:
        """The values to which origin functions of a bound variable are pinned."""
        return {key: self.value(term, text, frame) for key, term in binding.origins}

    def each_value(self, binding: Binding, text: Text, frame: Frame, body: Callable[[Word], None]) -> None:
        """Runs `body` in the generated code for each value that a bound variable takes."""
        if binding.equals is not None:
            word = self.value(binding.equals, text, frame)
            if not word.nullable:
                body(word)
                return
            with text.block(f"if {word.is_not_null}:"):
                body(replace(word, nullable=False))
        elif isinstance(binding.type, ObjectType):
            self._each_object(binding, binding.type.name, text, frame, body)
        elif binding.type == BOOLEAN:
            name = text.name("x")
            with text.block(f"for {name} in range(2):"):
                body(Word(name))
        else:
            low, high = self._bounds(binding, text, frame)
            name = text.name("x")
            with text.block(f"for {name} in range({low}, {high} + 1):"):
                body(Word(name))

    def _each_object(
        self, binding: Binding, type_: str, text: Text, frame: Frame, body: Callable[[Word], None]
    ) -> None:
        declared = self.problem.model.types[type_]
        name = text.name("x")
        if not declared.statements and not binding.origins:
            with text.block(f"for {name} in range({len(declared.guaranteed)}):"):
                body(Word(name))
            return
        start, end = self.gather(binding, type_, text, frame)
        place = text.name("i")
        with text.block(f"for {place} in range({start}, {end}):"):
            text.line(f"{name} = w.c_int[{place}]")
            body(Word(name))
        text.line(f"w.c_top = {start}")

    def gather(self, binding: Binding, type_: str, text: Text, frame: Frame) -> tuple[str, str]:
        """Puts all members on the scratch list; where they start and end."""
        pins = self.pins(binding, text, frame)
        start, end = text.name("start"), text.name("end")
        # The generators of the members are gathered on the same list, so the members wait on the list of sources.
        sources, last = text.name("sources"), text.name("last")
        text.line(f"{sources} = w.f_top")
        self.each_application(type_, pins, text, lambda a, n: text.line(f"add_source(w, {a}, {n})"))
        text.line(f"{start} = w.c_top")
        number = self.type_numbers[type_]
        if all(w.nullable for w in pins.values()):
            if pins:
                with text.block(f"if {' and '.join(w.is_null for w in pins.values())}:"):
                    text.line(f"add_guaranteed(w, {number})")
            else:
                text.line(f"add_guaranteed(w, {number})")
        with text.block(f"for {last} in range({sources}, w.f_top):"):
            text.line(f"add_all(w, w.f_application[{last}], w.f_number[{last}])")
        text.line(f"{end} = w.c_top")
        text.line(f"w.f_top = {sources}")
        return start, end

    def _bounds(self, binding: Binding, text: Text, frame: Frame) -> tuple[str, str]:
        low, high, known = text.name("low"), text.name("high"), text.name("known")
        text.line(f"{low} = {0 if binding.type == TIMESTEP or not binding.lower else '-2**62'}")
        text.line(f"{high} = 2**62")
        text.line(f"{known} = 1")
        for bounds, name, better, shift in ((binding.lower, low, "max", 1), (binding.upper, high, "min", -1)):
            for bound in bounds:
                limit = self.value(bound.limit, text, frame)
                reach = f"{limit.text} + {shift}" if bound.strict else limit.text
                if not limit.nullable:
                    text.line(f"{name} = {better}({name}, {reach})")
                    continue
                with text.block(f"if {limit.is_null}:"):
                    text.line(f"{known} = 0")
                with text.block("else:"):
                    text.line(f"{name} = {better}({name}, {reach})")
        with text.block(f"if {known} == 0:"):
            text.line(f"{low} = max({low}, {high} if {high} < 2**62 else 0)")
            text.line(f"{high} = min({high}, {low})")
        return low, high

    def each(
        self,
        bindings: Sequence[Binding],
        condition: Expression | None,
        text: Text,
        frame: Frame,
        body: Callable[[Frame], None],
    ) -> None:
        """Runs `body` in the generated code for each tuple of values that meets the condition."""
        if not bindings:
            if condition is None:
                body(frame)
                return
            test = self.value(condition, text, frame)
            with text.block(f"if {test.text} == 1:"):
                body(frame)
            return

        def inner(member: Word) -> None:
            self.each(bindings[1:], condition, text, {**frame, bindings[0].slot: member}, body)

        self.each_value(bindings[0], text, frame, inner)

    def quantified(self, e: Quantified, text: Text, frame: Frame) -> Word:
        """A quantifier, which reads all members."""
        name = text.name()
        exists = e.quantifier == "exists"
        text.line(f"{name} = {0 if exists else 1}")

        def body(inner: Frame) -> None:
            test = self.value(e.body, text, inner)
            with text.block(f"if {test.text} {'==' if exists else '!='} 1:"):
                text.line(f"{name} = {1 if exists else 0}")

        self.each((e.binding,), None, text, frame, body)
        return Word(name)

    def spread(self, e: Comprehension, text: Text, frame: Frame) -> str:
        """Adds the elements of a set to the list of elements; where they start."""
        real = is_real(e.element.type)
        start = text.name("start")
        text.line(f"{start} = w.y_top")

        def body(inner: Frame) -> None:
            self.add_element(self._as(self.value(e.element, text, inner), real), text)

        self.each(e.bindings, e.condition, text, frame, body)
        return start

    def add_element(self, element: Word, text: Text) -> None:
        """Adds a value to the list of elements."""
        text.line(f"add_element(w, 0, {element.text})" if element.real else f"add_element(w, {element.text}, 0.0)")

    def collected(self, e: Comprehension, text: Text, frame: Frame) -> Word:
        """A set or list as a value of its own."""
        start = self.spread(e, text, frame)
        build = tuple if e.ordered else Bag
        key = ("collect", e.element.type, e.type)
        number = self.operation(Operation(build, (), e.type, members=e.element.type), key)
        text.line(f"w.g_int[0] = {start}")
        text.line("w.g_int[1] = w.y_top")
        text.line(f"call_host(w, {number})")
        text.line(f"w.y_top = {start}")
        return text.keep(Word("w.g_int[0]"))

    def aggregated(self, e: BuiltinCall, text: Text, frame: Frame) -> Word | None:
        """The size, sum, least or greatest of a set that need not be formed; None for anything else."""
        name = _AGGREGATES.get(e.builtin.implementation)
        if name is None or len(e.arguments) != 1 or not isinstance(e.arguments[0], Comprehension):
            return None
        members = e.arguments[0]
        if name in ("size", "isEmpty"):
            size = self.size(members, text, frame)
            return size if name == "size" else text.keep(Word(f"1 if {size.text} == 0 else 0"))
        if e.type not in (INTEGER, REAL):
            return None
        return self._folded(name, members, is_real(e.type), text, frame)

    def _folded(self, name: str, members: Comprehension, real: bool, text: Text, frame: Frame) -> Word:
        total = text.name()
        null = "NAN" if real else "NULL"
        text.line(f"{total} = {('0.0' if real else '0') if name == 'sum' else null}")

        def body(inner: Frame) -> None:
            word = self._as(self.value(members.element, text, inner), real)
            with text.block(f"if {word.is_not_null}:"):
                if name == "sum":
                    text.line(f"{total} += {word.text}")
                    return
                empty = f"{total} != {total}" if real else f"{total} == NULL"
                with text.block(f"if {empty} or {word.text} {'<' if name == 'min' else '>'} {total}:"):
                    text.line(f"{total} = {word.text}")

        self.each(members.bindings, members.condition, text, frame, body)
        return Word(total, real, name != "sum")

    def size(self, e: Comprehension, text: Text, frame: Frame) -> Word:
        """The number of members of a set."""
        total = text.name("size")
        text.line(f"{total} = 0")
        binding = e.bindings[0]
        if self.is_counted(e):
            assert isinstance(binding.type, ObjectType)
            self.count(e, text, frame, total, listed=False)
            return Word(total)

        def body(inner: Frame) -> None:
            self.value(e.element, text, inner)
            text.line(f"{total} += 1")

        self.each(e.bindings, e.condition, text, frame, body)
        return Word(total)

    def is_counted(self, e: Comprehension) -> bool:
        """Whether the members need not be told apart: their type is abstract or there is no condition."""
        if not e.counted or len(e.bindings) != 1 or e.bindings[0].equals is not None:
            return False
        type_ = e.bindings[0].type
        if not isinstance(type_, ObjectType) or not self.problem.model.types[type_.name].statements:
            return False
        return e.condition is None or type_.name not in self.concrete

    def count(self, e: Comprehension, text: Text, frame: Frame, total: str, listed: bool) -> None:
        """Adds the number of members of a counted set to `total`; if `listed`, adds them to the list of elements too.

        An object that no term denotes behaves like the stand-in of its type: it equals nothing. So n objects of an
        application, of which m are known, give n of them if the stand-in meets the condition, corrected for
        those known ones that fare differently. The unknown ones are left as sources.
        """
        binding = e.bindings[0]
        assert isinstance(binding.type, ObjectType)
        type_ = binding.type.name
        number, guaranteed = self.type_numbers[type_], len(self.problem.model.types[type_].guaranteed)
        pins = self.pins(binding, text, frame)

        def passes(object_: str) -> str:
            if e.condition is None:
                return "1"
            word = self.value(e.condition, text, {**frame, binding.slot: Word(object_)})
            return text.keep(Word(f"1 if {word.text} == 1 else 0")).text

        def count_guaranteed() -> None:
            name = text.name("x")
            if e.condition is None and not listed:
                text.line(f"{total} += {guaranteed}")
                return
            with text.block(f"for {name} in range({guaranteed}):"), text.block(f"if {passes(name)} == 1:"):
                text.line(f"{total} += 1")
                if listed:
                    text.line(f"add_element(w, {name}, 0.0)")

        if guaranteed and all(w.nullable for w in pins.values()):
            if pins:
                with text.block(f"if {' and '.join(w.is_null for w in pins.values())}:"):
                    count_guaranteed()
            else:
                count_guaranteed()
        sources, place = text.name("sources"), text.name("f")
        text.line(f"{sources} = w.f_top")
        self.each_application(type_, pins, text, lambda a, n: text.line(f"add_source(w, {a}, {n})"))
        last = text.name("last")
        text.line(f"{last} = w.f_top")
        with text.block(f"for {place} in range({sources}, {last}):"):
            application, n = f"w.f_application[{place}]", f"w.f_number[{place}]"
            if e.condition is None and not listed:
                text.line(f"{total} += {n}")
            else:
                self._count_application(application, n, number, guaranteed, total, listed, text, passes)
        if not listed:
            text.line(f"w.f_top = {sources}")

    def _count_application(
        self,
        application: str,
        n: str,
        number: int,
        stand_in: int,
        total: str,
        listed: bool,
        text: Text,
        passes: Callable[[str], str],
    ) -> None:
        with text.block(f"if {n} > 0:"):  # of an empty application nothing is read
            text.line(f"w.o_application[w.o_base[{number}] + {stand_in}] = {application}")
            unknown = passes(str(stand_in))
            start, end, place, name = text.name("start"), text.name("end"), text.name("i"), text.name("x")
            text.line(f"{total} += {n} * {unknown}")
            text.line(f"{start} = w.c_top")
            text.line(f"{end} = {start} + add_used(w, {application})")
            with text.block(f"for {place} in range({start}, {end}):"):
                text.line(f"{name} = w.c_int[{place}]")
                verdict = passes(name)
                text.line(f"{total} += {verdict} - {unknown}")
                if listed:
                    with text.block(f"if {verdict} == 1:"):
                        text.line(f"add_element(w, {name}, 0.0)")
            text.line(f"w.c_top = {start}")
            if listed:
                text.line(f"{n} = ({n} - ({end} - {start})) * {unknown}")
