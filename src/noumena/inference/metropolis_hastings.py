"""Metropolis-Hastings over partial worlds: several chains, their samples, and the answers to the queries (§3, §5)."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from noumena.compiler.kinds import Unsuited
from noumena.compiler.load import load_program
from noumena.compiler.program import Program, compile_problem
from noumena.inference.adaptation import Adaptation, final_scales, final_shares
from noumena.inference.answers import decoded, first_values, labels
from noumena.inference.chain import Chain
from noumena.inference.checking import Checker
from noumena.inference.recorded_state import best_state
from noumena.inference.result import COMPILING, Marginal, Progress, Result, no_progress
from noumena.inference.unmoved import moves_of, other_values, unmoved
from noumena.inference.user_moves import user_moves
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.model.symmetry import concrete_types
from noumena.model.values import Value
from noumena.moves.mixture import Part

_SAMPLES_AT_ONCE = 1000
LARGEST_THIN = 10_000


def metropolis_hastings(
    problem: Problem,
    *,
    samples: int,
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
    progress: Progress = no_progress,
) -> Result:
    """Answers the queries from `chains` chains of `samples` samples each, `thin` steps apart, after `burn_in` steps.

    `thin` is chosen if it is None: as many steps as a state has variables that moves may change, so that each is
    tried about once. Each chain has random numbers of its own, so that the answers do not depend on `workers`. The
    objects of the types in `concrete` are numbered, beside those for which the model asks it. With `adapt` the moves
    are adapted in the first steps, those of `burn_in`.
    """
    begun = time.perf_counter()
    progress(COMPILING)
    program = chain_program(problem, concrete)
    moves = None if proposer is None else user_moves(program, proposer, backend, seed)
    code = load_program(program, backend) if moves is None else moves.code
    program = program if moves is None else moves.program
    compiled = time.perf_counter()
    make = moves.chain if moves is not None else lambda own_seed: Chain(program, code, own_seed)
    scaled = frozenset[int]() if moves is None else moves.scaled
    run = _Run(make, samples, burn_in, thin, check, progress, scaled if adapt else None)
    finished = run.all(np.random.SeedSequence(seed).spawn(chains), workers)
    ended = time.perf_counter()
    note = program.user_code.note() if backend == "native" else None
    warnings: tuple[str, ...] = () if note is None else (note,)
    warnings += () if moves is None else moves.notes
    steps = sum(int(c.world.iteration) for c in finished)
    seconds = {
        "compile": compiled - begun,
        "initialise": run.initialising,
        "sampling": ended - compiled - run.initialising,
    }
    marginals, first = _marginals(program, finished), first_values(program, run.first)
    return Result(
        engine="mh",
        marginals=marginals,
        samples=max(c.samples for c in finished),
        seed=seed,
        log_evidence=None,
        seconds=seconds,
        interrupted=run.stopped.is_set(),
        chains=chains,
        burn_in=burn_in,
        thin=run.thin,
        backend=backend,
        steps=steps,
        steps_per_second=steps / max(seconds["sampling"], 1e-9),
        acceptance=_acceptance(program, finished),
        shares=final_shares(program, finished) if adapt else None,
        scales=final_scales(program, finished, scaled) if adapt else None,
        warnings=warnings,
        log_joint=np.concatenate([c.log_joint for c in finished]),
        best=best_state(program, {k: c.best for k, c in enumerate(finished) if c.best is not None}),
        tries={m.name: sum(int(c.world.move_tried[k]) for c in finished) for k, m in enumerate(program.moves)},
        own_moves=() if moves is None else tuple(own.name for own in moves.own),
        moves_of=tuple(moves_of(program, query) for query in problem.queries if not query.partition),
        references=labels(program, finished),
        other_values=other_values(problem, unmoved(marginals, first), seed),
        sought=sum(c.sought for c in finished),
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


class _Run:
    """The chains of one run, in threads: native code lets go of Python's lock.

    Moves are adapted if `scaled` is given: the numbers of those that have a factor for the length of their steps.
    """

    def __init__(
        self,
        make: Callable[[np.random.SeedSequence], Chain],
        samples: int,
        burn_in: int,
        thin: int | None,
        check: bool,
        progress: Progress,
        scaled: Collection[int] | None,
    ) -> None:
        self._make = make
        self._samples, self._burn_in = samples, burn_in
        self.thin = thin or 1
        self._choose_thin = thin is None
        self._check = check
        self._scaled = scaled
        self._progress = progress
        self._recorded = 0
        self._lock = threading.Lock()
        self.stopped = threading.Event()
        self.initialising = 0.0
        self.first: list[list[Any]] = []
        """The answers in the first state of each chain."""

    def all(self, seeds: Sequence[np.random.SeedSequence], workers: int) -> list[Chain]:
        """All chains, run to their end or to an interruption."""
        self._progress(0)
        begun = time.perf_counter()
        chains = [self._make(seed) for seed in seeds]
        for chain in chains:
            chain.initialise()
            if self._choose_thin and chain is chains[0]:
                self.thin = min(max(1, chain.variables), LARGEST_THIN)
            chain.prepare(min(self._samples, _SAMPLES_AT_ONCE), self.thin, trace=True)
            self.first.append(chain.first_answers())
        self.initialising = time.perf_counter() - begun
        with ThreadPoolExecutor(max_workers=min(len(seeds), workers)) as pool:
            waiting = {pool.submit(self._one, chain) for chain in chains}
            try:
                while waiting:
                    done, waiting = wait(waiting, timeout=0.1)
                    for future in done:
                        future.result()
                    self._progress(self._recorded)
            except KeyboardInterrupt:
                self.stopped.set()
            except BaseException:
                self.stopped.set()
                raise
        return chains

    def _one(self, chain: Chain) -> None:
        runner = Checker(chain) if self._check else chain

        def advance(steps: int) -> bool:
            while steps > 0 and not self.stopped.is_set():
                part = min(steps, 10 * _SAMPLES_AT_ONCE)
                runner.advance(part)
                steps -= part
            return not self.stopped.is_set()

        if self._scaled is None:
            advance(self._burn_in)
        else:
            Adaptation(chain, self._scaled).warm_up(advance, self._burn_in)
        done = 0
        while done < self._samples and not self.stopped.is_set():
            part = min(self._samples - done, _SAMPLES_AT_ONCE)
            runner.record(part)
            chain.keep()
            done += part
            with self._lock:
                self._recorded += part


def _marginals(program: Program, chains: Sequence[Chain]) -> tuple[Marginal, ...]:
    lengths = tuple(c.samples for c in chains)
    queries = [query for query in program.problem.queries if not query.partition]
    columns: list[list[Value]] = [[] for _ in queries]
    for chain in chains:
        for column, values in zip(columns, decoded(program, chain), strict=True):
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
