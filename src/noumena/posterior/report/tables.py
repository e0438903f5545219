"""Tables of figures: the diagnostics of each query, and what each move did. A click on a head sorts them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.posterior import Posterior
from noumena.posterior.report.verdict import verdict
from noumena.posterior.report.words import number, probability, shown

Cell = str | float | None
"""Text, which is HTML, or a number, which is written in a few digits and sorted by its value."""


def diagnostics_table(posterior: Posterior) -> str:
    """Mean, deviation, quantiles, standard error, effective samples and R-hat of each query."""
    heads = ("Query", "Most probable", "P", "Mean", "SD", "5 %", "50 %", "95 %", "MCSE", "ESS", "R-hat")
    rows = [_figures(place, answer) for place, answer in enumerate(posterior.answers)]
    kinds = [verdict(answer).kind for answer in posterior.answers]
    told = (
        "<p><small>Of a query for numbers, the standard error (MCSE) is that of the mean; of another, that of the"
        " probability P of its most probable value. Bold figures are reasons to doubt.</small></p>"
    )
    return "\n".join(table("diagnostics-table", "Table of diagnostics", heads, rows, kinds)) + told


def moves_table(posterior: Posterior) -> str:
    """How often each move was tried and accepted; nothing where there are no moves."""
    accepted = posterior.acceptance
    if not accepted:
        return ""
    heads = ["Move", "Accepted"]
    if posterior.shares:
        heads.append("Share of the steps")
    if posterior.scales:
        heads.append("Length of steps times")
    rows: list[list[Cell]] = []
    for move, rate in accepted.items():
        row: list[Cell] = [f"<code>{shown(move)}</code>", _meter(rate)]
        if posterior.shares:
            row.append(_meter(posterior.shares.get(move)))
        if posterior.scales:
            row.append(posterior.scales.get(move))
        rows.append(row)
    never = [move for move, rate in accepted.items() if rate == 0.0]
    told = "" if not never else f"<p>Never accepted: {', '.join(f'<code>{shown(m)}</code>' for m in never)}.</p>"
    return "\n".join(table("moves-table", "Table of moves", heads, rows)) + told


def table(
    name: str, caption: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]], kinds: Sequence[str] = ()
) -> Iterator[str]:
    """A table in a box that scrolls by itself where the page is narrow; `kinds` are classes of its rows.

    A cell that is a number is sorted by that, and so is HTML of the form `<… data-value="…">`.
    """
    yield f'<div class="scroll" role="region" aria-label="{caption}" tabindex="0">'
    yield f'<table class="sortable" id="{name}"><caption class="sr">{caption}</caption><thead><tr>'
    made = [list(row) for row in rows]
    for column, head in enumerate(heads):
        kind = ' class="num"' if any(isinstance(row[column], float) for row in made) else ""
        yield f'<th scope="col"{kind}>{head}</th>'
    yield "</tr></thead><tbody>"
    for place, row in enumerate(made):
        kind = f' class="{kinds[place]}"' if kinds else ""
        first, *rest = row
        yield f'<tr{kind}><th scope="row">{first}</th>{"".join(map(_cell, rest))}</tr>'
    yield "</tbody></table></div>"


def _figures(place: int, answer: QueryAnswer) -> list[Cell]:
    quantiles = answer.quantiles or {}
    best = max(answer.distribution or (), key=lambda o: o.probability, default=None)
    error = answer.mcse if answer.mean is not None else None if best is None else best.mcse
    return [
        f'<a href="#q{place + 1}"><code>{shown(answer.query)}</code></a>',
        None if best is None else shown(best.text if len(best.text) < 40 else best.text[:39] + "…"),
        None if best is None else _rounded(best.probability, 3),
        answer.mean,
        answer.sd,
        *(quantiles.get(level) for level in ("0.05", "0.5", "0.95")),
        _rounded(error, 2),
        None if answer.ess is None else _doubtful(f"{answer.ess:,.0f}", answer.ess, answer.few_samples),
        None if answer.rhat is None else _doubtful(_rhat(answer.rhat), answer.rhat, answer.chains_disagree),
    ]


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else float(f"{value:.{digits}g}")


def _rhat(rhat: float) -> str:
    return f"{rhat:.4f}" if math.isfinite(rhat) else "∞"


def _doubtful(text: str, value: float, is_doubtful: bool) -> str:
    """A figure with the value that it is sorted by, in bold if it is a reason to doubt."""
    name = "b" if is_doubtful else "span"
    return f'<{name} data-value="{value if math.isfinite(value) else 1e300:.9g}">{text}</{name}>'


def _meter(share: float | None) -> str:
    """A share as a number and a small bar."""
    if share is None or math.isnan(share):
        return '<span data-value="-1">not tried</span>'
    said = probability(share) if share in (0.0, 1.0) or share >= 0.001 else "&lt; 0.001"
    return f'<span class="meter" data-value="{share:.9g}"><span style="width:{100 * share:.1f}%"></span></span> {said}'


def _cell(cell: Cell) -> str:
    if cell is None:
        return '<td class="none">–</td>'
    if isinstance(cell, str):
        return f"<td>{cell}</td>"
    return f'<td class="num">{number(cell)}</td>'
