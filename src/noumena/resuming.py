"""Going on with the chains of a checkpoint: as if they had never stopped, or with new evidence."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from noumena.api import Model
from noumena.inference.carrying import states_of
from noumena.inference.checkpoint.keeper import EVERY
from noumena.inference.checkpoint.saved import Saved, saved_in
from noumena.inference.metropolis_hastings import Checkpoint, chain_program, metropolis_hastings
from noumena.inference.result import Progress, no_progress
from noumena.inference.rounds import Watch
from noumena.inference.stopping import rules_of, seconds_of
from noumena.model.diagnostics import refused
from noumena.model.source import SourceFile
from noumena.moves.mixture import Part
from noumena.posterior import Posterior
from noumena.posterior.figures import figures_of
from noumena.recipe import MORE, check_code, problem_of


def resume(
    path: str | Path,
    *,
    samples: int | None = None,
    time: str | float | None = None,
    until: str | None = None,
    workers: int | None = None,
    obs: str | Sequence[str] = (),
    model: Model | None = None,
    proposer: Part | None = None,
    checkpoint: str | Path | Checkpoint | None = None,
    every: str | float = EVERY,
    trust: bool = False,
    progress: Progress = no_progress,
    watch: Watch | None = None,
) -> Posterior:
    """Goes on with the chains of a checkpoint and answers the queries of their run.

    The answer is, bit for bit, that of a run that never stopped, whatever the number of `workers`. `samples` are those
    of each chain in all. Where neither they nor `time` nor `until` are given, they are those of the run; `until` is
    that of the run where it is not given, and `time` is that from now on. The checkpoint is written again every so
    often.

    `obs` is new evidence, in BLOG: `"Seen(D3) = Blue"`. The chains then begin with the states that they have, as far
    as the new evidence allows, take their burn-in anew and record new samples; the old checkpoint stays, and another
    is written only if `checkpoint` names one. A model with code in Python, and a proposer, must be given again. With
    `trust` a checkpoint is resumed that somebody else, or another machine, has written.
    """
    return go_on(
        saved_in(Path(path), trust),
        samples=samples,
        time=time,
        until=until,
        workers=workers,
        obs=obs,
        model=model,
        proposer=proposer,
        checkpoint=checkpoint,
        every=every,
        progress=progress,
        watch=watch,
    )


def go_on(
    saved: Saved,
    *,
    samples: int | None = None,
    time: str | float | None = None,
    until: str | None = None,
    workers: int | None = None,
    obs: str | Sequence[str] = (),
    model: Model | None = None,
    proposer: Part | None = None,
    checkpoint: str | Path | Checkpoint | None = None,
    every: str | float = EVERY,
    progress: Progress = no_progress,
    watch: Watch | None = None,
) -> Posterior:
    """`resume` for a checkpoint that has been read."""
    facts, recipe = saved.facts, saved.recipe
    if samples is not None and samples < 1:
        raise refused(f"samples must be at least 1, not {samples}")
    if workers is not None and workers < 1:
        raise refused(f"workers must be at least 1, not {workers}")
    if samples_to_have(saved, samples, time, until) is None and not (time or until or facts.until):
        hint = "give a number of samples, a time, or rules (until)"
        raise refused(f"nothing says when the chains of {saved.path} are to stop", hint)
    made = model_of(saved) if model is None else model
    check_code(saved.path, recipe, made, proposer)
    more = "".join(f"obs {text.strip().removeprefix('obs ').rstrip().removesuffix(';')};\n" for text in _texts(obs))
    carried = None
    if more:
        carried = states_of(saved, chain_program(problem_of(recipe, made), made.concrete))
        recipe = {**recipe, MORE: recipe.get(MORE, "") + more}
    target: str | Path | Checkpoint | None = checkpoint if checkpoint is not None or more else saved.path
    kept = None
    if target is not None:
        place = target if isinstance(target, Checkpoint) else Checkpoint(Path(target), seconds_of(every, "every"))
        kept = Checkpoint(place.path, place.every, {**recipe, **place.recipe})
    problem = problem_of(recipe, made)
    result = metropolis_hastings(
        problem,
        samples=samples_to_have(saved, samples, time, until),
        burn_in=facts.burn_in,
        thin=facts.thin,
        chains=facts.chains,
        workers=min(facts.chains, workers or os.cpu_count() or 1),
        seed=facts.seed,
        backend=facts.backend,
        check=facts.check,
        concrete=made.concrete,
        proposer=proposer,
        adapt=facts.adapt,
        seconds=None if time is None else seconds_of(time),
        rules=rules_of(until if until is not None else facts.until) if until or facts.until else (),
        diagnose=figures_of,
        checkpoint=kept,
        saved=None if more else saved,
        carried=carried,
        progress=progress,
        watch=watch,
    )
    return made.answered(result, problem)


def samples_to_have(saved: Saved, samples: int | None, time: str | float | None, until: str | None) -> int | None:
    """How many samples each chain is to have; None if there is no limit, as in a run with another rule to stop."""
    return saved.facts.samples if samples is None and time is None and until is None else samples


def _texts(obs: str | Sequence[str]) -> list[str]:
    return [obs] if isinstance(obs, str) else list(obs)


def model_of(
    saved: Saved,
    distributions: Mapping[str, Any] | None = None,
    functions: Mapping[str, Callable[..., Any]] | None = None,
) -> Model:
    """The model that a checkpoint holds, with code that it does not hold."""
    recipe = saved.recipe
    needed = [name for name in recipe["code"] if name not in {**(distributions or {}), **(functions or {})}]
    if needed:
        named = ", ".join(f"`{name}`" for name in needed)
        raise refused(f"{saved.path} needs {named}, which is Python code", "give the model that it is of: model=…")
    return Model(
        [SourceFile(name, text) for name, text in recipe["sources"]],
        distributions=distributions,
        functions=functions,
        params=recipe["params"],
        objects=recipe["objects"],
        concrete=recipe["concrete"],
    )
