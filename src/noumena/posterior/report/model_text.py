"""The texts of the model, with words, numbers, strings and comments in their colours."""

from __future__ import annotations

from collections.abc import Iterator

from noumena.language.lexeme import Lexeme
from noumena.language.tokens import scan
from noumena.model.source import SourceFile
from noumena.posterior.report.words import shown

MOST_LETTERS = 60_000
"""Of all texts together; of longer ones the beginning is shown."""

_KINDS = {"COMMENT": "com", "STRING": "str", "CHARACTER": "str", "INTEGER": "num", "REAL": "num"}


def model_section(sources: tuple[SourceFile, ...]) -> str:
    """Each text under its name."""
    return "\n".join(_texts(sources))


def highlighted(source: SourceFile) -> str:
    """The text as HTML."""
    scanned = scan(source)
    marked = [(t.start, t.end, "kw" if _is_word(t) else _KINDS.get(t.type)) for t in scanned.tokens]
    marked += [(c.start, c.end, "com") for c in scanned.comments]
    parts = []
    done = 0
    for start, end, kind in sorted(marked):
        if kind is not None:
            parts.append(shown(source.text[done:start]))
            parts.append(f'<span class="{kind}">{shown(source.text[start:end])}</span>')
            done = end
    return "".join(parts) + shown(source.text[done:])


def _is_word(token: Lexeme) -> bool:
    """Whether a token is a word of the language: its kind is called like itself."""
    return token.isalpha() and token.type == token.upper()


def _texts(sources: tuple[SourceFile, ...]) -> Iterator[str]:
    room = MOST_LETTERS
    for source in sources:
        text = source.text
        if len(text) > room:
            text = text[: max(0, text.rfind("\n", 0, room))]
        left = source.text.count("\n") - text.count("\n")
        yield f"<h3>{shown(source.name)}</h3>"
        if text:
            name = shown(f"Text of {source.name}")
            code = highlighted(SourceFile(source.name, text))
            yield f'<pre tabindex="0" role="region" aria-label="{name}"><code>{code}</code></pre>'
        if len(text) < len(source.text):
            yield f"<p><small>… and {left:,} more lines</small></p>"
        room -= len(text)
