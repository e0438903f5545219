"""Partial instantiations: their probability, and whether they may be states of a chain (§4.2, §4.3).

An instantiation maps basic variables to values. For a type in `concrete` the labels of its objects are their numbers,
1 to n; for the others they are identifiers (Def. 2).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, partial

from noumena.model.diagnostics import fail
from noumena.model.evaluation import Derived, Leaf
from noumena.model.model import Evidence, Problem
from noumena.model.values import Application, Generated, Unused, Value
from noumena.reference.conditioning import Conditioner
from noumena.reference.interpreter import Strict, Unsupported, Untold
from noumena.reference.variables import FunctionVariable, Variable, describe, objects_in, objects_of


@dataclass(frozen=True)
class Instantiation:
    """A partial instantiation σ of the basic variables of a problem's model."""

    problem: Problem
    values: Mapping[Variable, Value]
    concrete: Set[str] = frozenset()

    def _world(self) -> Strict:
        world = _ConcreteTypes(self.problem, self.concrete)
        world.load(dict(self.values), {a: list(ids) for a, ids in self._objects.items()})
        return world

    @cached_property
    def _objects(self) -> dict[Application, list[Generated]]:
        return {a: sorted(ids) for a, ids in self.identifiers().items()}

    def identifiers(self) -> dict[Application, set[Generated]]:
        """The identifiers in use as value, argument or generator, for each application; none of a concrete type."""
        found: dict[Application, set[Generated]] = {}
        for variable, value in self.values.items():
            for made in (*objects_of(variable), *objects_in(value)):
                if made.type not in self.concrete:
                    found.setdefault(made.application, set()).add(made)
        return found

    def supports(self, variable: Variable) -> bool:
        """Whether σ determines the path through the variable's CPD tree."""
        return self.active_parents(variable) is not None

    def active_parents(self, variable: Variable) -> set[Variable] | None:
        """The variables read on that path (Def. 5), derived ones read through; None if σ does not support it."""
        return _reads(self._world(), lambda world: world.leaf(variable))

    def is_derived(self, variable: Variable) -> bool:
        """Whether σ leads to a deterministic leaf of the variable (a5)."""
        try:
            return isinstance(self._world().leaf(variable), Derived)
        except (Unsupported, Untold):
            return False

    def is_self_supporting(self) -> bool:
        """Whether σ supports every variable that it instantiates, each with a random leaf (a5)."""
        try:
            return not any(isinstance(self._world().leaf(v), Derived) for v in self.values)
        except (Unsupported, Untold):
            return False

    def reads(self, evidence: Evidence) -> set[Variable] | None:
        """The variables that an evidence term reads, derived ones read through; None if σ lacks some."""
        return _reads(self._world(), partial(_evaluate, evidence))

    def needed(self) -> set[Variable] | None:
        """The variables that the evidence reads, and those that they read in turn (b4); None if σ lacks some."""
        frontier: set[Variable] = set()
        for evidence in self.problem.evidence:
            reads = self.reads(evidence)
            if reads is None:
                return None
            frontier |= reads
        found: set[Variable] = set()
        while frontier:
            variable = frontier.pop()
            found.add(variable)
            parents = self.active_parents(variable)
            if parents is None:
                return None
            frontier |= parents - found
        return found

    def is_minimal(self) -> bool:
        """Whether σ is minimal beyond the evidence (Def. 1): it holds what the evidence needs and nothing else."""
        return self.needed() == set(self.values)

    def holds_evidence(self) -> bool:
        """Whether every evidence term has its observed value."""
        return all(self.term(e) == e.value for e in self.problem.evidence)

    def term(self, evidence: Evidence) -> Value:
        """The value of an evidence term, which σ must support."""
        return _evaluate(evidence, self._world())

    def value(self, variable: Variable) -> Value:
        """The value of a variable that σ instantiates or determines; `Unsupported` is raised for any other."""
        return self._world().get(variable)

    def leaf(self, variable: Variable) -> Leaf:
        """The leaf of the variable's CPD tree to which σ leads; `Unsupported` is raised if there is none."""
        return self._world().leaf(variable)

    def factor(self, variable: Variable) -> float:
        """ln p_V(σ) of an instantiated variable with a random leaf."""
        return self._factor(self._world(), variable)

    def _factor(self, world: Strict, variable: Variable) -> float:
        leaf = world.leaf(variable)
        if isinstance(leaf, Derived):
            raise fail(f"{describe(variable, self.problem.model)} is derived in this world and cannot be instantiated")
        return world.log_prob(variable, self.values[variable], leaf)

    def log_slope(self, evidence: Evidence, variable: Variable) -> float:
        """ln |∂v/∂term|, the evidence term being solved for the real variable v, the rest of σ being given (a6)."""
        rest = {v: x for v, x in self.values.items() if v != variable}
        factor = Conditioner(Instantiation(self.problem, rest, self.concrete)._world()).condition(evidence)
        if factor.variable != variable or not math.isclose(factor.value, self.values[variable], rel_tol=1e-9):
            raise fail(f"the evidence is not solved for {describe(variable, self.problem.model)}", evidence.span)
        solved = Instantiation(self.problem, {**rest, variable: factor.value}, self.concrete)
        return factor.log_weight - solved.factor(variable)

    def is_grounded(self) -> bool:
        """Whether every identifier is the value of a ground term (Def. 4).

        The generators of a grounded object are values of its origin functions, hence grounded.
        """
        grounded: set[Value] = set()
        changed = True
        while changed:
            changed = False
            for variable, value in self.values.items():
                if isinstance(variable, FunctionVariable) and self._all_in(objects_of(variable), grounded):
                    new = set(objects_in(value)) - grounded
                    changed = changed or bool(new)
                    grounded |= new
        return all(ids <= grounded for ids in self.identifiers().values())

    def _all_in(self, objects: Iterable[Generated], grounded: set[Value]) -> bool:
        return all(o in grounded or o.type in self.concrete for o in objects)

    def log_prob(self) -> float:
        """ln p(σ): Eq. 3, and for identifiers the factor n!/(n-m)! of each application (Eq. 4, footnote 5).

        σ must be self-supporting, and grounded if it has identifiers.
        """
        world = self._world()
        total = math.fsum(self._factor(world, variable) for variable in self.values)
        for application, identifiers in self.identifiers().items():
            n, m = world.number(application), len(identifiers)
            if m > n:
                return -math.inf
            total += math.lgamma(n + 1) - math.lgamma(n - m + 1)
        return total


def _evaluate(evidence: Evidence, world: Strict) -> Value:
    return world.value(evidence.term, evidence.frame_size)


class _ConcreteTypes(Strict):
    """A strict world in which the objects of some types are numbered from 1."""

    def __init__(self, problem: Problem, concrete: Set[str]) -> None:
        super().__init__(problem)
        self._concrete = concrete

    def _of_application(self, application: Application, counted: bool) -> list[Value]:
        if application.type not in self._concrete:
            number, known = self.number(application), self.objects.get(application, [])
            if counted and number == len(known) > 0:
                # What an unused object would read counts as read, so that reads do not depend on identifiers elsewhere.
                return [*known, Unused(application, 0)]
            return super()._of_application(application, counted)
        return [Generated(application, i) for i in range(1, self.number(application) + 1)]


def _reads(world: Strict, evaluate: Callable[[Strict], Value]) -> set[Variable] | None:
    """The variables that an evaluation reads, or None if the world does not support it."""
    world.reads = set()
    try:
        evaluate(world)
    except (Unsupported, Untold):
        return None
    return world.reads
