r"""BibTeX entries as citations: each is written out as one line, as a list of references would have it.

bibtexparser takes the file apart, and pylatexenc makes plain text of LaTeX (`Br{\"u}derlein` is Brüderlein). Values are
put together here, since bibtexparser does that neither for strings joined by `#` nor for entries whose key comes twice.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from noumena.model.diagnostics import refused
from noumena.model.source import SourceFile

_VENUES = ("journal", "booktitle", "school", "institution", "publisher", "howpublished")


def entries(source: SourceFile) -> Iterator[tuple[int, dict[str, str], str | None]]:
    """Line, fields and key of each entry; the field `text`, if it has none, is the entry as a citation.

    Two entries may have the same key: they are two citations. Raises `BlogError` for an entry that is not whole.
    """
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.exceptions import BlockAbortedException, ParserStateException
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

    with _silent("bibtexparser"):
        try:
            library = parse_string(source.text, parse_stack=[])
        except ParserStateException as error:
            raise refused(f"{source.name}: this BibTeX cannot be read: {error.message}") from None
    strings: dict[str, str] = {}
    for string in library.strings:
        strings[string.key.lower()] = _value(string.value, strings)
    for block in library.blocks:
        line = (block.start_line or 0) + 1
        if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            block = block.ignore_error_block  # type: ignore[assignment]  # it is the entry itself
        elif isinstance(block, ParsingFailedBlock):
            said = block.error.abort_reason if isinstance(block.error, BlockAbortedException) else str(block.error)
            hint = "look for a brace or a quote that is not closed, or a comma that is missing"
            raise refused(f"{source.name}:{line}: this BibTeX entry is not understood: {said.strip()}", hint)
        if isinstance(block, Entry):
            fields = {field.key.lower(): _value(str(field.value), strings) for field in block.fields}
            yield line, {"text": citation(fields), **fields}, block.key or None


def citation(fields: Mapping[str, str]) -> str:
    """Authors, title, venue, volume, pages and year, as far as they are there."""
    plain = {name: plain_text(value) for name, value in fields.items()}
    venue = next((plain[name] for name in _VENUES if plain.get(name)), "")
    volume = plain.get("volume", "") + (f"({plain['number']})" if plain.get("volume") and plain.get("number") else "")
    pages = f"pages {plain['pages']}" if plain.get("pages") else ""
    details = ", ".join(
        filter(None, [f"In {venue}" if "booktitle" in plain else venue, volume, pages, plain.get("year")])
    )
    authors = _names(plain.get("author") or plain.get("editor") or "")
    return " ".join(_sentence(part) for part in (authors, plain.get("title", ""), details) if part)


def plain_text(latex: str) -> str:
    """The text without LaTeX: accents as letters, no braces, `--` as one dash."""
    if re.search(r"[\\$]", latex):
        from pylatexenc.latex2text import LatexNodes2Text

        # In BibTeX a percent sign is one; LaTeX would leave out the rest of the line.
        escaped = re.sub(r"(?<!\\)%", r"\\%", latex)
        with _silent("pylatexenc"):
            latex = LatexNodes2Text().latex_to_text(escaped)
    latex = re.sub(r"[{}]", "", latex).replace("~", " ")
    return " ".join(re.sub(r"--+|[–—]", "-", latex).split())


def _names(authors: str) -> str:
    """Names in the order in which they are said, with commas and a last `and`."""
    names = [_name(name) for name in re.split(r"\s+and\s+", authors) if name]
    if names and names[-1] == "others":
        return f"{', '.join(names[:-1])} et al."
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _name(name: str) -> str:
    """`Given Family` of `Family, Given`, or of `Family, Jr, Given`."""
    family, *rest = (part.strip() for part in name.split(","))
    return " ".join([*rest[-1:], family, *rest[:-1]])


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _value(written: str, strings: Mapping[str, str]) -> str:
    """What a value stands for: pieces joined by `#`, each in quotes, in braces, a number or the name of a string."""
    pieces = [piece.strip() for piece in _pieces(written)]
    return "".join(p[1:-1] if p[:1] in ("{", '"') else strings.get(p.lower(), p) for p in pieces)


def _pieces(written: str) -> Iterator[str]:
    """The value cut at each `#` that stands neither in braces nor in quotes."""
    begin = depth = 0
    is_quoted = False
    for place, letter in enumerate(written):
        depth += (letter == "{") - (letter == "}")
        is_quoted ^= letter == '"' and depth == 0
        if letter == "#" and depth == 0 and not is_quoted:
            yield written[begin:place]
            begin = place + 1
    yield written[begin:]


@contextmanager
def _silent(library: str) -> Iterator[None]:
    """Keeps the log of a library from the screen: what matters is told by our own errors."""
    logger = logging.getLogger(library)
    before, logger.propagate = logger.propagate, False
    handler = logging.NullHandler()
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.propagate = before
        logger.removeHandler(handler)
