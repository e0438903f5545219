"""Generated code for counted functions and the attributes that they read (`alike`, `kernel/alike`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext

from noumena.compiler.alike import Counted
from noumena.compiler.kinds import Kinds
from noumena.compiler.text import Text, Word
from noumena.compiler.words import is_real
from noumena.model.expressions import Constant, Draw, Expression, MapLiteral, RandomCall
from noumena.model.types import Type
from noumena.runtime.layout import ELEMENTS

FEW = 8
_CALL = re.compile(r"\w\(")


class Attributes(Kinds):
    """Writes the factors of counted functions, and moves of the attributes that they read.

    `counted` are the counted functions. For each of them `factor_k(w, v, x, p, h…)` is ln p of the value x when the
    object is p and its attributes are h…; `v` is whom an error is about.
    """

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.counted: dict[str, Counted] = {}
        self.tables: set[int] = set()
        """The counted kinds whose factors are in a table."""
        self._looking: Counted | None = None

    @property
    def functions_by_kind(self) -> dict[int, str]:
        """The functions by the numbers of their kinds."""
        return {self.kind_numbers[key]: key for key in self.functions}

    @property
    def references(self) -> list[str]:
        """The references of counted functions."""
        return sorted({c.reference for c in self.counted.values()}, key=self.functions.index)

    @property
    def attributes(self) -> list[str]:
        """The attributes that counted functions read."""
        return sorted({a for c in self.counted.values() for a in c.attributes}, key=self.functions.index)

    def few_values(self, counted: str) -> int:
        """How many values a counted function has, if they are few and 0, 1, …, and it reads one attribute; else 0."""
        domain = self.layouts[self.kind_numbers[counted]].domain
        few = len(domain) <= FEW and sorted(domain) == list(range(len(domain)))
        return len(domain) if few and len(self.counted[counted].attributes) == 1 else 0

    def lookers(self, attribute: str) -> tuple[int, ...]:
        """The counted kinds that read an attribute."""
        return tuple(self.kind_numbers[key] for key, c in self.counted.items() if attribute in c.attributes)

    def value(self, e: Expression, text: Text, frame: dict[int, Word]) -> Word:
        """The value of a term; where a counted function is scored, what it reads is given."""
        if self._looking is not None and isinstance(e, RandomCall):
            if e.function == self._looking.reference:
                return Word("p")
            return self.attribute_word(e.function)
        return super().value(e, text, frame)

    def attribute_word(self, key: str) -> Word:
        """The value of an attribute, where it is given."""
        return Word(f"h{self.kind_numbers[key]}", is_real(self.facts.functions[key].result))

    def write_factor(self, key: str, counted: Counted | None) -> None:
        """Writes ln p of a value of a function, what it reads being given; an attribute reads nothing."""
        function, kind = self.facts.functions[key], self.kind_numbers[key]
        self._looking = counted
        given = ["w", "v", "x", *(["p", *(self.attribute_word(a).text for a in counted.attributes)] if counted else [])]
        self.write_scored(f"factor_{kind}", given, function.body, function.result, function.name)
        self._looking = None
        if counted is not None:
            self._tabulate(key, counted)

    def _tabulate(self, key: str, counted: Counted) -> None:
        """A table of the factors of a counted function where they are constants and few.

        Which value an object has, and which is seen, cannot be foretold: each branch would go wrong half of the time.
        """
        kind, values = self.kind_numbers[key], self.few_values(key)
        domain = self.layouts[self.kind_numbers[counted.attributes[0]]].domain
        few = 0 < len(domain) <= FEW and sorted(domain) == list(range(len(domain)))
        if values and few and not _CALL.search(self.chunks[-1].partition(":")[2]):
            self.tables.add(kind)
            self.chunks.append(f"FACTORS_{kind} = tabled(factor_{kind}, {sorted(domain)}, {values})")

    def write_scored(self, name: str, given: list[str], body: Expression, result: Type, comment: str) -> None:
        """Writes ln p of the value x at the end of a CPD tree."""
        text = Text("return 0.0")
        self.scoring = True
        self.tree(body, text, {}, result)
        self.scoring = False
        self.write(name, ", ".join(given), text, f"{comment}, given what it reads", inlined=True)

    def variable(self, kind: int, argument: str) -> str:
        """The variable of a function of one object, or -1."""
        return f"w.index[w.k_base[{kind}] + {argument}]"

    def write_alike(self, key: str) -> None:
        """What becomes of all that read an attribute if it has the value x: three functions.

        `alike` is the sum of their factors, `change` that less the sum of those that are kept, and `keep` keeps them.
        """
        self._write_for_readers(key, "alike", "total += {count} * factor{few}")
        self._write_for_readers(key, "change", "total += {count} * (factor - {kept}){few}")
        self._write_for_readers(key, "keep", "{kept} = factor")

    def _write_for_readers(self, key: str, name: str, line: str) -> None:
        """Writes a function that has a line for each class of variables that read an attribute."""
        kind = self.kind_numbers[key]
        text = Text("")
        text.line("total = 0.0")
        for looker in self._lookers(key):
            counted, number = self.counted[looker], self.kind_numbers[looker]
            values = self.few_values(looker)
            if values > 0:
                text.line(f"at = w.k_classes[{number}] + {values} * p")
                for own in range(values):
                    count, kept = f"w.i_count[at + {own}]", f"w.i_score[at + {own}]"
                    text.line(f"factor = factor_{number}(w, v, {own}, p, x)")
                    text.line(line.format(count=count, kept=kept, few=f" if {count} > 0.0 else 0.0"))
                continue
            text.line(f"c = w.u_first[w.k_classes[{number}] + p]")
            with text.block("if c != NONE:"):
                given = []
                for other in counted.attributes:
                    word = self.attribute_word(other)
                    if other != key:
                        field = "v_real" if word.real else "v_int"
                        text.line(f"{word.text} = w.{field}[{self.variable(self.kind_numbers[other], 'p')}]")
                    given.append("x" if other == key else word.text)
                seen = "w.u_real[c]" if is_real(self.facts.functions[looker].result) else "w.u_int[c]"
                with text.block("while c != NONE:"):
                    text.line(f"factor = factor_{number}(w, v, {', '.join([seen, 'p', *given])})")
                    text.line(line.format(count="w.u_count[c]", kept="w.u_score[c]", few=""))
                    text.line("c = w.u_next[c]")
        text.line("return total")
        self.write(f"{name}_{kind}", "w, v, p, x", text, f"those that read {self.layouts[kind].name}(p)", inlined=True)

    def write_attribute_moves(self, key: str) -> None:
        """Writes how an attribute gets a chosen value, one from its CPD, or one given all others."""
        kind, real = self.kind_numbers[key], is_real(self.facts.functions[key].result)
        name = self.layouts[kind].name
        lookers = [self.kind_numbers[looker] for looker in self._lookers(key)]
        room = self.needs_room([f"evaluate_{kind}", *(f"factor_{k}" for k in (kind, *lookers))])

        def begin(text: Text, by_patch: str, x: str) -> None:
            with text.block("if v == NONE:"):
                text.line("return REJECT")
            with text.block("if w.penalty > 0.0:"):
                text.line(f"return {by_patch}")
            if room:
                text.line("ready(w)")
            text.line("p = w.v_a[v]")
            for line in x.splitlines():
                text.line(line)

        def end(text: Text, score: str) -> None:
            text.line(self._put(key, "x"))
            text.line(f"w.v_score[v] = {score}")
            text.line(f"keep_{kind}(w, v, p, x)")
            text.line("return APPLIED")

        text = Text("")
        begin(text, "set_by_patch(w, on_patch(w, v))", f"x = w.{'new_real' if real else 'new_int'}")
        text.line(f"own = factor_{kind}(w, v, x)")
        with text.block("if own == -INF:"):
            # What reads an impossible value may not even be defined.
            text.line("return REJECT")
        text.line(f"ratio = own - w.v_score[v] + change_{kind}(w, v, p, x) + w.log_q")
        with text.block("if not accepted(w, ratio, BY_SETTING):"):
            text.line("return REJECT")
        end(text, "own")
        self.write(f"set_attribute_{kind}", "w, v", text, f"the chosen value for {name}")

        text = Text("")
        draw = f"own = evaluate_{kind}(w, v, 1)\nx = w.{'out_real' if real else 'out_int'}"
        begin(text, "draw_by_patch(w, on_patch(w, v))", draw)
        with text.block(f"if not accepted(w, change_{kind}(w, v, p, x), BY_DRAWING):"):
            text.line("return REJECT")
        end(text, "own")
        self.write(f"draw_attribute_{kind}", "w, v", text, f"{name} from its CPD")

        domain = self.layouts[kind].domain
        if domain:
            text = Text("")
            begin(text, "REJECT", "")
            few = [self.few_values(looker) for looker in self._lookers(key)]
            if all(few) and len(domain) * (2 + sum(few)) <= ELEMENTS:
                self._weigh_few(key, text)
            else:
                with text.block(f"for i in range({len(domain)}):"):
                    text.line(f"x = w.domain[w.k_domain[{kind}] + i]")
                    text.line(f"w.y_real[i] = factor_{kind}(w, v, x)")
                    with text.block("if w.y_real[i] > -INF:"):
                        text.line(f"w.y_real[i] += alike_{kind}(w, v, p, x)")
                text.line(f"x = w.domain[w.k_domain[{kind}] + choose_by_weight(w, {kind})]")
                end(text, f"factor_{kind}(w, v, x)")
            self.write(f"gibbs_attribute_{kind}", "w, v", text, f"{name}, given all others", inlined=True)

    def _weigh_few(self, key: str, text: Text) -> None:
        """A Gibbs move where all factors are few: each is computed once, and found again by the value that was chosen.

        No branch depends on that value: which it is cannot be foretold, so that the processor would go wrong half of
        the time. Of two reals compiled code would choose by a branch, on processors without masked moves; so the
        factors are put down as elements, and found by their place.
        """
        kind, domain = self.kind_numbers[key], self.layouts[self.kind_numbers[key]].domain
        size = len(domain)
        possible = _is_always_possible(self.facts.functions[key].body)
        rows = [("w.v_score[v]", [f"f{i}" for i in range(size)])]
        for i, x in enumerate(domain):
            text.line(f"f{i} = factor_{kind}(w, v, {x})")
            text.line(f"l{i} = f{i}")
        for looker in self._lookers(key):
            number, values = self.kind_numbers[looker], self.few_values(looker)
            text.line(f"at{number} = w.k_classes[{number}] + {values} * p")
            for own in range(values):
                text.line(f"n = w.i_count[at{number} + {own}]")
                rows.append((f"w.i_score[at{number} + {own}]", [f"f{number}_{own}_{i}" for i in range(size)]))
                for i, x in enumerate(domain):
                    # What reads an impossible value may not even be defined.
                    factor = rows[-1][1][i]
                    if not possible:
                        text.line(f"{factor} = 0.0")
                    with nullcontext() if possible else text.block(f"if l{i} > -INF:"):
                        text.line(f"{factor} = factor_{number}(w, v, {own}, p, {x})")
                        text.line(f"l{i} += n * {factor} if n > 0.0 else 0.0")
        for r, (_, factors) in enumerate(rows):
            for i, factor in enumerate(factors):
                text.line(f"w.y_real[{size * (1 + r) + i}] = {factor}")
        if size == 2:
            text.line("chosen = choose_of_two(w, l0, l1)")
            text.line(self._put(key, f"{domain[0]} if chosen == 0 else {domain[1]}"))
        else:
            for i in range(size):
                text.line(f"w.y_real[{i}] = l{i}")
            text.line(f"chosen = choose_by_weight(w, {kind})")
            text.line(self._put(key, f"w.domain[w.k_domain[{kind}] + chosen]"))
        for r, (place, _) in enumerate(rows):
            text.line(f"{place} = w.y_real[{size * (1 + r)} + chosen]")
        text.line("return APPLIED")

    def _put(self, key: str, x: str) -> str:
        """The line that gives an attribute a value."""
        layout = self.layouts[self.kind_numbers[key]]
        if layout.result >= 0:
            # There are preimages of all objects where a user's move may ask for them.
            return f"put_value(w, v, {x}, 0.0)"
        return f"w.{'v_real' if layout.real else 'v_int'}[v] = {x}"

    def needs_room(self, names: Sequence[str]) -> bool:
        """Whether functions, by their names, use the scratch lists."""
        texts = [chunk for chunk in self.chunks if any(f"def {name}(" in chunk for name in names)]
        return any("_top" in text or "start" in text for text in texts)

    def _lookers(self, attribute: str) -> list[str]:
        return [key for key, c in self.counted.items() if attribute in c.attributes]


def _is_always_possible(body: Expression) -> bool:
    """Whether the text tells that every value of a domain has a probability above 0."""
    if not isinstance(body, Draw):
        return False
    name, first = body.distribution.name, body.arguments[0]
    if name in ("UniformInt", "UniformChoice"):
        return True
    if name == "Categorical" and isinstance(first, MapLiteral):
        return all(
            isinstance(w, Constant) and isinstance(w.value, int | float) and w.value > 0 for _, w in first.entries
        )
    p = first.value if isinstance(first, Constant) else None
    return name in ("BooleanDistrib", "Bernoulli") and isinstance(p, int | float) and 0 < p < 1
