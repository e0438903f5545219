"""A problem as a program: the generated text, the layout of its world, and what Python must supply to run it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from noumena.compiler.alike import counted_functions
from noumena.compiler.direct import Direct, is_direct
from noumena.compiler.host import Operation
from noumena.compiler.module import module_text
from noumena.compiler.plan import Move, plan_moves
from noumena.compiler.shapes import Form, form_of
from noumena.compiler.solving import all_drawn_or_constant
from noumena.compiler.structure import undeciding
from noumena.compiler.text import Text, Word
from noumena.compiler.user_code import UserCode
from noumena.compiler.words import Words, is_real
from noumena.model.expressions import Draw, RandomCall
from noumena.model.model import Evidence, Problem, Query
from noumena.model.types import ObjectType, Type
from noumena.model.values import Value
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying
from noumena.reference.variables import FunctionVariable
from noumena.runtime.layout import HASHED, KindLayout, Layout, TypeLayout

REMEMBERED = 2**18
"""Results of host functions that native code keeps at most: a power of 2, or 0."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A variable, or an evidence term, with the words of its arguments and its observed value."""

    kind: int
    arguments: tuple[int, ...]
    number: int
    real: float
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class QueryNode:
    """Where a query stands: its kind, its arguments, and the type of its value."""

    query: Query
    kind: int
    arguments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """Everything needed to run a problem.

    `queries` are those of the problem and, after them, the names of symbol evidence. `user_code` are the
    distributions that users wrote.
    """

    problem: Problem
    text: str
    layout: Layout
    words: Words
    operations: tuple[Operation, ...]
    sites: tuple[Draw, ...]
    observations: tuple[Observation, ...]
    queries: tuple[QueryNode, ...]
    moves: tuple[Move, ...]
    user_code: UserCode


def compile_problem(problem: Problem, concrete: frozenset[str], by_patch: bool = False) -> Program:
    """The program of a problem, the objects of the types in `concrete` being numbered.

    With `by_patch` every move is carried out on a patch, and none decides by itself.
    """
    return _Compiler(problem, Words(problem.model), concrete).program(by_patch)


class _Compiler(Direct):
    def program(self, by_patch: bool) -> Program:
        self._numbers: list[int] = []
        self._reals: list[float] = []
        model = self.problem.model
        self.number_functions()
        inlined = [f for f in self.facts.functions if self.facts.is_inlined(f)]
        for key in self.functions:
            self.write_function(key)
        for statement in model.numbers:
            self.write_number(statement.index)
        for key in inlined:
            self.write_inlined(key)
        forms, observations = self._gather_evidence()
        query_forms, query_rows = self._gather_queries()
        evidence_text = self._write_forms_later(forms, query_forms)
        first_shared = len(self.layouts)
        shared = sorted(self.shared_types)
        for type_ in shared:
            self.write_shared(type_)
        for index in sorted(self.shared_statements):
            self.write_shared_application(index)
        first_evidence = len(self.layouts)
        observations += self._place_forms(forms, evidence_text, "evidence")
        first_query = len(self.layouts)
        queries = self._place_queries(query_forms, query_rows, evidence_text)
        solved = {id(e) for rows in forms.values() for e, _ in rows}
        free = undeciding(self.problem, self.facts, solved)
        abstract = {name for name in model.types if self.single_statement(name) >= 0}
        if by_patch:
            free = set()
        else:
            self.counted = counted_functions(self.problem, self.facts, solved, free, abstract)
        # A counted variable changes its class with its value, which a patch sees to.
        free -= self.counted.keys()
        moves = plan_moves(self.problem, self.facts, self.layouts[:first_shared], free, self.concrete)
        self.write_direct()
        for kind in sorted({m.kind for m in moves if m.function == "step"}):
            if not by_patch and self.changes_plainly(kind):
                self.write_number_move(kind)
        calls = [(move.name, self.call_of(move, free, by_patch)) for move in moves]
        ahead = [self.look_ahead_of(move) for move in moves]
        for key in self.attributes:
            self._relay(key, lookers=self.lookers(key))
        for key, counted in self.counted.items():
            attributes = tuple(self.kind_numbers[a] for a in counted.attributes)
            reference = self.kind_numbers[counted.reference]
            self._relay(key, reference=reference, values=self.few_values(key), attributes=attributes)
        for key in [*self.references, *self.counted]:
            self._relay(key, span=self._span(key))
        layout = Layout(
            tuple(TypeLayout(n, len(t.guaranteed), n in self.concrete) for n, t in model.types.items()),
            tuple(self.statement_layout(s.index) for s in model.numbers),
            tuple(self.layouts),
            first_shared,
            first_evidence,
            first_query,
            tuple(m.weight for m in moves),
            tuple((-1 if m.function == "several" else m.kind, m.other) for m in moves),
            tuple(is_direct(call) for _, call in calls),
            tuple(self._numbers),
            tuple(self._reals),
            REMEMBERED if self.remembers else 0,
        )
        return Program(
            self.problem,
            module_text(self.chunks, self.dispatch, self.used_families, calls, ahead, self.user_code.functions),
            layout,
            self.words,
            tuple(self.operations),
            tuple(self.sites),
            tuple(observations),
            tuple(queries),
            moves,
            self.user_code,
        )

    def _span(self, key: str) -> int:
        """How many variables a function of one object may have, if no number statement makes such objects; else 0."""
        parameters = self.facts.functions[key].parameters
        if len(parameters) != 1 or not isinstance(parameters[0].type, ObjectType):
            return 0
        name, model = parameters[0].type.name, self.problem.model
        return 0 if any(n.type == name for n in model.numbers) else len(model.types[name].guaranteed)

    def _relay(self, key: str, **changes: Any) -> None:
        number = self.kind_numbers[key]
        self.layouts[number] = replace(self.layouts[number], **changes)

    def _gather_evidence(
        self,
    ) -> tuple[dict[tuple[Form, Type], list[tuple[Evidence, tuple[Value, ...]]]], list[Observation]]:
        interpreter = Forward(self.problem, Replaying(()))
        planned = plan(self.problem, interpreter)
        observations: list[Observation] = []
        settled: set[int] = set()
        outright = {
            key
            for key, function in self.facts.functions.items()
            if key not in self.facts.derived and all_drawn_or_constant(function.body)
        }
        for variable, evidence in planned.observed.items():
            assert isinstance(variable, FunctionVariable)
            function = self.facts.functions[variable.function]
            if variable.function not in outright:
                continue
            arguments = tuple(
                int(self.words.encode(a, p.type)) for a, p in zip(variable.arguments, function.parameters, strict=True)
            )
            number, real = self._words_of(evidence.value, function.result)
            observations.append(Observation(self.kind_numbers[variable.function], arguments, number, real, evidence))
            settled.add(id(evidence))
        rest = [e for e in planned.order if id(e) not in settled]
        repeated = {(FunctionVariable, e.term, str(e.value)) for e in planned.order if rest and id(e) in settled}
        forms: dict[tuple[Form, Type], list[tuple[Evidence, tuple[Value, ...]]]] = {}
        for evidence in rest:
            key = (FunctionVariable, evidence.term, str(evidence.value))
            if key in repeated:
                continue
            repeated.add(key)
            form, values = form_of(evidence.term, evidence.frame_size)
            forms.setdefault((form, evidence.term.type), []).append((evidence, values))
        self._evidence_order = {id(e): position for position, e in enumerate(planned.order)}
        return forms, observations

    def _words_of(self, value: Value, type_: Type) -> tuple[int, float]:
        word = self.words.encode(value, type_)
        return (0, float(word)) if is_real(type_) else (int(word), 0.0)

    def _gather_queries(self) -> tuple[dict[Form, int], list[tuple[Form, tuple[Value, ...]]]]:
        forms: dict[Form, int] = {}
        rows: list[tuple[Form, tuple[Value, ...]]] = []
        for query in self._asked():
            form, values = form_of(query.term, query.frame_size)
            forms.setdefault(form, len(forms))
            rows.append((form, values))
        return forms, rows

    def _asked(self) -> list[Query]:
        """The queries, and after them the names of symbol evidence, by which objects are reported."""
        extra = [Query(RandomCall(f.result, key, ()), key, 0) for key, f in self.problem.names.items()]
        return [*self.problem.queries, *extra]

    def _write_forms_later(
        self, forms: dict[tuple[Form, Type], list[tuple[Evidence, tuple[Value, ...]]]], queries: dict[Form, int]
    ) -> dict[object, Text]:
        """The bodies of evidence and queries, written before the kinds of shared sets are numbered."""
        written: dict[object, Text] = {}
        for (form, type_), rows in forms.items():
            text = Text("return 0.0")
            frame = self._load_parameters(form, text)
            real = is_real(type_)
            place = len(form.parameters)
            target = Word(f"w.{'z_real' if real else 'z_int'}[w.v_b[v] + {place}]", real)
            word = text.keep(target)
            nullable = any(evidence.value is None for evidence, _ in rows)
            self.solve(form.term, Word(word.text, real, nullable), "0.0", text, frame)
            written[(form, type_)] = text
        for form in queries:
            text = Text("return 0.0")
            frame = self._load_parameters(form, text)
            word = self.value(form.term, text, frame)
            text.line("w.status = DERIVED_LEAF")
            text.line(f"w.{'out_real' if word.real else 'out_int'} = {word.text}")
            text.line("return 0.0")
            written[form] = text
        return written

    def _load_parameters(self, form: Form, text: Text) -> dict[int, Word]:
        frame: dict[int, Word] = {}
        for place, (slot, type_) in enumerate(form.parameters):
            real = is_real(type_)
            frame[slot] = text.keep(Word(f"w.{'z_real' if real else 'z_int'}[w.v_b[v] + {place}]", real))
        return frame

    def _store(self, values: Sequence[Value], types: Sequence[Type]) -> int:
        offset = len(self._numbers)
        for value, type_ in zip(values, types, strict=True):
            number, real = self._words_of(value, type_)
            self._numbers.append(number)
            self._reals.append(real)
        return offset

    def _place_forms(
        self,
        forms: dict[tuple[Form, Type], list[tuple[Evidence, tuple[Value, ...]]]],
        texts: dict[object, Text],
        label: str,
    ) -> list[Observation]:
        found: list[Observation] = []
        for (form, type_), rows in forms.items():
            kind = len(self.layouts)
            self.layouts.append(KindLayout(label, False, -1, HASHED))
            self.write(f"evaluate_{kind}", "w, v, draw", texts[(form, type_)], label)
            self.dispatch.append((kind, f"evaluate_{kind}"))
            for evidence, values in rows:
                offset = self._store((*values, evidence.value), (*(t for _, t in form.parameters), type_))
                position = self._evidence_order[id(evidence)]
                found.append(Observation(kind, (position, offset), 0, 0.0, evidence))
        return sorted(found, key=lambda o: o.arguments)

    def _place_queries(
        self, forms: dict[Form, int], rows: list[tuple[Form, tuple[Value, ...]]], texts: dict[object, Text]
    ) -> list[QueryNode]:
        kinds: dict[Form, int] = {}
        for form in forms:
            kind = kinds[form] = len(self.layouts)
            self.layouts.append(KindLayout("query", is_real(form.term.type), -1, HASHED))
            self.write(f"evaluate_{kind}", "w, v, draw", texts[form], "query")
            self.dispatch.append((kind, f"evaluate_{kind}"))
        found = []
        for position, (query, (form, values)) in enumerate(zip(self._asked(), rows, strict=True)):
            offset = self._store(values, [t for _, t in form.parameters])
            found.append(QueryNode(query, kinds[form], (position, offset)))
        return found
