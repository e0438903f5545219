"""Rejection: worlds drawn forward from the prior, those that do not meet the evidence thrown away."""

from __future__ import annotations

import math
import time
from collections import Counter

import numpy as np

from noumena.inference.likelihood_weighting import never_met
from noumena.inference.result import Marginal, Progress, Result, no_progress
from noumena.model.diagnostics import fail
from noumena.model.model import Evidence, Problem
from noumena.model.recursion import deep_recursion
from noumena.model.values import Value
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Drawing
from noumena.reference.report import answer


def rejection(
    problem: Problem, samples: int, seed: int, progress: Progress = no_progress, attempts_per_sample: int = 1_000
) -> Result:
    """Answers the queries from `samples` accepted worlds.

    When interrupted from the keyboard it answers from the samples so far. Gives up with a `RunError` when
    `attempts_per_sample` times as many worlds have been drawn: evidence on a density is met with probability 0, for
    instance.
    """
    started = time.perf_counter()
    world = Forward(problem, Drawing(np.random.default_rng(seed)))
    rows: list[list[Value]] = []
    refused: Counter[Evidence] = Counter()
    attempts = 0
    interrupted = False
    with deep_recursion():
        try:
            while len(rows) < samples:
                if attempts >= samples * attempts_per_sample or (not rows and attempts >= 100 * attempts_per_sample):
                    break
                progress(len(rows))
                attempts += 1
                world.start()
                failed = next((e for e in problem.evidence if world.value(e.term, e.frame_size) != e.value), None)
                if failed is None:
                    rows.append([answer(world, query) for query in problem.queries])
                else:
                    refused[failed] += 1
        except KeyboardInterrupt:
            if not rows:
                raise
            interrupted = True
    if not rows:
        raise never_met(refused, attempts)
    if len(rows) < samples and not interrupted:
        raise fail(
            f"only {len(rows)} of {samples} samples were accepted in {attempts} attempts",
            refused.most_common(1)[0][0].span,
            "this evidence is improbable: use `--engine lw`, or ask for fewer samples",
        )
    weights = np.full(len(rows), 1.0 / len(rows))
    marginals = tuple(
        Marginal(query, tuple(row[q] for row in rows), weights, sampled=True) for q, query in enumerate(problem.queries)
    )
    return Result(
        engine="rejection",
        marginals=marginals,
        samples=len(rows),
        seed=seed,
        log_evidence=math.log(len(rows) / attempts),
        seconds={"sampling": time.perf_counter() - started},
        interrupted=interrupted,
        met=len(rows) / attempts,
    )
