"""Metropolis-Hastings over partial worlds: several chains, their samples, and the answers to the queries (§3, §5)."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from noumena.compiler.kinds import Unsuited
from noumena.compiler.load import load_program
from noumena.compiler.program import Program, compile_problem
from noumena.inference.adaptation import final_scales, final_shares
from noumena.inference.answers import decoded, first_values, labels
from noumena.inference.carrying import Carried, Carrier
from noumena.inference.chain import Chain
from noumena.inference.chains import Chains
from noumena.inference.checkpoint.keeper import EVERY, Keeper
from noumena.inference.checkpoint.saved import Facts, Saved, hash_of, restore_words
from noumena.inference.kept import Kept
from noumena.inference.recorded_state import best_state
from noumena.inference.result import COMPILING, Marginal, Progress, Result, no_progress
from noumena.inference.rounds import Rounds, Watch, alike
from noumena.inference.stopping import Diagnose, Rule, Stopping, no_figures
from noumena.inference.unmoved import moves_of, other_values, unmoved
from noumena.inference.user_moves import user_moves
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.model.symmetry import concrete_types
from noumena.model.values import Value
from noumena.moves.mixture import Part


@dataclass(frozen=True)
class Checkpoint:
    """Where the chains of a run are kept, every how many seconds, and what the doors need to make its problem again."""

    path: Path
    every: float = EVERY
    recipe: Mapping[str, Any] = field(default_factory=dict)


def metropolis_hastings(
    problem: Problem,
    *,
    samples: int | None,
    burn_in: int,
    thin: int | None,
    chains: int,
    workers: int,
    seed: int,
    backend: str,
    check: bool,
    concrete: Collection[str],
    proposer: Part | None = None,
    adapt: bool = False,
    seconds: float | None = None,
    rules: Sequence[Rule] = (),
    diagnose: Diagnose = no_figures,
    checkpoint: Checkpoint | None = None,
    saved: Saved | None = None,
    carried: Carried | None = None,
    progress: Progress = no_progress,
    watch: Watch | None = None,
) -> Result:
    """Answers the queries from `chains` chains of `samples` samples each, `thin` steps apart, after `burn_in` steps.

    `thin` is chosen if it is None: as many steps as a state has variables that moves may change, so that each is
    tried about once. Each chain has random numbers of its own, so that the answers do not depend on `workers`. The
    objects of the types in `concrete` are numbered, beside those for which the model asks it. With `adapt` the moves
    are adapted in the first steps, those of `burn_in`.

    The run ends earlier after so many `seconds`, or when all queries meet the `rules`, which `diagnose` holds against
    them; where `samples` is None it ends only then. Of more than 100,000 draws of a query every second is thrown away.
    With `saved` the chains of a checkpoint go on, for which all options that matter must be as they were. Those with
    `carried` states begin with them as far as they can, and have other random numbers.
    """
    begun = time.perf_counter()
    progress(COMPILING)
    base = chain_program(problem, concrete)
    moves = None if proposer is None else user_moves(base, proposer, backend, seed)
    code = load_program(base, backend) if moves is None else moves.code
    program = base if moves is None else moves.program
    program_hash = hash_of(program, base)
    if saved is not None:
        saved.refuse_unless(program_hash, backend, program.words)
        restore_words(saved, program.words)
    compiled = time.perf_counter()
    progress(0)
    make = moves.chain if moves is not None else lambda own_seed: Chain(program, code, own_seed)
    scaled = frozenset[int]() if moves is None else moves.scaled
    seeds = np.random.SeedSequence(seed if carried is None else [seed, carried.steps]).spawn(chains)
    made = Chains(make, seeds, samples, burn_in, thin, check, scaled if adapt else None)
    if saved is None:
        made.begin()
    else:
        made.go_on(saved)
    anew = 0 if carried is None else made.carry(Carrier(program), carried)
    begun_chains = time.perf_counter()
    steps_before = made.steps
    stopping = Stopping(samples, seconds, tuple(rules))
    facts = Facts(samples, burn_in, made.thin, chains, seed, backend, check, adapt, stopping.shown_rules())
    keeper = None
    if checkpoint is not None:
        words, courses = program.words, made.courses
        keeper = Keeper(checkpoint.path, checkpoint.every, checkpoint.recipe, facts, program_hash, words, courses)
        keeper.copy()()
    rounds = Rounds(
        made.courses,
        workers,
        made.turnstile,
        lambda kept: diagnose(_marginals(program, kept)),
        progress,
        watch,
        keeper,
    )
    rounds.run(stopping)
    if keeper is not None:
        keeper.copy()()
    ended = time.perf_counter()
    kept = alike(made.courses)
    marginals = _marginals(program, kept)
    notes = (
        program.user_code.note() if backend == "native" else None,
        *(() if moves is None else moves.notes),
        None if keeper is None else keeper.warning,
        None if saved is None else saved.note(),
        made.thinning(),
        None if any(k.samples for k in kept) else f"there is no sample yet: {burn_in:,} steps come before the first",
        f"{anew} of {chains} chains began anew: their states do not fit the new evidence" if anew else None,
        *(stopping.doubts(diagnose(marginals), rounds.stopped_by) if rules else ()),
    )
    first = first_values(program, [chain.first for chain in made.chains])
    steps = made.steps
    took = ended - begun_chains
    return Result(
        engine="mh",
        marginals=marginals,
        samples=max(k.samples for k in kept),
        seed=seed,
        log_evidence=None,
        seconds={"compile": compiled - begun, "initialise": begun_chains - compiled, "sampling": took},
        interrupted=rounds.interrupted,
        chains=chains,
        burn_in=burn_in,
        thin=made.thin * made.every,
        backend=backend,
        steps=steps,
        steps_per_second=(steps - steps_before) / max(took, 1e-9),
        acceptance=_acceptance(program, made.chains),
        shares=final_shares(program, made.chains) if adapt else None,
        scales=final_scales(program, made.chains, scaled) if adapt else None,
        warnings=tuple(note for note in notes if note is not None),
        stopped_by=rounds.stopped_by,
        log_joint=np.concatenate([k.log_joint for k in kept]),
        best=best_state(program, {k: c.best for k, c in enumerate(made.chains) if c.best is not None}),
        tries={m.name: sum(int(c.world.move_tried[k]) for c in made.chains) for k, m in enumerate(program.moves)},
        own_moves=() if moves is None else tuple(own.name for own in moves.own),
        moves_of=tuple(moves_of(program, query) for query in problem.queries if not query.partition),
        references=labels(program, kept),
        other_values=other_values(problem, unmoved(marginals, first), seed),
        sought=sum(c.sought for c in made.chains),
    )


def chain_program(problem: Problem, concrete: Collection[str], by_patch: bool = False) -> Program:
    """The program of a problem, with `concrete` types beside those that must be; `BlogError` if there can be none.

    With `by_patch` all its moves are on patches.
    """
    try:
        with deep_recursion():
            return compile_problem(problem, frozenset(concrete_types(problem)) | frozenset(concrete), by_patch)
    except Unsuited as error:
        message = f"the Metropolis-Hastings engine does not take this model: {error}"
        raise BlogError([Diagnostic(message, None, "use the engine lw")]) from None


def _marginals(program: Program, chains: Sequence[Kept]) -> tuple[Marginal, ...]:
    lengths = tuple(kept.samples for kept in chains)
    queries = [query for query in program.problem.queries if not query.partition]
    columns: list[list[Value]] = [[] for _ in queries]
    for kept in chains:
        for column, values in zip(columns, decoded(program, kept), strict=True):
            column += values
    total = sum(lengths)
    weights = np.full(total, 1.0 / total) if total else np.zeros(0)
    return tuple(
        Marginal(query, tuple(column), weights, True, chain_lengths=lengths)
        for query, column in zip(queries, columns, strict=True)
    )


def _acceptance(program: Program, chains: Sequence[Chain]) -> dict[str, float]:
    found: dict[str, float] = {}
    for k, move in enumerate(program.moves):
        tried = sum(int(c.world.move_tried[k]) for c in chains)
        done = sum(int(c.world.move_done[k]) for c in chains)
        found[move.name] = done / tried if tried else math.nan
    return found
