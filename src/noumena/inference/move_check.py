"""Proves that a user's move leaves the posterior as it is, on small worlds, or finds its mistake (a13).

All states that the move and the default moves reach are found, every random choice is enumerated and the exact
transition matrix built. The chain is then right for these worlds, whatever the random numbers are. Where this cannot be
done, the move goes through the joint-distribution test instead.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from noumena.compiler.host import NotFinite
from noumena.compiler.kinds import Unsuited
from noumena.compiler.program import Program, compile_problem
from noumena.inference.choices import COMPUTED
from noumena.inference.fewer_objects import with_elements
from noumena.inference.joint_test import REPLICAS, ROUNDS, joint_test, smaller
from noumena.inference.move_diagnosis import EXACT, RELATIVE, Finding, diagnose
from noumena.inference.move_report import Mistake, MoveReport, Passage
from noumena.inference.move_ways import NORMAL, PROPOSALS_AT_MOST, Tries, Way, ways
from noumena.inference.reachability import parts
from noumena.inference.result import Progress, no_progress
from noumena.inference.shrinking import Shrunken, shrink
from noumena.inference.transitions import Kernel, States, TooManyStates, invariance, outcomes, row_of
from noumena.inference.user_chain import UserChain
from noumena.inference.user_moves import UserMoves, user_moves
from noumena.inference.ways_between import Ways
from noumena.model.diagnostics import BlogError, Diagnostic, RunError, fail
from noumena.model.functions.conversions import render
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.model.symmetry import concrete_types
from noumena.model.types import ObjectType
from noumena.model.values import Value
from noumena.moves.candidates import Candidates
from noumena.moves.library.written import LibraryMove
from noumena.moves.mixture import DefaultMove, Defaults, Part, shares
from noumena.reference.variables import Variable, describe
from noumena.runtime.kernel import moves as kernel_moves

STATES_AT_MOST = 1000
MOST_VALUES = (3, 2)
"""How many values each draw has in smaller models, and guaranteed objects each type; tried in this order."""
_EVIDENCE_AT_MOST = 20
"""With more evidence a model is made smaller without being tried."""
_PROPOSALS_IN_ALL = 40_000
"""So many sequences of choices are tried, those of default moves included: about a minute."""
_FIRST_STATES = 8
"""So many first states are drawn, so that parts of the space are found between which there is no way."""


def check_move(
    problem: Problem,
    proposer: Part,
    concrete: Collection[str] = (),
    states_at_most: int = STATES_AT_MOST,
    *,
    proof: str = "auto",
    replicas: int = REPLICAS,
    rounds: int = ROUNDS,
    seed: int = 0,
    progress: Progress = no_progress,
) -> MoveReport:
    """What becomes of the posterior under a proposer.

    `proof` is "exact", "joint" or "auto": the joint-distribution test where the move cannot be enumerated, or where
    there are several. `replicas`, `rounds` and `seed` are those of that test. Raises `RunError` where the move breaks,
    `BlogError` for faults that its source shows.
    """
    if proof not in PROOFS:
        raise BlogError([Diagnostic(f"there is no proof `{proof}`", None, f"write one of {', '.join(PROOFS)}")])
    whole = with_elements(problem)
    why, found = None, None
    own = _own(proposer)
    if proof == "auto" and own != 1:
        why = _not_one(own)
    elif proof != "joint":
        try:
            found = _exact(whole, proposer, frozenset(concrete), states_at_most)
        except RunError as error:
            if proof == "exact" or not error.diagnostic.message.startswith(_BEYOND):
                raise
            why = error.diagnostic.message
        if found is not None and (proof == "exact" or found.left > 0 or not found.replaced):
            return found
        why = why or "the move leaves the few values that the model was made to have"
    small, replaced = smaller(whole)
    program = _program(small, frozenset(concrete))
    name, joint = joint_test(program, proposer, replicas=replicas, rounds=rounds, seed=seed, why=why, progress=progress)
    if found is not None and joint.void is not None:
        return found
    return MoveReport.of_joint_test(name, replaced, joint)


PROOFS = ("auto", "exact", "joint")


def _own(given: Part) -> int:
    """How many proposers and library moves there are."""
    return sum(not isinstance(part, DefaultMove | Defaults) for _, part in shares(given))


def _not_one(number: int) -> str:
    return f"a proof is of one proposer or library move, and there are {number} of these"


def _exact(problem: Problem, proposer: Part, concrete: frozenset[str], states_at_most: int) -> MoveReport:
    """The proof by the exact matrix, on the largest model that allows it."""
    for small in _smaller(problem):
        try:
            return _checked(small, proposer, concrete, states_at_most)
        except TooManyStates as error:
            message = f"the move meets {error}"
        except NotFinite as error:
            message = str(error)
        except BlogError as error:
            if not small.replaced:
                raise
            # A move that is written for some laws does not fit a model whose laws were replaced.
            raise fail(f"{_UNFIT}: {error.diagnostics[0].message}", None, _SMALLER_HINT) from None
    raise fail(f"{_TOO_LARGE}: {message}", None, _SMALLER_HINT)


_TOO_LARGE = "the model cannot be made small enough to enumerate"
_NOT_MET = "no state of the smaller model meets its evidence"
_UNFIT = "the move is not for the smaller model"
_BEYOND = (NORMAL.message, COMPUTED.message, _TOO_LARGE, _NOT_MET, _UNFIT)
"""How errors begin that say that enumeration does not go, and nothing against the move."""
_SMALLER_HINT = "check the move on a smaller model of the same shape"


def _smaller(problem: Problem) -> Iterator[Shrunken]:
    """The problem itself unless it is far too large, then ever smaller ones."""
    if len(problem.evidence) <= _EVIDENCE_AT_MOST:
        yield Shrunken(problem, ())
    for most in MOST_VALUES:
        yield shrink(problem, most)


def _checked(small: Shrunken, proposer: Part, concrete: frozenset[str], states_at_most: int) -> MoveReport:
    if small.replaced:
        small, proposer = _with_fewer_candidates(small, proposer)
    made = user_moves(_program(small.problem, concrete), proposer, "python")
    if not made.own and _own(proposer) == 1:
        raise NotFinite("a default move stands for it, which draws reals")
    if len(made.own) != 1:
        raise BlogError([Diagnostic(_not_one(len(made.own)), None, "check the moves of a mixture one by one")])
    starts = _starts(made, small)
    for default in _plans(made):
        found = _explored(made, starts, states_at_most, default)
        if found.is_connected:
            break
    kernel = Kernel(found.met.states, found.met.log_probs(), found.matrix)
    error = invariance(kernel)
    log_posterior = _normalised(kernel.log_probs)
    possible = [p > -math.inf for p in log_posterior]
    between = Ways(
        [tries.ways if is_possible else () for tries, is_possible in zip(found.tries, possible, strict=True)]
    )
    relative_error = _relative_error(kernel)
    mistake = None
    if error >= EXACT or relative_error >= RELATIVE:
        mistake = _mistake(made, found.met, diagnose(between, log_posterior, [len(s) for s in kernel.states]))
    undone, ways_in_all = between.undone()
    rows = [(at, row) for at, row in enumerate(found.matrix) if possible[at]]
    moving = [{to for to, p in row.items() if p > 0.0 and to != at} for at, row in rows]
    return MoveReport(
        move=made.own[0].name,
        replaced=small.replaced,
        states=len(found.matrix),
        proposals=sum(tries.proposals for tries in found.tries),
        error=error,
        relative_error=relative_error,
        left=sum(map(bool, moving)),
        entered=len(set().union(*moving)),
        parts_alone=_possible(parts([found.matrix]), found.met),
        parts_together=found.parts_together,
        alone=_is_alone(made),
        ways=ways_in_all,
        undone=undone,
        mistake=mistake,
    )


def _with_fewer_candidates(small: Shrunken, move: Part) -> tuple[Shrunken, Part]:
    """A move of the library whose candidates are as few as the objects that are left, and its model, which tells so."""
    given = getattr(move, "candidates", None)
    if not isinstance(move, LibraryMove) or not isinstance(given, Candidates):
        return small, move
    types = small.problem.model.types
    functions = [f for f in small.problem.random.values() if f.name == getattr(move, "function", None)]
    arguments = [p.type for f in functions for p in f.parameters]
    left = [len(types[a.name].guaranteed) for a in arguments if isinstance(a, ObjectType)]
    if not left or given.number <= left[0]:
        return small, move  # whatever is wrong is told where the move is made
    told = f"the candidates of {given.number} objects are those of {left[0]} that have some, taken for the first ones"
    fewer: Any = replace(move, candidates=given.smaller(left[0]))  # type: ignore[call-arg]  # it has this field
    return replace(small, replaced=(*small.replaced, told)), fewer


def _program(problem: Problem, concrete: frozenset[str]) -> Program:
    try:
        with deep_recursion():
            return compile_problem(problem, frozenset(concrete_types(problem)) | concrete)
    except Unsuited as error:
        message = f"the engine mh does not take this model, so that it has no moves: {error}"
        raise BlogError([Diagnostic(message)]) from None


@dataclass(frozen=True, slots=True)
class _Explored:
    """All states, what the move does in each, and its matrix.

    `parts_together` are those by the whole plan; `is_connected` says whether with the default moves there is one part,
    whatever their share in the plan is.
    """

    met: States
    tries: tuple[Tries, ...]
    matrix: tuple[dict[int, float], ...]
    parts_together: int
    is_connected: bool


def _plans(made: UserMoves) -> list[list[int]]:
    """The numbers of the default moves that states are looked for with: first those that are cheap to enumerate.

    A plan whose share for the default moves is 0 uses them to find states all the same. A normal step leads nowhere
    among finitely many values.
    """
    functions = {k: m.function for k, m in enumerate(made.program.moves[:-1]) if m.function != "walk"}
    cheap = [k for k, function in functions.items() if function in ("parental", "gibbs")]
    single = [k for k, function in functions.items() if function != "several"]
    return [cheap, single, list(functions)]


def _explored(made: UserMoves, starts: list[UserChain], states_at_most: int, default: list[int]) -> _Explored:
    """All states that the move and these default moves reach; of those, `Several` draws two variables.

    Raises `NotFinite` for a draw whose values are not finitely many.
    """
    chain = starts[0]
    met = States(made.program, states_at_most)
    for start in starts:
        met.number_of(start.world)
    module: Any = chain.code.module
    if hasattr(module, "several"):
        module.several = _two_at_once
    others: list[list[dict[int, float]]] = [[] for _ in default]
    tries: list[Tries] = []
    number = 0
    for at in _growing(met):
        for matrix, k in zip(others, default, strict=True):
            found = outcomes(chain, module, met.worlds[at], k, PROPOSALS_AT_MOST)
            matrix.append(row_of(met, found))
            number += len(found)
        tries.append(ways(chain, made, met, at))
        number += tries[-1].proposals
        if number > _PROPOSALS_IN_ALL:
            raise TooManyStates(f"more than {_PROPOSALS_IN_ALL:,} ways to go on from {at + 1:,} states")
    own = tuple(tried.row(at) for at, tried in enumerate(tries))
    plan = [own] if _is_alone(made) else [own, *others]
    together, by_all = (_possible(parts(some), met) for some in (plan, [own, *others]))
    return _Explored(met, tuple(tries), own, together, by_all == 1)


def _possible(found: list[set[int]], met: States) -> int:
    """The number of parts that have a state of positive probability; the others are left once and for all (a6)."""
    log_probs = met.log_probs()
    return sum(any(log_probs[state] > -math.inf for state in part) for part in found)


def _normalised(log_probs: Sequence[float]) -> list[float]:
    top = max(log_probs)
    total = top + math.log(math.fsum(math.exp(p - top) for p in log_probs))
    return [p - total for p in log_probs]


def _relative_error(kernel: Kernel) -> float:
    """The largest |Σ_s π(s)T(s, t)/π(t) - 1|: a mistake counts as much among improbable states as among others."""
    arriving = [0.0] * len(kernel.states)
    for log_p, row in zip(kernel.log_probs, kernel.matrix, strict=True):
        for to, probability in row.items():
            if probability > 0.0 and min(log_p, kernel.log_probs[to]) > -math.inf:
                arriving[to] += math.exp(min(log_p - kernel.log_probs[to] + math.log(probability), 700.0))
    return max(abs(x - 1.0) for x, p in zip(arriving, kernel.log_probs, strict=True) if p > -math.inf)


def _is_alone(made: UserMoves) -> bool:
    """Whether the default moves have no share in the plan."""
    return bool(made.program.moves[-1].weight >= 1.0)


def _starts(made: UserMoves, small: Shrunken) -> list[UserChain]:
    """Chains with their first states."""
    chains = [made.chain(np.random.SeedSequence(seed)) for seed in range(_FIRST_STATES)]
    try:
        for chain in chains:
            chain.initialise()
    except RunError as error:
        if not small.replaced:
            raise
        told = error.diagnostic
        message = f"{_NOT_MET}: {told.message}"
        raise fail(message, told.span, f"{_SMALLER_HINT}; smaller here: {'; '.join(small.replaced)}") from None
    return chains


def _two_at_once(world: Any, _: int) -> float:
    return kernel_moves.several(world, 2)


def _growing(met: States) -> Iterator[int]:
    """The numbers of all states, those included that are met on the way."""
    at = 0
    while at < len(met.worlds):
        yield at
        at += 1


def _mistake(made: UserMoves, met: States, found: Finding) -> Mistake:
    """A finding in the words of the model."""
    model = made.program.problem.model
    here, there = met.examined[found.start].values, found.way.values
    names = {variable: describe(variable, model) for variable in {**here, **there}}
    shown = [(name, _value(here, v), _value(there, v)) for v, name in sorted(names.items(), key=lambda item: item[1])]
    spans = [made.own[0].line(line) for line in found.lines]
    return Mistake(
        kind=found.kind,
        message=found.message,
        hint=found.hint,
        places=tuple(f"{span.location}: {span.text}" for span in spans if span is not None),
        differing=tuple((name, a, b) for name, a, b in shown if a != b),
        same=tuple((name, a) for name, a, b in shown if a is not None and a == b),
        there=_passage(found.flow, found.way),
        back=_passage(found.flow_back, found.back),
        wanted=found.wanted,
    )


def _value(values: Mapping[Variable, Value], variable: Variable) -> str | None:
    return render(values[variable]) if variable in values else None


def _passage(flow: float, way: Way | None) -> Passage:
    return Passage(flow, None, None) if way is None else Passage(flow, way.q, way.log_q)
