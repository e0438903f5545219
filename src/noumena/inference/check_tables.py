"""Whether the tables of a chain are those of its state: the active graph, counts, preimages, references, lists."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from noumena.compiler.program import Program
from noumena.inference.dump import Dump, Node
from noumena.inference.examination import Examination, text_of
from noumena.inference.state import State
from noumena.model.values import Value
from noumena.reference.variables import Variable, describe
from noumena.runtime.kernel import flags
from noumena.runtime.kernel.variables import find

CLOSE = 1e-9


class Tables:
    """The tables of a world between two steps, and what the reference semantics says that they must be.

    The state itself must be in order: `examined.fault` is None.
    """

    def __init__(self, program: Program, world: Any, state: State, dumped: Dump, examined: Examination) -> None:
        self._program, self._layout = program, program.layout
        self._world, self._state = world, state
        self._dump, self._examined = dumped, examined
        self._nodes = dumped.nodes
        self._readers: dict[int, list[int]] = {}
        self._listed: dict[int, list[int]] = {}
        self._sharers: Counter[int] = Counter()
        for child, node in dumped.nodes.items():
            for parent, where in node.parents:
                self._readers.setdefault(parent, []).append(child)
                if where == flags.NONE:
                    self._listed.setdefault(parent, []).append(child)
                elif where == flags.UNLISTED:
                    self._sharers[parent] += 1

    def faults(self) -> Iterator[tuple[str, str]]:
        """What is wrong: of which variable or table, and what."""
        for v, node in self._nodes.items():
            yield from self._check_place(v, node)
            yield from self._check_readers(v, node)
        # Shared sets come first, since the factors of others are computed from them.
        for v, node in sorted(self._nodes.items(), key=lambda pair: not self._is_shared(pair[1])):
            if self._is_shared(node):
                yield from self._check_shared(v, node)
            elif node.kind < self._layout.first_shared:
                yield from self._check_variable(v, node)
            else:
                yield from self._check_evidence(v, node)
        yield from self._check_forced()
        yield from self._check_lists()
        yield from self._check_preimages()
        yield from self._check_references()
        yield from self._check_classes()

    def _is_shared(self, node: Node) -> bool:
        return self._layout.first_shared <= node.kind < self._layout.first_evidence

    def name(self, v: int) -> str:
        """A node in BLOG syntax."""
        node = self._nodes.get(v)
        if node is None:
            return f"the free place {v}"
        if node.kind < self._layout.first_shared:
            return describe(self._state.variable(v), self._program.problem.model)
        if node.kind < self._layout.first_evidence:
            layout = self._layout.kinds[node.kind]
            of = "" if layout.made_by < 0 else f" of one application, {node.arguments}"
            return f"the set of all {self._layout.types[layout.result].name}{of}"
        return f"`{text_of(self._state.evidence(v))}`"

    def _check_place(self, v: int, node: Node) -> Iterator[tuple[str, str]]:
        if node.flags & ~flags.LASTING:
            yield self.name(v), f"has flags of a patch that is over: {node.flags & ~flags.LASTING}"
        if find(self._world, node.kind, *node.arguments) != v:
            yield self.name(v), "is not found by its arguments"

    def _check_readers(self, v: int, node: Node) -> Iterator[tuple[str, str]]:
        readers = self._readers.get(v, [])
        if node.count != len(readers):
            yield self.name(v), f"has {len(readers)} readers, but counts {node.count}"
        if sorted(node.children) != sorted(self._listed.get(v, [])):
            yield self.name(v), "has a list of children that is not that of its readers"
        if not readers and not node.flags & flags.OBSERVED:
            yield self.name(v), "has no reader and is no evidence"

    def _through(self, v: int) -> set[Variable]:
        """The variables that a node reads, what is derived being read through."""
        found: set[Variable] = set()
        waiting = [p for p, _ in self._nodes[v].parents]
        while waiting:
            p = waiting.pop()
            node = self._nodes[p]
            if node.kind >= self._layout.first_shared or node.flags & flags.DERIVED:
                waiting += [q for q, _ in node.parents]
            elif self._state.variable(p) in self._examined.values:
                found.add(self._state.variable(p))
            else:
                waiting += [q for q, _ in node.parents]  # evidence whose leaf is deterministic
        return found

    def _check_variable(self, v: int, node: Node) -> Iterator[tuple[str, str]]:
        examined, variable = self._examined, self._state.variable(v)
        if variable not in examined.values:
            value = examined.derived(variable)
            if not _equal(self._state.value(v), value):
                yield self.name(v), f"is kept as {self._state.value(v)}, but the state makes it {value}"
            return
        parents = examined.parents[variable]
        if self._through(v) != parents:
            yield self.name(v), self._difference(self._through(v), parents or set())
        shared = sum(math.log(self._nodes[p].number) for p, where in node.parents if where == flags.UNLISTED)
        if not _close(node.score - shared, examined.factors[variable]):
            yield self.name(v), f"has ln p = {examined.factors[variable]}, but {node.score - shared} is kept"
        if bool(node.flags & flags.DENSE) != (variable in examined.densities):
            yield self.name(v), "is wrongly marked as a density or as none"
        if bool(node.flags & flags.OBSERVED) != (variable in examined.observed):
            yield self.name(v), "is wrongly marked as evidence or as none"

    def _difference(self, kept: set[Variable], right: set[Variable]) -> str:
        model = self._program.problem.model
        names = [sorted(describe(v, model) for v in group) for group in (right - kept, kept - right)]
        return f"has other active parents than kept: missing {names[0]}, too many {names[1]}"

    def _check_shared(self, v: int, node: Node) -> Iterator[tuple[str, str]]:
        layout, world = self._layout.kinds[node.kind], self._world
        whole = layout.made_by < 0
        size = len(self._program.problem.model.types[self._layout.types[layout.result].name].guaranteed) if whole else 0
        for a, (number, _) in self._dump.applications.items():
            if world.a_type[a] != layout.result or number not in self._nodes:
                continue
            given = self._nodes[number].arguments
            if whole or (world.a_statement[a] == layout.made_by and given == node.arguments):
                size += max(self._nodes[number].number, 0)
        if node.number != size:
            yield self.name(v), f"has {size} members, but {node.number} is kept"
        sharers = self._sharers[v]
        if node.score != sharers:
            yield self.name(v), f"is drawn from {sharers} times, but {node.score} is kept"

    def _check_evidence(self, v: int, node: Node) -> Iterator[tuple[str, str]]:
        """An evidence term may also have read what decides the leaf of the variable that it forces."""
        evidence = self._state.evidence(v)
        reads = self._examined.reads[evidence] or set()
        kept = self._through(v)
        if not reads <= kept:
            yield self.name(v), self._difference(kept, reads)
        forced = [x for x, e in self._examined.forced.items() if e is evidence]
        slope = math.fsum(self._examined.slopes.get(x, 0.0) for x in forced)
        if not _close(node.score, slope):
            yield self.name(v), f"has the log slope {slope}, but {node.score} is kept"

    def _check_forced(self) -> Iterator[tuple[str, str]]:
        owned = {v: node.owner for v, node in self._nodes.items() if node.flags & flags.FORCED}
        terms = range(self._layout.first_evidence, self._layout.first_query)
        claims = {u: node.number - 1 for u, node in self._nodes.items() if node.kind in terms and node.number > 0}
        for v, owner in owned.items():
            if claims.get(owner) != v:
                yield self.name(v), "is marked as forced, but no evidence forces it"

    def _check_lists(self) -> Iterator[tuple[str, str]]:
        for kind, kept in self._dump.lists.items():
            layout = self._layout.kinds[kind]
            wanted = {
                v
                for v, node in self._nodes.items()
                if node.kind == kind and layout.listed and not node.flags & (flags.OBSERVED | flags.DERIVED)
            }
            if set(kept) != wanted or len(kept) != len(wanted):
                odd = sorted({*kept} ^ wanted) or list(kept)
                yield self.name(odd[0]), f"is wrongly in or out of the list from which moves of {layout.name} pick"
            for place, v in enumerate(kept):
                if v in self._nodes and self._nodes[v].place != place:
                    yield self.name(v), f"stands at {place} in the list of {layout.name}, not at {self._nodes[v].place}"

    def _check_preimages(self) -> Iterator[tuple[str, str]]:
        wanted: dict[tuple[int, int], set[int]] = {}
        for v, node in self._nodes.items():
            linked = node.kind < self._layout.first_shared and self._layout.kinds[node.kind].preimages
            linked = linked and node.number >= 0 and not node.flags & flags.DERIVED
            if linked:
                wanted.setdefault((node.kind, node.number), set()).add(v)
            if linked != bool(node.flags & flags.LINKED):
                yield self.name(v), f"is {'not ' if linked else ''}in a preimage"
        for place in {*wanted, *self._dump.preimages, *self._dump.preimage_sizes}:
            right, kept = wanted.get(place, set()), self._dump.preimages.get(place, ())
            odd = sorted({*kept} ^ right) or sorted(right) or [flags.NONE]
            if set(kept) != right or self._dump.preimage_sizes.get(place, 0) != len(right):
                yield self.name(odd[0]), f"is wrongly in or out of the preimage of object {place[1]}, or miscounted"

    def _check_references(self) -> Iterator[tuple[str, str]]:
        wanted: Counter[tuple[int, int]] = Counter()
        in_use: Counter[int] = Counter()
        for node in self._nodes.values():
            if node.flags & flags.LINKED:
                self._refer(self._layout.kinds[node.kind].result, node.number, wanted, in_use)
        for place in {*wanted, *self._dump.references}:
            if wanted[place] != self._dump.references.get(place, 0):
                kept = self._dump.references.get(place, 0)
                yield self._object(place), f"is referred to {wanted[place]} times, but {kept} is kept"
        for t, kept_used in self._dump.used.items():
            right = set() if self._layout.types[t].concrete else {o for u, o in wanted if u == t}
            if set(kept_used) != right or len(kept_used) != len(right):
                odd = sorted({*kept_used} ^ right) or list(kept_used)
                yield self._object((t, odd[0])), "is wrongly in or out of the identifiers in use"
            for place_in_list, o in enumerate(kept_used):
                if self._dump.places.get((t, o)) != place_in_list:
                    yield self._object((t, o)), "has a wrong place among the identifiers in use"
        if self._dump.leaked:
            yield self._object(self._dump.leaked[0]), "is neither in use nor free"
        for a, (number, used) in self._dump.applications.items():
            if used != in_use[a]:
                type_ = self._layout.types[self._world.a_type[a]].name
                yield f"#{type_}", f"has {in_use[a]} objects in use, but {used} is kept"
            if number != flags.NONE and number not in self._nodes:
                yield f"#{self._layout.types[self._world.a_type[a]].name}", "is kept as a variable that is gone"

    def _refer(self, type_: int, o: int, wanted: Counter[tuple[int, int]], in_use: Counter[int]) -> None:
        """Counts a reference to an object; the first one brings its generating objects into use."""
        if o <= self._layout.types[type_].guaranteed:
            return
        wanted[type_, o] += 1
        if wanted[type_, o] > 1:
            return
        a = int(self._world.o_application[self._world.o_base[type_] + o])
        in_use[a] += 1
        statement = self._layout.statements[int(self._world.a_statement[a])]
        generators = (self._world.a_first[a], self._world.a_second[a], self._world.a_third[a])
        for generator_type, generator in zip(statement.generators, generators, strict=False):
            if generator_type >= 0:
                self._refer(generator_type, int(generator), wanted, in_use)

    def _check_classes(self) -> Iterator[tuple[str, str]]:
        wanted: dict[tuple[int, int], Counter[tuple[int, float]]] = {}
        for node in self._nodes.values():
            reference = self._layout.kinds[node.kind].reference
            if reference >= 0 and not node.flags & flags.DERIVED:
                r = find(self._world, reference, *node.arguments)
                if self._nodes[r].number >= 0:
                    value = (node.number, node.real if node.real is not None else math.nan)
                    wanted.setdefault((node.kind, self._nodes[r].number), Counter())[value] += 1
        for place in sorted({*wanted, *self._dump.classes}):
            kept: Counter[tuple[int, float]] = Counter()
            for number, real, count in self._dump.classes.get(place, ()):
                kept[number, real] += count
            if kept != wanted.get(place, Counter()):
                name = self._layout.kinds[place[0]].name
                yield (
                    name,
                    f"of object {place[1]} is counted as {dict(kept)}, but there are {dict(wanted.get(place, {}))}",
                )

    def _object(self, place: tuple[int, int]) -> str:
        return f"{self._layout.types[place[0]].name}@{place[1]}"


def _close(a: float, b: float) -> bool:
    return a == b or abs(a - b) <= CLOSE * max(1.0, abs(a), abs(b))


def _equal(a: Value, b: Value) -> bool:
    if type(a) is float and type(b) is float:
        return math.isclose(a, b, rel_tol=CLOSE, abs_tol=CLOSE)
    return bool(a == b)
