"""Which moves need no patch, and the code that makes each of them (`kernel/direct`)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from noumena.compiler.families import NATIVE_FAMILIES
from noumena.compiler.host import Operation
from noumena.compiler.plan import Move
from noumena.compiler.references import References
from noumena.compiler.text import Text
from noumena.distributions.reading import Vector
from noumena.model.expressions import (
    Case,
    Comprehension,
    Constant,
    Draw,
    Equal,
    Expression,
    If,
    Local,
    OriginCall,
    Quantified,
    RandomCall,
    children,
)
from noumena.model.trees import parts
from noumena.model.types import INTEGER, MATRIX, ObjectType
from noumena.model.values import Matrix
from noumena.moves.library.proportions import proportions

_READS = (RandomCall, OriginCall, Comprehension, Quantified, Local)
_CHOICES = {
    "parental": "any",
    "gibbs": "any",
    "step": "step",
    "other": "other",
    "walk": "walk",
    "identity": "identity",
}

_BY_PATCH = (
    "several(",
    "together(",
    "split_merge(",
    "share_out(",
    "exchange(",
    "transfer(",
    "draw_proportions(",
    "set_by_patch(",
    "refer_by_patch(",
    "draw_by_patch(",
)
"""What makes a move on a patch in any case."""


def is_direct(call: str) -> bool:
    """Whether the call of a move begins a patch only where it needs one."""
    return not call.startswith(_BY_PATCH)


class Direct(References):
    """Writes the moves: on a patch, or without one where the text tells all that they may change."""

    def write_direct(self) -> None:
        """Writes everything."""
        for key, counted in self.counted.items():
            self.write_factor(key, counted)
        for key in self.attributes:
            self.write_factor(key, None)
            self.write_alike(key)
            self.write_attribute_moves(key)
        for key in self.references:
            self.write_reference(key)

    def write_number_move(self, kind: int) -> None:
        """Writes the move of a number: on a patch, unless only the set that variables are drawn from depends on it."""
        statement = self.problem.model.numbers[self.layouts[kind].statement]
        root = not any(isinstance(e, _READS) for e in parts(statement.body))
        shared = self.shared_kinds.get(statement.type, -1)
        text = Text("")
        text.line(f"v = w.index[w.k_base[{kind}]]")
        text.line(f"u = w.index[w.k_base[{shared}]]")
        with text.block("if v == NONE or u == NONE or not is_plain_number(w, v, u):"):
            text.line(f"v = choose_step(w, {kind})")
            text.line("return set_by_patch(w, on_patch(w, v)) if v != NONE else REJECT")
        text.line("n = w.v_int[v]")
        text.line("x = n + small_step(w, w.word)")
        text.line(f"enough = max(x, w.a_used[{statement.index}])")
        # What is drawn from an empty set is null.
        if self.is_never_empty(statement.type):
            with text.block("if w.v_int[u] + enough - n == 0:"):
                text.line("return REJECT")
        else:
            with text.block("if x < 0:"):
                text.line("return REJECT")
            with text.block("if w.v_int[u] + x - n == 0:"):
                text.line("w.new_int = x")
                text.line("w.log_q = 0.0")
                text.line("return set_by_patch(w, on_patch(w, v))")
        if not (root and _is_tabled(statement.body)):
            # A factor that takes long is not computed in vain; what is in a table takes less than a branch gone wrong.
            with text.block("if x < enough:"):
                text.line("return REJECT")
        text.line(f"room_for_change(w, {statement.index}, n, enough)")
        if root:
            text.line(f"score = factor_{kind}(w, v, enough)")
        else:
            text.line("ready(w)")
            text.line("w.v_int[v] = enough")
            text.line(f"score = evaluate_{kind}(w, v, 0)")
            text.line("w.v_int[v] = n")
        text.line(f"return APPLIED if decide_number(w, {statement.index}, v, u, x, enough, score) else REJECT")
        if root:
            self.write_scored(f"factor_{kind}", ["w", "v", "x"], statement.body, INTEGER, f"#{statement.type}")
        self.write(f"step_number_{kind}", "w", text, self.layouts[kind].name, inlined=True)

    def changes_plainly(self, kind: int) -> bool:
        """Whether a kind is the number of an abstract type that nothing but choices from the whole type depends on."""
        if self.layouts[kind].statement < 0:
            return False
        statement = self.problem.model.numbers[self.layouts[kind].statement]
        if self.single_statement(statement.type) < 0 or statement.type not in self.shared_kinds:
            return False
        terms = [f.body for f in self.facts.functions.values()] + [n.body for n in self.problem.model.numbers]
        terms += [e.term for e in self.problem.evidence]
        generated = [p.type for n in self.problem.model.numbers for p in n.parameters]
        return ObjectType(statement.type) not in generated and not any(self._counts(t, statement.type) for t in terms)

    def is_never_empty(self, type_: str) -> bool:
        """Whether evidence on a counted function shows that a type has members: without any it could only be null."""
        seen = [e.term for e in self.problem.evidence if e.value is not None]
        observed = {term.function for term in seen if isinstance(term, RandomCall)}
        return any(
            key in observed and _is_null_without(self.facts.functions[key].body)
            for key, c in self.counted.items()
            if self.facts.functions[c.reference].result == ObjectType(type_)
        )

    def _counts(self, e: Expression, type_: str) -> bool:
        """Whether a term looks at the objects of a type otherwise than by a choice from all of them."""
        match e:
            case Draw(distribution=distribution, arguments=(Comprehension() as members,)) if (
                distribution.name == "UniformChoice" and self._is_whole_type(members)
            ):
                return False
            case Comprehension(bindings=bindings):
                if any(b.type == ObjectType(type_) for b in bindings):
                    return True
            case Quantified(binding=binding):
                if binding.type == ObjectType(type_):
                    return True
        return any(self._counts(child, type_) for child in children(e))

    def call_of(self, move: Move, free: Set[str], by_patch: bool) -> str:
        """The call that makes a move: on a patch, unless the text tells all that it may change.

        Where the code is not the model's own, the function is a variable, `kind`: Numba compiles a function anew for
        each constant that it is called with. With `by_patch` it is always on a patch.
        """
        if move.function == "several":
            return f"several(w, {move.kind})"
        if move.function in ("together", "split_merge", "share_out"):
            return f"{move.function}(w, kind, w.move_other[move])"
        if move.function in ("exchange", "transfer"):
            return f"{move.function}(w, kind)"
        key = self.functions_by_kind.get(move.kind)
        if move.function == "draw_proportions":
            assert key is not None
            return self._call_of_proportions(key)
        choice, drawn = _CHOICES[move.function], move.function == "parental"
        picked = f"pick(w, {move.kind})"  # no evidence forces attributes: only counted functions read them
        v, how = f"choose_{choice}(w, {move.kind})", "BY_DRAWING" if drawn else "BY_SETTING"
        if move.function == "gibbs":
            return f"gibbs_attribute_{move.kind}(w, {picked})" if key in self.attributes else "gibbs(w, kind)"
        if move.function == "step" and not by_patch and self.changes_plainly(move.kind):
            return f"step_number_{move.kind}(w)"
        if key in self.references:
            # No evidence forces a reference, or it would be read by more than counted functions.
            return f"refer_{move.kind}(w, {how})"
        if key in self.attributes:
            return f"draw_attribute_{move.kind}(w, {picked})" if drawn else f"set_attribute_{move.kind}(w, {v})"
        verb = "draw" if drawn else "refer" if move.function == "identity" else "set"
        in_place = key is not None and key in free and not self.may_be_generated(self.facts.functions[key].result)
        return f"{verb}_{'in_place' if in_place else 'by_patch'}(w, choose_{choice}(w, kind))"

    def _call_of_proportions(self, key: str) -> str:
        """The call that draws proportions given all else, with how many they are and what it leaves to Python."""
        body, alpha = self.facts.functions[key].body, proportions(self.problem, key)
        assert isinstance(body, Draw)
        assert isinstance(alpha, Vector)

        def given(numbers: Sequence[int]) -> Matrix:
            return alpha.like(a + n for a, n in zip(alpha.entries, numbers, strict=True))

        law = self.operation(Operation(given, (), MATRIX, members=INTEGER), ("proportions", key))
        sample, log = self.host_operations(body, MATRIX)
        return f"draw_proportions(w, kind, {len(alpha.entries)}, {law}, {sample}, {log})"


def _is_tabled(body: Expression) -> bool:
    """Whether ln p of a value is found in the tables of the world."""
    family = NATIVE_FAMILIES.get(body.distribution.name) if isinstance(body, Draw) else None
    return family is not None and family.tabled


def _is_null_without(body: Expression) -> bool:
    """Whether the value of a counted function is null if there is no object to look at."""

    def is_null(e: Expression) -> bool:
        return isinstance(e, RandomCall)  # the reference, or an attribute of it

    match body:
        case If(condition=Equal(left=x, right=Constant(value=None), negated=negated), then=then, otherwise=otherwise):
            return is_null(x) and _is_null_without(otherwise if negated else then)
        case Case(subject=subject):
            return is_null(subject)
        case Draw(arguments=arguments):
            return any(map(is_null, arguments))
        case Constant(value=value):
            return value is None
    return False
