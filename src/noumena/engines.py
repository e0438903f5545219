"""Which engine answers a problem, and with which options."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, replace

from noumena.compiler.kinds import Unsuited
from noumena.inference.budget import OutOfReach
from noumena.inference.enumeration import DEFAULT_BUDGET, enumerate_exactly
from noumena.inference.generated_weighting import generated_weighting
from noumena.inference.likelihood_weighting import likelihood_weighting
from noumena.inference.metropolis_hastings import Checkpoint, metropolis_hastings
from noumena.inference.rejection import rejection
from noumena.inference.result import Progress, Result, no_progress
from noumena.inference.rounds import Watch
from noumena.inference.stopping import Rule
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.model import Problem
from noumena.moves.mixture import Part
from noumena.posterior.figures import figures_of

ENGINES = ("auto", "exact", "mh", "lw", "rejection")
BACKENDS = ("native", "python")

DEFAULT_SAMPLES = 10_000
DEFAULT_CHAINS = 4
LEAST_BURN_IN = 1_000
WORTH_COMPILING = 200_000
"""From how many samples on likelihood weighting is compiled unless a backend is given: the interpreter needs longer."""

_FALLBACK = "mh"
"""What `auto` takes when enumeration is out of reach."""


@dataclass(frozen=True, slots=True)
class ChainOptions:
    """What can be said of Markov chains; what is None is chosen.

    Each chain takes `burn_in` steps that are not recorded (a tenth of the samples, at least 1,000) and then records a
    sample every `thin` steps (about as many as the state has variables). There are `chains` of them (4), run by at
    most `workers` at a time (as many as there are processors). The `backend` is compiled code (`native`) or Python,
    which is slow and easy to follow; `check` verifies each step against the definitions, slowly; `adapt` has the steps
    before the first sample adapt how often moves are tried and how long their steps are (where no proposer is given).

    The chains stop after `time` seconds, or when all queries meet the rules `until`; where one of these is given and no
    number of samples, that alone stops them. They are kept in a `checkpoint`, from which they can go on.

    The backend is also likelihood weighting's: compiled code, or the interpreter of the reference semantics. If none is
    given it is compiled where many samples are wanted.
    """

    burn_in: int | None = None
    thin: int | None = None
    chains: int | None = None
    workers: int | None = None
    backend: str | None = None
    check: bool = False
    adapt: bool | None = None
    time: float | None = None
    until: tuple[Rule, ...] = ()
    checkpoint: Checkpoint | None = None

    @property
    def given(self) -> list[str]:
        """The options that are not left to be chosen, in the words of people."""
        options = {
            "burn-in": self.burn_in is not None,
            "thin": self.thin is not None,
            "chains": self.chains is not None,
            "workers": self.workers is not None,
            "backend": self.backend is not None,
            "check": self.check,
            "adapt": self.adapt is not None,
            "time": self.time is not None,
            "until": bool(self.until),
            "checkpoint": self.checkpoint is not None,
        }
        return [name for name, is_given in options.items() if is_given]

    def refuse_if_wrong(self) -> None:
        """Raises `BlogError` for an option out of range."""
        least = (("burn-in", self.burn_in, 0), ("thin", self.thin, 1), ("chains", self.chains, 1))
        for name, number, bound in (*least, ("workers", self.workers, 1)):
            if number is not None and number < bound:
                raise BlogError([Diagnostic(f"{name} must be at least {bound}, not {number}")])
        if self.backend is not None and self.backend not in BACKENDS:
            message = f"there is no backend `{self.backend}`"
            raise BlogError([Diagnostic(message, None, f"the backends are {', '.join(BACKENDS)}")])


ALL_CHOSEN = ChainOptions()
"""Nothing is said of the chains."""


def run_engine(
    problem: Problem,
    engine: str = "auto",
    *,
    samples: int | None = None,
    seed: int = 0,
    options: ChainOptions = ALL_CHOSEN,
    concrete: Collection[str] = (),
    budget: int = DEFAULT_BUDGET,
    proposer: Part | None = None,
    progress: Progress = no_progress,
    watch: Watch | None = None,
) -> Result:
    """The result of the engine by that name; options that it does not have are a warning in it.

    If no number of samples is given it is 10,000, unless chains stop by another rule.
    `auto` is `exact` where the problem can be enumerated within the budget and no proposer is given. Raises `BlogError`
    for an unknown engine and for options out of range.
    """
    if engine not in ENGINES:
        message = f"there is no engine `{engine}`"
        raise BlogError([Diagnostic(message, None, f"the engines are {', '.join(ENGINES)}")])
    if samples is not None and samples < 1 and engine != "exact":
        raise BlogError([Diagnostic(f"samples must be at least 1, not {samples}")])
    options.refuse_if_wrong()
    if proposer is not None and engine not in ("auto", "mh"):
        raise BlogError([Diagnostic(f"the engine `{engine}` has no moves that a proposer could make", None, "use mh")])
    if engine == "auto" and proposer is not None:
        engine = "mh"
    result = _run(problem, engine, samples, seed, options, concrete, budget, proposer, progress, watch)
    used = {"mh": options.given, "lw": ["backend"]}.get(result.engine, [])
    unused = [name for name in options.given if name not in used]
    if not unused:
        return result
    warning = f"{', '.join(unused)} had no effect: the engine `{result.engine}` has no Markov chains"
    return replace(result, warnings=(*result.warnings, warning))


def samples_to_come(engine: str, samples: int | None, chains: int | None) -> int:
    """How many samples an engine will report to have drawn at the end, if it draws any and nothing else stops it."""
    sampler = _FALLBACK if engine == "auto" else engine
    wanted = samples or DEFAULT_SAMPLES
    return wanted * (chains or DEFAULT_CHAINS) if sampler == "mh" else wanted


def _run(
    problem: Problem,
    engine: str,
    given_samples: int | None,
    seed: int,
    options: ChainOptions,
    concrete: Collection[str],
    budget: int,
    proposer: Part | None,
    progress: Progress,
    watch: Watch | None,
) -> Result:
    samples = DEFAULT_SAMPLES if given_samples is None else given_samples
    if engine in ("exact", "auto"):
        try:
            return enumerate_exactly(problem, budget, progress)
        except OutOfReach:
            if engine == "exact":
                raise
            engine = _FALLBACK
    if engine == "lw":
        return _weighted(problem, samples, seed, options.backend, concrete, progress)
    if engine == "rejection":
        return rejection(problem, samples, seed, progress)
    chains = options.chains or DEFAULT_CHAINS
    unlimited = given_samples is None and (options.time is not None or bool(options.until))
    return metropolis_hastings(
        problem,
        samples=None if unlimited else samples,
        burn_in=max(LEAST_BURN_IN, samples // 10) if options.burn_in is None else options.burn_in,
        thin=options.thin,
        chains=chains,
        workers=min(chains, options.workers or os.cpu_count() or 1),
        seed=seed,
        backend=options.backend or BACKENDS[0],
        check=options.check,
        concrete=concrete,
        proposer=proposer,
        adapt=proposer is None if options.adapt is None else options.adapt,
        seconds=options.time,
        rules=options.until,
        diagnose=figures_of,
        checkpoint=options.checkpoint,
        progress=progress,
        watch=watch,
    )


def _weighted(
    problem: Problem, samples: int, seed: int, backend: str | None, concrete: Collection[str], progress: Progress
) -> Result:
    """Likelihood weighting by compiled code, if that is asked for or worth its while, else by the interpreter."""
    native = backend == "native" or (backend is None and samples >= WORTH_COMPILING)
    if not native:
        return likelihood_weighting(problem, samples, seed, progress)
    try:
        return generated_weighting(problem, samples, seed, backend="native", concrete=concrete, progress=progress)
    except Unsuited as error:
        if backend is not None:
            message = f"this model cannot be compiled: {error}"
            raise BlogError([Diagnostic(message, None, "use the backend python")]) from None
        warning = f"the model was run by Python, slowly: it cannot be compiled: {error}"
    result = likelihood_weighting(problem, samples, seed, progress)
    return replace(result, warnings=(*result.warnings, warning))
