"""The page of a posterior: warnings, answers, diagnostics, moves, model, evidence, and how to reproduce it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from noumena.posterior.posterior import Posterior, version
from noumena.posterior.report.answers import answers_section
from noumena.posterior.report.best_world import world_section
from noumena.posterior.report.evidence import evidence_section
from noumena.posterior.report.frame import Section, page
from noumena.posterior.report.model_text import model_section
from noumena.posterior.report.reproduce import reproduce_section
from noumena.posterior.report.tables import diagnostics_table, moves_table
from noumena.posterior.report.words import counted, prose, shown


def report_page(posterior: Posterior, name: str | None = None) -> str:
    """The page; `name` is what it is called, by default the names of the model's files."""
    called = name or ", ".join(PurePath(file).name for file in posterior.files) or "A model"
    origin = posterior.origin
    sections = [
        Section("answers", "Answers", answers_section(posterior)),
        Section("world", "Most probable world", world_section(posterior)),
        Section("diagnostics", "Diagnostics", diagnostics_table(posterior)),
        Section("moves", "Moves", moves_table(posterior)),
        Section("model", "Model", "" if origin is None else model_section(origin.sources)),
        Section("evidence", "Evidence", "" if origin is None else evidence_section(origin.problem)),
        Section("reproduce", "Reproduce", reproduce_section(posterior)),
    ]
    footer = (
        f"<p>Made by Noumena {shown(version())}. After ± stands one standard error, whiskers are two of them. All"
        " figures are of the samples that were recorded.</p>"
        if any(answer.sampled for answer in posterior.answers)
        else f"<p>Made by Noumena {shown(version())}. The answers are exact, but for rounding"
        " and the mass that may be lost.</p>"
    )
    title = f"{called}: {counted(len(posterior.answers), 'answer')}"
    return page(title, called, _facts(posterior), sections, footer, before=_first(posterior))


def _facts(posterior: Posterior) -> Iterator[str]:
    yield f"<b>{len(posterior.answers):,}</b> {'query' if len(posterior.answers) == 1 else 'queries'}"
    if posterior.origin is not None:
        count = len(posterior.origin.problem.evidence)
        yield f"<b>{count:,}</b> observation{'' if count == 1 else 's'}"
    yield f"engine <b>{shown(posterior.engine)}</b>"
    if posterior.chains is not None and posterior.samples is not None:
        yield f"<b>{posterior.chains}</b> × <b>{posterior.samples:,}</b> samples"
    elif posterior.samples is not None:
        yield f"<b>{posterior.samples:,}</b> samples"
    if posterior.seconds:
        yield f"<b>{sum(posterior.seconds.values()):.3g}</b> s"
    if posterior.log_evidence is not None:
        yield f"ln p(evidence) <b>{posterior.log_evidence:.4f}</b>"
    if posterior.lost_mass:
        yield f"mass left out at most <b>{posterior.lost_mass:.1e}</b>"


def _first(posterior: Posterior) -> str:
    """Warnings, in plain words, or that there are none."""
    if not posterior.warnings:
        if not any(answer.sampled for answer in posterior.answers):
            return '<p class="notice good">No warnings.</p>'
        undiagnosed = all(answer.rhat is None for answer in posterior.answers)
        said = "" if undiagnosed else " The chains agree, and the effective samples suffice."
        return f'<p class="notice good">No warnings.{said}</p>'
    items = "".join(f"<li>{_warning(warning)}</li>" for warning in posterior.warnings)
    heading = counted(len(posterior.warnings), "warning")
    inside = f'<h2 id="warnings">{heading}</h2><ul>{items}</ul>'
    return f'<section class="notice bad" aria-labelledby="warnings">{inside}</section>'


def _warning(warning: str) -> str:
    """One line as a sentence; several, which show a place in the model, as they are."""
    first, newline, rest = warning.partition("\n")
    return prose(first) + (f'<pre tabindex="0">{shown(rest)}</pre>' if newline else "")
