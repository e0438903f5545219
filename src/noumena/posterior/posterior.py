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

FEW_SAMPLES = 100
"""Fewer effective samples than these are worth a warning."""


@dataclass(frozen=True)
class Posterior:
    """The answers of one run, by query, and how they came about.

    `files` are the names of the model's texts; `model_warnings` are what was noticed in them, `run_warnings` what the
    run gave.
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
                *_few_samples(answers),
                *(note for answer in answers for note in answer.notes),
            ),
            result.interrupted,
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
            "backend": "python",
            "samples": self.samples,
            "burn_in": None,
            "thin": None,
            "chains": None,
            "seed": self.seed,
            "queries": [answer.to_dict() for answer in self.answers],
            "log_evidence": finite(self.log_evidence),
            "lost_mass": finite(self.lost_mass),
            "steps": None,
            "steps_per_second": None,
            "acceptance": None,
            "warnings": list(self.warnings),
            "seconds": {"compile": None, "initialise": None, "sampling": None, **self.seconds},
        }


def version() -> str:
    """The version of Noumena that is installed; `unknown` where the sources run without being installed."""
    try:
        return metadata.version("noumena")
    except metadata.PackageNotFoundError:
        return "unknown"


def _few_samples(answers: tuple[QueryAnswer, ...]) -> Iterator[str]:
    """A warning if the samples are too few: all queries of a run have the same weights."""
    effective = next((answer.ess for answer in answers), None)
    if effective is not None and effective < FEW_SAMPLES:
        yield f"too few effective samples ({effective:.1f}) to trust the answer: draw more, or use exact enumeration"


def _squeezed(query: str) -> str:
    return "".join(query.split())


def _listed(queries: tuple[str, ...]) -> str:
    return ", ".join(f"`{query}`" for query in queries)
