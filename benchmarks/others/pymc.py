"""The urn in PyMC, by its own choice of steps; needs `pymc` in this environment.

PyMC has no models without a bound on the number of objects. So the urn is cut off at `BOUND` balls, all of which
always have a colour.
"""

from __future__ import annotations

import logging
import warnings
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from benchmarks.others.outcome import Missing, Outcome
from benchmarks.problem import Problem

BOUND = 30
"""Beyond it lies less than 1e-9 of the posterior of the ten draws."""

STEPS_PER_SECOND = 1_000
"""Roughly; it only decides how many steps are asked for."""


def measure(problem: Problem, seconds: float) -> Outcome | Missing:
    """Sample for about so many seconds, after a tenth of that to tune."""
    if find_spec("pymc") is None:
        return Missing("PyMC", "no module `pymc`: pip install pymc")
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # it announces changes to come, and that one chain cannot be compared with others
        pymc = import_module("pymc")
        logging.getLogger("pymc").setLevel(logging.ERROR)
        draws = max(100, round(STEPS_PER_SECOND * seconds))
        with pymc.Model():
            number = pymc.Truncated("number", pymc.Poisson.dist(problem.rate), lower=1, upper=BOUND)
            paint = pymc.Bernoulli("paint", 0.5, shape=BOUND)
            drawn = pymc.DiscreteUniform(
                "drawn", 0, number - 1, shape=len(problem.seen), initval=np.zeros(len(problem.seen), int)
            )
            green = problem.miss + problem.faithful * paint[drawn]
            pymc.Bernoulli("seen", green, observed=problem.seen)
            result = pymc.sample(
                draws,
                tune=draws // 10,
                chains=1,
                cores=1,
                progressbar=False,
                random_seed=1,
                compute_convergence_checks=False,
            )
    numbers = result.posterior["number"].values.ravel()
    histogram = np.bincount(numbers, minlength=problem.most + 1)
    taken = float(result.posterior.attrs["sampling_time"]) / 1.1
    return Outcome("PyMC", draws, taken, histogram, f"at most {BOUND} balls; one step moves every variable once")
