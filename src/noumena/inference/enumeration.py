"""Exact answers: every abstract partial world that the evidence and a query need, with its probability.

The evidence is met one statement at a time. To meet it, a state is completed one variable at a time, as the evaluation
of the statement asks for it; each completion branches over the values of that variable. States that have become equal
up to renaming are merged, and variables that nothing to come can read are forgotten, so that many more merge: that is
what brings the ten-draw urn, with its millions of assignments, down to a few hundred states.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from noumena.inference.abstract_state import State, log_sum
from noumena.inference.branching import branches
from noumena.inference.budget import Budget
from noumena.inference.result import Marginal, Progress, Result, no_progress
from noumena.model.diagnostics import fail
from noumena.model.model import Evidence, Problem, Query
from noumena.model.reach import Reach
from noumena.model.recursion import deep_recursion
from noumena.model.values import Value
from noumena.reference.conditioning import Conditioner, Factor
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Strict, Unsupported, Untold
from noumena.reference.report import answer
from noumena.reference.variables import FunctionVariable

T = TypeVar("T")

DEFAULT_BUDGET = 200_000
"""How many states may be visited before a model counts as out of reach."""

LOST_MASS = 1e-9
"""How much of the posterior the cut-off of countable supports may lose."""

_TAILS = (1e-13, 1e-25, 1e-50, 1e-100, 1e-200)


def enumerate_exactly(problem: Problem, budget: int = DEFAULT_BUDGET, progress: Progress = no_progress) -> Result:
    """The exact posterior of each query; raises `OutOfReach` where there is none within the budget.

    Countable supports are cut off where their tail is small, then where it is smaller still, until the bound on the
    lost posterior mass is below `LOST_MASS`.
    """
    started = time.perf_counter()
    with deep_recursion():
        for tail in _TAILS:
            run = Enumeration(problem, Budget(budget, progress), tail)
            marginals, log_evidence, lost = run.answer()
            if lost is None or lost <= LOST_MASS:
                break
    warnings: tuple[str, ...] = ()
    if lost is None:
        warnings = ("a countable support was cut off and evidence is continuous: the lost mass has no bound",)
    elif lost > LOST_MASS:
        warnings = (f"the cut-off of countable supports may have lost {lost:.1e} of the posterior",)
    return Result(
        engine="exact",
        marginals=tuple(marginals),
        samples=None,
        seed=None,
        log_evidence=log_evidence,
        lost_mass=lost,
        seconds={"sampling": time.perf_counter() - started},
        warnings=warnings,
    )


class Enumeration:
    """One enumeration of a problem, with countable supports cut off where a tail of mass `tail` is left."""

    def __init__(self, problem: Problem, budget: Budget, tail: float) -> None:
        self._problem = problem
        self._budget = budget
        self._tail = tail
        self._world = Strict(problem)
        self._conditioner = Conditioner(self._world)
        self._plan = plan(problem, self._world)
        self._world.observed = self._plan.observed
        self._order = self._far_from_the_queries_first()
        self._log_lost = -math.inf

    def answer(self) -> tuple[list[Marginal], float, float | None]:
        """The marginals, ln p(E), and the bound on the lost mass: None where there is none."""
        states = self.states()
        fewest = min(s.density_factors for s in states)
        states = [s for s in states if s.density_factors == fewest]
        kept = log_sum(s.log_weight for s in states)
        met_lost, worst = self._log_lost, self._log_lost
        marginals = []
        for query in self._problem.queries:
            self._log_lost = met_lost
            marginals.append(self._marginal(query, states))
            worst = max(worst, self._log_lost)
        bound = 0.0 if worst == -math.inf else None if fewest else math.exp(worst - log_sum((kept, worst)))
        return marginals, kept, bound

    def states(self, forget: bool = True) -> list[State]:
        """The states that meet the evidence, without what no query reads if `forget`.

        If not, they are the self-supporting instantiations that are minimal beyond the evidence, each of probability
        `weight` (Prop. 2, Eq. 4).
        """
        states = [State({}, {})]
        for position, evidence in enumerate(self._order):
            run = self._run(states, partial(self._conditioner.condition, evidence))
            states = self._merged(_after(state, factor) for state, factor in run)
            if forget and states:
                states = self._without_what_is_past(states, self._order[position + 1 :], self._problem.queries)
            self._budget.root_done(len(states), len(self._order))
            if not states:
                raise fail(
                    "this evidence has probability 0", evidence.span, "the model or earlier evidence excludes it"
                )
        return states

    def _marginal(self, query: Query, states: Sequence[State]) -> Marginal:
        found: dict[Value, float] = {}
        relevant = self._without_what_is_past(states, (), (query,))
        for state, value in self._run(relevant, partial(answer, self._world, query)):
            found[value] = log_sum((found.get(value, -math.inf), state.log_weight))
        weights = np.exp(np.array(list(found.values())) - max(found.values()))
        return Marginal(query, tuple(found), weights / weights.sum(), sampled=False)

    def _far_from_the_queries_first(self) -> list[Evidence]:
        """The evidence of the plan, the rest in the order of how many variables it shares with the queries.

        What a query reads cannot be forgotten once it has a value, so it should get one late.
        """
        asked = Reach(self._problem)
        for query in self._problem.queries:
            asked.add(query.term, query.frame_size)
        wanted = asked.known_variables()

        def shared(evidence: Evidence) -> int:
            reach = Reach(self._problem)
            reach.add(evidence.term, evidence.frame_size)
            return len(reach.known_variables() & wanted)

        return [*self._plan.first, *sorted(self._plan.rest, key=shared)]

    def _without_what_is_past(
        self, states: Sequence[State], evidence: Iterable[Evidence], queries: Iterable[Query]
    ) -> list[State]:
        """The states without the variables that this evidence and these queries cannot read, merged.

        What every state holds already is read without its CPD: so of a Markov chain only the last step is kept.
        """
        settled = set.intersection(*({v for v in s.values if isinstance(v, FunctionVariable)} for s in states))
        reach = Reach(self._problem, settled)
        for statement in evidence:
            reach.add(statement.term, statement.frame_size)
        for query in queries:
            reach.add(query.term, query.frame_size)
            for name in self._problem.names:
                reach.add_function(name)
        return self._merged(s.without_what_is_past(reach) for s in states)

    def _run(self, states: Iterable[State], root: Callable[[], T]) -> Iterator[tuple[State, T]]:
        """Evaluates `root` in each state, completing the states as it asks.

        States are visited in the order of how much they hold: equal ones hold the same, so they meet and are merged.
        """
        levels: dict[int, dict[object, State]] = {}
        for state in states:
            _put(levels, state)
        while levels:
            level = levels.pop(min(levels))
            judged = False
            for done, state in enumerate(level.values()):
                found = sum(map(len, levels.values()))
                if self._budget.visit(found) and not judged:
                    judged = True
                    next_size = found * len(level) / (done + 1)
                    depth = self._depth(state, root, self._budget.levels_that_matter(len(level), next_size))
                    self._budget.judge_level(len(level), next_size, depth)
                self._world.load(state.values, state.objects)
                try:
                    outcome = root()
                except Unsupported as missing:
                    for child in self._children(state, missing):
                        _put(levels, child)
                except Untold as untold:
                    _put(levels, state.all_told_apart(untold.application, untold.number))
                else:
                    yield state, outcome

    def _depth(self, state: State, root: Callable[[], T], at_most: int) -> int:
        """How many completions one way through the choices that are left takes, or `at_most`."""
        for depth in range(at_most):
            self._world.load(state.values, state.objects)
            try:
                root()
            except Unsupported as missing:
                children, _ = branches(self._world, state, missing, self._tail)
                if not children:
                    return depth
                state = max(children, key=lambda child: child.log_weight)
            except Untold as untold:
                state = state.all_told_apart(untold.application, untold.number)
            else:
                return depth
        return at_most

    def _children(self, state: State, missing: Unsupported) -> Iterator[State]:
        children, lost = branches(self._world, state, missing, self._tail)
        self._log_lost = log_sum((self._log_lost, lost))
        yield from children

    def _merged(self, states: Iterable[State]) -> list[State]:
        levels: dict[int, dict[object, State]] = {}
        for state in states:
            if state.log_weight > -math.inf:
                _put(levels, state)
        return [state for level in levels.values() for state in level.values()]


def _put(levels: dict[int, dict[object, State]], state: State) -> None:
    """Adds a state to its level, or its weight to that of an equal state there."""
    held = len(state.values) + sum(map(len, state.objects.values()))
    level = levels.setdefault(held, {})
    key = state.key()
    if key in level:
        level[key].log_weight = log_sum((level[key].log_weight, state.log_weight))
    else:
        level[key] = state


def _after(state: State, factor: Factor) -> State:
    """The state after evidence was met with this factor."""
    if factor.variable is None:
        return State(state.values, state.objects, state.log_weight + factor.log_weight, state.density_factors)
    return state.with_value(factor.variable, factor.value, factor.log_weight, factor.density)
