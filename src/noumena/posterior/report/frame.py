"""The frame of every page: head, style, script, header, way around, footer. What it is about is the caller's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from noumena.posterior.report.words import shown

# Nothing is loaded from anywhere, whatever a model, a name or a citation holds.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_HERE = Path(__file__).parent


class Section(NamedTuple):
    """A part of the page: its name in links, its heading, and its HTML."""

    name: str
    heading: str
    body: str


def page(
    title: str,
    heading: str,
    facts: Iterable[str],
    sections: Sequence[Section],
    footer: str,
    *,
    before: str = "",
    style: str = "",
    script: str = "",
) -> str:
    """The page as text.

    Title and heading are plain text, everything else is HTML. `before` comes first, and has no heading of its own;
    `style` and `script` are those that this kind of page has beside the common ones. The page is whole without script.
    """
    lines = _lines(title, heading, facts, [s for s in sections if s.body], footer, before, style, script)
    return "\n".join(lines) + "\n"


def beside(file: str, name: str) -> str:
    """The text of the file by that name that lies beside a module."""
    return Path(file).with_name(name).read_text(encoding="utf-8")


def _lines(
    title: str,
    heading: str,
    facts: Iterable[str],
    sections: Sequence[Section],
    footer: str,
    before: str,
    style: str,
    script: str,
) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>{shown(title)}</title>\n<style>\n{_common('css')}{style}</style>\n</head>\n<body>"
    yield '<a class="skip" href="#main">To the answers</a>\n<header>'
    yield '<button type="button" id="theme" hidden>Dark</button>'
    yield f'<h1>{shown(heading)}</h1>\n<p class="facts">{" ".join(f"<span>{fact}</span>" for fact in facts)}</p>'
    links = " ".join(f'<a href="#{section.name}">{section.heading}</a>' for section in sections)
    yield f'<nav aria-label="Sections">{links}</nav>\n</header>\n<main id="main">'
    yield before
    for section in sections:
        yield f'<section id="{section.name}" aria-labelledby="{section.name}-heading">'
        yield f'<h2 id="{section.name}-heading">{section.heading}</h2>\n{section.body}\n</section>'
    yield f'</main>\n<footer>{footer}</footer>\n<div id="tip" role="status" hidden></div>'
    yield f"<script>\n{_common('js')}{script}</script>\n</body>\n</html>"


def _common(kind: str) -> str:
    return (_HERE / f"frame.{kind}").read_text(encoding="utf-8")
