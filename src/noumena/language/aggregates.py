"""`argmax` and `argmin`: the member of a set for which a term is largest or smallest.

Three forms: `argmax({b, Weight(b) for Ball b : φ})` names the term beside the member, `argmax({b for Ball b : φ},
Weight)` names a function of the members, and `argmax({B1 -> 2.0, B2 -> 0.5})` gives the key of a map.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from noumena.language import syntax
from noumena.model.expressions import BuiltinCall, Expression
from noumena.model.functions import FUNCTIONS
from noumena.model.library import Builtin
from noumena.model.types import REAL, SetType, Signature, TupleType, fits
from noumena.model.values import Bag, Guaranteed, Value

if TYPE_CHECKING:
    from noumena.language.context import Scope
    from noumena.language.terms import TermChecker


def _extreme(pairs: Bag, sign: int) -> Value:
    """The member with the largest score times `sign`.

    A set has no order, so a tie is settled by the members themselves: by their own order if they are numbers, strings
    or guaranteed objects; there is none among generated objects, and the result is null.
    """
    scored = [(sign * score, member) for member, score in pairs if score is not None and not math.isnan(score)]
    if not scored:
        return None
    best = max(score for score, _ in scored)
    tied = {member for score, member in scored if score == best}
    if len(tied) == 1:
        return tied.pop()
    if all(isinstance(member, Guaranteed | int | float | str) for member in tied):
        return min(tied)
    return None


def _argmax(pairs: Bag) -> Value:
    return _extreme(pairs, 1)


def _argmin(pairs: Bag) -> Value:
    return _extreme(pairs, -1)


def _of_map(checker: TermChecker, call: syntax.Call, scope: Scope) -> Expression | None:
    """The key of a map with the largest or smallest value, if the argument is one map."""
    terms = tuple(checker.term(argument, scope) for argument in call.arguments)
    return checker.builtin_call(FUNCTIONS[call.name], terms, call.span)


def arg_extreme(checker: TermChecker, call: syntax.Call, scope: Scope) -> Expression:
    """The checked form of a call of argmax or argmin; null scores are skipped."""
    first = call.arguments[0]
    usage = f"write `{call.name}({{x, f(x) for T x}})` or `{call.name}({{x for T x}}, f)`"
    if not isinstance(first, syntax.Comprehension):
        return _of_map(checker, call, scope) or checker.wrong(f"`{call.name}` needs a set of pairs", call.span, usage)
    pairs = first
    if len(call.arguments) == 2 and isinstance(call.arguments[1], syntax.Name) and len(first.elements) == 1:
        function = call.arguments[1]
        score = syntax.Call(function.name, first.elements, span=function.span, name_span=function.span)
        pairs = syntax.Comprehension(
            first.kind, (first.elements[0], score), first.variables, first.condition, span=first.span
        )
    elif len(call.arguments) != 1:
        return checker.wrong(f"`{call.name}` needs a set of pairs", call.span, usage)
    term = checker.term(pairs, scope)
    element = term.type.element if isinstance(term.type, SetType) else None
    if not isinstance(element, TupleType) or len(element.elements) != 2 or not fits(element.elements[1], REAL):
        return checker.wrong(f"`{call.name}` needs pairs of a member and a number", call.span, usage)
    signature = Signature((term.type,), element.elements[0])
    builtin = Builtin(call.name, signature, _argmax if call.name == "argmax" else _argmin)
    return BuiltinCall(element.elements[0], builtin, (term,), span=call.span)
