"""Generated code for evidence on terms: solved for one variable, which is then forced, or else compared.

The term is solved from the outside in, as in `reference/conditioning.py`: `x + y = 4` reads x and forces y = 4 - x. A
variable that other evidence has already taken is not open. What a density is forced to carries |d variable / d term|
(a6).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from noumena.compiler.leaves import Leaves
from noumena.compiler.members import Frame
from noumena.compiler.text import Text, Word
from noumena.compiler.words import is_real
from noumena.model.expressions import (
    BuiltinCall,
    Case,
    Comprehension,
    Constant,
    Convert,
    Draw,
    Expression,
    If,
    Quantified,
    RandomCall,
    children,
)
from noumena.model.trees import all_drawn, ends
from noumena.model.types import INTEGER, REAL, ObjectType
from noumena.reference.inverses import BINARY, UNARY, operation


class Solving(Leaves):
    """Writes the functions that evaluate evidence terms."""

    _behind: frozenset[str] = frozenset()
    """The functions that may stand behind what has been read at this point of the term."""
    _has_read = False
    """Whether anything has been read at this point of the term, be it the number of objects of a type."""

    @contextmanager
    def _having_read(self, *terms: Expression) -> Iterator[None]:
        """What is solved in this block is solved after these terms have been read."""
        before = self._behind, self._has_read
        called = {f for term in terms for f in _functions(term)}
        self._behind = self._behind.union(called, *(self.facts.reached(f) for f in called))
        self._has_read = self._has_read or any(map(_reads_world, terms))
        try:
            yield
        finally:
            self._behind, self._has_read = before

    def solve(self, term: Expression, target: Word, slope: str, text: Text, frame: Frame) -> None:
        """The rest of an evaluating function that makes `term = target` true; it always returns."""
        match term:
            case If(condition=condition, then=then, otherwise=otherwise):
                test = self.value(condition, text, frame)
                with self._having_read(condition):
                    with text.block(f"if {test.text} == 1:"):
                        self.solve(then, target, slope, text, frame)
                    self.solve(otherwise, target, slope, text, frame)
                return
            case Case(subject=subject, entries=entries):
                chosen = self.value(subject, text, frame)
                for key, branch in entries:
                    with (
                        text.block(f"if {self._equal_words(chosen, self.value(key, text, frame))}:"),
                        self._having_read(subject, *(k for k, _ in entries)),
                    ):
                        self.solve(branch, target, slope, text, frame)
                self._verdict(target.is_null if target.nullable else "False", text)
                return
            case RandomCall() if self._may_solve(term):
                self._solve_call(term, target, slope, text, frame)
                return
            case Convert(operand=operand) if term.type == REAL and operand.type == INTEGER and not target.nullable:
                with text.block(f"if {target.text} != math.floor({target.text}):"):
                    text.line("return fail(w)")
                whole = text.keep(Word(f"int({target.text})"))
                self.solve(operand, whole, slope, text, frame)
                return
            case BuiltinCall(arguments=(left, right)) if operation(term) in BINARY and not target.nullable:
                self._solve_binary(term, left, right, target, slope, text, frame)
                return
            case BuiltinCall(arguments=(operand,)) if operation(term) in UNARY and not target.nullable:
                self._solve_unary(term, operand, target, slope, text, frame)
                return
            case BuiltinCall(arguments=(Comprehension() as members,)) if operation(term) == "size":
                if self.is_counted(members) and members.condition is None:
                    self._solve_size(members, target, slope, text, frame)
                    return
        self._compare(term, target, text, frame)

    def _compare(self, term: Expression, target: Word, text: Text, frame: Frame) -> None:
        word = self._as(self.value(term, text, frame), target.real)
        self._verdict(self._equal_words(word, target), text)

    def _verdict(self, condition: str, text: Text) -> None:
        text.line("w.status = RANDOM_LEAF")
        text.line(f"return 0.0 if {condition} else -INF")

    def _may_solve(self, term: Expression) -> bool:
        """Whether a term may be solved for some variable, as far as the text tells."""
        match term:
            case RandomCall(function=function):
                if function in self.facts.derived:
                    return self.facts.is_inlined(function) and self._may_solve(self.problem.random[function].body)
                return True
            case Draw():
                return True
            case If(then=then, otherwise=otherwise):
                return self._may_solve(then) or self._may_solve(otherwise)
            case Case(entries=entries):
                return any(self._may_solve(branch) for _, branch in entries)
            case Convert(operand=operand):
                return operand.type == INTEGER and self._may_solve(operand)
            case BuiltinCall(arguments=arguments):
                return operation(term) in (*BINARY, *UNARY) and any(map(self._may_solve, arguments))
        return False

    def _inner(self, term: RandomCall, arguments: list[Word]) -> tuple[Expression, Frame]:
        body = self.problem.random[term.function].body
        return body, dict(enumerate(arguments))

    def _solve_call(self, term: RandomCall, target: Word, slope: str, text: Text, frame: Frame) -> None:
        arguments = self.arguments(term.arguments, text, frame)
        nullable = [a for a in arguments if a.nullable]
        if nullable:
            with text.block(f"if {' or '.join(a.is_null for a in nullable)}:"):
                self._verdict(target.is_null if target.nullable else "False", text)
        if term.function in self.facts.derived:
            body, inner = self._inner(term, arguments)
            with self._having_read(*term.arguments):
                self.solve(body, target, slope, text, inner)
            return
        kind = self.kind_numbers[term.function]
        padded = ", ".join([*(a.text for a in arguments), "0", "0", "0", "0"][:4])
        found = text.keep(Word(f"find(w, {kind}, {padded})")).text
        behind = self._behind.union(*({f, *self.facts.reached(f)} for a in term.arguments for f in _functions(a)))
        # A variable that has been read, or that stands behind one that has been, is not free to be forced.
        closed = f" or is_behind(w, {found})" if term.function in behind else ""
        with text.block(f"if not is_open(w, v, {found}){closed}:"):
            word = self.read(term.function, arguments, text)
            self._verdict(self._equal_words(self._as(word, target.real), target), text)
        body, inner = self._inner(term, arguments)
        with self._having_read(*term.arguments):
            self._solve_tree(body, found, f"{kind}, {padded}", target, slope, text, inner)

    def _solve_tree(
        self, body: Expression, found: str, variable: str, target: Word, slope: str, text: Text, frame: Frame
    ) -> None:
        """Follows the CPD tree of an open variable: a random leaf is forced, a deterministic one solved on."""
        match body:
            case If(condition=condition, then=then, otherwise=otherwise) if not all_drawn(body):
                test = self.value(condition, text, frame)
                with self._having_read(condition):
                    with text.block(f"if {test.text} == 1:"):
                        self._solve_tree(then, found, variable, target, slope, text, frame)
                    self._solve_tree(otherwise, found, variable, target, slope, text, frame)
            case Case(subject=subject, entries=entries) if not all_drawn(body):
                chosen = self.value(subject, text, frame)
                for key, branch in entries:
                    with (
                        text.block(f"if {self._equal_words(chosen, self.value(key, text, frame))}:"),
                        self._having_read(subject, *(k for k, _ in entries)),
                    ):
                        self._solve_tree(branch, found, variable, target, slope, text, frame)
                self._verdict(target.is_null if target.nullable else "False", text)
            case Draw() | If() | Case():
                self._force(found, variable, target, slope, text)
            case _:
                self.solve(body, target, slope, text, frame)

    def _force(self, found: str, variable: str, target: Word, slope: str, text: Text) -> None:
        with text.block(f"if {found} == NONE:"):
            text.line(f"{found} = create(w, {variable})")
        text.line(f"note_read(w, {found})")
        text.line(f"w.force = {found}")
        text.line(f"w.{'out_real' if target.real else 'out_int'} = {target.text}")
        text.line("w.status = FORCING")
        text.line(f"return {slope}")

    def _open(self, term: Expression, text: Text, frame: Frame) -> str:
        """A variable that is 1 if a term can be solved for a variable in this world."""
        name = text.name("open")
        text.line(f"{name} = 0")
        match term:
            case RandomCall(function=function, arguments=terms) if self._may_solve(term):
                arguments = self.arguments(terms, text, frame)
                tests = [a.is_not_null for a in arguments if a.nullable]
                with text.block(f"if {' and '.join(tests) or 'True'}:"):
                    body, inner = self._inner(term, arguments)
                    if function in self.facts.derived:
                        text.line(f"{name} = {self._open(body, text, inner)}")
                    else:
                        kind = self.kind_numbers[function]
                        padded = ", ".join([*(a.text for a in arguments), "0", "0", "0", "0"][:4])
                        with text.block(f"if is_open(w, v, find(w, {kind}, {padded})):"):
                            text.line(f"{name} = {self._open_leaf(body, term, text, inner)}")
            case If(condition=condition, then=then, otherwise=otherwise):
                test = self.value(condition, text, frame)
                with text.block(f"if {test.text} == 1:"):
                    text.line(f"{name} = {self._open(then, text, frame)}")
                with text.block("else:"):
                    text.line(f"{name} = {self._open(otherwise, text, frame)}")
            case Case(subject=subject, entries=entries):
                chosen = self.value(subject, text, frame)
                for key, branch in entries:
                    with text.block(f"if {self._equal_words(chosen, self.value(key, text, frame))}:"):
                        text.line(f"{name} = {self._open(branch, text, frame)}")
            case Convert(operand=operand) if operand.type == INTEGER:
                pass
            case BuiltinCall(arguments=arguments) if operation(term) in (*BINARY, *UNARY):
                for argument in arguments:
                    with text.block(f"if {name} == 0:"):
                        text.line(f"{name} = {self._open(argument, text, frame)}")
        return name

    def _open_leaf(self, body: Expression, term: Expression, text: Text, frame: Frame) -> str:
        """Whether the leaf of an open variable can be forced: for reals it must be a density."""
        match body:
            case Draw(distribution=distribution):
                return "1" if distribution.density or not is_real(term.type) else "0"
            case If(condition=condition, then=then, otherwise=otherwise):
                name = text.name("open")
                test = self.value(condition, text, frame)
                with text.block(f"if {test.text} == 1:"):
                    text.line(f"{name} = {self._open_leaf(then, term, text, frame)}")
                with text.block("else:"):
                    text.line(f"{name} = {self._open_leaf(otherwise, term, text, frame)}")
                return name
            case Case(subject=subject, entries=entries):
                name = text.name("open")
                text.line(f"{name} = 0")
                chosen = self.value(subject, text, frame)
                for key, branch in entries:
                    with text.block(f"if {self._equal_words(chosen, self.value(key, text, frame))}:"):
                        text.line(f"{name} = {self._open_leaf(branch, term, text, frame)}")
                return name
        return self._open(body, text, frame)

    def _solve_binary(
        self,
        term: BuiltinCall,
        left: Expression,
        right: Expression,
        target: Word,
        slope: str,
        text: Text,
        frame: Frame,
    ) -> None:
        symbol, real = operation(term), is_real(term.type)
        sides = [(right, left, False), (left, right, True)]
        if self._reads(left, right) and (real or not self._reads(right, left)):
            sides.reverse()
        for unknown, known, unknown_is_left in sides:
            if not self._may_solve(unknown) or not self._invertible(symbol, real, unknown_is_left):
                continue
            with text.block(f"if {self._open(unknown, text, frame)} == 1:"):
                value = self.value(known, text, frame)
                conditions = [value.is_not_null] if value.nullable else []
                if symbol in ("*", "/"):
                    conditions.append(f"{value.text} != 0.0")
                if symbol == "/" and not unknown_is_left:
                    conditions.append(f"{target.text} != 0.0")
                with text.block(f"if {' and '.join(conditions) or 'True'}:"):
                    solved, steeper = _inverse(str(symbol), value.text, target.text, unknown_is_left)
                    word = text.keep(Word(solved, real))
                    with self._having_read(known):
                        self.solve(unknown, word, f"{slope}{steeper}", text, frame)
        self._compare(term, target, text, frame)

    def _invertible(self, symbol: str | None, real: bool, unknown_is_left: bool) -> bool:
        return symbol in ("+", "-") or real

    def _reads(self, term: Expression, other: Expression) -> bool:
        """Whether a term may read a function that another one calls."""
        called = set(_functions(other))
        return any(called & self.facts.reached(function) for function in _functions(term))

    def _solve_unary(
        self, term: BuiltinCall, operand: Expression, target: Word, slope: str, text: Text, frame: Frame
    ) -> None:
        name = operation(term)
        if not self._may_solve(operand):
            self._compare(term, target, text, frame)
            return
        with text.block(f"if {self._open(operand, text, frame)} == 1:"):
            t = target.text
            possible = {"neg": "True", "exp": f"{t} > 0.0", "log": f"{t} < 700.0", "sqrt": f"{t} > 0.0"}[str(name)]
            solved = {"neg": f"-{t}", "exp": f"math.log({t})", "log": f"math.exp({t})", "sqrt": f"{t} * {t}"}[str(name)]
            steeper = {"neg": "", "exp": f" - math.log({t})", "log": f" + {t}", "sqrt": f" + math.log(2.0 * {t})"}[
                str(name)
            ]
            with text.block(f"if {possible}:"):
                word = text.keep(Word(solved, is_real(term.type)))
                self.solve(operand, word, f"{slope}{steeper}", text, frame)
            text.line("return fail(w)")
        self._compare(term, target, text, frame)

    def _solve_size(self, members: Comprehension, target: Word, slope: str, text: Text, frame: Frame) -> None:
        """The number of the last open application is what the others leave (a11)."""
        binding = members.bindings[0]
        assert isinstance(binding.type, ObjectType)
        type_ = binding.type.name
        pins = self.pins(binding, text, frame)
        sources, last, rest = text.name("sources"), text.name("last"), text.name("rest")
        text.line(f"{sources} = w.f_top")
        self.each_application(type_, pins, text, lambda a, n: text.line(f"add_source(w, {a}, 0)"), read=False)
        text.line(f"{last} = w.f_top - 1")
        closed = f"not is_open_number(w, v, w.f_application[{last}])"
        if self._has_read:
            # A number that has been read, or that stands behind what has been, is not free to be forced.
            closed = f"({closed} or is_behind(w, w.a_variable[w.f_application[{last}]]))"
        with text.block(f"while {last} >= {sources} and {closed}:"):
            text.line(f"{last} -= 1")
        text.line(f"{rest} = {target.text}")
        guaranteed = len(self.problem.model.types[type_].guaranteed)
        if guaranteed and all(w.nullable for w in pins.values()):
            with text.block(f"if {' and '.join(w.is_null for w in pins.values()) or 'True'}:"):
                text.line(f"{rest} -= {guaranteed}")
        place, application, number = text.name("f"), text.name("a"), text.name("n")

        def subtract() -> None:
            text.line(f"{application} = w.f_application[{place}]")
            for index in self.problem.model.types[type_].statements:
                count = len(self.problem.model.numbers[index].origins)
                gens = "".join(f", w.{f}[{application}]" for f in ("a_first", "a_second", "a_third")[:count])
                with text.block(f"if w.a_statement[{application}] == {index}:"):
                    text.line(f"{number} = read_number_{index}(w{gens})")
                    text.check_ready()
                    text.line(f"{rest} -= checked_number(w, {application}, {number})")

        with text.block(f"for {place} in range({sources}, w.f_top):"), text.block(f"if {place} != {last}:"):
            subtract()
        if any(_reads_world(self.problem.model.numbers[i].body) for i in self.problem.model.types[type_].statements):
            # One of the others may depend on the last.
            with text.block(f"if {last} >= {sources} and is_behind(w, w.a_variable[w.f_application[{last}]]):"):
                text.line(f"{place} = {last}")
                subtract()
                self._verdict(f"{rest} == 0", text)
        with text.block(f"if {last} < {sources}:"):
            self._verdict(f"{rest} == 0", text)
        with text.block(f"if {rest} < 0:"):
            text.line("return fail(w)")
        text.line(f"{application} = w.f_application[{last}]")
        found = text.name("found")
        text.line(f"{found} = w.a_variable[{application}]")
        with text.block(f"if {found} == NONE:"):
            text.line(f"{found} = create_number(w, {application})")
        text.line(f"note_read(w, {found})")
        text.line(f"w.force = {found}")
        text.line(f"w.out_int = {rest}")
        text.line("w.status = FORCING")
        text.line(f"return {slope}")


def _inverse(symbol: str, known: str, target: str, unknown_is_left: bool) -> tuple[str, str]:
    """The operand that gives the target, and what is added to ln |d operand / d target|."""
    if symbol == "+":
        return f"{target} - {known}", ""
    if symbol == "-":
        return (f"{target} + {known}" if unknown_is_left else f"{known} - {target}"), ""
    if symbol == "*":
        return f"{target} / {known}", f" - math.log(abs({known}))"
    if unknown_is_left:
        return f"{target} * {known}", f" + math.log(abs({known}))"
    return f"{known} / {target}", f" + math.log(abs({known})) - 2.0 * math.log(abs({target}))"


def all_drawn_or_constant(body: Expression) -> bool:
    """Whether no leaf of a CPD tree is determined by other variables."""
    return all(isinstance(end, Draw | Constant) for end in ends(body))


def _reads_world(e: Expression) -> bool:
    """Whether a term may read a variable."""
    return isinstance(e, RandomCall | Comprehension | Quantified) or any(map(_reads_world, children(e)))


def _functions(e: Expression) -> list[str]:
    own = [e.function] if isinstance(e, RandomCall) else []
    return own + [f for child in children(e) for f in _functions(child)]
