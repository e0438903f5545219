"""A card for each query: the answer in words, its plot, and what the chains say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.posterior import Posterior
from noumena.posterior.report import columns
from noumena.posterior.report.bars import bars, truth_bar
from noumena.posterior.report.density import density
from noumena.posterior.report.matrix import FEWEST_PAIRS, identities, matrix
from noumena.posterior.report.ranks import ranks
from noumena.posterior.report.series import Series, series_of
from noumena.posterior.report.traces import COLOURS, trace
from noumena.posterior.report.verdict import verdict
from noumena.posterior.report.words import counted, measured, number, prose, shown, with_error

_ROOM = 250_000
"""About how many letters all traces together may take."""

_MOST_POINTS, _FEWEST_POINTS = 300, 16
_FEW = 100
"""So many queries, or fewer, have fine plots, and the chains of each are drawn."""

_LOOKED_AT = 50
"""Of more queries the chains of so many are drawn, the most doubtful."""

_OPEN_CARDS = 8
"""So many cards show their chains at once; of more, each is opened by its reader."""


class Detail(NamedTuple):
    """How much is drawn of each query: points of a chain's trace, bars of values, and bins of numbers and of ranks."""

    points: int
    bars: int
    bins: int
    rank_bins: int


def detail(queries: int, chains: int) -> Detail:
    """As much as keeps the page small: a point takes about 5 letters."""
    points = _ROOM // (5 * max(1, queries) * max(1, chains))
    few = queries <= _FEW
    return Detail(
        min(_MOST_POINTS, max(_FEWEST_POINTS, points)), 20 if few else 8, 40 if few else 16, 20 if few else 10
    )


def answers_section(posterior: Posterior) -> str:
    """All cards, with a filter and a choice of their order, and before them who is who."""
    return "\n".join(_section(posterior))


def _section(posterior: Posterior) -> Iterator[str]:
    for found in identities(posterior.answers):
        label = f"Probability that {found.function} is the same, for each pair of {len(found.items)} items"
        yield f'<figure class="wide"><figcaption>Which of these have the same <code>{shown(found.function)}</code>?'
        yield f"</figcaption>{matrix(found, label)}</figure>"
    if len(posterior.answers) >= FEWEST_PAIRS:
        yield '<p class="filter" hidden><label>Filter <input type="search" data-filter="#cards > article"'
        yield ' autocomplete="off" placeholder="words of a query or value"></label>'
        yield '<label>Order <select data-order="#cards"><option value="">as asked</option>'
        yield '<option value="doubt">doubtful first</option><option value="name">by name</option></select></label>'
        yield '<output aria-live="polite"></output></p>'
    if posterior.chains is not None and posterior.chains > 1:
        yield _legend(posterior.chains)
    much = detail(len(posterior.answers), posterior.chains or 0)
    looked_at = _most_doubtful(posterior.answers)
    if posterior.chains is not None and len(looked_at) < len(posterior.answers):
        yield f"<p><small>Chains are drawn of the {len(looked_at)} queries that are most in doubt.</small></p>"
    yield '<div id="cards">'
    for place, answer in enumerate(posterior.answers):
        yield from _card(answer, place, much, place in looked_at, len(posterior.answers) <= _OPEN_CARDS)
    yield "</div>"


def _most_doubtful(answers: Sequence[QueryAnswer]) -> set[int]:
    """The places of the queries of which chains are drawn."""
    places = sorted(range(len(answers)), key=lambda i: (-verdict(answers[i]).doubt, i))
    return set(places if len(places) <= _FEW else places[:_LOOKED_AT])


def headline(answer: QueryAnswer) -> str:
    """The answer in a line of HTML: a mean with its interval, or the most probable value."""
    if answer.mean is not None:
        quantiles = answer.quantiles or {}
        ends = f"{number(quantiles.get('0.05'))} to {number(quantiles.get('0.95'))}"
        return f"mean <b>{measured(answer.mean, answer.mcse)}</b>, nine tenths within {ends}"
    outcomes = answer.distribution
    if not outcomes:
        return "another value in every sample"
    best = max(outcomes, key=lambda o: o.probability)
    if answer.type == "Boolean":
        best = next((o for o in outcomes if o.value is True), best)
    chance = with_error(best.probability, best.mcse, answer.sampled)
    return f"<b>{shown(best.text)}</b> with probability <b>{chance}</b>"


def _card(answer: QueryAnswer, place: int, much: Detail, with_chains: bool, is_open: bool) -> Iterator[str]:
    found = verdict(answer)
    series = series_of(answer) if with_chains else None
    yield f'<article class="card" id="q{place + 1}" data-doubt="{found.doubt:.6g}">'
    yield f"<h3><code>{shown(answer.query)}</code></h3>"
    yield f'<p class="head">{headline(answer)} <span class="verdict {found.kind}">{found.words}</span></p>'
    yield _plot(answer, series, much)
    yield from (f"<p><small>{prose(note)}</small></p>" for note in answer.notes)
    if series is not None:
        what = "Mean so far" if series.few else "Trace"
        if series.share_of is not None:
            what = f"Share of <code>{shown(series.share_of[:60])}</code> so far"
        yield f"<details{' open' if is_open else ''}><summary>Chains</summary><div>"
        label = f"Trace of {answer.query}, a line for each of {counted(len(series.values), 'chain')}"
        yield f"<figure><figcaption>{what}, sample by sample</figcaption>{trace(series, label, much.points)}</figure>"
        if len(series.values) > 1:
            # Where chains disagree they are worth few samples, and a band made of these would excuse them.
            worth = None if found.kind == "bad" else answer.ess
            where = "near 1" if worth is None else "in the band"
            label = f"Rank plot of {answer.query}: lines {where} mean that the chains agree"
            drawn = ranks(series, worth, label, much.rank_bins)
            yield f"<figure><figcaption>Ranks: {where} where chains agree</figcaption>{drawn}</figure>"
        yield "</div></details>"
    yield "</article>"


def _plot(answer: QueryAnswer, series: Series | None, much: Detail) -> str:
    """The plot that fits the values."""
    if answer.type == "Boolean" and answer.distribution:
        return truth_bar(answer, _label("Probability", answer))
    if answer.mean is not None and columns.fits(answer) and answer.continuous is None:
        return columns.columns(answer, _label("Probability of each number", answer))
    if answer.mean is not None:
        return density(answer, series, _label("Histogram", answer), much.bins)
    if answer.distribution:
        return bars(answer, _label("Probability of each value", answer), much.bars)
    return ""


def _label(what: str, answer: QueryAnswer) -> str:
    """What people hear of a plot: the most probable values, or mean and interval."""
    if answer.mean is not None and answer.quantiles is not None:
        low, high = number(answer.quantiles["0.05"]), number(answer.quantiles["0.95"])
        return f"{what} of {answer.query}: mean {number(answer.mean)}, nine tenths between {low} and {high}"
    best = sorted(answer.distribution or (), key=lambda o: -o.probability)[:3]
    told = ", ".join(f"{o.text[:60]} {o.probability:.3f}" for o in best)
    return f"{what} of {answer.query}: {told}"


def _legend(chains: int) -> str:
    """The colours of the chains; a button brings one of them forward."""
    names = "".join(
        f'<button type="button" class="key c{k % COLOURS}" data-chain="{k % COLOURS}" aria-pressed="false">'
        f"chain {k + 1}</button>"
        for k in range(min(chains, COLOURS))
    )
    more = f" <small>later chains begin with the first colour again: {chains}</small>" if chains > COLOURS else ""
    return f'<p class="legend">{names}{more}</p>'
