"""Likelihood weighting: worlds drawn forward, evidence set instead of drawn and paid for by a weight.

Evidence on basic variables is weighted by its probability; evidence on other terms is solved where that is possible and
otherwise met by consistency, with weight 0 or 1. Where an observed value can come from an atom as well as from a
density, the samples with the fewest density factors win outright (a6).
"""

from __future__ import annotations

import math
import time
from collections import Counter

import numpy as np
import numpy.typing as npt

from noumena.inference.result import Marginal, Progress, Result, no_progress
from noumena.model.diagnostics import fail
from noumena.model.evaluation import Drawn
from noumena.model.model import Evidence, Problem
from noumena.model.recursion import deep_recursion
from noumena.model.values import Value
from noumena.reference.conditioning import Conditioner, Factor
from noumena.reference.evidence import plan
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Drawing, RandomSource
from noumena.reference.report import answer
from noumena.reference.variables import Variable

MORE_SAMPLES = "check that it is possible, draw more samples, or use `--engine exact` if the model is small"


class Contradiction(Exception):
    """The world drawn so far cannot meet this evidence."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence


class Weighted(Forward):
    """A world drawn forward in which observed variables have their values, with the weight of those values."""

    def __init__(self, problem: Problem, source: RandomSource) -> None:
        super().__init__(problem, source)
        self._plan = plan(problem, self)
        self.observed = self._plan.observed
        self._conditioner = Conditioner(self)
        self.log_weight = 0.0
        self.density_factors = 0

    def draw(self) -> None:
        """Draws a world that meets the evidence; raises `Contradiction` if what was drawn does not allow it."""
        self.start()
        self.log_weight = 0.0
        self.density_factors = 0
        for evidence in self._plan.order:
            self._take(self._conditioner.condition(evidence), evidence)

    def complete(self, variable: Variable, leaf: Drawn) -> Value:
        """An observed variable takes its value; others are drawn."""
        evidence = self.observed.get(variable)
        if evidence is None:
            return super().complete(variable, leaf)
        density = leaf.draw.distribution.density
        self._take(Factor(self.log_prob(variable, evidence.value, leaf), density, variable, evidence.value), evidence)
        return evidence.value

    def _take(self, factor: Factor, evidence: Evidence) -> None:
        if factor.log_weight == -math.inf:
            raise Contradiction(evidence)
        self.log_weight += factor.log_weight
        self.density_factors += factor.density
        if factor.variable is not None:
            self.values[factor.variable] = factor.value


def likelihood_weighting(problem: Problem, samples: int, seed: int, progress: Progress = no_progress) -> Result:
    """Answers the queries from weighted samples; raises `RunError` if no sample meets the evidence.

    When interrupted from the keyboard it answers from the samples so far.
    """
    started = time.perf_counter()
    samples_met: list[tuple[list[Value], float, int]] = []
    refused: Counter[Evidence] = Counter()
    interrupted = False
    with deep_recursion():
        world = Weighted(problem, Drawing(np.random.default_rng(seed)))
        try:
            for done in range(samples):
                progress(done)
                try:
                    world.draw()
                except Contradiction as contradiction:
                    refused[contradiction.evidence] += 1
                    continue
                row = [answer(world, query) for query in problem.queries]
                samples_met.append((row, world.log_weight, world.density_factors))
        except KeyboardInterrupt:
            if not samples_met:
                raise
            interrupted = True
    drawn = len(samples_met) + refused.total()
    if not samples_met:
        raise never_met(refused, drawn)
    fewest = min(factors for _, _, factors in samples_met)
    kept = [(row, log_weight) for row, log_weight, factors in samples_met if factors == fewest]
    weights, log_evidence = normalised(np.array([log_weight for _, log_weight in kept]), drawn)
    marginals = tuple(
        Marginal(query, tuple(row[q] for row, _ in kept), weights, sampled=True)
        for q, query in enumerate(problem.queries)
    )
    return Result(
        engine="lw",
        marginals=marginals,
        samples=drawn,
        seed=seed,
        log_evidence=log_evidence,
        seconds={"sampling": time.perf_counter() - started},
        interrupted=interrupted,
        met=len(samples_met) / drawn,
    )


def refusals(problem: Problem, samples: int, seed: int) -> Counter[Evidence]:
    """Which statements of evidence refuse samples, and how many each does."""
    refused: Counter[Evidence] = Counter()
    with deep_recursion():
        world = Weighted(problem, Drawing(np.random.default_rng(seed)))
        for _ in range(samples):
            try:
                world.draw()
            except Contradiction as contradiction:
                refused[contradiction.evidence] += 1
    return refused


def normalised(log_weights: npt.NDArray[np.float64], drawn: int) -> tuple[npt.NDArray[np.float64], float]:
    """Weights that sum to 1, and ln of the mean weight of all samples drawn, which estimates ln p(E)."""
    largest = float(log_weights.max())
    weights = np.exp(log_weights - largest)
    total = float(weights.sum())
    return weights / total, largest + math.log(total / drawn)


def never_met(refused: Counter[Evidence], samples: int) -> Exception:
    """The error that no sample met the evidence, naming the statement that failed most often."""
    evidence, count = refused.most_common(1)[0]
    return fail(
        f"none of {samples} samples met the evidence; this statement failed in {count} of them",
        evidence.span,
        MORE_SAMPLES,
    )
