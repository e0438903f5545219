"""Functions whose value never decides what else is read: these can be drawn given everything else (a9).

Then every value of a variable needs the same variables, and its law given the rest is proportional to its own factor
times those of its children (Prop. 5), without anything to complete or to drop.
"""

from __future__ import annotations

from collections.abc import Set

from noumena.compiler.facts import NEVER_NULL, Facts
from noumena.model.expressions import (
    Binding,
    BuiltinCall,
    Case,
    Comprehension,
    Connective,
    Convert,
    Draw,
    Expression,
    If,
    Not,
    OriginCall,
    Quantified,
    RandomCall,
    binding_terms,
    children,
)
from noumena.model.model import Problem
from noumena.model.trees import all_drawn, parts


def undeciding(problem: Problem, facts: Facts, solved: Set[int]) -> set[str]:
    """The functions whose value never decides what is read; `solved` are the evidence terms by their id."""
    return {key for key in facts.functions if key not in facts.derived and _never_decides(key, problem, facts, solved)}


def _never_decides(function: str, problem: Problem, facts: Facts, solved: Set[int]) -> bool:
    through = {function}
    while True:
        readers = {key for key, f in facts.functions.items() if key not in through and _calls(f.body, through)}
        inlined = {key for key in readers if facts.is_inlined(key)}
        if not inlined:
            break
        through |= inlined
    if any(facts.function_may_be_null(key) for key in through):
        return False
    if any(_calls(e.term, through) for e in problem.evidence if id(e) in solved):
        return False
    trees = [facts.functions[key].body for key in readers]
    trees += [n.body for n in problem.model.numbers if _calls(n.body, through)]
    terms = [facts.functions[key].body for key in through - {function}]
    return all(_is_harmless_tree(t, through, facts) for t in trees) and all(
        _is_harmless(t, through, facts) for t in terms
    )


def _is_harmless_tree(body: Expression, through: Set[str], facts: Facts) -> bool:
    """Whether the functions in `through` decide nothing in a CPD tree, not even whether a leaf is random."""
    if not _calls(body, through):
        return True
    match body:
        case If(condition=condition, then=then, otherwise=otherwise):
            branches: tuple[Expression, ...] = (then, otherwise)
            decided = _calls(condition, through)
        case Case(subject=subject, entries=entries):
            branches = tuple(branch for _, branch in entries)
            decided = _calls(subject, through)
            if decided and (not facts.covers_values(body) or any(_reads(key) for key, _ in entries)):
                return False
        case Draw():
            return _is_harmless(body, through, facts)
        case _:
            return False
    if decided and not all(all_drawn(b) and not _reads(b) for b in branches):
        return False
    inner = children(body)[0]
    return _is_harmless(inner, through, facts) and all(_is_harmless_tree(b, through, facts) for b in branches)


def _is_harmless(e: Expression, through: Set[str], facts: Facts) -> bool:
    """Whether the functions in `through` decide nothing in a term."""
    if not _calls(e, through):
        return True
    match e:
        case RandomCall(arguments=arguments):
            return not any(_calls(a, through) for a in arguments)
        case OriginCall():
            return False
        case Draw(distribution=distribution, arguments=arguments):
            if distribution.name == "UniformChoice" or any(_decides_null(a, through, facts) for a in arguments):
                return False
        case If(condition=condition, then=then, otherwise=otherwise) if _calls(condition, through):
            if any(map(_reads, (then, otherwise))):
                return False
        case Case(subject=subject, entries=entries) if _calls(subject, through):
            if not facts.covers(e) or any(_reads(part) for entry in entries for part in entry):
                return False
        case Connective(left=left, right=right) if _calls(left, through):
            if _reads(right):
                return False
        case Quantified(binding=binding):
            if _binds(binding, through):
                return False
        case Comprehension(bindings=bindings, condition=condition, element=element):
            if any(_binds(b, through) for b in bindings):
                return False
            if condition is not None and _calls(condition, through) and _reads(element):
                return False
    return all(_is_harmless(child, through, facts) for child in children(e))


def _decides_null(e: Expression, through: Set[str], facts: Facts) -> bool:
    """Whether it may depend on the functions in `through`, which are never null themselves, if a term is null."""
    if not _calls(e, through):
        return False
    match e:
        case RandomCall(arguments=arguments):
            return any(_decides_null(a, through, facts) for a in arguments)
        case BuiltinCall(builtin=builtin, arguments=arguments) if builtin.implementation in NEVER_NULL:
            return any(_decides_null(a, through, facts) for a in arguments)
        case Convert(operand=x) | Not(operand=x):
            return _decides_null(x, through, facts)
    return facts.may_be_null(e)


def _binds(binding: Binding, through: Set[str]) -> bool:
    return any(_calls(t, through) for t in binding_terms(binding))


def _calls(e: Expression, functions: Set[str]) -> bool:
    return any(isinstance(part, RandomCall) and part.function in functions for part in parts(e))


def _reads(e: Expression) -> bool:
    """Whether a term reads anything random."""
    return any(isinstance(part, RandomCall | OriginCall | Comprehension | Quantified) for part in parts(e))
