"""How well the plan of a model mixes: its answers after a million proposals, and effective samples per second.

For each model of this folder three samplers take turns: the plan, parental moves alone, and the best proposer written
by hand (`proposers.py`). Seconds are those of the processor, from the first state to the last answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

import noumena as nm
from benchmarks.plans import exact, proposers
from benchmarks.report import Section, table
from noumena.moves.mixture import Part
from noumena.posterior.answer import finite
from noumena.posterior.diagnostics import FAR_APART, FEW_SAMPLES

FOLDER = Path(__file__).parent
PAGE = FOLDER.parents[1] / "docs" / "how-to" / "choose-your-moves.md"
BEGIN, END = "<!-- written by `python -m benchmarks plans` -->\n", "<!-- to here -->\n"
"""Between these lines of the page stands the table."""
CHAINS, BURN_IN, SAMPLES, THIN = 4, 10_000, 6_000, 40
"""A million proposals: four chains of 10,000 steps before the first sample and 6,000 samples 40 steps apart."""

ANSWERS: dict[str, tuple[str, Callable[[], exact.Answers]]] = {
    "storm": ("First", exact.storm),
    "weather": ("State(@15) == State(@16)", exact.weather),
    "mixture": ("#Cluster", exact.mixture),
    "logins": ("#Person", exact.logins),
    "urn10": ("size({b for Ball b})", lambda: exact.urn(10)),
    "urn30": ("size({b for Ball b})", lambda: exact.urn(30)),
    "birthday": ("exists Person p exists Person q ((p != q) & (Day(p) == Day(q)))", exact.birthday),
    "tug": ("Strength(Ann) > Strength(Bea)", exact.tug),
    "citations12": ("#Pub", exact.citations),
    "aircraft": ("#Aircraft", exact.aircraft),
    "boxes": ("#Box", exact.boxes),
}
"""For each model the query whose effective samples are counted, and the exact answers to all of its queries."""


@dataclass(frozen=True)
class Mixing:
    """One sampler on one model; `total_variation` is the largest of all queries, the figures after it are of one.

    `seconds` is what `ess` effective samples took, with `thin` steps from one sample to the next.
    """

    model: str
    sampler: str
    name: str
    total_variation: float
    rhat: float | None
    ess: float
    seconds: float
    thin: int = THIN

    @property
    def moves(self) -> bool:
        """Whether the chains have come to the same distribution, and have enough effective samples to say so."""
        return self.ess >= FEW_SAMPLES and (self.rhat is None or self.rhat <= FAR_APART)


class Clock:
    """Processor seconds since chains began, as the progress of a run tells it."""

    def __init__(self) -> None:
        self._begun = process_time()
        self._is_begun = False

    def __call__(self, done: int) -> None:
        """Called with 0 when sampling begins."""
        if done == 0 and not self._is_begun:
            self._begun, self._is_begun = process_time(), True

    @property
    def seconds(self) -> float:
        """Up to now."""
        return process_time() - self._begun


def mixing(
    model: str, sampler: str, name: str, proposer: Part | None, samples: int = SAMPLES, backend: str | None = None
) -> Mixing:
    """Runs a sampler and compares all its answers with the exact ones.

    If more than half of its samples are effective, there was not much to gain from the steps between them: then as many
    samples are also drawn without any steps between, and the larger figure per second counts.
    """
    query, answers = ANSWERS[model]
    loaded = nm.Model.from_files(str(FOLDER / f"{model}.blog"))

    def run(thin: int, samples: int) -> tuple[nm.Posterior, float]:
        clock = Clock()
        found = loaded.infer(
            engine="mh",
            samples=samples,
            thin=thin,
            burn_in=BURN_IN * samples * thin // (SAMPLES * THIN),
            chains=CHAINS,
            workers=1,
            seed=1,
            proposer=proposer,
            progress=clock,
            backend=backend,
        )
        return found, clock.seconds

    run(1, 20)  # what is loaded once is not to be taken for the cost of a step
    found, seconds = run(THIN, samples)
    distances = [
        0.5 * sum(abs(found[asked].probability(value) - p) for value, p in distribution.items())
        for asked, distribution in answers().items()
    ]
    rhat, ess, thin = found[query].rhat, found[query].ess or 0.0, THIN
    if ess > 0.5 * CHAINS * samples:
        again, less = run(1, samples)
        if (again[query].ess or 0.0) / less > ess / seconds:
            rhat, ess, seconds, thin = again[query].rhat, again[query].ess or 0.0, less, 1
    return Mixing(model, sampler, name, max(distances), rhat, ess, seconds, thin)


def samplers(model: str) -> list[tuple[str, str, Part | None]]:
    """The plan, parental moves alone, and the proposer written by hand if there is one."""
    alone = proposers.parental(nm.Model.from_files(str(FOLDER / f"{model}.blog")))
    by_hand = proposers.by_hand(model)
    found: list[tuple[str, str, Part | None]] = [("plan", "the plan", None), ("parental", "parental moves", alone)]
    return found if by_hand is None else [*found, ("by hand", *by_hand)]


def rows(measured: list[Mixing]) -> list[list[str]]:
    """A line for each model."""
    found = []
    for model in dict.fromkeys(m.model for m in measured):
        of = {m.sampler: m for m in measured if m.model == model}
        hand = of.get("by hand")
        found.append(
            [
                model,
                f"{of['plan'].total_variation:.4f}",
                _per_second(of["plan"]),
                _per_second(of["parental"]),
                "the plan is it" if hand is None else f"{_per_second(hand)} ({hand.name})",
            ]
        )
    return found


def _per_second(mixing: Mixing) -> str:
    return f"{mixing.ess / mixing.seconds:,.0f}" if mixing.moves else "does not move"


def section(models: list[str] | None = None, samples: int = SAMPLES, backend: str | None = None) -> Section:
    """The whole table, or that of some models."""
    measured = [
        mixing(model, sampler, name, proposer, samples, backend)
        for model in models or list(ANSWERS)
        for sampler, name, proposer in samplers(model)
    ]
    steps = CHAINS * (BURN_IN * samples // SAMPLES + samples * THIN)
    text = (
        f"{CHAINS} chains, {steps:,} proposals in all, made by `python -m benchmarks plans`. TV is the total variation "
        "of the plan's answers from the exact ones, that of the worst query. ESS/s are effective samples of a query "
        "that names no objects of unknown number, per second of the processor; a sample is taken every "
        f"{THIN} steps, or at each where that gives more. Where R-hat is above {FAR_APART:g}, or there are fewer than "
        f"{FEW_SAMPLES} effective samples, the chains do not move."
    )
    heads = ["model", "TV of the plan", "ESS/s, plan", "ESS/s, parental moves alone", "ESS/s, written by hand"]
    return Section(
        "plans",
        "Plans, parental moves and proposers",
        text,
        table(heads, rows(measured)),
        [{**asdict(m), "rhat": finite(m.rhat), "moves": m.moves} for m in measured],
    )


def into_page(section: Section, page: Path = PAGE) -> None:
    """Puts the table in the place that the page has for it."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{page} has no place for the table: it stands between {BEGIN.strip()} and {END.strip()}")
    page.write_text(f"{before}{begin}{section.text}\n\n{section.table}\n{end}{after}", encoding="utf-8")
