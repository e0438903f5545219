"""Generated code for references: another object for `PubCited(c)`, with all that changes by it (`alike`)."""

from __future__ import annotations

from collections.abc import Sequence

from noumena.compiler.alike import Counted
from noumena.compiler.attributes import Attributes
from noumena.compiler.text import Text
from noumena.runtime.layout import HASHED


class References(Attributes):
    """Writes `refer_k(w, v, how)` for each reference: scored first, written when accepted."""

    def write_reference(self, key: str) -> None:
        """Another object for a reference, chosen by the move (`how` is BY_SETTING) or drawn from its CPD."""
        kind = self.kind_numbers[key]
        readers = [(self.kind_numbers[k], c) for k, c in self.counted.items() if c.reference == key]
        attributes = sorted({self.kind_numbers[a] for _, c in readers for a in c.attributes})
        text = Text("")
        with text.block("if v == NONE:"):
            text.line("return REJECT")
        self._find_readers(kind, readers, attributes, text)
        text.line("p = w.new_int")
        with text.block("if p == old:"):
            text.line("return APPLIED")
        listed = sum(1 for k, c in self.counted.items() if c.reference == key and not self.few_values(k))
        if listed:
            text.line(f"room_for_classes(w, {listed})")
        if self._needs_room([f"factor_{r}" for r, _ in readers] + [f"evaluate_{a}" for a in attributes]):
            text.line("ready(w)")
        for a in attributes:
            text.line(f"n{a} = NONE")
        with text.block("if p != NONE:"):
            for a in attributes:
                text.line(f"n{a} = {self.variable(a, 'p')}")
        with text.block(f"if {' or '.join(f'n{a} == NONE' for a in attributes)}:"):
            text.line(f"room_for_reference(w, {self.layouts[kind].result}, {len(attributes)})")
            for a in attributes:
                text.line(f"room_in_list(w, {a})")
        for a in attributes:
            self._find_attribute(a, text)
        text.line(f"ratio = log_identifiers(w, {kind}, v) if how == BY_SETTING else 0.0")
        for reader, counted in readers:
            given = ", ".join(["p", *(self.attribute_word(a).text for a in counted.attributes)])
            own = f"w.{'v_real' if self.layouts[reader].real else 'v_int'}[g{reader}]"
            text.line(f"f{reader} = 0.0")
            with text.block(f"if g{reader} != NONE:"):
                text.line(f"f{reader} = factor_{reader}(w, g{reader}, {own}, {given})")
                text.line(f"ratio += f{reader} - kept_score(w, g{reader})")
        with text.block("if not accepted(w, ratio, how):"):
            text.line("return REJECT")
        with text.block("if p == NONE:"):
            text.line(f"p = introduce(w, {kind})")
        text.line("refer_to(w, v, p)")
        for a in attributes:
            with text.block(f"if n{a} == NONE and ({self._needed(a, readers)}):"):
                values = f"0, h{a}" if self.layouts[a].real else f"h{a}, 0.0"
                text.line(f"n{a} = instantiate(w, {a}, p, {values}, s{a}, e{a})")
        for reader, counted in readers:
            with text.block(f"if g{reader} != NONE:"):
                text.line(f"look_at(w, g{reader}, p, f{reader})")
                for name in counted.attributes:
                    a = self.kind_numbers[name]
                    text.line(f"read_instead(w, g{reader}, o{a}, n{a})")
        for a in attributes:
            text.line(f"drop_unread(w, o{a})")
        text.line(f"release_object(w, {kind}, old)")
        text.line("return APPLIED")
        self.write(f"refer_{kind}", "w, v, how", text, f"another object for {self.layouts[kind].name}", inlined=True)

    def _find_readers(
        self, kind: int, readers: Sequence[tuple[int, Counted]], attributes: Sequence[int], text: Text
    ) -> None:
        """The variables that read a reference, and the attributes that they read now; if one lacks, a patch is made."""
        text.line("old = w.v_int[v]")
        for a in attributes:
            text.line(f"o{a} = {self.variable(a, 'old')}")
        missing = ["w.penalty > 0.0"]
        for reader, counted in readers:
            if self.layouts[reader].indexed_by == HASHED:
                text.line(f"g{reader} = find(w, {reader}, w.v_a[v], w.v_b[v], w.v_c[v], w.v_d[v])")
            else:
                text.line(f"g{reader} = {self.variable(reader, 'w.v_a[v]')}")
            lacks = [f"w.v_class[g{reader}] == NONE", *(f"o{self.kind_numbers[a]} == NONE" for a in counted.attributes)]
            missing.append(f"(g{reader} != NONE and ({' or '.join(lacks)}))")
        with text.block(f"if {' or '.join(missing)}:"):
            text.line(
                "return refer_by_patch(w, on_patch(w, v)) if how == BY_SETTING else draw_by_patch(w, on_patch(w, v))"
            )

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

    def _needs_room(self, names: Sequence[str]) -> bool:
        """Whether functions, by their names, use the scratch lists."""
        texts = [chunk for chunk in self.chunks if any(f"def {name}(" in chunk for name in names)]
        return any("_top" in text or "start" in text for text in texts)

    def _needed(self, a: int, readers: Sequence[tuple[int, Counted]]) -> str:
        reading = [r for r, c in readers if a in {self.kind_numbers[name] for name in c.attributes}]
        return " or ".join(f"g{r} != NONE" for r in reading)
