"""Whether a model is conjugate in proportions: Dirichlet ones that nothing but draws by position depends on.

The law of x given all others is Dirichlet(alpha + n), where n_k draws have the value k, if its prior is
Dirichlet(alpha) with a constant alpha, and each reader is a `Discrete` draw whose weights are x itself. No proposer can
make an array: the move is one of the engine's own (`kernel/proportions`), and the plan has it where this is so.
"""

from __future__ import annotations

from noumena.distributions import BUILT_IN
from noumena.distributions.reading import Vector, as_vector
from noumena.model.diagnostics import RunError
from noumena.model.expressions import BuiltinCall, Constant, Convert, Draw, Expression, FixedCall, ListLiteral
from noumena.model.model import Problem
from noumena.model.trees import parts
from noumena.moves.library.conjugacy import Family, Obstacle, has, is_itself, obstacle
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying

_CLOSED = (Constant, ListLiteral, Convert, BuiltinCall, FixedCall)

PROPORTIONS = Family(
    "Dirichlet",
    ("Dirichlet",),
    {"Discrete": 0},
    is_itself,
    "it may be the weights of Discrete of a function, as it is",
)


def proportions(problem: Problem, key: str) -> Vector | Obstacle:
    """The constant alpha of a function that is conjugate in this way, or the first place that is in the way."""
    function = problem.random[key]
    alpha = _parameter(problem, function.body)
    if alpha is None:
        return Obstacle(None, function.body.span, "it must be Dirichlet of a constant row or column")
    found = obstacle(problem, key, PROPORTIONS)
    if found is not None:
        return found
    for number in problem.model.numbers:
        if has(number.body, key):
            return Obstacle(f"`#{number.type}`", number.body.span, PROPORTIONS.hint)
    return alpha


def _parameter(problem: Problem, body: Expression) -> Vector | None:
    """alpha, if a CPD is one draw from Dirichlet whatever the state is, and alpha is the same in all."""
    if not isinstance(body, Draw) or body.distribution is not BUILT_IN["Dirichlet"]:
        return None
    (argument,) = body.arguments
    if not all(isinstance(part, _CLOSED) for part in parts(argument)):
        return None
    try:
        alpha = as_vector(Forward(problem, Replaying(())).evaluator.value(argument, []))
    except RunError:
        return None  # a run says what is wrong with it
    return alpha if alpha is not None and min(alpha.entries) > 0.0 else None
