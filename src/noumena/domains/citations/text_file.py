"""The text of a file of citations: UTF-8, packed by gzip or not; anything else is refused with its place."""

from __future__ import annotations

import gzip
import zlib

from noumena.model.diagnostics import BlogError, Diagnostic, refused
from noumena.model.reading import decoded, read_bytes, shown_name
from noumena.model.source import SourceFile, Span

_GZIP = b"\x1f\x8b"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_FORMATS = "citations are read from plain text, .csv, .tsv, .jsonl, .json and .bib, also with .gz"


def read_text(path: str) -> SourceFile:
    """The text of the file, or of standard input if the path is `-`; line breaks become newlines.

    A byte order mark at the beginning is left out. Whether the file is packed is told from its first bytes.
    """
    name = shown_name(path)
    data = read_bytes(path)
    if data.startswith(_GZIP):
        data = _unpacked(name, data)
    if data.startswith(_UTF_16):
        raise refused(f"{name}: this is UTF-16, not UTF-8", "save the file as UTF-8")
    source = decoded(name, data, f"save the file as UTF-8; {_FORMATS}")
    null = source.text.find("\0")
    if null >= 0:
        raise BlogError([Diagnostic("this is no text: byte 0x00", Span(source, null, null + 1), _FORMATS)])
    return source


def _unpacked(name: str, data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise refused(f"cannot unpack {name}: {error}", "it begins as gzip does, but is damaged or cut short") from None
