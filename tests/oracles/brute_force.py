"""The table of exact answers: for each file of `tests/models`, the posterior of each of its queries.

`ORACLES["m01_parental"]()["X"][True]` is P(X = true | evidence) in `tests/models/m01_parental.blog`. Queries are keyed
by their text, with white space made single spaces; values are those of the JSON output, with sets as sorted tuples.
Values of posterior probability 0 are left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from tests.oracles import (
    choice_models,
    expression_models,
    origin_models,
    paper_models,
    population_models,
    real_models,
    semantics_models,
    time_models,
    value_models,
)
from tests.oracles.enumeration import Posterior, World, summed

MODEL_FOLDER = Path(__file__).parents[1] / "models"
"""Where the models are: `NAME.blog` for each name of the table."""

WORLDS: dict[str, Callable[[], Iterator[World]]] = {
    worlds.__name__: worlds
    for module in (
        paper_models,
        semantics_models,
        population_models,
        origin_models,
        choice_models,
        time_models,
        expression_models,
        value_models,
        real_models,
    )
    for worlds in module.MODELS
}
"""For each model, the generator of the worlds that meet its evidence."""


@cache
def _answers(name: str) -> tuple[float, Posterior]:
    return summed(WORLDS[name]())


def posterior(name: str) -> Posterior:
    """The exact posterior of each query of a model."""
    return _answers(name)[1]


def log_evidence(name: str) -> float:
    """The logarithm of the probability of a model's evidence.

    With observed reals it is a density; where atoms and densities compete, that of the states that win.
    """
    return math.log(_answers(name)[0])


def _oracle(name: str) -> Callable[[], Posterior]:
    return lambda: posterior(name)


ORACLES: dict[str, Callable[[], Posterior]] = {name: _oracle(name) for name in WORLDS}
"""For each model, a function that gives the exact posterior of each of its queries; the work is done once."""
