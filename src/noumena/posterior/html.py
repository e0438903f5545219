"""Answers in a notebook: small tables of HTML, without scripts, in which every text is escaped."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.doubts import Doubt
from noumena.posterior.histogram import histogram, labels
from noumena.posterior.numbers import short

if TYPE_CHECKING:
    from noumena.posterior.posterior import Posterior

MOST_ROWS = 20
_WIDEST = 12.0
"""The longest bar, in em."""

_CELL = "padding:0.1em 0.8em 0.1em 0;text-align:left;border:none"
_BAR = "display:inline-block;height:0.8em;background:#3b82c4;width:{:.2f}em"
_DOUBT = "margin:0.3em 0;padding:0.2em 0.6em;border-left:0.25em solid #d97706"


def as_html(posterior: Posterior) -> str:
    """The answers of a run, what speaks against all of them before, what speaks against one with it."""
    parts = [posterior.engine, *posterior.files]
    if posterior.chains is not None:
        parts.append(f"{posterior.chains} chains × {posterior.samples or 0:,} samples")
    elif posterior.samples is not None:
        parts.append(f"{posterior.samples:,} samples")
    doubts = [doubt for doubt in posterior.doubts if doubt.query is None]
    answers = (answer_html(a, [d for d in posterior.doubts if d.query == a.query]) for a in posterior)
    notes = "".join(f"<p>{escape(warning)}</p>" for warning in posterior.other_warnings)
    return f"<div><p>{escape(' · '.join(parts))}</p>{_doubts(doubts)}{''.join(answers)}{notes}</div>"


def answer_html(answer: QueryAnswer, doubts: Sequence[Doubt] = ()) -> str:
    """The answer of one query."""
    lines = [f"<p><b><code>{escape(answer.query)}</code></b></p>"]
    figures = {} if answer.mean is None or answer.sd is None else {"mean": short(answer.mean), "sd": short(answer.sd)}
    if answer.quantiles is not None:
        figures |= {f"{float(level):.0%}": short(x) for level, x in answer.quantiles.items()}
    if answer.ess is not None:
        figures["effective samples"] = f"{answer.ess:,.0f}"
    if answer.rhat is not None:
        figures["R-hat"] = f"{answer.rhat:.4f}"
    if figures:
        told = "".join(f'<td style="{_CELL}">{escape(name)} {escape(x)}</td>' for name, x in figures.items())
        lines.append(f"<table><tr>{told}</tr></table>")
    if answer.undiagnosed is not None:
        lines.append(f"<p>{escape(answer.undiagnosed)}: neither effective samples nor R-hat</p>")
    return f"<div>{''.join(lines)}{_doubts(doubts)}{_bars(_rows(answer))}</div>"


def _doubts(doubts: Sequence[Doubt]) -> str:
    return "".join(f'<p style="{_DOUBT}">⚠ {escape(doubt.words)}</p>' for doubt in doubts)


def _rows(answer: QueryAnswer) -> list[tuple[str, float, str]]:
    """Label, probability and standard error: the most probable values in their order, then the parts of a histogram."""
    outcomes = answer.distribution or []
    kept = sorted(sorted(range(len(outcomes)), key=lambda i: -outcomes[i].probability)[:MOST_ROWS])
    rows = [(o.text, o.probability, "" if o.mcse is None else f" ± {o.mcse:.4f}") for o in (outcomes[i] for i in kept)]
    if len(outcomes) > len(kept):
        rest = math.fsum(o.probability for o in outcomes) - math.fsum(row[1] for row in rows)
        rows.append((f"{len(outcomes) - len(kept):,} more", max(0.0, rest), ""))
    continuous = answer.continuous
    bins = [] if continuous is None else histogram(*continuous)
    ranges = labels(bins, "…") if bins else []
    return rows + [(label, b.weight, "") for label, b in zip(ranges, bins, strict=True)]


def _bars(rows: Sequence[tuple[str, float, str]]) -> str:
    if not rows:
        return ""
    longest = max(probability for _, probability, _ in rows) or 1.0
    lines = (
        f'<tr><td style="{_CELL}"><code>{escape(label)}</code></td><td style="{_CELL}">{p:.4f}{error}</td>'
        f'<td style="{_CELL}"><span style="{_BAR.format(_WIDEST * p / longest)}"></span></td></tr>'
        for label, p, error in rows
    )
    return f"<table>{''.join(lines)}</table>"
