"""Generated code for CPD trees: the path that a world takes, and at its end the probability of a value or a draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext

from noumena.compiler.families import NATIVE_FAMILIES, NativeFamily
from noumena.compiler.host import Operation
from noumena.compiler.members import Frame, Members
from noumena.compiler.terms import settled
from noumena.compiler.text import Text, Word, null
from noumena.compiler.user_code import UserCode, within
from noumena.compiler.words import is_real
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
    ListLiteral,
    Local,
    MapLiteral,
    OriginCall,
    SetLiteral,
)
from noumena.model.library import CERTAIN, Supplied
from noumena.model.types import BOOLEAN, INTEGER, REAL, ObjectType, Type


class Leaves(Members):
    """Writes the functions that evaluate variables.

    Each leaves how it ended in `w.status`; a drawn or derived value in `w.out_int` or `w.out_real`; and returns ln p
    of the value, without the factor of a shared set.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]  # those of Members
        self.used_families: set[NativeFamily] = set()
        self.shared_types: set[str] = set()
        self.shared_statements: set[int] = set()
        self.sites: list[Draw] = []
        self.scoring = False
        """Whether only ln p of a given value `x` is wanted."""
        self.user_code = UserCode()

    def tree(self, body: Expression, text: Text, frame: Frame, result: Type) -> None:
        """The rest of an evaluating function, from a point in a CPD tree on; it always returns."""
        match body:
            case If(condition=condition, then=then, otherwise=otherwise):
                test = self.value(condition, text, frame)
                with text.block(f"if {test.text} == 1:"):
                    self.tree(then, text, frame, result)
                self.tree(otherwise, text, frame, result)
            case Case(subject=subject, entries=entries):
                chosen = self.value(subject, text, frame)
                for key, branch in entries:
                    with text.block(f"if {self._equal_words(chosen, self.value(key, text, frame))}:"):
                        self.tree(branch, text, frame, result)
                self._derived(null(is_real(result)), text)
            case Draw():
                self._draw(body, text, frame, result)
            case _:
                self._derived(self._as(self.value(body, text, frame), is_real(result)), text)

    def _derived(self, word: Word, text: Text) -> None:
        text.line("w.status = DERIVED_LEAF")
        text.line(f"w.{'out_real' if word.real else 'out_int'} = {word.text}")
        text.line("return 0.0")

    def _derived_null_if(self, condition: str, result: Type, text: Text) -> None:
        with text.block(f"if {condition}:"):
            self._derived(null(is_real(result)), text)

    def _random(self, sample: str, log: str, result: Type, density: bool, text: Text) -> None:
        """A random leaf: a draw if `draw`, then ln p of the value `x`."""
        real = is_real(result)
        if not self.scoring:
            text.line("w.status = RANDOM_LEAF")
            if density:
                text.line("w.dense = 1")
            with text.block("if draw != 0:"):
                text.line(f"w.{'out_real' if real else 'out_int'} = {sample}")
                text.line(f"x = w.{'out_real' if real else 'out_int'}")
            with text.block("else:"):
                text.line(f"x = w.{'v_real' if real else 'v_int'}[v]")
        text.line(f"return {log}")

    def _draw(self, draw: Draw, text: Text, frame: Frame, result: Type) -> None:
        name = draw.distribution.name
        if isinstance(draw.distribution, Supplied):
            self._by_host(draw, text, frame, result)  # also where a user's distribution has a name of the library
            return
        family = NATIVE_FAMILIES.get(name)
        if name == "UniformChoice" and self._choice(draw.arguments[0], text, frame, result):
            return
        if name == "Categorical" and self._categorical(draw, draw.arguments[0], text, frame, result):
            return
        if family is not None and all(a.type in (BOOLEAN, INTEGER, REAL) for a in draw.arguments):
            self._native(draw, family, text, frame, result)
            return
        self._by_host(draw, text, frame, result)

    def _checked(self, words: Sequence[Word], result: Type, text: Text) -> None:
        """A null parameter makes the leaf derived."""
        tests = [w.is_null for w in words if w.nullable]
        if tests:
            self._derived_null_if(" or ".join(tests), result, text)

    def _native(self, draw: Draw, family: NativeFamily, text: Text, frame: Frame, result: Type) -> None:
        words = self.arguments(draw.arguments, text, frame)
        self._checked(words, result, text)
        converted = [
            w.text if w.real == (kind == "r") else f"float({w.text})"
            for w, kind in zip(words, family.parameters, strict=False)
        ]
        missing = len(family.parameters) - len(converted)
        converted += [repr(d) for d in family.defaults[len(family.defaults) - missing :]] if missing else []
        self.used_families.add(family)
        parameters = ", ".join(converted)
        site = self._site(draw)
        with text.block(f"if not valid_{family.stem}({parameters}):"):
            self._refuse(site, words, text)
        sample = f"sample_{family.stem}(w, {parameters})"
        value = "x" if is_real(result) == (family.result == "r") else "float(x)"
        log = f"log_{family.stem}({value}, {parameters})"
        if self.scoring and family.tabled:
            log = f"tabled_{family.stem}(w, {value}, {parameters})"
        self._random(sample, log, result, draw.distribution.density, text)

    def _site(self, draw: Draw) -> int:
        if draw not in self.sites:
            self.sites.append(draw)
        return self.sites.index(draw)

    def _refuse(self, site: int, words: Sequence[Word], text: Text) -> None:
        for position, word in enumerate(words):
            text.line(f"w.{'g_real' if word.real else 'g_int'}[{position}] = {word.text}")
        text.line(f"refuse(w, v, {site})")

    def _by_host(self, draw: Draw, text: Text, frame: Frame, result: Type) -> None:
        """A distribution that Python knows; a user's own code that can be compiled is called first."""
        words = self.arguments(draw.arguments, text, frame)
        self._checked(words, result, text)
        types = tuple(a.type for a in draw.arguments)
        family = draw.distribution
        sample, log = self.host_operations(draw, result)
        sampler = self.user_code.function(draw, result, "sample")
        score = self.user_code.function(draw, result, "log_prob")
        real = is_real(result)
        x = Word("x", real, nullable=True)
        text.line("w.fault_variable = v")
        if not self.scoring:
            text.line("w.status = RANDOM_LEAF")
            if family.density:
                text.line("w.dense = 1")
            with text.block("if draw != 0:"):
                if sampler is not None:
                    text.line(f"x = {'NAN' if real else 'NULL'}")
                    text.line("w.beyond = 1")
                    with text.block(f"if {within(words, types)}:"):
                        text.line("w.beyond = 0")
                        text.line(f"x = {_called('float' if real else 'int', sampler, words)}")
                with text.block(f"if w.beyond != 0 or {x.is_null}:") if sampler is not None else nullcontext():
                    self._call(sample, words, text, seed=True)
                    text.line(f"x = w.{'g_real' if real else 'g_int'}[0]")
                text.line(f"w.{'out_real' if real else 'out_int'} = x")
            with text.block("else:"):
                text.line(f"x = w.{'v_real' if real else 'v_int'}[v]")
        if score is not None:
            with text.block(f"if {within([x, *words], [result, *types])}:"):
                text.line("w.beyond = 0")
                text.line(f"score = {_called('float', score, [x, *words])}")
                # Python has the words for what is no number, or no ln of a probability.
                with text.block(f"if w.beyond == 0 and score {'== score' if family.density else f'<= {CERTAIN}'}:"):
                    text.line("return score")
        if self.scoring or family.density:
            self._call(log, [x, *words], text)
            text.line("return w.g_real[0]")
        else:
            text.line(f"return {self._scored(log, [x, *words], text)}")

    def host_operations(self, draw: Draw, result: Type) -> tuple[int, int]:
        """The numbers of the operations that draw from a distribution that Python knows, and that give ln p."""
        types, family = tuple(a.type for a in draw.arguments), draw.distribution
        sample = Operation(family.sample, types, result, seeded=True, draw=draw)
        log = Operation(family.log_prob, (result, *types), REAL, draw=draw)
        return self.operation(sample, ("sample", draw, result)), self.operation(log, ("log", draw, result))

    def _categorical(self, draw: Draw, weights: Expression, text: Text, frame: Frame, result: Type) -> bool:
        """A choice among keys written out; only if they are different constants."""
        if not isinstance(weights, MapLiteral):
            return False
        keys = [settled(key) for key, _ in weights.entries]
        values = [key.value for key in keys if isinstance(key, Constant)]
        if len(values) != len(keys) or len(set(values)) != len(keys) or not keys:
            return False
        encoded = [
            self._as(self.constant(key.value, result), is_real(result)) for key in keys if isinstance(key, Constant)
        ]
        given = [w.value if isinstance(w, Constant) else None for _, w in weights.entries]
        real = is_real(result)
        if (
            all(isinstance(w, int | float) and math.isfinite(w) and w >= 0 for w in given)
            and sum(filter(None, given)) > 0
        ):
            total = math.fsum(w for w in given if w is not None)
            shares = [Word(repr(w / total), True) for w in given if w is not None]
            logs = [repr(math.log(w / total)) if w > 0 else "-INF" for w in given if w is not None]
        else:
            words = [self._as(self.value(w, text, frame), True) for _, w in weights.entries]
            self._checked(words, result, text)
            sum_ = text.keep(Word(" + ".join(w.text for w in words), True))
            bad = [f"{w.text} < 0.0" for w in words]
            with text.block(f"if not (0.0 < {sum_.text} < INF) or {' or '.join(bad)}:"):
                self._refuse(self._site(draw), [Word("NULL")], text)
            shares = [text.keep(Word(f"{w.text} / {sum_.text}", True)) for w in words]
            logs = [f"log_share({s.text})" for s in shares]
        if not self.scoring:
            text.line("w.status = RANDOM_LEAF")
            with text.block("if draw != 0:"):
                text.line("u = uniform(w)")
                text.line(f"x = {encoded[-1].text}")
                for key, share in zip(encoded[:-1], shares[:-1], strict=True):
                    with text.block("if u >= 0.0:"):
                        text.line(f"u -= {share.text}")
                        with text.block("if u < 0.0:"):
                            text.line(f"x = {key.text}")
                text.line(f"w.{'out_real' if real else 'out_int'} = x")
            with text.block("else:"):
                text.line(f"x = w.{'v_real' if real else 'v_int'}[v]")
        for key, log in zip(encoded, logs, strict=True):
            with text.block(f"if x == {key.text}:"):
                text.line(f"return {log}")
        text.line("return -INF")
        return True

    def _choice(self, members: Expression, text: Text, frame: Frame, result: Type) -> bool:
        """A uniform choice from a set that need not be formed."""
        real = is_real(result)
        if isinstance(members, SetLiteral | ListLiteral):
            start = text.name("start")
            text.line(f"{start} = w.y_top")
            for e in members.elements:
                self.add_element(self._as(self.value(e, text, frame), real), text)
            self._from_elements(start, None, f"w.y_top - {start}", result, text)
            return True
        if not isinstance(members, Comprehension):
            return False
        type_ = members.bindings[0].type
        if self._is_whole_type(members):
            assert isinstance(type_, ObjectType)
            self._from_whole_type(type_.name, text, result)
        elif (index := self._is_one_application(members)) >= 0:
            self._from_application(index, members.bindings[0], text, frame, result)
        elif self.is_counted(members):
            start, sources, total = text.name("start"), text.name("sources"), text.name("size")
            text.line(f"{start} = w.y_top")
            text.line(f"{sources} = w.f_top")
            text.line(f"{total} = 0")
            self.count(members, text, frame, total, listed=True)
            self._from_elements(start, sources, total, result, text)
        else:
            start = self.spread(members, text, frame)
            self._from_elements(start, None, f"w.y_top - {start}", result, text)
        return True

    def _from_elements(self, start: str, sources: str | None, total: str, result: Type, text: Text) -> None:
        size = text.keep(Word(total)).text
        self._derived_null_if(f"{size} <= 0", result, text)
        if is_real(result):
            self._random(f"draw_real(w, {start})", f"log_share_real(w, {start}, {size}, x)", result, False, text)
            return
        draw = f"draw_int(w, {start}, {sources or 'w.f_top'})"
        self._random(draw, f"log_share_int(w, {start}, {size}, x)", result, False, text)

    def _is_whole_type(self, e: Comprehension) -> bool:
        binding = e.bindings[0]
        plain = len(e.bindings) == 1 and e.condition is None and not binding.origins and binding.equals is None
        return plain and isinstance(binding.type, ObjectType) and isinstance(e.element, Local)

    def _is_one_application(self, e: Comprehension) -> int:
        """The number statement of which one application has all members, whatever the state is; -1 if there is none.

        All origin functions of the statement are pinned, by terms that cannot be null, and no other statement has them.
        """
        binding = e.bindings[0]
        plain = len(e.bindings) == 1 and isinstance(e.element, Local) and _says_only_origins(e.condition, binding)
        if not plain or binding.equals is not None or not isinstance(binding.type, ObjectType):
            return -1
        keys = {key for key, _ in binding.origins}
        statements = self.problem.model.types[binding.type.name].statements
        fitting = [i for i in statements if keys <= set(self.problem.model.numbers[i].origins)]
        if len(fitting) != 1 or keys != set(self.problem.model.numbers[fitting[0]].origins):
            return -1
        return -1 if any(self.facts.may_be_null(term) for _, term in binding.origins) else fitting[0]

    def _from_application(self, index: int, binding: Binding, text: Text, frame: Frame, result: Type) -> None:
        """A uniform choice from the objects of one application (a8)."""
        self.shared_statements.add(index)
        statement = self.problem.model.numbers[index]
        pins = self.pins(binding, text, frame)
        words = [text.keep(pins[key]).text for key in statement.origins]
        given = ", ".join(["w", *words])
        size = text.keep(Word(f"read_made_{index}({given})")).text
        text.check_ready()
        self._derived_null_if(f"{size} == 0", result, text)
        padded = ", ".join([*words, "NONE", "NONE", "NONE"][:3])
        application = text.keep(Word(f"application_of(w, {index}, {padded})")).text
        self._random(
            f"draw_generated(w, {application}, {size})", f"log_generated(w, {application}, x)", result, False, text
        )

    def _from_whole_type(self, type_: str, text: Text, result: Type) -> None:
        declared, number = self.problem.model.types[type_], self.type_numbers[type_]
        guaranteed = len(declared.guaranteed)
        if not declared.statements:
            self._derived_null_if(f"{guaranteed} == 0", result, text)
            log = f"{-math.log(max(1, guaranteed))!r} if 0 <= x < {guaranteed} else -INF"
            self._random(f"integer(w, {guaranteed})", log, result, False, text)
            return
        self.shared_types.add(type_)
        size = text.keep(Word(f"read_shared_{number}(w)")).text
        text.check_ready()
        self._derived_null_if(f"{size} == 0", result, text)
        self._random(f"draw_from_{number}(w)", f"log_shared(w, {number}, x)", result, False, text)


def _says_only_origins(condition: Expression | None, binding: Binding) -> bool:
    """Whether a condition says nothing but what pins the origins of a bound variable."""
    match condition:
        case Connective(operator="&", left=left, right=right):
            return _says_only_origins(left, binding) and _says_only_origins(right, binding)
        case Equal(left=left, right=right, negated=False):
            for one, other in ((left, right), (right, left)):
                if isinstance(one, OriginCall) and (one.function, other) in binding.origins:
                    return isinstance(one.argument, Local) and one.argument.slot == binding.slot
    return False


def _called(convert: str, function: str, words: Sequence[Word]) -> str:
    return f"{convert}({function}({', '.join(['w', *(word.text for word in words)])}))"
