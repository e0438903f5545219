"""What an engine hands back: weighted values for each query, and how they came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.inference.recorded_state import BestState
from noumena.model.model import Query
from noumena.model.values import Value

Progress = Callable[[int], None]
"""Called now and then with the number of samples done, of all chains together, or of states for enumeration.

Sampling begins with a call of 0; enumeration begins with 1.
"""


COMPILING = -1
"""What an engine reports before it begins, while code is compiled."""


def no_progress(done: int) -> None:
    """Shows nothing."""


Stage = Callable[[str, int, int], None]
"""Is told what is under way before there are samples, how much of it is done, and of how much."""


def no_stage(what: str, done: int, total: int) -> None:
    """Shows nothing."""


@dataclass(frozen=True, slots=True)
class Marginal:
    """The posterior of one query as values with weights that sum to 1.

    If `sampled`, each value is one sample; else the values are distinct and the weights are exact probabilities.
    Samples of Markov chains stand chain after chain, in the order they were drawn and all of the same weight;
    `chain_lengths` says how many each chain has, which differs where a run was interrupted. It is empty for
    independent samples.
    """

    query: Query
    values: tuple[Value, ...]
    weights: npt.NDArray[np.float64]
    sampled: bool
    chain_lengths: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.chain_lengths and sum(self.chain_lengths) != len(self.values):
            raise ValueError(f"chains of {self.chain_lengths} samples do not make up {len(self.values)} values")


class OtherValues(NamedTuple):
    """What weight other values of a query have in so many `worlds` that were drawn and meet the evidence."""

    weight: float
    worlds: int


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one run.

    `log_evidence` is ln p(E), or of its density where evidence is continuous; `lost_mass` bounds the posterior mass
    that a truncated enumeration left out. `samples` counts those drawn, fewer than asked for if `interrupted`.

    With Markov chains, `samples` counts those recorded by the longest chain. `burn_in` are the steps of each chain
    before the first of them and `thin` the steps from one to the next; `steps` are those of all chains, burn-in
    included, and `steps_per_second` is the speed of the sampling loop alone. `acceptance` has the share of proposals
    that were accepted after burn-in, by move; NaN for a move that was never proposed. `backend` is `python`, or
    `native` for compiled code. Where moves were adapted, `shares` are those of the choices that they had from then on,
    and `scales` what the length of their steps was multiplied by, on average over the chains. The keys of `seconds` are
    compile, initialise, sampling and queries, as far as measured. `stopped_by` says why chains stopped: `samples` if
    all that were asked for are there, `time: …`, `until: …`, or `interrupted`.

    `log_joint` is ln p of the state at each recorded sample, chain after chain, and `best` the most probable of them.
    `tries` says how often each move was proposed after burn-in, and `sought` how many chains found no first state by
    drawing forward. `met` is the share of the
    worlds that likelihood weighting or rejection has drawn in which the evidence is possible, or holds. `moves_of` are
    for each query the moves that may change what it reads, `own_moves` those that the user gave, and `other_values` are
    there for queries that never changed. `references` has for each function whose partition was asked for its arguments
    and their labels by sample (`answers.labels`).
    """

    engine: str
    marginals: tuple[Marginal, ...]
    samples: int | None
    seed: int | None
    log_evidence: float | None
    lost_mass: float | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    interrupted: bool = False
    chains: int | None = None
    burn_in: int | None = None
    thin: int | None = None
    backend: str = "python"
    steps: int | None = None
    steps_per_second: float | None = None
    acceptance: Mapping[str, float] | None = None
    shares: Mapping[str, float] | None = None
    scales: Mapping[str, float] | None = None
    log_joint: npt.NDArray[np.float64] | None = None
    best: BestState | None = None
    tries: Mapping[str, int] | None = None
    sought: int = 0
    met: float | None = None
    own_moves: tuple[str, ...] = ()
    moves_of: tuple[tuple[str, ...], ...] = ()
    other_values: Mapping[int, OtherValues] = field(default_factory=dict)
    references: Mapping[str, tuple[tuple[str, ...], npt.NDArray[np.int64]]] = field(default_factory=dict)
    stopped_by: str | None = None
