"""The posterior of all queries of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata

from noumena.inference.result import Result
from noumena.language.context import suggestion
from noumena.posterior.answer import QueryAnswer, finite
from noumena.posterior.plain import Plain
from noumena.posterior.table import as_text

_SECONDS = ("compile", "initialise", "sampling", "queries")
"""The times that every answer tells, or tells not to have."""


@dataclass(frozen=True)
class Posterior:
    """The answers of one run, by query, and how they came about.

    `files` are the names of the model's texts; `model_warnings` are what was noticed in them, `run_warnings` what the
    run gave. The fields from `backend` on are those of `Result`; all but `backend` are None where there are no chains.
    """

    answers: tuple[QueryAnswer, ...]
    engine: str
    files: tuple[str, ...]
    samples: int | None
    seed: int | None
    log_evidence: float | None
    lost_mass: float | None
    seconds: Mapping[str, float]
    model_warnings: tuple[str, ...]
    run_warnings: tuple[str, ...]
    interrupted: bool = False
    backend: str = "python"
    chains: int | None = None
    burn_in: int | None = None
    thin: int | None = None
    steps: int | None = None
    steps_per_second: float | None = None
    acceptance: Mapping[str, float] | None = None
    shares: Mapping[str, float] | None = None
    scales: Mapping[str, float] | None = None
    stopped_by: str | None = None

    @classmethod
    def of(cls, result: Result, files: tuple[str, ...] = (), warnings: tuple[str, ...] = ()) -> Posterior:
        """The posterior that an engine's result stands for; `warnings` are those of the model's text."""
        answers = tuple(map(QueryAnswer, result.marginals))
        return cls(
            answers,
            result.engine,
            files,
            result.samples,
            result.seed,
            result.log_evidence,
            result.lost_mass,
            dict(result.seconds),
            warnings,
            (
                *(("interrupted: this is the answer so far",) if result.interrupted else ()),
                *result.warnings,
                *_doubts(answers),
                *(note for answer in answers for note in answer.notes),
            ),
            result.interrupted,
            result.backend,
            result.chains,
            result.burn_in,
            result.thin,
            result.steps,
            result.steps_per_second,
            None if result.acceptance is None else dict(result.acceptance),
            None if result.shares is None else dict(result.shares),
            None if result.scales is None else dict(result.scales),
            result.stopped_by,
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was noticed in the model's text and in the run."""
        return self.model_warnings + self.run_warnings

    @property
    def queries(self) -> tuple[str, ...]:
        """The queries as they were written."""
        return tuple(answer.query for answer in self.answers)

    def __getitem__(self, query: str) -> QueryAnswer:
        exact = [a for a in self.answers if a.query == query]
        alike = exact or [a for a in self.answers if _squeezed(a.query) == _squeezed(query)]
        if not alike:
            near = suggestion(query, self.queries)
            raise KeyError(f"there is no query `{query}`; {near or 'the queries are ' + _listed(self.queries)}")
        return alike[0]

    def __contains__(self, query: object) -> bool:
        return isinstance(query, str) and any(_squeezed(a.query) == _squeezed(query) for a in self.answers)

    def __iter__(self) -> Iterator[QueryAnswer]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def summary(self) -> str:
        """The answers as tables in plain text."""
        return as_text(self)

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<Posterior by {self.engine} of {_listed(self.queries)}>"

    def to_dict(self) -> dict[str, Plain]:
        """The posterior as JSON holds it; fields that do not apply are None, never missing."""
        return {
            "noumena": version(),
            "model": list(self.files),
            "engine": self.engine,
            "backend": self.backend,
            "samples": self.samples,
            "burn_in": self.burn_in,
            "thin": self.thin,
            "chains": self.chains,
            "seed": self.seed,
            "queries": [answer.to_dict() for answer in self.answers],
            "log_evidence": finite(self.log_evidence),
            "lost_mass": finite(self.lost_mass),
            "steps": self.steps,
            "steps_per_second": finite(self.steps_per_second),
            "acceptance": None
            if self.acceptance is None
            else {move: finite(rate) for move, rate in self.acceptance.items()},
            "shares": None if self.shares is None else dict(self.shares),
            "scales": None if self.scales is None else dict(self.scales),
            "stopped_by": self.stopped_by,
            "warnings": list(self.warnings),
            "seconds": dict.fromkeys(_SECONDS) | dict(self.seconds),
        }


def version() -> str:
    """The version of Noumena that is installed; `unknown` where the sources run without being installed."""
    try:
        return metadata.version("noumena")
    except metadata.PackageNotFoundError:
        return "unknown"


def _doubts(answers: tuple[QueryAnswer, ...]) -> Iterator[str]:
    """Warnings if chains disagree or the effective samples are too few, with what to do; each names the worst query."""
    apart = [answer for answer in answers if answer.chains_disagree]
    if apart:
        worst = max(apart, key=lambda answer: answer.rhat or 0.0)
        yield (
            f"the chains disagree on {_with_others(worst, apart)} (R-hat {worst.rhat:.4f}), so the answer is not to be"
            " trusted: raise samples and burn-in until R-hat is below 1.05"
        )
    few = [answer for answer in answers if answer.few_samples]
    if not few:
        return
    worst = min(few, key=lambda answer: answer.ess or 0.0)
    number = "" if worst.ess is None else f" ({worst.ess:.1f})"
    if worst.marginal.chain_lengths:
        yield (
            f"too few effective samples{number} of {_with_others(worst, few)} to trust the answer: raise samples,"
            " or thin if memory is short"
        )
    else:  # all queries of the run have the same weights
        yield f"too few effective samples{number} to trust the answer: draw more, or use exact enumeration"


def _with_others(worst: QueryAnswer, answers: list[QueryAnswer]) -> str:
    """A query and how many others there are: `X` and 2 other queries."""
    others = len(answers) - 1
    more = f" and {others} other {'query' if others == 1 else 'queries'}" if others else ""
    return f"`{worst.query}`{more}"


def _squeezed(query: str) -> str:
    return "".join(query.split())


def _listed(queries: tuple[str, ...]) -> str:
    return ", ".join(f"`{query}`" for query in queries)
