"""Where the joint-distribution test means something: the data are random given the state, and can be drawn anew."""

from __future__ import annotations

from noumena.compiler.program import Program
from noumena.inference.examination import text_of
from noumena.inference.user_moves import UserMoves
from noumena.model.expressions import Case, Draw, Expression, If, RandomCall, is_plain
from noumena.model.model import Evidence, Problem
from noumena.model.types import ObjectType


class Void(Exception):
    """The test means nothing for a model or a move; the text says why."""


def check_data(program: Program) -> None:
    """Raises `Void` unless all evidence is on variables that are random whatever the state is (a13).

    Evidence on a function of the state holds whatever data are drawn, so that there are none to be drawn.
    """
    problem = program.problem
    if problem.names:
        (name, *_) = problem.names
        raise Void(f"evidence names objects, such as {name}")
    if not problem.evidence:
        raise Void("there is no evidence, so that states are empty")
    for evidence in problem.evidence:
        reason = _reason(problem, evidence)
        if reason is not None:
            raise Void(f"`{text_of(evidence)}`: {reason}")


def _reason(problem: Problem, evidence: Evidence) -> str | None:
    term = evidence.term
    if not is_plain(term) or not isinstance(term, RandomCall):
        return "this evidence is a function of the state, and no variable that could be drawn anew"
    function = problem.random[term.function]
    if not _is_drawn(function.body):
        return f"the value of {function.name} may be determined by the state, or be null"
    declared = problem.model.types.get(function.result.name) if isinstance(function.result, ObjectType) else None
    if declared is not None and declared.statements:
        return f"another value of {function.name} may be an object without a name"
    return None


def _is_drawn(body: Expression) -> bool:
    """Whether every end of a CPD tree is a draw."""
    match body:
        case If(then=then, otherwise=otherwise):
            return _is_drawn(then) and _is_drawn(otherwise)
        case Case(entries=entries):
            return all(_is_drawn(branch) for _, branch in entries)
    return isinstance(body, Draw)


def check_proposers(made: UserMoves) -> None:
    """Raises `Void` if a proposer looks at the evidence before the first step: there will be other data."""
    for own in made.own:
        if own.looks_at_evidence:
            raise Void(f"{own.name} looks at the evidence in `initialise`, and would have to do so for all data drawn")
