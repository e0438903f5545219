"""The acceptance ratio computed anew from the old and the new state by the formula of b1, nothing being incremental."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from noumena.inference.examination import Examination
from noumena.inference.state import State
from noumena.model.model import Problem
from noumena.model.types import ObjectType, Type
from noumena.model.values import Application, Generated, Value
from noumena.reference.variables import FunctionVariable, Variable, objects_in
from noumena.runtime.kernel import flags


@dataclass(frozen=True, slots=True)
class Owners:
    """Who changed what in a completed patch: `set_` and `removed` by the move, `drawn` by the engine.

    `picked` was picked among the variables of its function, `several` among all variables.
    """

    set_: frozenset[Variable]
    removed: frozenset[Variable]
    drawn: frozenset[Variable]
    picked: Variable | None
    several: frozenset[Variable]


def owners(world: Any, state: State) -> Owners:
    """The owners, read off the flags of the patch under way."""
    marked: dict[int, set[Variable]] = {f: set() for f in (flags.SET, flags.REMOVED, flags.DRAWN, flags.PICKED)}
    for t in range(world.t_top):
        v = int(world.t_variable[t])
        for flag, variables in marked.items():
            if world.v_kind[v] < world.first_shared and world.v_flags[v] & flag:
                variables.add(state.variable(v))
    picked = state.variable(int(world.picked)) if world.picked != flags.NONE else None
    by_move, removed, drawn, several = (frozenset(variables) for variables in marked.values())
    return Owners(by_move, removed, drawn, picked, several)


def log_ratio(old: Examination, new: Examination, who: Owners, log_q: float) -> float:
    """ln of the acceptance ratio; `log_q` is ln q(σ|σ′)/q(σ′|σ) as the move returned it.

    Fewer density factors on observed values win outright (a6), so the result may be +inf.
    """
    drawn = who.drawn & new.values.keys()
    undrawn = _drawn_in_reverse(old, new, who)
    total = new.log_prob - old.log_prob + log_q + _log_choice(old, new, who)
    total += math.fsum(old.factors[v] for v in undrawn) - math.fsum(new.factors[v] for v in drawn)
    before, after = old.identifiers, new.identifiers
    for application in {*before, *after}:
        total += _log_identifiers(application, old, new, who, drawn, undrawn)
    if math.isnan(total) or new.observed_densities > old.observed_densities:
        return -math.inf
    return math.inf if new.observed_densities < old.observed_densities and total > -math.inf else total


def _drawn_in_reverse(old: Examination, new: Examination, who: Owners) -> set[Variable]:
    """R of b1: dropped by the sweep or drawn anew; and what evidence forces now, since the reverse move releases it.

    What evidence forced in the old state, the reverse move forces again, with certainty.
    """
    candidates = old.values.keys() - who.set_ - who.removed - old.observed - old.forced.keys()
    return {v for v in candidates if v not in new.values or v in who.drawn or v in new.forced}


def _log_choice(old: Examination, new: Examination, who: Owners) -> float:
    """ln of the chance to pick the same variables in the new state over that in the old one (a10).

    What evidence forces is left alone, so that a variable that it forces now could not be picked in the reverse.
    """
    picked = who.several if who.picked is None else who.several | {who.picked}
    if any(v not in new.values or v in new.forced for v in picked):
        return -math.inf
    total = 0.0
    if who.several:
        everything = [sum(v not in state.observed for v in state.values) for state in (old, new)]
        if everything[1] < len(who.several):
            return -math.inf
        # Picked one after the other and found different: k!/T^k for each set of k of the T variables.
        total += len(who.several) * math.log(everything[0] / everything[1])
    if who.picked is not None:
        total += math.log(_alike(who.picked, old) / _alike(who.picked, new))
    return total


def _alike(variable: Variable, state: Examination) -> int:
    """How many variables of the same function, or number statement, a move may pick in a state."""
    return sum(_family(v) == _family(variable) for v in state.values if v not in state.observed)


def _family(variable: Variable) -> tuple[str, int]:
    if isinstance(variable, FunctionVariable):
        return variable.function, -1
    return variable.application.type, variable.application.statement


def _log_identifiers(
    application: Application,
    old: Examination,
    new: Examination,
    who: Owners,
    drawn: frozenset[Variable],
    undrawn: set[Variable],
) -> float:
    """The braces of b1 for one application, without (n′)_{m′} and (n)_m, which are part of ln p."""
    before = old.identifiers.get(application, set())
    after = new.identifiers.get(application, set())
    given = before | _objects(who.set_, new.values, application)
    taken = after | _objects(who.set_ | who.removed, old.values, application)
    both = len(before | after)
    n_old, n_new = old.number(application), new.number(application)
    problem = old.instantiation.problem
    if _draws_type(problem, drawn, application.type) and len(given) > n_new:
        return -math.inf
    if _draws_type(problem, undrawn, application.type) and len(taken) > n_old:
        return -math.inf
    forward = [n_new - t for t in range(len(given), both)]
    back = [n_old - t for t in range(len(taken), both)]
    if min([*forward, *back, 1]) <= 0:
        return -math.inf
    return math.fsum(map(math.log, back)) - math.fsum(map(math.log, forward))


def _objects(variables: frozenset[Variable], values: Mapping[Variable, Value], a: Application) -> set[Generated]:
    """The identifiers of an application among the values of some variables, those that generate others included."""
    return {made for v in variables if v in values for made in objects_in(values[v]) if made.application == a}


def _draws_type(problem: Problem, variables: frozenset[Variable] | set[Variable], type_: str) -> bool:
    results: list[Type] = [problem.random[v.function].result for v in variables if isinstance(v, FunctionVariable)]
    return any(isinstance(result, ObjectType) and result.name == type_ for result in results)
