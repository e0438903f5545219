"""What was found as one page of HTML that needs nothing else: no network, no other file.

All text that comes from outside is escaped. The page is whole without its script, which filters, sorts and collects
what its reader decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from noumena.domains.citations.clusters import DOUBT
from noumena.domains.citations.decisions import ids
from noumena.domains.citations.matches import Matches
from noumena.domains.citations.output.differences import marked
from noumena.domains.citations.written import cut, printable, said
from noumena.posterior.report.frame import Section, beside, page

MOST_QUESTIONS = 300
MOST_PUBLICATIONS = 3_000
MOST_CITATIONS = 200
"""Of one publication."""
MOST_SIGNS = 600
"""Of one citation."""


def report_page(found: Matches, name: str) -> str:
    """The page; `name` is what the citations are called."""
    sections = [
        Section("doubts", "Pairs in doubt", "\n".join(_questions(found))),
        Section("publications", "Publications", "\n".join(_publications(found))),
        Section("researchers", "Researchers", "\n".join(_researchers(found))),
    ]
    return page(
        f"{printable(name)}: publications found",
        printable(name),
        _facts(found),
        sections,
        _method(found),
        before=_scores(found),
        style=beside(__file__, "report.css"),
        script=beside(__file__, "report.js"),
    )


def _facts(found: Matches) -> Iterator[str]:
    facts = (
        (len(found.records), "citation"),
        (len(found.publications), "publication"),
        (len(found.researchers), "researcher"),
        (len(found.questions), "question"),
    )
    yield from (f"<b>{number:,}</b> {noun}{'' if number == 1 else 's'}" for number, noun in facts)


def _scores(found: Matches) -> str:
    if found.accuracy is None:
        return ""
    scores = found.accuracy.estimate
    return (
        f"<p>Against the truth: <b>{scores.accuracy:.1f}&nbsp;%</b> of {scores.true_clusters:,} true clusters are "
        f"found exactly, {found.accuracy.average:.1f}&nbsp;% by samples on average. Of pairs, precision is "
        f"{scores.precision:.3f}, recall {scores.recall:.3f}, F1 {scores.f1:.3f}.</p>"
    )


def _questions(found: Matches) -> Iterator[str]:
    asked = found.questions
    if not asked:
        yield f"<p>None: every pair has a probability below {DOUBT} or above {1 - DOUBT}.</p>"
        return
    yield "<p>Are these the same publication? Words that differ are marked. The nearest to even odds come first.</p>"
    yield '<div id="decided" hidden><p>Decided: <b id="count-same">0</b> same, <b id="count-different">0</b> different.'
    yield '<button type="button" data-save="same">Save same.csv</button>'
    yield '<button type="button" data-save="different">Save different.csv</button></p>'
    yield "<p>Run again with <code>--same same.csv --different different.csv</code>.</p></div>"
    yield '<table id="pairs" class="sortable"><thead><tr><th>Probability</th><th>First</th><th>Second</th>'
    yield '<th class="decide fixed">Decide</th></tr></thead><tbody>'
    called = ids(found.records)
    for question in asked[:MOST_QUESTIONS]:
        pair = question.pair
        texts = marked(*(printable(cut(found.records[item].text, MOST_SIGNS)) for item in pair[:2]))
        first, second = (_shown(called[item]) for item in pair[:2])
        more = f'<small title="pairs that ask the same">+{question.others}</small>' if question.others else ""
        yield (
            f'<tr data-first="{first}" data-second="{second}"><td class="odds" data-value="{pair.probability:.6f}">'
            f"<b>{pair.probability:.2f}</b>{more}</td><td><i>{first}</i> {texts[0]}</td><td><i>{second}</i> {texts[1]}"
            "</td><td></td></tr>"
        )
    yield f"</tbody></table>{_more(len(asked), MOST_QUESTIONS)}"


def _publications(found: Matches) -> Iterator[str]:
    yield '<p class="filter" hidden><label>Filter <input type="search" data-filter="#publications details"'
    yield ' autocomplete="off" placeholder="title, author, year, words of a citation"></label>'
    yield '<output aria-live="polite"></output></p>'
    called = ids(found.records)
    for number, publication in enumerate(found.publications[:MOST_PUBLICATIONS]):
        members = publication.cluster.members
        names = ", ".join(said(name) for name in found.authors(number))
        title = found.title(number) or "(no title)"
        details = [str(publication.year.value or ""), publication.kind_name or "", publication.venue.value]
        yield f'<details id="p{number + 1}"><summary><span class="cited" title="citations">{len(members)}</span>'
        yield f'<span class="what"><b>{_shown(title)}</b> <span>{_shown(names)}</span>'
        yield f"<small>{_shown(', '.join(filter(None, details)))}</small></span>"
        yield f"{_odds(publication.cluster.probability)}</summary>"
        yield f"<p><small>{_sure(found, number)}</small></p><ol>"
        for item in members[:MOST_CITATIONS]:
            text = _shown(cut(found.records[item].text, MOST_SIGNS))
            yield f"<li><i>{_shown(called[item])}</i> {text}</li>"
        yield f"</ol>{_more(len(members), MOST_CITATIONS)}</details>"
    yield _more(len(found.publications), MOST_PUBLICATIONS)


def _sure(found: Matches, number: int) -> str:
    publication = found.publications[number]
    names = ("title", "authors", "year", "kind", "venue")
    shown = [f"{name} {getattr(publication, name).probability:.2f}" for name in names]
    return f"Probability of what is written above: {', '.join(shown)}"


def _researchers(found: Matches) -> Iterator[str]:
    yield '<table id="people" class="sortable"><thead><tr><th>Name</th><th>Publications</th>'
    yield "<th>Probability</th></tr></thead><tbody>"
    for researcher in found.researchers[:MOST_PUBLICATIONS]:
        links = " ".join(_link(found, number) for number in researcher.publications[:MOST_CITATIONS])
        probability = researcher.probability
        yield f"<tr><td>{_shown(found.researcher_name(researcher))}</td>"
        yield f'<td data-value="{len(researcher.publications)}">{links}</td>'
        yield f'<td class="odds" data-value="{probability:.6f}">{probability:.2f}</td></tr>'
    yield f"</tbody></table>{_more(len(found.researchers), MOST_PUBLICATIONS)}"


def _link(found: Matches, number: int) -> str:
    title = _shown(cut(found.title(number) or "(no title)", 60))
    return f'<a href="#p{number + 1}">{title}</a>' if number < MOST_PUBLICATIONS else f"<span>{title}</span>"


def _method(found: Matches) -> str:
    runs = f"{len(found.runs)} run{'' if len(found.runs) == 1 else 's'} from seed {found.runs[0].seed}"
    samples = sum(run.samples for run in found.runs)
    return (
        f"<p>{samples:,} samples of {runs}, {sum(found.seconds):.1f} s. A probability is a share of these samples. The "
        "clusters are those that have the fewest pairs wrong on average.</p>"
    )


def _odds(probability: float) -> str:
    title = "probability that exactly these citations are of one publication"
    return f'<span class="odds" title="{title}">{probability:.2f}</span>'


def _more(there: int, shown: int) -> str:
    return f"<p>… and {there - shown:,} more: --out writes all of them.</p>" if there > shown else ""


def _shown(text: str) -> str:
    return escape(printable(text))
