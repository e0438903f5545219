"""Likelihood weighting on the generated code, compiled or run by Python: the fast twin of `likelihood_weighting`."""

from __future__ import annotations

import time
from collections.abc import Collection
from itertools import compress

import numpy as np
import numpy.typing as npt

from noumena.compiler.load import Code, load_program
from noumena.compiler.program import Program, compile_problem
from noumena.inference.answers import decoded
from noumena.inference.chain import Chain
from noumena.inference.likelihood_weighting import MORE_SAMPLES, normalised, refusals
from noumena.inference.result import COMPILING, Marginal, Progress, Result, no_progress
from noumena.model.diagnostics import RunError, fail
from noumena.model.model import Problem
from noumena.model.recursion import deep_recursion
from noumena.model.symmetry import concrete_types
from noumena.runtime.faults import Full
from noumena.runtime.world import RANDOM_WORDS

_SAMPLES_AT_ONCE = {"native": 5_000, "python": 50}
"""After how many samples the keyboard is listened to, and progress is told."""
_SAMPLES_TO_EXPLAIN = 100


def generated_weighting(
    problem: Problem,
    samples: int,
    seed: int,
    *,
    backend: str,
    concrete: Collection[str] = (),
    progress: Progress = no_progress,
) -> Result:
    """Answers the queries from weighted samples; raises `RunError` if no sample meets the evidence.

    Raises `Unsuited` if there is no generated code for the model. The objects of the types in `concrete` are numbered,
    beside those for which the model asks it. When interrupted from the keyboard it answers from the samples so far.
    """
    begun = time.perf_counter()
    progress(COMPILING)
    with deep_recursion():
        program = compile_problem(problem, frozenset(concrete_types(problem)) | frozenset(concrete))
    worlds = WeightedWorlds(program, load_program(program, backend), np.random.SeedSequence(seed))
    compiled = time.perf_counter()
    interrupted = False
    part = min(samples, _SAMPLES_AT_ONCE[backend])
    try:
        while worlds.drawn < samples:
            progress(worlds.drawn)
            worlds.draw(min(part, samples - worlds.drawn))
    except KeyboardInterrupt:
        if not worlds.samples:
            raise
        interrupted = True
    if not worlds.samples:
        raise _never_met(problem, worlds.drawn, seed)
    marginals, log_evidence = worlds.answers()
    return Result(
        engine="lw",
        marginals=marginals,
        samples=worlds.drawn,
        seed=seed,
        log_evidence=log_evidence,
        seconds={"compile": compiled - begun, "sampling": time.perf_counter() - compiled},
        interrupted=interrupted,
        backend=backend,
        met=worlds.samples / worlds.drawn,
    )


def _never_met(problem: Problem, drawn: int, seed: int) -> RunError:
    """The error that no sample met the evidence; the interpreter finds out which statement is to blame."""
    refused = refusals(problem, min(drawn, _SAMPLES_TO_EXPLAIN), seed)
    if not refused:
        return fail(f"none of {drawn} samples met the evidence", None, MORE_SAMPLES)
    evidence, _ = refused.most_common(1)[0]
    what = f"none of {drawn} samples met the evidence; this statement fails most often"
    return fail(what, evidence.span, MORE_SAMPLES)


class WeightedWorlds:
    """Weighted samples of a program in one backend; `drawn` counts all, `samples` those that meet the evidence."""

    def __init__(self, program: Program, code: Code, seed: np.random.SeedSequence) -> None:
        self._program = program
        self._chain = Chain(program, code, seed)
        self._weigh = self._chain.kernel("weighting", "weigh")
        self._log_weights: list[npt.NDArray[np.float64]] = []
        self._densities: list[npt.NDArray[np.int64]] = []
        self.drawn = 0

    @property
    def samples(self) -> int:
        """How many samples meet the evidence."""
        return self._chain.samples

    def draw(self, samples: int) -> None:
        """Draws samples and keeps those that meet the evidence."""
        chain, world = self._chain, self._chain.world
        chain.prepare(samples, 1)
        world.answer_weight = [0.0] * samples
        world.answer_density = [0] * samples
        world.iteration = 0
        try:
            chain.with_room(lambda: self._draw(samples))
        finally:
            rows = int(world.recorded)
            self._log_weights.append(np.array(world.answer_weight[:rows], np.float64))
            self._densities.append(np.array(world.answer_density[:rows], np.int64))
            self.drawn += int(world.iteration)
            chain.keep()

    def _draw(self, samples: int) -> None:
        world = self._chain.world
        try:
            self._weigh(world, self._chain.code.module.evaluate, samples)
        except Full:
            # The sample is drawn again from its beginning: if the queries found no room, so is the world itself.
            world.random[0:RANDOM_WORDS] = list(world.saved[0:RANDOM_WORDS])
            raise

    def answers(self) -> tuple[tuple[Marginal, ...], float]:
        """The posterior of each query and ln p(E), from the samples with the fewest density factors (a6)."""
        log_weights, densities = np.concatenate(self._log_weights), np.concatenate(self._densities)
        kept = densities == densities.min()
        weights, log_evidence = normalised(log_weights[kept], self.drawn)
        columns = decoded(self._program, self._chain.kept)
        marginals = tuple(
            Marginal(query, tuple(compress(column, kept)), weights, sampled=True)
            for query, column in zip(self._program.problem.queries, columns, strict=True)
        )
        return marginals, log_evidence
