"""Generated code for references: another object for `PubCited(c)`, with all that changes by it (`alike`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from noumena.compiler.alike import Counted
from noumena.compiler.attributes import Attributes
from noumena.compiler.plan import Move
from noumena.compiler.text import Text
from noumena.model.expressions import Draw
from noumena.model.trees import parts
from noumena.model.types import ObjectType

_CALLS = re.compile(r"(\w+)\(")


class References(Attributes):
    """Writes `refer_k(w, how)` for each reference: scored first, written when accepted."""

    def write_reference(self, key: str) -> None:
        """Another object for a reference, chosen by the move (`how` is BY_SETTING) or drawn from its CPD."""
        kind = self.kind_numbers[key]
        readers = [(self.kind_numbers[k], c) for k, c in self.counted.items() if c.reference == key]
        attributes = sorted({self.kind_numbers[a] for _, c in readers for a in c.attributes})
        text = Text("")
        text.line(f"v = pick(w, {kind})")
        with text.block("if v == NONE:"):
            text.line("return REJECT")
        self._find_readers(kind, readers, text)
        if self._may_be_early(key, readers):
            self._decide_early(kind, *readers[0], text)
            with text.block("if settled == 0:"):
                self._score_reference(kind, readers, attributes, text)
        else:
            self._score_reference(kind, readers, attributes, text)
        with text.block("if not accepted(w, ratio, how):"):
            text.line("return REJECT")
        self._keep_reference(kind, readers, attributes, text)
        self.write(f"refer_{kind}", "w, how", text, f"another object for {self.layouts[kind].name}", inlined=True)

    def _score_reference(
        self, kind: int, readers: Sequence[tuple[int, Counted]], attributes: Sequence[int], text: Text
    ) -> None:
        """Chooses the object, and computes the ratio; nothing is changed."""
        type_, statement = self.layouts[kind].result, self.layouts[kind].single
        drawn = f"draw_object(w, {type_}, {statement}, old)"
        text.line(f"p = choose_object(w, {type_}, old, held) if how == BY_SETTING else {drawn}")
        with text.block("if p == REFUSED:"):
            text.line("return REJECT")
        text.line("left = 0")
        with text.block("if p == NONE:"):
            text.line(f"left = objects_left(w, {statement})")
            with text.block("if left <= 0:"):
                text.line("return REJECT")
        with text.block("if p == old:"):
            text.line("return APPLIED")
        missing = ["w.penalty > 0.0", *(f"g{reader} == UNCOUNTED" for reader, _ in readers)]
        with text.block(f"if {' or '.join(missing)}:"):
            text.line(
                "return refer_by_patch(w, on_patch(w, v)) if how == BY_SETTING else draw_by_patch(w, on_patch(w, v))"
            )
        # What is known last is added last, so that the processor waits for one sum only.
        kept = " - ".join(["", *(f"k{reader}" for reader, _ in readers)])
        identifiers = f"log_identifiers(w, {type_}, {statement}, held, p, left)"
        text.line(f"ratio = ({identifiers} if how == BY_SETTING else 0.0){kept}")
        if not any(self._has_density(reader) for reader, _ in readers):
            with text.block("if p == NONE and is_hopeless(w, ratio):"):
                # No factor of the readers is above 1: the attributes of the object need not be drawn.
                text.line("return REJECT")
        if self.needs_room([f"factor_{r}" for r, _ in readers] + [f"evaluate_{a}" for a in attributes]):
            text.line("ready(w)")
        for a in attributes:
            text.line(f"n{a} = NONE")
        with text.block("if p != NONE:"):
            for a in attributes:
                text.line(f"n{a} = {self.variable(a, 'p')}")
        for a in attributes:
            self._find_attribute(a, text)
        for reader, counted in readers:
            given = ", ".join(["p", *(self.attribute_word(a).text for a in counted.attributes)])
            text.line(f"f{reader} = 0.0")
            with text.block(f"if g{reader} != NONE:"):
                if reader in self.tables:
                    attribute = self.attribute_word(counted.attributes[0]).text
                    text.line(f"f{reader} = FACTORS_{reader}[place({self._few(reader)} * {attribute} + x{reader})]")
                else:
                    text.line(f"f{reader} = factor_{reader}(w, g{reader}, x{reader}, {given})")
                text.line(f"ratio += f{reader}")

    def _keep_reference(
        self, kind: int, readers: Sequence[tuple[int, Counted]], attributes: Sequence[int], text: Text
    ) -> None:
        """Gives the reference its new object, with all that changes by it."""
        type_ = self.layouts[kind].result
        # Nothing has changed yet: where there is no room, the step is run again and decided the same way.
        listed = sum(1 for reader, _ in readers if not self._few(reader))
        if listed:
            text.line(f"room_for_classes(w, {listed})")
        with text.block(f"if {' or '.join(f'n{a} == NONE' for a in attributes)}:"):
            text.line(f"room_for_reference(w, {type_}, {len(attributes)})")
            for a in attributes:
                text.line(f"room_in_list(w, {a})")
        with text.block("if p == NONE:"):
            text.line(f"p = introduce(w, {kind})")
        text.line(f"refer_to(w, {kind}, v, p)")
        for a in attributes:
            with text.block(f"if n{a} == NONE and ({self._needed(a, readers)}):"):
                values = f"0, h{a}" if self.layouts[a].real else f"h{a}, 0.0"
                text.line(f"n{a} = instantiate(w, {a}, p, {values}, s{a}, e{a})")
        for reader, counted in readers:
            with text.block(f"if g{reader} != NONE:"):
                if self._few(reader):
                    text.line(f"count_at(w, {reader}, g{reader}, x{reader}, old, p, f{reader})")
                else:
                    own = f"0, x{reader}" if self.layouts[reader].real else f"x{reader}, 0.0"
                    text.line(f"look_at(w, {reader}, g{reader}, c{reader}, {own}, p, f{reader})")
                for name in counted.attributes:
                    a = self.kind_numbers[name]
                    text.line(f"w.v_count[n{a}] += 1")
                    text.line(f"o{a} = {self.variable(a, 'old')}")
                    text.line(f"w.v_count[o{a}] -= 1")
                    with text.block(f"if w.v_count[o{a}] == 0:"):
                        text.line(f"drop_attribute(w, o{a})")
        text.line(f"release_object(w, {kind}, old)")
        text.line("return APPLIED")

    def look_ahead_of(self, move: Move) -> str:
        """The call that asks for what a move will read in the next step; empty if it reads little that is far away."""
        key = self.functions_by_kind.get(move.kind)
        if move.function != "identity" or key not in self.references:
            return ""
        reader, counted = next((self.kind_numbers[k], c) for k, c in self.counted.items() if c.reference == key)
        if self._few(reader):
            return ""
        attribute = self.kind_numbers[counted.attributes[0]]
        known = f"{move.kind}, {reader}, {self.layouts[move.kind].result}, {attribute}"
        return f"expect_reference(w, {known}, word, second, later, later_second)"

    def _may_be_early(self, key: str, readers: Sequence[tuple[int, Counted]]) -> bool:
        """Whether it is worth while to reject before it is looked whether a new object was chosen (`kernel/early`).

        The factor of the reader is computed in vain half of the time then, so it must not take long.
        """
        result = self.facts.functions[key].result
        if len(readers) > 1 or not isinstance(result, ObjectType) or self.problem.model.types[result.name].guaranteed:
            return False
        reader, _ = readers[0]
        text = next(chunk for chunk in self.chunks if f"def factor_{reader}(" in chunk).partition(":")[2]
        called = set(_CALLS.findall(text))
        own = [f for f in self.user_code.functions if any(f"def {name}(" in f for name in called)]
        written = {name for name in called for f in own if f"def {name}(" in f}
        # Python is asked only where what the user wrote gives up.
        cheap = called <= written | ({"float", "call_remembered"} if written else {"float"})
        loops = any(f" {word} " in f for f in own for word in ("for", "while"))
        return cheap and not loops and not self._few(reader) and not self._has_density(reader)

    def _decide_early(self, kind: int, reader: int, counted: Counted, text: Text) -> None:
        """Rejects what is rejected whatever the attributes of a new object would be, and whichever was chosen.

        If an object in use was chosen, and is not rejected here, all is known of it: `settled` is 1 then.
        """
        type_, statement = self.layouts[kind].result, self.layouts[kind].single
        text.line("settled = 0")
        attributes = [self.kind_numbers[a] for a in counted.attributes]
        text.line(f"i = early_choice(w, {type_}, {statement}) if how == BY_SETTING and g{reader} >= 0 else NONE")
        with text.block("if i >= 0:"):
            text.line(f"known = int(i < w.o_used[{type_}])")
            text.line(f"p = w.o_list[w.o_base[{type_}] + i * known]")
            for a in attributes:
                text.line(f"n{a} = {self.variable(a, 'p')}")
            with text.block(f"if {' and '.join(f'n{a} >= 0' for a in attributes)}:"):
                for a in attributes:
                    text.line(f"h{a} = w.{'v_real' if self.layouts[a].real else 'v_int'}[n{a}]")
                # Before the factor: after it, as it may ask Python, all that this reads would be loaded again.
                text.line(f"ratio = early_ratio(w, {type_}, {statement}, held, known) - k{reader}")
                given = ", ".join(["p", *(self.attribute_word(a).text for a in counted.attributes)])
                text.line(f"f{reader} = factor_{reader}(w, g{reader}, x{reader}, {given})")
                with text.block(f"if is_hopeless(w, ratio + if_known(f{reader}, known)):"):
                    text.line("return REJECT")
                with text.block("if known != 0 and p != old:"):
                    text.line("settled = 1")
                    text.line(f"ratio += f{reader}")
                    text.line("w.new_int = p")
                    text.line(f"w.log_q = early_log_q(w, {type_}, held)")
                    for a in attributes:
                        text.line(f"s{a} = 0.0")
                        text.line(f"e{a} = 0")

    def _few(self, reader: int) -> int:
        """How many values a counted kind has, if they are few, else 0."""
        return self.few_values(self.functions_by_kind[reader])

    def _find_readers(self, kind: int, readers: Sequence[tuple[int, Counted]], text: Text) -> None:
        """The variables that read a reference, each with its own value and ln p, and the object that it looks at.

        All are found with the class, so that the variables themselves, which may be far away, are not looked at.
        """
        text.line("old = NONE")
        for reader, _ in readers:
            text.line(f"g{reader} = reader_of(w, {kind}, {reader}, v)")
            text.line(f"k{reader} = 0.0")
            with text.block(f"if g{reader} >= 0:"):
                few, real = self._few(reader), self.layouts[reader].real
                text.line(f"c{reader} = w.v_class[g{reader}]")
                if few:
                    text.line(f"old = c{reader} // {few}")
                    text.line(f"x{reader} = c{reader} - {few} * old")
                    text.line(f"k{reader} = w.i_score[w.k_classes[{reader}] + c{reader}]")
                else:
                    text.line(f"old = w.u_object[c{reader}]")
                    text.line(f"x{reader} = w.{'u_real' if real else 'u_int'}[c{reader}]")
                    text.line(f"k{reader} = w.u_score[c{reader}]")
            with text.block("else:"):
                text.line(f"c{reader} = NONE")
                text.line(f"x{reader} = {'0.0' if real else '0'}")
        with text.block("if old == NONE:"):
            text.line("old = w.v_int[v]")
        # Where others are alike, others refer to the object: it need not be looked at, and the blank one is near.
        # By a product, since a branch on a count would be foretold wrongly.
        text.line("held = old")
        for reader, _ in readers:
            if not self._few(reader):
                with text.block(f"if g{reader} >= 0:"):
                    text.line(f"held = held * int(w.u_count[c{reader}] < 2.0)")

    def _find_attribute(self, a: int, text: Text) -> None:
        """An attribute of the chosen object; one that is not there is drawn."""
        real = self.layouts[a].real
        text.line(f"s{a} = 0.0")
        text.line(f"e{a} = 0")
        with text.block(f"if n{a} == NONE:"):
            text.line("w.dense = 0")
            text.line(f"s{a} = evaluate_{a}(w, v, 1)")
            text.line(f"e{a} = w.dense")
            text.line(f"h{a} = w.{'out_real' if real else 'out_int'}")
        with text.block("else:"):
            text.line(f"h{a} = w.{'v_real' if real else 'v_int'}[n{a}]")

    def _has_density(self, reader: int) -> bool:
        """Whether a factor of a counted kind may be above 1."""
        body = self.facts.functions[self.functions_by_kind[reader]].body
        return any(isinstance(e, Draw) and e.distribution.density for e in parts(body))

    def _needed(self, a: int, readers: Sequence[tuple[int, Counted]]) -> str:
        reading = [r for r, c in readers if a in {self.kind_numbers[name] for name in c.attributes}]
        return " or ".join(f"g{r} != NONE" for r in reading)
