"""What the reference semantics says of a state of a chain: its probability, its active graph, what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

from noumena.inference.state import State
from noumena.model.evaluation import Derived
from noumena.model.model import Evidence
from noumena.model.types import REAL
from noumena.model.values import Application, Generated, Value
from noumena.reference.instantiation import Instantiation
from noumena.reference.interpreter import Unsupported, Untold
from noumena.reference.variables import NumberVariable, Variable, describe, objects_in, objects_of


class Examination:
    """A state, seen by the reference semantics; each answer is worked out when it is first asked for.

    `forced` are the variables that evidence terms are solved for, `observed` those that are evidence outright.
    """

    def __init__(
        self, instantiation: Instantiation, forced: Mapping[Variable, Evidence], observed: frozenset[Variable]
    ) -> None:
        self.instantiation = instantiation
        self.values = instantiation.values
        self.forced = forced
        self.observed = observed

    @cached_property
    def factors(self) -> dict[Variable, float]:
        """ln p_V(σ) for each variable."""
        return {v: self.instantiation.factor(v) for v in self.values}

    @cached_property
    def slopes(self) -> dict[Variable, float]:
        """ln |∂v/∂term| for each variable with a density that an evidence term is solved for (a6)."""
        solved = {v: e for v, e in self.forced.items() if v in self.densities}
        return {v: self.instantiation.log_slope(e, v) for v, e in solved.items()}

    @cached_property
    def log_prob(self) -> float:
        """ln p(σ), with the slopes of evidence on derived reals."""
        return self.instantiation.log_prob() + math.fsum(self.slopes.values())

    @cached_property
    def densities(self) -> set[Variable]:
        """The variables whose leaf is a density."""
        found = set()
        for variable in self.values:
            leaf = self.instantiation.leaf(variable)
            if not isinstance(leaf, Derived) and leaf.draw.distribution.density:
                found.add(variable)
        return found

    @cached_property
    def observed_densities(self) -> int:
        """How many observed or forced values are paid with a density: states with fewer win outright (a6)."""
        return sum(v in self.observed or v in self.forced for v in self.densities)

    @cached_property
    def parents(self) -> dict[Variable, set[Variable] | None]:
        """The active parents of each variable (Def. 5)."""
        return {v: self.instantiation.active_parents(v) for v in self.values}

    @cached_property
    def reads(self) -> dict[Evidence, set[Variable] | None]:
        """The variables that each evidence term reads."""
        return {e: self.instantiation.reads(e) for e in self.instantiation.problem.evidence}

    @cached_property
    def identifiers(self) -> dict[Application, set[Generated]]:
        """The identifiers in use, for each application."""
        return self.instantiation.identifiers()

    def derived(self, variable: Variable) -> Value:
        """The value of a variable that the state determines."""
        return self.instantiation.value(variable)

    def number(self, application: Application) -> int:
        """The number of objects of an application; 0 if the state does not tell it."""
        try:
            value = self.instantiation.value(NumberVariable(application))
        except (Unsupported, Untold):
            return 0
        return int(value or 0)

    @cached_property
    def fault(self) -> tuple[Variable | None, str] | None:
        """What is wrong with the state: the first variable concerned, and what it is; None if nothing is."""
        return next(self._faults(), None)

    def _faults(self) -> Iterator[tuple[Variable | None, str]]:
        """Self-supporting, minimal beyond the evidence, holding the evidence, grounded, and possible; in that order."""
        sigma = self.instantiation
        for variable in self.values:
            if sigma.is_derived(variable):
                yield variable, "has a value of its own although its leaf is deterministic"
            elif self.parents[variable] is None:
                yield variable, "reads a variable that the state does not hold"
        if not sigma.is_self_supporting():
            yield None, "the state is not self-supporting"
        for evidence, reads in self.reads.items():
            if reads is None:
                yield None, f"the evidence `{text_of(evidence)}` reads a variable that the state does not hold"
            elif not _holds(sigma, evidence):
                yield None, f"the evidence `{text_of(evidence)}` does not hold"
        needed = self._needed()
        for variable in self.values:
            if variable not in needed:
                yield variable, "is in the state although the evidence does not need it"
        if not sigma.is_grounded():
            yield self._ungrounded(), "has an object that no term denotes"
        for variable, factor in self.factors.items():
            if factor == -math.inf:
                yield variable, f"has the impossible value {self.values[variable]}"
        if self.log_prob == -math.inf:
            yield None, "the state has more identifiers than there are objects"

    def _needed(self) -> set[Variable]:
        """What the evidence reads, and what that reads in turn (b4)."""
        waiting = [v for reads in self.reads.values() for v in reads or ()]
        found: set[Variable] = set()
        while waiting:
            variable = waiting.pop()
            if variable not in found:
                found.add(variable)
                waiting.extend(self.parents[variable] or ())
        return found

    def _ungrounded(self) -> Variable | None:
        """A variable about or with an identifier, where some identifier is not grounded."""
        abstract = {made for ids in self.identifiers.values() for made in ids}
        for variable, value in self.values.items():
            if abstract & {*objects_of(variable), *objects_in(value)}:
                return variable
        return None

    def named(self, variable: Variable) -> str:
        """A variable in BLOG syntax."""
        return describe(variable, self.instantiation.problem.model)


def examine(state: State) -> Examination:
    """The state that a world holds, or that the patch under way makes."""
    _, observed = state.values()
    instantiation = state.instantiation()
    return Examination(instantiation, state.forced(), frozenset(observed & instantiation.values.keys()))


def text_of(evidence: Evidence) -> str:
    """Evidence as it was written."""
    return " ".join(evidence.span.text.split())


def _holds(sigma: Instantiation, evidence: Evidence) -> bool:
    """Whether a term has its observed value; a real that was solved for may differ by rounding."""
    found = sigma.term(evidence)
    if evidence.term.type == REAL and found is not None and evidence.value is not None:
        return math.isclose(found, evidence.value, rel_tol=1e-9, abs_tol=1e-9)
    return bool(found == evidence.value)
