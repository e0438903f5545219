"""Evidence made ready: which variables are observed outright, and in which order the rest is met."""

from __future__ import annotations

from dataclasses import dataclass

from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.expressions import Case, Constant, Draw, Expression, If, RandomCall, children, is_plain
from noumena.model.functions.conversions import render
from noumena.model.model import Evidence, Problem
from noumena.model.reach import Reach
from noumena.model.types import MATRIX, REAL, ObjectType
from noumena.reference.interpreter import Interpreter
from noumena.reference.variables import FunctionVariable, Variable, describe


@dataclass(frozen=True, slots=True)
class Plan:
    """The evidence of a problem in the order in which it is met.

    `observed` are the variables that are evidence whatever the rest of the world is, such as `Seen(D[3])`: they have
    their observed value from the start and are never drawn. `first` comes symbol evidence, since it names objects; then
    evidence on reals that must be solved for a variable, which other evidence could draw: where one statement may
    read what another is about, the other comes before it. The `rest` may be met in any order.
    """

    observed: dict[Variable, Evidence]
    first: tuple[Evidence, ...]
    rest: tuple[Evidence, ...]

    @property
    def order(self) -> tuple[Evidence, ...]:
        """All evidence, the rest as it was written."""
        return self.first + self.rest


def plan(problem: Problem, interpreter: Interpreter) -> Plan:
    """The plan of a problem's evidence; raises `BlogError` if two observe one variable differently."""
    observed: dict[Variable, Evidence] = {}
    named: list[Evidence] = []
    solved: dict[Evidence, None] = {}
    rest: list[Evidence] = []
    for evidence in problem.evidence:
        variable = _observed_variable(evidence, problem, interpreter)
        must_be_solved = evidence.term.type in (REAL, MATRIX) and not (variable and _is_always_drawn(variable, problem))
        if must_be_solved:
            solved[evidence] = None  # once: a second time the term could differ from its value in the last digit
        else:
            (named if evidence.names else rest).append(evidence)
        if variable is None:
            continue
        earlier = observed.setdefault(variable, evidence)
        if earlier.value != evidence.value:
            name = describe(variable, problem.model)
            message = f"{name} is observed to be {render(evidence.value)}, but also {render(earlier.value)}"
            raise BlogError([Diagnostic(message, evidence.span)])
    by_reach = sorted(solved, key=lambda e: _reach_of(e, problem)) if len(solved) > 1 else solved
    return Plan(observed, (*named, *by_reach), tuple(rest))


def _reach_of(evidence: Evidence, problem: Problem) -> int:
    reach = Reach(problem)
    reach.add(evidence.term, evidence.frame_size)
    return reach.size


def _is_always_drawn(variable: FunctionVariable, problem: Problem) -> bool:
    """Whether no leaf of a variable's tree is determined by other variables."""
    pending = [problem.random[variable.function].body]
    while pending:
        match pending.pop():
            case If(then=then, otherwise=otherwise):
                pending += (then, otherwise)
            case Case(entries=entries):
                pending += (branch for _, branch in entries)
            case Draw() | Constant():
                pass
            case _:
                return False
    return True


def _observed_variable(evidence: Evidence, problem: Problem, interpreter: Interpreter) -> FunctionVariable | None:
    term = evidence.term
    if not isinstance(term, RandomCall):
        return None
    if is_plain(term):  # by far the most, where there is much evidence
        arguments = tuple([a.value for a in term.arguments if isinstance(a, Constant)])
    elif all(_is_settled(a, problem) for a in term.arguments):
        arguments = tuple(interpreter.value(a, evidence.frame_size) for a in term.arguments)
    else:
        return None
    return None if None in arguments else FunctionVariable(term.function, arguments)


def _is_settled(term: Expression, problem: Problem) -> bool:
    """Whether a term has the same value in every world."""
    if isinstance(term, RandomCall):
        return False
    bindings = [*getattr(term, "bindings", ()), *filter(None, (getattr(term, "binding", None),))]
    if any(isinstance(b.type, ObjectType) and problem.model.types[b.type.name].statements for b in bindings):
        return False
    return all(_is_settled(c, problem) for c in children(term))
