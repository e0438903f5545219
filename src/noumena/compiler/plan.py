"""The default moves of a problem, chosen from its model and evidence, never from its queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from noumena.compiler.facts import Facts
from noumena.compiler.splitting import splits
from noumena.compiler.totals import totals
from noumena.distributions.reading import Vector
from noumena.model.expressions import (
    Case,
    Comprehension,
    Constant,
    Draw,
    Expression,
    If,
    Local,
    MapLiteral,
    RandomCall,
    SetLiteral,
    children,
)
from noumena.model.model import Problem, RandomFunction
from noumena.model.reach import Reach
from noumena.model.types import ObjectType
from noumena.model.values import Value
from noumena.moves.library.proportions import proportions
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying
from noumena.reference.variables import FunctionVariable
from noumena.runtime.layout import KindLayout

LARGEST_DOMAIN = 64
_TOTALS = {"exchange": "Exchange", "share_out": "ShareOut", "transfer": "Transfer"}


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the kernel applied to a kind of variable, or to two; `weight` is how often it is tried."""

    name: str
    function: str
    kind: int
    weight: float
    other: int = -1


def plan_moves(
    problem: Problem, facts: Facts, kinds: Sequence[KindLayout], free: Set[str], concrete: Set[str]
) -> tuple[Move, ...]:
    """The moves, with weights that sum to 1.

    `free` are the functions whose value decides nothing (`structure`), `concrete` the types whose objects are numbered.
    """
    reach = Reach(problem)
    for evidence in problem.evidence:
        reach.add(evidence.term, evidence.frame_size)
    reached = set(reach.functions())
    keys = list(facts.functions)
    observed: dict[str, set[tuple[Value, ...]]] = {}
    for variable in plan(problem, Forward(problem, Replaying(()))).observed:
        assert isinstance(variable, FunctionVariable)
        observed.setdefault(variable.function, set()).add(variable.arguments)
    found: list[Move] = []
    for number, kind in enumerate(kinds):
        is_number = kind.statement >= 0
        if is_number:
            if not reach.has_number(kind.statement):
                continue
        elif (
            not kind.listed
            or keys[number] not in reached
            or _is_all_observed(problem, facts.functions[keys[number]], observed.get(keys[number], set()))
            or reach.is_within(keys[number], observed.get(keys[number], set()))
        ):
            continue
        for label, function, weight in _moves_of(kind, not is_number and keys[number] in free):
            found.append(Move(f"{label}({kind.name})", function, number, weight))
    moved = {m.kind for m in found}
    for number in sorted(moved & set(range(len(keys)))):
        if isinstance(proportions(problem, keys[number]), Vector):
            found.append(Move(f"Conjugate({kinds[number].name})", "draw_proportions", number, 3.0))
    found += _together(problem, facts, kinds, moved)
    for split in splits(problem, keys, kinds, moved):
        along, weight = ("", 1.0) if split.number < 0 else (", number", 6.0)
        name = f"SplitMerge({kinds[split.kind].name}{along})"
        found.append(Move(name, "split_merge", split.kind, weight, split.number))
    for kept in totals(problem, keys, concrete, moved):
        name = f"{_TOTALS[kept.function]}({kinds[kept.kind].name})"
        found.append(Move(name, kept.function, kept.kind, 4.0, kept.number))
    if found:
        # The number stands for how many variables are drawn at most.
        found.append(
            Move("Several", "several", 8, (0.3 if _has_hard_evidence(problem) else 0.1) * sum(m.weight for m in found))
        )
    total = sum(move.weight for move in found)
    return tuple(replace(m, weight=m.weight / total) for m in found)


def _is_all_observed(problem: Problem, function: RandomFunction, observed: Set[tuple[Value, ...]]) -> bool:
    """Whether every variable of a function is evidence: its arguments are guaranteed objects, and all are observed.

    Reach tells the same, but follows only so many variables.
    """
    size = 1
    for parameter in function.parameters:
        declared = problem.model.types.get(parameter.type.name) if isinstance(parameter.type, ObjectType) else None
        if declared is None or declared.statements:
            return False
        size *= len(declared.guaranteed)
    return 0 < size == len(observed)


def _together(problem: Problem, facts: Facts, kinds: Sequence[KindLayout], moved: set[int]) -> list[Move]:
    """Moves of an object-valued variable together with one that is read by it for the same arguments.

    `PubCited(c)` is drawn from what `R(c)` has written: neither can change alone.
    """
    keys = list(facts.functions)
    found = []
    for number in sorted(moved & set(range(len(keys)))):
        function = facts.functions[keys[number]]
        if kinds[number].result < 0:
            continue
        own = tuple(range(len(function.parameters)))
        for read in sorted({c.function for c in _calls(function.body) if _slots(c) == own}):
            if read in keys and keys.index(read) in moved:
                name = f"Together({kinds[keys.index(read)].name}, {kinds[number].name})"
                found.append(Move(name, "together", keys.index(read), 2.0, number))
    return found


def _calls(e: Expression) -> Iterator[RandomCall]:
    if isinstance(e, RandomCall):
        yield e
    for child in children(e):
        yield from _calls(child)


def _slots(call: RandomCall) -> tuple[int, ...]:
    return tuple(a.slot if isinstance(a, Local) else -1 for a in call.arguments)


def _has_hard_evidence(problem: Problem) -> bool:
    """Whether some evidence is not on a variable itself, so that changing one variable may not do."""
    return bool(problem.names) or any(not isinstance(e.term, RandomCall) for e in problem.evidence)


def _moves_of(kind: KindLayout, free: bool) -> list[tuple[str, str, float]]:
    parental = ("Parental", "parental", 1.0)
    if kind.statement >= 0:
        return [parental, ("Number", "step", 2.0)]
    if kind.real:
        return [parental, ("Walk", "walk", 2.0)]
    if free and len(kind.domain) > 1:
        return [("Gibbs", "gibbs", 3.0)]
    if kind.domain:
        return [parental, ("Other", "other", 2.0)] if len(kind.domain) > 1 else []
    if kind.single >= 0:
        return [parental, ("Identity", "identity", 2.0)]
    if kind.result >= 0 or kind.handle:
        return [parental]
    return [parental, ("Step", "step", 2.0)]


def draws_of(body: Expression) -> Iterator[Draw]:
    """The random leaves of a CPD tree."""
    match body:
        case Draw():
            yield body
        case If(then=then, otherwise=otherwise):
            yield from draws_of(then)
            yield from draws_of(otherwise)
        case Case(entries=entries):
            for _, branch in entries:
                yield from draws_of(branch)


def finite_support(problem: Problem, draw: Draw) -> Sequence[Value] | None:
    """The values of a draw whatever the world, if the text tells them and they are few; null may be among them."""
    name, arguments = draw.distribution.name, draw.arguments
    if name == "BooleanDistrib":
        return (False, True)
    if name == "Bernoulli":
        return (0, 1)
    if name == "Categorical" and isinstance(arguments[0], MapLiteral):
        keys = [key.value for key, _ in arguments[0].entries if isinstance(key, Constant)]
        return keys if len(keys) == len(arguments[0].entries) else None
    if name == "UniformInt":
        ends = [a.value for a in arguments if isinstance(a, Constant)]
        if len(ends) != 2 or None in ends or ends[1] - ends[0] >= LARGEST_DOMAIN:
            return None
        return range(ends[0], ends[1] + 1)
    if name == "UniformChoice":
        return _members(problem, arguments[0])
    return None


def _members(problem: Problem, members: Expression) -> Sequence[Value] | None:
    if isinstance(members, SetLiteral):
        values = [e.value for e in members.elements if isinstance(e, Constant)]
        return values if len(values) == len(members.elements) else None
    if isinstance(members, Comprehension) and len(members.bindings) == 1 and isinstance(members.element, Local):
        type_ = members.bindings[0].type
        if isinstance(type_, ObjectType) and not problem.model.types[type_.name].statements:
            return problem.model.types[type_.name].guaranteed
    return None
