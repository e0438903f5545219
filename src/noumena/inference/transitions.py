"""The exact transition matrix of a move on a small world: every random choice is enumerated (a13).

Runs on the Python backend, where the functions that draw random numbers can be replaced by ones that make each
possible choice in turn (`choices`).
"""

from __future__ import annotations

import copy
import math
import types
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from noumena.compiler.families import NATIVE_FAMILIES
from noumena.compiler.host import NotFinite
from noumena.compiler.program import Program
from noumena.distributions import BUILT_IN
from noumena.inference.chain import Chain
from noumena.inference.choices import Choices, Uniform
from noumena.inference.examination import Examination, examine
from noumena.inference.messages import host_error
from noumena.inference.state import State, canonical
from noumena.model.values import Value
from noumena.reference.variables import Variable
from noumena.runtime import storage
from noumena.runtime.faults import Full, HostFailed
from noumena.runtime.kernel import access, direct, members, moves, patch, prospects, split_merge, totals, verbs
from noumena.runtime.kernel import chain as kernel_chain

Canonical = frozenset[tuple[Variable, Value]]


@contextmanager
def enumerated(module: types.ModuleType, chain: Chain, choices: Choices) -> Iterator[None]:
    """Replaces the drawing functions of the kernel and of a generated module, for the time of a block."""

    def integer(w: Any, n: int) -> int:
        return choices.choose([1.0 / n] * n)

    def integer_of(w: Any, word: int, n: int) -> int:
        return integer(w, n)

    def uniform(w: Any) -> Uniform:
        return Uniform(choices)

    def falls_below(w: Any, log_ratio: float) -> bool:
        # It is no number where a change is impossible (`decision.if_possible`).
        return not math.isnan(log_ratio) and Uniform(choices) < math.exp(min(log_ratio, 0.0))

    def is_hopeless(w: Any, log_ratio: float) -> bool:
        return False

    def drawn(family: Any) -> Callable[..., Any]:
        def sample(w: Any, *parameters: Any) -> Any:
            support = family.support(*parameters)
            if not isinstance(support, Sequence):
                raise NotFinite(f"{family.name} has no finite support to enumerate")
            probabilities = [math.exp(family.log_prob(value, *parameters)) for value in support]
            return int(support[choices.choose(probabilities)])

        return sample

    def seed_trial(w: Any, number: int) -> None:
        choices.begin_trial(number)

    def end_trial(w: Any, *words: int) -> None:
        choices.end_trial()

    def repeat(w: Any, number: int) -> None:
        choices.repeat(number)

    drawing = {"integer": integer, "integer_of": integer_of, "uniform": uniform, "step_uniform": uniform}
    drawing |= {"falls_below": falls_below, "is_hopeless": is_hopeless}
    drawing |= {"seed_trial": seed_trial, "end_trial": end_trial, "repeat": repeat}
    replaced: list[tuple[types.ModuleType, str, Any]] = []
    samplers = {f"sample_{f.stem}": drawn(BUILT_IN[name]) for name, f in NATIVE_FAMILIES.items()}
    samplers |= {name: drawn(family) for name, family in chain.program.user_code.samplers.items()}
    for place in (module, access, direct, members, moves, prospects, split_merge, totals, verbs, kernel_chain):
        for name, function in {**drawing, **samplers}.items():
            if hasattr(place, name):
                replaced.append((place, name, getattr(place, name)))
                setattr(place, name, function)
    chain.host.choose = choices.choose
    try:
        yield
    finally:
        chain.host.choose = None
        for place, name, function in replaced:
            setattr(place, name, function)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The states that were reached, ln of their probabilities by the reference semantics, and the matrix of a move."""

    states: tuple[Canonical, ...]
    log_probs: tuple[float, ...]
    matrix: tuple[dict[int, float], ...]


class TooManyStates(Exception):
    """A world is too large to be enumerated; the text says of what there is too much."""


_IDENTIFIERS_AT_MOST = 5
"""Of one type, where the number of states is limited: all their orders are tried to find states that are equal."""


class States:
    """The states that were met, numbered in that order, each with a world that holds it."""

    def __init__(self, program: Program, at_most: float = math.inf) -> None:
        self.worlds: list[Any] = []
        self.examined: list[Examination] = []
        self._program, self._at_most = program, at_most
        self._numbers: dict[Canonical, int] = {}
        self._of_worlds: dict[int, int] = {}

    def number_of(self, world: Any) -> int:
        """The number of the state that a world holds; raises `TooManyStates` if that is one too many."""
        known = self._of_worlds.get(id(world))  # where a move was rejected
        return self.number(examine(State(self._program, world)), world) if known is None else known

    def number(self, found: Examination, world: Any) -> int:
        """The number of a state that was examined, a world that holds it being given."""
        if self._at_most < math.inf and _most_identifiers(found) > _IDENTIFIERS_AT_MOST:
            raise TooManyStates(f"more than {_IDENTIFIERS_AT_MOST} unnumbered objects of a type in a state")
        key = canonical(found.instantiation)
        if key not in self._numbers:
            if len(self.worlds) >= self._at_most:
                raise TooManyStates(f"more than {self._at_most:,} states")
            self._numbers[key] = len(self.worlds)
            self.worlds.append(copied(world))
            self._of_worlds[id(self.worlds[-1])] = self._numbers[key]
            self.examined.append(found)
        return self._numbers[key]

    @property
    def states(self) -> tuple[Canonical, ...]:
        """The states in the order of their numbers."""
        return tuple(self._numbers)

    def log_probs(self) -> tuple[float, ...]:
        """ln of the probability of each state by the reference semantics."""
        # Fewer density factors on observed values win outright: the other states have no probability (a6).
        fewest = min(e.observed_densities for e in self.examined)
        return tuple(e.log_prob if e.observed_densities == fewest else -math.inf for e in self.examined)


def _most_identifiers(found: Examination) -> int:
    """How many identifiers the state has of the type of which it has most."""
    counts: Counter[str] = Counter()
    for application, made in found.identifiers.items():
        counts[application.type] += len(made)
    return max(counts.values(), default=0)


def explore(chain: Chain, module: types.ModuleType, move_numbers: list[int]) -> list[Kernel]:
    """The transition matrices of some moves over all states that all of them together can reach.

    The chain must be on the Python backend and have a first state.
    """
    met = States(chain.program)
    met.number_of(chain.world)
    matrices: dict[int, list[dict[int, float]]] = {k: [] for k in move_numbers}
    done = 0
    while done < len(met.worlds):
        for k in move_numbers:
            matrices[k].append(row_of(met, outcomes(chain, module, met.worlds[done], k)))
        done += 1
    return [Kernel(met.states, met.log_probs(), tuple(matrices[k])) for k in move_numbers]


def row_of(met: States, found: list[tuple[float, Any]]) -> dict[int, float]:
    """A row of a transition matrix, from the probabilities of the worlds that a try of a move leads to."""
    row: dict[int, float] = {}
    for probability, world in found:
        to = met.number_of(world)
        row[to] = row.get(to, 0.0) + probability
    return row


def copied(world: Any) -> Any:
    """A world that shares nothing with another."""
    other = copy.copy(world)
    for name, value in vars(world).items():
        if isinstance(value, list):
            setattr(other, name, list(value))
    return other


def outcomes(
    chain: Chain, module: types.ModuleType, world: Any, k: int, at_most: float = math.inf
) -> list[tuple[float, Any]]:
    """Where one try of a move leads, with what probability: to a new state, or nowhere.

    Raises `TooManyStates` if there are more than so many of them.
    """
    while True:
        found: list[tuple[float, Any]] = []
        choices = Choices()
        try:
            with enumerated(module, chain, choices):
                for _ in choices.runs():
                    found += _outcome(chain, module, world, k, choices)
                    if len(found) > at_most:
                        raise TooManyStates(f"more than {at_most:,} ways to go on from a state")
            return found
        except Full:
            world.full, world.full_which = chain.world.full, chain.world.full_which
            storage.grow(world, chain.program.layout)
        except HostFailed:
            raise host_failure(chain) from None
        finally:
            chain.use(world)


def host_failure(chain: Chain) -> BaseException:
    """What a Python function raised: `NotFinite`, or an error of the model."""
    raised = chain.host.error
    return raised if isinstance(raised, NotFinite) else host_error(chain.program, chain.world, chain.host)


def _outcome(chain: Chain, module: types.ModuleType, world: Any, k: int, choices: Choices) -> list[tuple[float, Any]]:
    tried = copied(world)
    chain.use(tried)
    patch.begin(tried)
    log_q = module.propose(tried, k)
    if log_q == moves.APPLIED:
        return [(choices.probability, tried)]
    if log_q == moves.REJECT:
        return [(choices.probability, world)]
    ratio = kernel_chain.proposed(tried, module.evaluate, log_q)
    accepted = 1.0 if ratio >= 0.0 else math.exp(ratio)
    found = []
    if accepted > 0.0:
        patch.commit(tried)
        found.append((choices.probability * accepted, tried))
    if accepted < 1.0:
        found.append((choices.probability * (1.0 - accepted), world))
    return found


def invariance(kernel: Kernel) -> float:
    """The largest |π T - π|, π being the posterior over the states reached, by the reference semantics."""
    top = max(kernel.log_probs)
    weights = [math.exp(p - top) for p in kernel.log_probs]
    total = math.fsum(weights)
    after = [0.0] * len(weights)
    for weight, row in zip(weights, kernel.matrix, strict=True):
        for to, probability in row.items():
            after[to] += weight * probability
    return max(abs(a - b) for a, b in zip(after, weights, strict=True)) / total
