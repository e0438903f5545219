"""The posterior of all queries of a run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from noumena.inference.result import Result
from noumena.language.context import suggestion
from noumena.posterior import frames
from noumena.posterior.answer import QueryAnswer, finite
from noumena.posterior.coreference import Coreference, References
from noumena.posterior.diagnostics import Diagnosis, even, of_numbers
from noumena.posterior.doubts import Doubt, doubts, in_words
from noumena.posterior.draws import Draws, draws_of, joint_answer
from noumena.posterior.html import as_html
from noumena.posterior.map_world import MapWorld, map_world
from noumena.posterior.origin import Origin
from noumena.posterior.plain import Plain
from noumena.posterior.table import as_text
from noumena.posterior.weighted import Floats

_SECONDS = ("compile", "initialise", "sampling", "queries")
"""The times that every answer tells, or tells not to have."""


@dataclass(frozen=True)
class Posterior:
    """The answers of one run, by query, and how they came about.

    `files` are the names of the model's texts; `model_warnings` are what was noticed in them, `run_warnings` what the
    run gave. The fields from `backend` on are those of `Result`; all but `backend` are None where there are no chains.
    `doubts` are what speaks against the answers; they are among `run_warnings` in words. `log_joint` is ln p of the
    state at each draw, and `map_world` the most probable of these states. `origin` has the texts and the problem.
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
    tries: Mapping[str, int] | None = None
    doubts: tuple[Doubt, ...] = ()
    log_joint: Floats | None = None
    map_world: MapWorld | None = None
    references: Mapping[str, References] = field(default_factory=dict)
    origin: Origin | None = None

    @classmethod
    def of(cls, result: Result, files: tuple[str, ...] = (), warnings: tuple[str, ...] = ()) -> Posterior:
        """The posterior that an engine's result stands for; `warnings` are those of the model's text."""
        answers = tuple(map(QueryAnswer, result.marginals))
        found = doubts(result, answers)
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
                *in_words(found),
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
            None if result.tries is None else dict(result.tries),
            found,
            result.log_joint,
            None if result.best is None else map_world(result.best),
            {function: References(*found) for function, found in result.references.items()},
        )

    @property
    def exact(self) -> bool:
        """Whether the answers are exact; otherwise they rest on samples."""
        return not any(answer.sampled for answer in self.answers)

    @property
    def draws(self) -> Draws:
        """All samples as a table: chain, draw, weight, ln p of the state, and each query; `ValueError` if exact."""
        return draws_of(self)

    @property
    def log_joint_diagnosis(self) -> Diagnosis:
        """Effective samples, R-hat and standard error of ln p of the state, which names no object; by chains alone."""
        if self.log_joint is None or not self.answers:
            return Diagnosis()
        return of_numbers(even(self.log_joint, self.answers[0].marginal.chain_lengths))

    def joint(self, *queries: str) -> QueryAnswer:
        """The distribution of several queries together; a value is the list of their values.

        Raises `ValueError` for an exact answer, whose queries were enumerated one by one: ask `[A, B]` as one query.
        """
        return joint_answer([self[query] for query in queries])

    def coreference(self, function: str) -> Coreference:
        """Which arguments of a function share their value; it must have been asked for by `infer(coreference=…)`."""
        if function not in self.references:
            what = f"which arguments of `{function}` share their value was not recorded"
            raise KeyError(f"{what}; run `infer(coreference=[{function!r}])`")
        return Coreference(function, self.references[function])

    def to_pandas(self) -> Any:
        """The draws as a data frame of pandas, a row for each; see `frames.to_pandas`."""
        return frames.to_pandas(self)

    def to_polars(self) -> Any:
        """The draws as a data frame of polars, a row for each; see `frames.to_polars`."""
        return frames.to_polars(self)

    def to_arviz(self) -> Any:
        """The draws as ArviZ takes them; see `frames.to_arviz`."""
        return frames.to_arviz(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all but `origin` to a .json, .parquet, .nc or .zarr file, which `nm.load_posterior` reads."""
        from noumena.posterior.saving import save  # it makes posteriors itself

        save(self, path)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was noticed in the model's text and in the run."""
        return self.model_warnings + self.run_warnings

    @property
    def other_warnings(self) -> tuple[str, ...]:
        """What the run gave beside the doubts, which the tables show."""
        told = set(in_words(self.doubts))
        return tuple(warning for warning in self.run_warnings if warning not in told)

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

    def report(self, path: str | Path, name: str | None = None) -> None:
        """Writes one page of HTML with everything, which needs no network; `name` is its heading."""
        from noumena.posterior.report.page import report_page  # late: it imports this module

        Path(path).write_text(report_page(self, name), encoding="utf-8")

    def plot(self, kind: str = "answer") -> Any:
        """A figure of Matplotlib with a panel for each query; it needs the extra `plots`.

        `kind` is answer, or trace, rank or density, which ArviZ draws, or identities for queries `f(a) == f(b)`.
        """
        from noumena.posterior.plots.figure import figure_of  # late: few need plots

        return figure_of(self.answers, kind)

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        return as_html(self)

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


def _squeezed(query: str) -> str:
    return "".join(query.split())


def _listed(queries: tuple[str, ...]) -> str:
    return ", ".join(f"`{query}`" for query in queries)
